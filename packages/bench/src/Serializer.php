<?php

declare(strict_types=1);

namespace Brine\Bench;

use Closure;
use RuntimeException;
use Throwable;

/** A pair of functions under test, with the loops that time them. */
final class Serializer
{
    /** Extension, and code that encodes and decodes $argument. */
    private const KNOWN = [
        'igbinary' => ['igbinary', '\igbinary_serialize($argument)', '\igbinary_unserialize($argument)'],
        'native' => ['standard', '\serialize($argument)', '\unserialize($argument)'],
        'phpser' => ['phpser', '\phpser_serialize($argument)', '\phpser_unserialize($argument)'],
        'msgpack' => ['msgpack', '\msgpack_pack($argument)', '\msgpack_unpack($argument)'],
        'json' => ['json', '\json_encode($argument, \JSON_PRESERVE_ZERO_FRACTION | \JSON_THROW_ON_ERROR)', '\json_decode($argument, true)'],
        'brine' => ['brine', '\brine_serialize($argument)', '\brine_unserialize($argument)'],
    ];

    /** The same with HMAC-SHA256, added as an application would, for serializers without their own signature. */
    private const SIGNED = [
        'igbinary-hmac' => [
            'igbinary',
            '\hash_hmac("sha256", $payload = \igbinary_serialize($argument), \Brine\Bench\Serializer::KEY, true) . $payload',
            '\hash_equals(\hash_hmac("sha256", $payload = \substr($argument, 32), \Brine\Bench\Serializer::KEY, true), \substr($argument, 0, 32))'
                . ' ? \igbinary_unserialize($payload) : null',
        ],
        'phpser-signed' => [
            'phpser', '\phpser_serialize_signed($argument, \Brine\Bench\Serializer::KEY)', '\phpser_unserialize_signed($argument, \Brine\Bench\Serializer::KEY)',
        ],
        'brine-signed' => [
            'brine', '\brine_serialize_signed($argument, \Brine\Bench\Serializer::KEY)', '\brine_unserialize_signed($argument, \Brine\Bench\Serializer::KEY)',
        ],
    ];

    public const KEY = '32 bytes that nobody else knows.';

    /**
     * Brine's MessagePack: functions, and classes with the extension behind them or in PHP alone. The fourth element prepares the calls. "-bin"
     * packs strings as bin, "-ext" the library's type objects.
     */
    private const MESSAGEPACK = [
        'brine-msgpack' => ['brine', '\brine_msgpack_pack($argument)', '\brine_msgpack_unpack($argument)', ''],
        'brine-msgpack-bin' => [
            'brine', '\brine_msgpack_pack($argument, \Brine\MessagePack\PackOptions::FORCE_BIN)', '\brine_msgpack_unpack($argument)', '',
        ],
        'brine-msgpack-ext' => [
            'brine',
            '\brine_msgpack_pack($argument, 256 | 512)',
            '\brine_msgpack_unpack($argument, ["extensions" => [-1 => true], "other" => true])',
            '',
        ],
        'brine-msgpack-classes' => ['brine', self::PACK, self::UNPACK, self::CLASSES],
        'brine-msgpack-classes-bin' => ['brine', self::PACK, self::UNPACK, '$options = \Brine\MessagePack\PackOptions::FORCE_BIN;' . self::CLASSES],
        'brine-msgpack-php' => ['standard', self::PACK, self::UNPACK, self::PURE_CLASSES],
        'brine-msgpack-php-bin' => ['standard', self::PACK, self::UNPACK, '$options = \Brine\MessagePack\PackOptions::FORCE_BIN;' . self::PURE_CLASSES],
    ];

    /** The codecs in PHP, and igbinary's bytes in the library's ways to read them. */
    private const CODECS = [
        'brine-php' => ['standard', '\Brine\Format\Encoder::encode($argument)', '\Brine\Format\Decoder::decode($argument)'],
        'igbinary-php' => ['igbinary', '\igbinary_serialize($argument)', '\Brine\Igbinary\Decoder::decode($argument)'],
        'igbinary-default' => ['igbinary', '\igbinary_serialize($argument)', '$igbinary->unserialize($argument)', '$igbinary = new \Brine\IgbinarySerializer();'],
        'igbinary-trusted' => ['igbinary', '\igbinary_serialize($argument)', '$igbinary->unserialize($argument)', '$igbinary = new \Brine\IgbinarySerializer([], true);'],
    ];

    /** Compressors, at a level. */
    private const COMPRESSIONS = [
        'uncompressed' => ['standard', '$argument', '$argument'],
        'zlib-1' => ['zlib', '\gzcompress($argument, 1)', '\gzuncompress($argument)'],
        'zlib-6' => ['zlib', '\gzcompress($argument, 6)', '\gzuncompress($argument)'],
        'zlib-9' => ['zlib', '\gzcompress($argument, 9)', '\gzuncompress($argument)'],
        'zstd-3' => ['zstd', '\zstd_compress($argument, 3)', '\zstd_uncompress($argument)'],
        'lz4' => ['lz4', '\lz4_compress($argument)', '\lz4_uncompress($argument)'],
    ];

