<?php

declare(strict_types=1);

namespace Brine\Tests\Loops;

use Brine\BrineSerializer;
use Brine\DecodeException;
use Brine\Dictionary;
use Brine\Dictionary\Source;
use Brine\EncodeException;
use Brine\EntryCodec;
use Brine\Guarded;
use Brine\IgbinarySerializer;
use Brine\NativeSerializer;
use Brine\Signed;
use Brine\Tests\Library\Loop\Acting;
use Brine\Tests\Library\Loop\Loop;
use Brine\Tests\Library\Loop\Other;
use Brine\Tests\Library\Loop\Plain;

/**
 * Requests that change what a later one could find: options, keys, settings, handlers, loaders. Each takes back what PHP keeps as well; the neutral
 * calls of State then say whether Brine has kept something. Names of keys, classes and dictionaries are new in each request.
 */
final class Carrying
{
    private const KEY = 'a key of some length';
    private const REPORTS = 900;

    private Dictionary $dictionary;
    private string $bytes;

    public function __construct()
    {
        $this->dictionary = Serializers::dictionary();
        $this->dictionary->load();
        $this->bytes = \brine_serialize(new Plain(7, 'seven'));
    }

    public function request(int $number): void
    {
        $this->options($number);
        $this->keys($number);
        $this->dictionaries($number);
        if (\extension_loaded('brine')) {
            // Only the extension has these settings.
            $this->allowedClasses($number);
        }
        $this->handlersInHooks($number);
        $this->reporting();
        $this->callbacks($number);
        $this->loaders($number);
        $this->droppedFibers($number);
    }

    private static function renamed(string $bytes, string $name): string
    {
        return \str_replace(Plain::class, \substr(Plain::class, 0, -5) . \substr($name, 0, 5), $bytes);
    }

    /** A class of five characters that no other request has. */
    private static function name(int $number): string
    {
        return 'N' . \strtolower(\str_pad(\base_convert((string) $number, 10, 36), 4, 'x', \STR_PAD_LEFT));
    }

    private function options(int $number): void
    {
        $missing = self::renamed($this->bytes, self::name($number));
        $class = \substr(Plain::class, 0, -5) . self::name($number);
        Loop::same('no class', \__PHP_Incomplete_Class::class, \get_debug_type(\brine_unserialize($this->bytes, ['allowed_classes' => false])));
        Loop::same('another class', \__PHP_Incomplete_Class::class, \get_debug_type(\brine_unserialize($this->bytes, ['allowed_classes' => [$class]])));
        // Letter case is free: each spelling is one more name.
        $spelled = self::spelled($number);
        Loop::equal('a spelling', new Plain(7, 'seven'), \brine_unserialize(self::renamed($this->bytes, $spelled), ['allowed_classes' => [\strtoupper(Plain::class)]]));
        Loop::refused('missing', DecodeException::class, "There is no class $class at byte 3", static fn (): mixed => \brine_unserialize($missing, ['missing_classes' => 'throw']));
        $stale = self::renamed(\brine_serialize(new Plain(7), ['layouts' => true]), 'Other');
        Loop::same('stale', 'stale_class', self::reason(static fn (): mixed => \brine_unserialize($stale, ['stale_classes' => 'throw'])));
        $value = \brine_serialize([[[$number]]]);
        Loop::same('depth', 'max_depth', self::reason(static fn (): mixed => \brine_unserialize($value, ['max_depth' => 2])));
        Loop::same('elements', 'max_elements', self::reason(static fn (): mixed => \brine_unserialize($value, ['max_elements' => 2])));
        Loop::same('memory', 'max_memory', self::reason(static fn (): mixed => \brine_unserialize($value, ['max_memory' => 1])));
        Loop::same('an option', \ValueError::class, self::thrown(static fn (): mixed => \brine_unserialize($value, ["option_$number" => 1])));
        Loop::same('open', null, \brine_unserialize("request $number", ['open' => static fn (): ?string => null]));
        Loop::refused('open, throwing', \DomainException::class, "request $number", static fn (): mixed => \brine_unserialize('', ['open' => static fn (): never => throw new \DomainException("request $number")]));
    }

