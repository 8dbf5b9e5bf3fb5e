<?php

/* Families of operations that store values in PHP outside variables: settings, handlers, streams, sessions. See arrays.php. */

declare(strict_types=1);

namespace Brine\Tests\Resident;

use Brine\Tests\SessionHandlerStub;

require_once __DIR__ . '/../../SessionHandlerStub.php';

function handled(int $level, string $message): bool
{
    Handlers::$seen[] = $message;

    return true;
}

final class Handlers
{
    public const SETTINGS = ['user_agent', 'error_prepend_string', 'from', 'arg_separator.output', 'unserialize_callback_func'];

    /** @var list<string> */
    public static array $seen = [];
    public static int $defined = 0;
    public static int $shutdowns = 0;

    public static function handle(int $level, string $message): bool
    {
        return handled($level, $message);
    }
}

return [
    'constants' => static function (mixed &$value, Choice $choice): mixed {
        // They stay to the end, so that there are only so many.
        if (Handlers::$defined >= 400) {
            return null;
        }
        $name = 'resident_' . ++Handlers::$defined;
        $array = \array_filter($choice->flat($value));
        \define($name, $array);
        \define("{$name}_string", $choice->string($value));
        $taken = \constant($name);
        $taken[] = 1;

        return [$taken, \constant($name), \constant("{$name}_string"), \defined($name)];
    },
    'settings' => static function (mixed &$value, Choice $choice): mixed {
        $string = \str_replace("\0", '', $choice->string($value));
        $name = $choice->of(Handlers::SETTINGS);
        \ini_restore($name);
        $before = \ini_set($name, $string);
        $seen = \ini_get($name);
        if ($choice->chance(80) || $name === 'unserialize_callback_func') {
            \ini_restore($name);
        }
        // A release candidate of PHP 8.6 corrupts its memory where the JIT has compiled a call of set_include_path(), without any extension.
        $setPath = \PHP_VERSION_ID < 80600 ? \set_include_path(...) : static fn (string $path): string|false => \ini_set('include_path', $path);
        $setPath('.');
        $path = $setPath($string);
        $seen = [$seen, \get_include_path()];
        $setPath('.');

        return [$before !== false, $seen, \ini_get($string), $path];
    },
    'environment' => static function (mixed &$value, Choice $choice): mixed {
        $string = \str_replace(["\0", '='], '', $choice->string($value));
        $setting = "BRINE_RESIDENT=$string";
        \putenv($setting);
        $seen = \getenv('BRINE_RESIDENT');
        \putenv('BRINE_RESIDENT');

        return [$seen, \getenv($string)];
    },
    'stream wrappers' => static function (mixed &$value, Choice $choice): mixed {
        $scheme = (string) \preg_replace('/[^a-z]/', '', \strtolower($choice->string($value)));
        $scheme = 'w' . \substr($scheme, 0, 12);
        $content = $choice->string($value);
        \stream_wrapper_register($scheme, Files::class);
        \file_put_contents("$scheme://file", $content);
        // PHP remembers the size of a file of this name, whoever had it before.
        \clearstatcache();
        $seen = [\file_get_contents("$scheme://file") === $content, \in_array($scheme, \stream_get_wrappers(), true), \file_exists("$scheme://none"), \filesize("$scheme://file") === \strlen($content)];
        \stream_wrapper_unregister($scheme);
        Files::$files = [];

        return $seen;
    },
    'stream contexts' => static function (mixed &$value, Choice $choice): mixed {
        $options = ['http' => ['header' => $choice->array($value), 'user_agent' => $choice->string($value)]];
        $context = \stream_context_create($options);
        \stream_context_set_option($context, 'http', 'content', $choice->string($value));
        $taken = \stream_context_get_options($context);
        $taken['http']['header'][] = 1;

        return [$taken, \stream_context_get_options($context)];
    },
    'streams' => static function (mixed &$value, Choice $choice): mixed {
        $string = $choice->string($value);
        $stream = \fopen('php://memory', 'w+');
        \fwrite($stream, $string);
        \stream_filter_append($stream, 'string.toupper', \STREAM_FILTER_WRITE);
        \fwrite($stream, $string);
        \rewind($stream);
        $seen = [\stream_get_contents($stream), \fputcsv($stream, $choice->flat($value), ',', '"', '')];
        \fclose($stream);

        return [$seen, \file_get_contents('data:text/plain;base64,' . \base64_encode($string)), @\file_get_contents("/nowhere/$string")];
    },
    'error handlers' => static function (mixed &$value, Choice $choice): mixed {
        $message = \substr($choice->string($value), 0, 500);
        $name = $choice->string($value);
        Handlers::$seen = [];
        $handler = match ($name) {
            'Brine\Tests\Resident\described' => __NAMESPACE__ . '\handled',
            default => $choice->of([__NAMESPACE__ . '\handled', [Handlers::class, 'handle'], Handlers::class . '::handle']),
        };
        \set_error_handler($handler);
        try {
            \trigger_error($message, \E_USER_NOTICE);
        } finally {
            \restore_error_handler();
        }

        return Handlers::$seen;
    },
    'shutdown functions' => static function (mixed &$value, Choice $choice): mixed {
        if (++Handlers::$shutdowns > 200) {
            return null;
        }
        // It runs at the end of the process, when most other memory is freed.
        \register_shutdown_function(static function (array $held, string $name): void {
            $copy = $held;
            $copy['added at the end'] = $name;
            if (\count($copy) !== \count($held) + 1 || !\str_contains(\serialize($name), $name)) {
                echo "a shutdown function got something else\n";
            }
        }, $choice->flat($value), $choice->string($value));

        return null;
    },
    'sessions' => static function (mixed &$value, Choice $choice): mixed {
        if (!\function_exists('session_start') || \session_status() !== \PHP_SESSION_NONE) {
            return null;
        }
        \session_set_save_handler(new SessionHandlerStub(), false);
        // Whatever happens in between, the next one starts over.
        $part = $choice->part($value);
        $array = $choice->array($value);
        unset($array[\PHP_INT_MAX]);
        @\session_start(['use_cookies' => 0, 'cache_limiter' => '', 'serialize_handler' => $choice->of(['brine', 'php', 'php_serialize'])]);
        try {
            $_SESSION['held'] = $array;
            $_SESSION['part'] = $part;
            $_SESSION['held'][] = 1;
            $encoded = \session_encode();
            $taken = $_SESSION;
            $_SESSION = $array;
            $_SESSION['x'] = 1;
        } finally {
            \session_abort();
            $_SESSION = [];
        }

        return [$encoded, $taken];
    },
    'output' => static function (mixed &$value, Choice $choice): mixed {
        $string = $choice->string($value);
        \ob_start(static fn (string $buffer): string => \strtoupper($buffer));
        echo $string, 1;
        print $string;
        \printf('%s', $string);
        $seen = \ob_get_contents();
        \ob_end_clean();
        \output_add_rewrite_var('a', 'b');
        \output_reset_rewrite_vars();

        return $seen;
    },
    'dates' => static function (mixed &$value, Choice $choice): mixed {
        $zone = $choice->string($value);
        $seen = [@\date_default_timezone_set($zone)];
        \date_default_timezone_set('UTC');
        try {
            $seen[] = (new \DateTimeImmutable('@0'))->modify('+1 day')->format($zone);
        } catch (\Exception $error) {
            $seen[] = $error->getMessage();
        }

        return $seen;
    },
    'callbacks with values' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $sum = 0;
        \array_map(static function (mixed &$element) use (&$sum): void {
            $element = ++$sum;
        }, $array);
        \call_user_func_array(static function (mixed &...$all): void {
            foreach ($all as &$one) {
                $one = 'changed';
            }
        }, \array_values($array));
        $result = \iterator_apply($iterator = new \ArrayIterator($array), static function () use (&$iterator): bool {
            $iterator[$iterator->key()] = 'applied';

            return true;
        });

        return [$array, $sum, $result, $iterator->getArrayCopy()];
    },
    'reflection' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $arguments = \array_values($choice->flat($value));
        $object = (new \ReflectionClass(Names::class))->newInstanceArgs([$array]);
        $object->name[] = 'new';
        $called = (new \ReflectionFunction(static fn (mixed ...$all): array => [...$all, 1]))->invokeArgs($arguments);

        return [$object, $called, (new \ReflectionMethod(Names::class, 'of'))->invoke(null, $array)];
    },
    'locale and comparison' => static function (mixed &$value, Choice $choice): mixed {
        $strings = \array_map(\strval(...), $choice->flat($value));
        \usort($strings, \strcoll(...));
        $keys = \array_flip($strings);
        \uksort($keys, \strnatcmp(...));

        return [$strings, $keys];
    },
];