    private const PACK = '$packer->pack($argument)';
    private const UNPACK = '$unpacker->reset($argument)->unpack()';
    private const CLASSES = '
        $extensions = [new \Brine\MessagePack\Extension\TimestampExtension()];
        $packer = new \Brine\MessagePack\Packer($options ?? null, $extensions);
        $unpacker = new \Brine\MessagePack\BufferUnpacker("", null, $extensions);
    ';
    private const PURE_CLASSES = '\Brine\MessagePack\Backend::forcePhp();' . self::CLASSES
        . '\Brine\MessagePack\Backend::reset();';

    private static ?self $none = null;

    /** Serializers that are not even tried on values with enum cases: msgpack's extension may corrupt memory there. */
    private const WITHOUT_ENUMS = ['msgpack'];

    /** @var Closure(list<mixed>, int): (int|float) nanoseconds, which are floats where PHP has integers of 32 bits, as everywhere below */
    private readonly Closure $encodeLoop;

    /** @var Closure(list<mixed>, int): (int|float) */
    private readonly Closure $decodeLoop;

    /** @var Closure(list<mixed>, int): (int|float) */
    private readonly Closure $keepLoop;

    /** @var Closure(list<mixed>, callable): list<int|float> */
    private readonly Closure $encodeEach;

    /** @var Closure(list<mixed>, callable): list<int|float> */
    private readonly Closure $decodeEach;

    /** @var Closure(mixed): mixed */
    private readonly Closure $encode;

    /** @var Closure(mixed): mixed */
    private readonly Closure $decode;

    private function __construct(public readonly string $name, string $encode, string $decode, string $setup = '')
    {
        $this->encode = self::call($encode, $setup);
        $this->decode = self::call($decode, $setup);
        $this->encodeLoop = self::loop($encode, $setup);
        $this->decodeLoop = self::loop($decode, $setup);
        $this->keepLoop = self::keepLoop($decode, $setup);
        $this->encodeEach = self::loopOfEach($encode, $setup);
        $this->decodeEach = self::loopOfEach($decode, $setup);
    }

    /**
     * @param string $encode PHP code that encodes $argument
     * @param string $decode PHP code that decodes the bytes in $argument
     * @param string $setup  statements that set variables for both
     */
    public static function of(string $name, string $encode, string $decode, string $setup = ''): self
    {
        return new self($name, $encode, $decode, $setup);
    }

    /**
     * Two PHP expressions of this serializer, to be put into generated code: one encodes the variable `$argument`, the other decodes the bytes in it.
     *
     * @return array{string, string}
     */
    public static function code(string $name): array
    {
        [, $encode, $decode] = (self::KNOWN + self::COMPRESSIONS)[$name];

        return [$encode, $decode];
    }

    /** Does nothing: measures the loops' own overhead. */
    public static function none(): self
    {
        return self::$none ??= new self('none', '$argument', '$argument');
    }

    /** @return list<string> */
    public static function names(): array
    {
        return \array_keys(self::KNOWN + self::SIGNED + self::MESSAGEPACK + self::CODECS);
    }

    /** @return list<string> */
    public static function unsignedNames(): array
    {
        return \array_keys(self::KNOWN);
    }

    /** The name that reports give it: in igbinary's place Brine's extension is measured, and not igbinary. */
    public static function shown(string $name): string
    {
        return self::extension($name) === 'igbinary' && \extension_loaded('brine_igbinary') ? "$name (brine_igbinary)" : $name;
    }

    public static function extension(string $name): string
    {
        return (self::KNOWN + self::SIGNED + self::MESSAGEPACK + self::CODECS + self::COMPRESSIONS)[$name][0];
    }

    /** Returns null if its extension is not loaded. */
    public static function load(string $name): ?self
    {
        [$extension, $encode, $decode, $setup] = (self::KNOWN + self::SIGNED + self::MESSAGEPACK + self::CODECS + self::COMPRESSIONS)[$name] + [3 => ''];

        return \extension_loaded($extension) ? new self(self::shown($name), $encode, $decode, $setup) : null;
    }

    /**
     * Encodes every value and checks that it comes back exactly, by comparing native text.
     *
     * @param  list<mixed>  $values
     * @param  list<string> $texts  native serialize() text of each value
     * @return list<string> the payloads
     * @throws RuntimeException if one does not come back
     */
    public function payloads(array $values, array $texts): array
    {
        \set_error_handler(static fn (int $severity, string $message) => throw new RuntimeException($message));
        try {
            return \array_map($this->payload(...), $values, $texts, \array_keys($values));
        } finally {
            \restore_error_handler();
        }
    }