    private static function spelled(int $number): string
    {
        $name = 'Plain';
        for ($i = 0; $i < 5; ++$i) {
            $name[$i] = ($number >> $i & 1) === 1 ? \strtoupper($name[$i]) : \strtolower($name[$i]);
        }

        return $name;
    }

    private static function reason(\Closure $call): string
    {
        try {
            return 'returned ' . \serialize($call());
        } catch (DecodeException $error) {
            return $error->getReason();
        }
    }

    private function keys(int $number): void
    {
        $key = "a key of request $number";
        $signed = \brine_serialize_signed($number, $key, ['context' => "request $number"]);
        Loop::same('signed', $number, \brine_unserialize_signed($signed, ['some other key', $key], ['context' => "request $number"]));
        Loop::same('another context', null, \brine_unserialize_signed($signed, $key, ['context' => 'request']));
        Loop::same('another key', null, \brine_unserialize_signed($signed, self::KEY, ['context' => "request $number"]));
        Loop::same('a short key', EncodeException::class, self::thrown(static fn (): string => \brine_serialize_signed(1, 'short')));
        $serializer = new Signed(new BrineSerializer(['allowed_classes' => false]), $key, "object $number");
        Loop::same('an object', $number, $serializer->unserialize($serializer->serializeIn("in $number", $number) === '' ? '' : $serializer->serialize($number)));
        Loop::same('of another request', DecodeException::class, self::thrown(static fn (): mixed => (new Signed(new BrineSerializer(), self::KEY, "object $number"))->unserialize($serializer->serialize(1))));
    }

    private static function thrown(\Closure $call): string
    {
        try {
            return 'returned ' . \serialize($call());
        } catch (\Throwable $error) {
            return $error::class;
        }
    }

    private function dictionaries(int $number): void
    {
        $value = Values::repeated($number);
        $bytes = \brine_serialize($value, ['dictionary' => $this->dictionary->id()]);
        Loop::same('with a dictionary', $value, \brine_unserialize($bytes));
        $unknown = "\xc1\x12" . \substr(\hash('sha256', "request $number", true), 0, 8) . \substr($bytes, 10);
        Loop::same('an unknown one', 'unknown_dictionary', self::reason(static fn (): mixed => \brine_unserialize($unknown)));
        $source = new class () implements Source {
            public function find(string $id): ?Dictionary
            {
                return null;
            }
        };
        Loop::same('a source without it', 'unknown_dictionary', self::reason(static fn (): mixed => (new BrineSerializer([], null, $source))->unserialize($unknown)));
        Loop::same('no dictionary', \ValueError::class, self::thrown(static fn (): string => \brine_serialize($value, ['dictionary' => '00000000000000ff'])));
    }

    private function allowedClasses(int $number): void
    {
        $class = \substr(Plain::class, 0, -5) . self::name($number);
        $text = \serialize(new Plain(7));
        \ini_set('brine.allowed_classes', "App\\Request$number\\*, stdClass");
        Loop::same('refused by the setting', 'bad_class', self::reason(fn (): mixed => \brine_unserialize($this->bytes)));
        // The option goes before the setting.
        Loop::equal('allowed by the option', new Plain(7, 'seven'), \brine_unserialize($this->bytes, ['allowed_classes' => true]));
        Loop::same('refused text', 'bad_class', self::reason(static fn (): mixed => (new NativeSerializer())->unserialize($text)));
        Loop::equal('allowed by the setting', new \stdClass(), \brine_unserialize(\brine_serialize(new \stdClass())));
        \ini_restore('brine.allowed_classes');
        if ($number <= self::REPORTS) {
            $this->reports($class);
        }
        \ini_set('brine.stale_classes', 'throw');
        \ini_restore('brine.stale_classes');
    }

