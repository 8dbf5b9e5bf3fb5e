<?php

declare(strict_types=1);

namespace Brine\Bench;

use Closure;
use RuntimeException;
use Throwable;

/** A pair of functions under test, with the loops that time them. */
final class Serializer
{
    private const KNOWN = [
        'igbinary' => ['igbinary', 'igbinary_serialize', 'igbinary_unserialize'],
        'native' => ['standard', 'serialize', 'unserialize'],
        'phpser' => ['phpser', 'phpser_serialize', 'phpser_unserialize'],
        'msgpack' => ['msgpack', 'msgpack_pack', 'msgpack_unpack'],
        'brine' => ['brine', 'brine_serialize', 'brine_unserialize'],
    ];

    /** Serializers that are not even tried on values with enum cases: msgpack's extension may corrupt memory there. */
    private const WITHOUT_ENUMS = ['msgpack'];

    /** @var Closure(list<mixed>, int): int */
    private readonly Closure $encodeLoop;

    /** @var Closure(list<string>, int): int */
    private readonly Closure $decodeLoop;

    /** @var Closure(list<string>, int): int */
    private readonly Closure $keepLoop;

    private function __construct(
        public readonly string $name,
        private readonly string $encode,
        private readonly string $decode,
    ) {
        $this->encodeLoop = self::loop($encode);
        $this->decodeLoop = self::loop($decode);
        $this->keepLoop = self::keepLoop($decode);
    }

    /** @return list<string> */
    public static function names(): array
    {
        return array_keys(self::KNOWN);
    }

    /** Returns null where its extension is not loaded. */
    public static function load(string $name): ?self
    {
        [$extension, $encode, $decode] = self::KNOWN[$name];

        return extension_loaded($extension) ? new self($name, $encode, $decode) : null;
    }

    /**
     * Encodes every value and checks that it comes back as it was, as native serialize() text.
     *
     * @param  list<mixed>  $values
     * @param  list<string> $texts  native serialize() text of each value
     * @return list<string> the payloads
     * @throws RuntimeException if one does not
     */
    public function payloads(array $values, array $texts): array
    {
        set_error_handler(static fn (int $severity, string $message) => throw new RuntimeException($message));
        try {
            return array_map($this->payload(...), $values, $texts, array_keys($values));
        } finally {
            restore_error_handler();
        }
    }

    private function payload(mixed $value, string $text, int $index): string
    {
        if (in_array($this->name, self::WITHOUT_ENUMS, true) && preg_match('/[;{]E:\d+:"/', $text)) {
            throw new RuntimeException("value $index has enum cases, not tried");
        }
        try {
            $payload = ($this->encode)($value);
            $same = serialize(($this->decode)($payload)) === $text;
        } catch (Throwable $e) {
            throw new RuntimeException("value $index: " . $e->getMessage(), 0, $e);
        }

        return $same ? $payload : throw new RuntimeException("value $index comes back changed");
    }

    public function decode(string $payload): mixed
    {
        return ($this->decode)($payload);
    }

    /**
     * @param  list<mixed> $values
     * @return int nanoseconds
     */
    public function timeEncode(array $values, int $passes): int
    {
        return ($this->encodeLoop)($values, $passes);
    }

    /**
     * Every decoded value is freed at once, inside the measured time: freeing is part of what a value costs its reader,
     * and depends on how the decoder built it.
     *
     * @param  list<string> $payloads
     * @return int nanoseconds
     */
    public function timeDecode(array $payloads, int $passes): int
    {
        return ($this->decodeLoop)($payloads, $passes);
    }

    /**
     * The decoded values of one pass are all kept until its end, while the cyclic garbage collector is on. They are
     * freed outside of the measured time.
     *
     * @param  list<string> $payloads
     * @return int nanoseconds
     */
    public function timeDecodeAndKeep(array $payloads, int $passes): int
    {
        return ($this->keepLoop)($payloads, $passes);
    }

    /**
     * The loop is compiled with the function's name in it, as in an application: a call through a variable costs more
     * than some of the functions take for a small value.
     */
    private static function loop(string $function): Closure
    {
        return eval(<<<PHP
            return static function (array \$arguments, int \$passes): int {
                \$start = hrtime(true);
                for (\$pass = 0; \$pass < \$passes; ++\$pass) {
                    foreach (\$arguments as \$argument) {
                        \\$function(\$argument);
                    }
                }

                return hrtime(true) - \$start;
            };
            PHP);
    }

    private static function keepLoop(string $function): Closure
    {
        return eval(<<<PHP
            return static function (array \$arguments, int \$passes): int {
                \$elapsed = 0;
                gc_enable();
                for (\$pass = 0; \$pass < \$passes; ++\$pass) {
                    \$kept = [];
                    \$start = hrtime(true);
                    foreach (\$arguments as \$argument) {
                        \$kept[] = \\$function(\$argument);
                    }
                    \$elapsed += hrtime(true) - \$start;
                    unset(\$kept);
                    gc_collect_cycles();
                }
                gc_disable();

                return \$elapsed;
            };
            PHP);
    }
}
