<?php

declare(strict_types=1);

namespace Brine;

use Brine\Igbinary\Decoder;
use Brine\Igbinary\PlainBytes;
use Brine\Internal\Failure;
use Brine\Internal\MissingClasses;
use Brine\Internal\ReadOptions;
use Brine\Internal\ReadsByOptions;
use Brine\Internal\ReadsWithin;
use Brine\Internal\StackLevels;
use Brine\Internal\Warnings;
use Brine\Tree\Builder;

/**
 * The format of the extension igbinary. Brine's extension reads and writes it; without that, igbinary is needed for writing. igbinary is unsafe
 * for untrusted or damaged bytes, so it reads only values without objects and back-references; PHP reads all others.
 *
 * @phpstan-import-type Options from ReadOptions
 */
final class IgbinarySerializer implements ReadsWithin, RefusesMissing
{
    use ReadsByOptions;
    /**
     * Tags of arrays and objects. The extension recurses without a limit, so it gets at most as many of these bytes as the stack has room for
     * levels (176 bytes each on x86-64, 352 in a PHP reference).
     */
    private const CONTAINERS = "\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x22\x23\x24";
    private const MAX_LEVELS = 16384;

    /** Fewest bytes of a level: a tag, its count and a key. */
    private const LEVEL_BYTES = 3;
    /** Fewest bytes of an element: key and value. */
    private const ELEMENT_BYTES = 2;

    /**
     * @param array{allowed_classes?: bool|list<string>, missing_classes?: 'incomplete'|'throw', max_depth?: int, max_elements?: int,
     *     max_memory?: int} $options as for brine_unserialize()
     * @param bool $trusted where Brine's extension is missing, lets the extension igbinary read objects, several times as fast as PHP. Only for a
     *     store that nobody else can write to and that damages no bit. PHP still reads them if `allowed_classes` is not true,
     *     or a limit may be exceeded.
     * @throws \TypeError|\ValueError if $options is not an array, or an option is unknown, of the wrong type, or out of range
     */
    public function __construct(mixed $options = [], private bool $trusted = false)
    {
        $this->options = ReadOptions::checkPlain($options, 'new IgbinarySerializer(');
    }

    /** Whether an extension is loaded that writes the format: brine or igbinary. */
    public static function canWrite(): bool
    {
        return \function_exists('brine_igbinary_serialize') || \function_exists('igbinary_serialize');
    }

    /**
     * @throws \LogicException if neither extension is loaded
     * @throws EncodeException if the value cannot be written
     */
    public function serialize(mixed $value): string
    {
        if (\function_exists('brine_igbinary_serialize')) {
            return \brine_igbinary_serialize($value);
        }
        if (!self::canWrite()) {
            throw new \LogicException('Values can only be written where the extension brine or igbinary is loaded');
        }
        try {
            return \igbinary_serialize($value)
                ?? throw Failure::encoding('The extension igbinary cannot write the value');
        } catch (\Throwable $error) {
            // The extension throws an \Error for an unset property that __sleep() names.
            throw $error->getFile() === __FILE__ && !$error instanceof EncodeException
                ? Failure::encoding($error->getMessage(), $error)
                : $error;
        }
    }

    public function unserialize(string $data): mixed
    {
        return $this->read($data, $this->options);
    }

    /** @internal */
    public function unserializeWithin(string $data, int $maxMemory): mixed
    {
        // Trusted bytes need no limit.
        return $this->read($data, $this->trusted ? $this->options : $this->options + ['max_memory' => $maxMemory]);
    }

    /** @param Options $options */
    private function read(string $data, array $options): mixed
    {
        if (\function_exists('brine_igbinary_unserialize')) {
            return self::readByBrine($data, $options);
        }
        if (!\function_exists('igbinary_unserialize') || !self::isWithinLimits($data, $options)) {
            return self::readInPhp($data, $options);
        }
        if ($this->trusted && ($options['allowed_classes'] ?? true) === true && Format::of($data) === Format::Igbinary) {
            $read = static fn (): mixed => self::readByExtension($data, self::failure(...));

            return ($options['missing_classes'] ?? '') === 'throw' ? MissingClasses::refused($read) : $read();
        }

        return PlainBytes::are($data) && !PlainBytes::maySlow($data)
            ? self::readByExtension($data, static fn (string $data): mixed => self::readInPhp($data, $options))
            : self::readInPhp($data, $options);
    }

    /**
     * Brine's own extension reads all bytes safely.
     *
     * @param Options $options
     * @throws DecodeException
     */
    private static function readByBrine(string $data, array $options): mixed
    {
        try {
            return \brine_igbinary_unserialize($data, $options);
        } catch (DecodeException $error) {
            throw Recognition::explain($error, $data, Format::Igbinary);
        } catch (\Throwable $error) {
            throw Failure::reading($error, [__FILE__]);
        }
    }

    /**
     * @param Options $options
     * @throws DecodeException
     */
    private static function readInPhp(string $data, array $options): mixed
    {
        try {
            return Decoder::decode($data, $options);
        } catch (DecodeException $error) {
            throw Recognition::explain($error, $data, Format::Igbinary);
        } catch (\Throwable $error) {
            throw Failure::reading($error, [__FILE__, Builder::FILE]);
        }
    }

    /**
     * @param \Closure(string, string): mixed $refuse is called with the data and the extension's message if it cannot read them
     * @throws DecodeException
     */
    private static function readByExtension(string $data, \Closure $refuse): mixed
    {
        $messages = [];
        try {
            $value = Warnings::collect(__FILE__, static fn () => \igbinary_unserialize($data), $messages);
        } catch (\Throwable $error) {
            throw Failure::reading($error, [__FILE__, Builder::FILE]);
        }

        return $messages === [] ? $value : $refuse($data, $messages[0]);
    }

    /**
     * Whether the data is too short, or has too few arrays and objects, to exceed a limit.
     *
     * @param Options $options
     */
    private static function isWithinLimits(string $data, array $options): bool
    {
        $size = \strlen($data);
        $maxElements = $options['max_elements'] ?? ReadOptions::DEFAULT_MAX_ELEMENTS;
        $maxMemory = $options['max_memory'] ?? \PHP_INT_MAX;
        $maxLevels = \min(self::MAX_LEVELS, $options['max_depth'] ?? self::MAX_LEVELS);
        if (\intdiv($size, self::ELEMENT_BYTES) > $maxElements || $size > \intdiv($maxMemory, PlainBytes::MAX_EXPANSION)) {
            return false;
        }
        $levels = \intdiv($size, self::LEVEL_BYTES);
        if ($levels <= StackLevels::room(\min($maxLevels, $levels))) {
            return true;
        }
        $containers = 0;
        $counts = \count_chars($data, 1);
        foreach (\str_split(self::CONTAINERS) as $tag) {
            $containers += $counts[\ord($tag)] ?? 0;
        }

        return $containers <= StackLevels::room($maxLevels);
    }

    /** The extension reports an offset only for unknown types. */
    private static function failure(string $data, string $message): never
    {
        $offset = match (true) {
            \preg_match('/ position ([0-9]+)/', $message, $match) === 1 => \max(0, (int) $match[1] - 1),
            \str_contains($message, 'end-of-data'), \str_contains($message, 'smaller th') => \strlen($data),
            default => 0,
        };
        $message = (string) \preg_replace('/^\w+\(?\)?: /', '', $message);

        throw Failure::decoding("Not a payload of igbinary: $message", $offset, 'malformed');
    }
}