    /** The log has a class once a process; a bounded number of them. */
    private function reports(string $class): void
    {
        \ini_set('brine.allowed_classes', 'stdClass');
        \ini_set('brine.allowed_classes_report', '1');
        $log = \ini_set('error_log', '/dev/null');
        \brine_unserialize(self::renamed($this->bytes, \substr($class, -5)));
        \ini_set('error_log', (string) $log);
        \ini_restore('error_log');
        \ini_restore('brine.allowed_classes_report');
        \ini_restore('brine.allowed_classes');
    }

    /** A hook sets handlers that it does not take back: PHP keeps them, and the request takes them back. */
    private function handlersInHooks(int $number): void
    {
        $bytes = \brine_serialize(new Acting($number));
        $text = \serialize(new Acting($number));
        $heard = [];
        Acting::$reading = static function () use (&$heard): void {
            \set_error_handler(static function (int $level, string $message) use (&$heard): bool {
                $heard[] = $message;

                return true;
            });
            \set_exception_handler(static fn (\Throwable $error): bool => true);
        };
        foreach ($this->readers($bytes, $text) as $name => $read) {
            $heard = [];
            $read();
            \trigger_error("request $number", \E_USER_NOTICE);
            \restore_error_handler();
            \restore_exception_handler();
            Loop::same("the handler that a hook has set, $name", ["request $number"], $heard);
        }
        Acting::$reading = static function (): void {
            \set_error_handler(static fn (): bool => true);
            try {
                throw new \DomainException('a hook');
            } finally {
                \restore_error_handler();
            }
        };
        foreach ($this->readers($bytes, $text) as $name => $read) {
            Loop::same("a hook throws, $name", \DomainException::class, self::thrown($read));
        }
        Acting::$reading = null;
    }

    /** @return array<string, \Closure(): mixed> */
    private function readers(string $bytes, string $text): array
    {
        $igbinary = IgbinarySerializer::canWrite() ? self::undisturbed(static fn (): string => (new IgbinarySerializer())->serialize(new Acting(1))) : null;

        return [
            'brine' => static fn (): mixed => \brine_unserialize($bytes),
            'native' => static fn (): mixed => (new NativeSerializer())->unserialize($text),
        ] + ($igbinary === null ? [] : ['igbinary' => static fn (): mixed => (new IgbinarySerializer())->unserialize($igbinary)]);
    }

    private static function undisturbed(\Closure $call): string
    {
        [$reading, Acting::$reading] = [Acting::$reading, null];
        $result = $call();
        Acting::$reading = $reading;

        return $result;
    }

    private function reporting(): void
    {
        $level = \error_reporting(\E_ERROR);
        Loop::same('damaged and silent', 'truncated', self::reason(fn (): mixed => \brine_unserialize(\substr($this->bytes, 0, -1))));
        \error_reporting($level);
        $bytes = \brine_serialize(new Acting(1));
        Acting::$reading = static fn (): int => \error_reporting(0);
        \brine_unserialize($bytes);
        \error_reporting($level);
        Acting::$reading = static fn (): never => throw new \DomainException('a hook');
        Loop::same('guarded', DecodeException::class, self::thrown(static fn (): mixed => (new Guarded(new NativeSerializer()))->unserialize(\serialize(new Acting(1)))));
        Acting::$reading = null;
        Loop::same('the level of errors', $level, \error_reporting());
        // PHP's own class warns, which is an exception here.
        $date = \str_replace('NoDating', 'DateTime', \brine_serialize(\unserialize('O:8:"NoDating":1:{s:4:"date";s:1:"x";}')));
        Loop::same('a state that is refused', 'bad_object', self::reason(static fn (): mixed => \brine_unserialize($date)));
        Loop::same('the level after it', $level, \error_reporting());
    }