    private function payload(mixed $value, string $text, int $index): string
    {
        if (\in_array($this->name, self::WITHOUT_ENUMS, true) && \preg_match('/(?:^|[;{])E:\d+:"/', $text) === 1) {
            throw new RuntimeException("value $index has enum cases, not tried");
        }
        try {
            $payload = $this->encode($value);
            $same = \serialize(($this->decode)($payload)) === $text;
        } catch (Throwable $e) {
            throw new RuntimeException("value $index: " . $e->getMessage(), 0, $e);
        }

        return $same ? $payload : throw new RuntimeException("value $index comes back changed");
    }

    public function encode(mixed $value): string
    {
        $payload = ($this->encode)($value);

        return \is_string($payload) ? $payload : throw new RuntimeException("$this->name gives no string");
    }

    public function decode(string $payload): mixed
    {
        return ($this->decode)($payload);
    }

    /**
     * @param  list<mixed> $values
     * @return int|float nanoseconds
     */
    public function timeEncode(array $values, int $passes): int|float
    {
        return ($this->encodeLoop)($values, $passes);
    }

    /**
     * Every decoded value is freed at once, inside the measured time: freeing is part of what a value costs its reader,
     * and depends on how the decoder built it.
     *
     * @param  list<string> $payloads
     * @return int|float nanoseconds
     */
    public function timeDecode(array $payloads, int $passes): int|float
    {
        return ($this->decodeLoop)($payloads, $passes);
    }

    /**
     * The decoded values of one pass are all kept until its end, while the cyclic garbage collector is on. They are
     * freed outside of the measured time.
     *
     * @param  list<string> $payloads
     * @return int|float nanoseconds
     */
    public function timeDecodeAndKeep(array $payloads, int $passes): int|float
    {
        return ($this->keepLoop)($payloads, $passes);
    }

    /**
     * Freeing the result is inside of the measured time, as in timeEncode().
     *
     * @param  list<mixed>       $values
     * @param  callable(): mixed $before runs before each call, outside of the measured time
     * @return list<int|float>   nanoseconds of each call
     */
    public function timeEachEncode(array $values, callable $before): array
    {
        return ($this->encodeEach)($values, $before);
    }

    /**
     * Freeing the decoded value is inside of the measured time, as in timeDecode().
     *
     * @param  list<string>      $payloads
     * @param  callable(): mixed $before   runs before each call, outside of the measured time
     * @return list<int|float>   nanoseconds of each call
     */
    public function timeEachDecode(array $payloads, callable $before): array
    {
        return ($this->decodeEach)($payloads, $before);
    }

    /** @return Closure(mixed): mixed */
    private static function call(string $expression, string $setup): Closure
    {
        /** @var Closure(mixed): mixed $call */
        $call = eval("$setup return static fn (mixed \$argument) => $expression;");

        return $call;
    }

    /**
     * The loop is compiled with the function's name in it, as in an application: a call through a variable costs more
     * than some of the functions take for a small value.
     *
     * @return Closure(list<mixed>, int): (int|float)
     */
    private static function loop(string $expression, string $setup): Closure
    {
        /** @var Closure(list<mixed>, int): (int|float) $loop */
        $loop = eval(<<<PHP
            return static function (array \$arguments, int \$passes): int|float {
                $setup
                \$start = hrtime(true);
                for (\$pass = 0; \$pass < \$passes; ++\$pass) {
                    foreach (\$arguments as \$argument) {
                        $expression;
                    }
                }

                return hrtime(true) - \$start;
            };
            PHP);

        return $loop;
    }

    /** @return Closure(list<mixed>, int): (int|float) */
    private static function keepLoop(string $expression, string $setup): Closure
    {
        /** @var Closure(list<mixed>, int): (int|float) $loop */
        $loop = eval(<<<PHP
            return static function (array \$arguments, int \$passes): int|float {
                $setup
                \$elapsed = 0;
                gc_enable();
                for (\$pass = 0; \$pass < \$passes; ++\$pass) {
                    \$kept = [];
                    \$start = hrtime(true);
                    foreach (\$arguments as \$argument) {
                        \$kept[] = $expression;
                    }
                    \$elapsed += hrtime(true) - \$start;
                    unset(\$kept);
                    gc_collect_cycles();
                }
                gc_disable();

                return \$elapsed;
            };
            PHP);

        return $loop;
    }

    /** @return Closure(list<mixed>, callable): list<int|float> */
    private static function loopOfEach(string $expression, string $setup): Closure
    {
        /** @var Closure(list<mixed>, callable): list<int|float> $loop */
        $loop = eval(<<<PHP
            return static function (array \$arguments, callable \$before): array {
                $setup
                \$times = [];
                foreach (\$arguments as \$argument) {
                    \$before();
                    \$start = hrtime(true);
                    $expression;
                    \$times[] = hrtime(true) - \$start;
                }

                return \$times;
            };
            PHP);

        return $loop;
    }
}
