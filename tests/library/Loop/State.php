<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Loop;

use Brine\IgbinarySerializer;

/** What a request could leave behind in the process: settings, handlers, loaders, and how neutral calls behave. */
final class State
{
    private const KEY = 'a key of some length';
    /** Handlers that are looked at. */
    private const MAX_HANDLERS = 8;

    /** @var array<string, \Closure(): mixed> */
    private array $calls;
    /** @var array<string, mixed> */
    private array $first;

    public function __construct()
    {
        $this->calls = self::calls();
        $this->first = $this->take();
    }

    /** @return list<string> what differs from the first state */
    public function differences(): array
    {
        $now = $this->take();
        if ($now === $this->first) {
            return [];
        }
        $differences = [];
        foreach ($this->first as $name => $value) {
            if ($value !== $now[$name]) {
                $differences[] = "$name: " . self::difference($value, $now[$name]);
            }
        }

        return $differences;
    }

    private static function difference(mixed $first, mixed $now): string
    {
        if (!\is_array($first) || !\is_array($now)) {
            return self::shown($first) . ' is ' . self::shown($now);
        }
        $parts = [];
        foreach ($first + $now as $key => $_) {
            if (!\array_key_exists($key, $first) || !\array_key_exists($key, $now) || $first[$key] !== $now[$key]) {
                $parts[] = "$key " . self::shown($first[$key] ?? 'nothing') . ' is ' . self::shown($now[$key] ?? 'nothing');
            }
        }

        return \implode(', ', \array_slice($parts, 0, 3));
    }

    private static function shown(mixed $value): string
    {
        return \is_scalar($value) ? \addcslashes(\substr((string) $value, 0, 300), "\0..\37\177..\377") : \get_debug_type($value);
    }

    /** @return array<string, mixed> */
    private function take(): array
    {
        $behaviour = [];
        foreach ($this->calls as $name => $call) {
            try {
                $behaviour[$name] = \serialize($call());
            } catch (\Throwable $error) {
                $behaviour[$name] = $error::class . ": {$error->getMessage()}, before it " . \get_debug_type($error->getPrevious());
            }
        }

        return [
            'behaviour' => $behaviour,
            'error_reporting' => \error_reporting(),
            // A setting without a value is an empty one when it was set; error_reporting is above.
            'settings' => \array_map(static fn (mixed $value): string => \is_scalar($value) ? (string) $value : '', \array_diff_key((array) \ini_get_all(null, false), ['error_reporting' => ''])),
            'error handlers' => self::handlers(\set_error_handler(...), \restore_error_handler(...)),
            'exception handlers' => self::handlers(\set_exception_handler(...), \restore_exception_handler(...)),
            'class loaders' => \spl_autoload_functions(),
            'output buffers' => \ob_get_level(),
            'fiber' => \Fiber::getCurrent(),
            'garbage collection' => \gc_enabled(),
            'dictionaries' => \array_column(\brine_dictionary_info(), 'id'),
        ];
    }

    /**
     * @param \Closure(callable|null): (callable|null) $set
     * @param \Closure(): true $restore
     * @return list<callable>
     */
    private static function handlers(\Closure $set, \Closure $restore): array
    {
        $handlers = [];
        while (\count($handlers) < self::MAX_HANDLERS) {
            $handler = $set(null);
            $restore();
            if ($handler === null) {
                break;
            }
            $handlers[] = $handler;
            $restore();
        }
        \array_map($set, \array_reverse($handlers));

        return $handlers;
    }

    /** @return array<string, \Closure(): mixed> */
    private static function calls(): array
    {
        $value = [new Plain(7, 'name', [1, 2]), new Plain(8, 'more'), ['key' => 1.5], [['id' => 1, 'text' => 'a'], ['id' => 2, 'text' => 'b']]];
        $payload = \brine_serialize($value);
        $renamed = static fn (string $bytes, string $name): string => \str_replace(Plain::class, \substr(Plain::class, 0, -5) . $name, $bytes);
        $stale = $renamed(\brine_serialize($value, ['layouts' => true]), 'Other');
        $deep = \brine_serialize(\array_reduce(\range(1, 200), static fn (array $inner): array => [$inner], []));
        $signed = \brine_serialize_signed(['signed' => true], self::KEY);
        $inContext = \brine_serialize_signed(['signed' => true], self::KEY, ['context' => 'one']);
        $text = \serialize($value);
        $igbinary = IgbinarySerializer::canWrite() ? (new IgbinarySerializer())->serialize($value) : \serialize([]);

        return [
            'writes' => static fn (): string => \brine_serialize($value),
            'reads' => static fn (): mixed => \brine_unserialize($payload),
            'reads a missing class' => static fn (): mixed => \brine_unserialize($renamed($payload, 'Plaim')),
            'reads a changed class' => static fn (): mixed => \brine_unserialize($stale),
            'reads deep values' => static fn (): mixed => \brine_unserialize($deep),
            'refuses damaged bytes' => static fn (): mixed => \brine_unserialize(\substr($payload, 0, -2)),
            'refuses a dictionary' => static fn (): mixed => \brine_unserialize("\xc1\x12dictionary"),
            'signs' => static fn (): string => \brine_serialize_signed(['signed' => true], self::KEY),
            'verifies' => static fn (): mixed => \brine_unserialize_signed($signed, self::KEY),
            'refuses another key' => static fn (): mixed => \brine_unserialize_signed($signed, self::KEY . '2'),
            'refuses another context' => static fn (): mixed => \brine_unserialize_signed($inContext, self::KEY),
            'reads text' => static fn (): mixed => \unserialize($text),
            'reads text of a missing class' => static fn (): mixed => \unserialize($renamed($text, 'Plaim')),
            'reads igbinary' => static fn (): mixed => (new IgbinarySerializer())->unserialize($igbinary),
            'reads acting objects' => static fn (): mixed => \brine_unserialize(\brine_serialize(new Acting(1))),
        ];
    }
}