    private function callbacks(int $number): void
    {
        $missing = self::renamed($this->bytes, self::name($number));
        $text = self::renamed(\serialize(new Plain(7)), self::name($number));
        $codec = new EntryCodec(new NativeSerializer());
        Loop::same('a missing class', 'miss', $codec->read($text, '', 'miss'));
        $callback = (string) \ini_set('unserialize_callback_func', self::class . '::callBack');
        Loop::same('called back', \DomainException::class, self::thrown(static fn (): mixed => \brine_unserialize($missing)));
        Loop::same('called back, text', 'miss', $codec->read($text, '', 'miss'));
        Loop::same('called back, entry', \DomainException::class, self::thrown(static fn (): mixed => $codec->decode($text)));
        Loop::same('the setting stays', self::class . '::callBack', \ini_get('unserialize_callback_func'));
        \ini_set('unserialize_callback_func', $callback);
        \ini_restore('unserialize_callback_func');
    }

    public static function callBack(string $class): never
    {
        throw new \DomainException($class);
    }

    private function loaders(int $number): void
    {
        $name = self::name($number);
        $asked = [];
        $loader = static function (string $class) use (&$asked, $name): void {
            if (\str_ends_with($class, $name)) {
                $asked[] = $class;
                throw new \DomainException("loading $class");
            }
        };
        \spl_autoload_register($loader, true, true);
        Loop::same('a loader throws', \DomainException::class, self::thrown(fn (): mixed => \brine_unserialize(self::renamed($this->bytes, $name))));
        Loop::same('a loader throws, text', \DomainException::class, self::thrown(static fn (): mixed => (new NativeSerializer())->unserialize(self::renamed(\serialize(new Plain(7)), $name))));
        \spl_autoload_unregister($loader);
        Loop::same('asked for', \array_fill(0, 2, \substr(Plain::class, 0, -5) . $name), $asked);
    }

    /** In hooks, loaders, callbacks and openers; with other calls in between. */
    private function droppedFibers(int $number): void
    {
        $suspend = static fn (): mixed => \Fiber::suspend();
        Acting::$reading = $suspend;
        $bytes = \brine_serialize([new Acting($number), new \ArrayObject([1])]);
        $fibers = [];
        foreach ($this->readers($bytes, \serialize([new Acting(1), new \ArrayObject([1])])) as $name => $read) {
            $fibers[$name] = new \Fiber($read);
            $fibers["$name, guarded"] = new \Fiber(static fn (): mixed => @$read());
        }
        $codec = new EntryCodec(new NativeSerializer());
        $text = \serialize(new Acting($number));
        $fibers['entry'] = new \Fiber(static fn (): mixed => $codec->read($text));
        $fibers['open'] = new \Fiber(static fn (): mixed => \brine_unserialize('x', ['open' => $suspend]));
        $loader = static fn (string $class): mixed => \str_ends_with($class, 'Waits') ? \Fiber::suspend() : null;
        \spl_autoload_register($loader);
        $fibers['loader'] = new \Fiber(fn (): mixed => \brine_unserialize(self::renamed($this->bytes, 'Waits')));
        foreach ($fibers as $name => $fiber) {
            $fiber->start();
            Loop::same("$name is suspended", true, $fiber->isSuspended());
        }
        Acting::$reading = null;
        Loop::equal('beside fibers', new Other(), \brine_unserialize(\brine_serialize(new Other())));
        \spl_autoload_unregister($loader);
        // Without the extension PHP's own serialize() and unserialize() run in them, whose numbers are right only if the last one is dropped first.
        $names = \array_reverse(\array_keys($fibers));
        if (\extension_loaded('brine')) {
            $first = $number % \count($names);
            $names = [...\array_slice($names, $first), ...\array_slice($names, 0, $first)];
        }
        unset($fiber);
        foreach ($names as $name) {
            unset($fibers[$name]);
        }
    }
}
