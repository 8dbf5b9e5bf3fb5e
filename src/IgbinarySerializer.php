<?php

declare(strict_types=1);

namespace Brine;

use Brine\Igbinary\Decoder;
use Brine\Internal\Failure;
use Brine\Internal\ReadOptions;
use Brine\Internal\Warnings;

/**
 * The format of the extension igbinary, which is needed for writing. PHP reads where it is not loaded, and what it could
 * not be trusted with: it has neither allowed classes nor limits.
 *
 * @phpstan-import-type Options from ReadOptions
 */
final class IgbinarySerializer implements Serializer
{
    /**
     * The tags of arrays and objects. The extension recurses into them without a limit: it is given only what has no
     * more bytes of these values than the machine stack has room for levels: 8 MiB, and 2 MiB in a fiber.
     */
    private const CONTAINERS = "\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x22\x23\x24";
    private const MAX_LEVELS = 16384;
    private const MAX_FIBER_LEVELS = 4096;

    /** The fewest bytes of a level: a tag, its count and a key. */
    private const LEVEL_BYTES = 3;
    /** The fewest bytes of an element: a key and a value. */
    private const ELEMENT_BYTES = 2;

    /** @var Options */
    private array $options;
    private bool $extension;

    /**
     * @param array{allowed_classes?: bool|list<string>, max_depth?: int, max_elements?: int, max_memory?: int} $options as for
     *     brine_unserialize()
     * @throws \TypeError|\ValueError if an option is unknown, of the wrong type, or out of range
     */
    public function __construct(array $options = [])
    {
        $this->options = ReadOptions::check($options);
        $this->extension = self::canWrite()
            && ($this->options['allowed_classes'] ?? true) === true;
    }

    /** Whether the extension igbinary is loaded. */
    public static function canWrite(): bool
    {
        return \function_exists('igbinary_serialize');
    }

    /**
     * What it reads by.
     *
     * @internal
     * @return Options
     */
    public function options(): array
    {
        return $this->options;
    }

    /** @throws \LogicException if the extension is not loaded */
    public function serialize(mixed $value): string
    {
        if (!self::canWrite()) {
            throw new \LogicException('Values can only be written where the extension igbinary is loaded');
        }
        try {
            return \igbinary_serialize($value)
                ?? throw Failure::encoding('The extension igbinary cannot write the value');
        } catch (\Exception $error) {
            throw $error->getFile() === __FILE__ && !$error instanceof EncodeException
                ? Failure::encoding($error->getMessage(), $error)
                : $error;
        }
    }

    public function unserialize(string $data): mixed
    {
        if (!$this->extension || !$this->isWithinLimits($data)) {
            try {
                return Decoder::decode($data, $this->options);
            } catch (\Throwable $error) {
                throw Failure::reading($error, __FILE__);
            }
        }
        // Of nothing the extension says nothing.
        if ($data === '') {
            throw Failure::decoding('Not a payload of igbinary', 0, 'unknown_format');
        }
        $messages = [];
        try {
            $value = Warnings::collect(__FILE__, static fn () => \igbinary_unserialize($data), $messages);
        } catch (\Throwable $error) {
            throw Failure::reading($error, __FILE__);
        }
        if ($messages !== []) {
            throw self::failure($messages[0], \strlen($data));
        }

        return $value;
    }

    /** Whether the data is too short to go beyond a limit, or has too few arrays and objects for that. */
    private function isWithinLimits(string $data): bool
    {
        $size = \strlen($data);
        $maxElements = $this->options['max_elements'] ?? 1 << 24;
        $maxLevels = \Fiber::getCurrent() === null ? self::MAX_LEVELS : self::MAX_FIBER_LEVELS;
        $maxLevels = \min($maxLevels, $this->options['max_depth'] ?? $maxLevels);
        if (\intdiv($size, self::ELEMENT_BYTES) > $maxElements) {
            return false;
        }
        if (\intdiv($size, self::LEVEL_BYTES) <= $maxLevels) {
            return true;
        }
        $containers = 0;
        $counts = \count_chars($data, 1);
        foreach (\str_split(self::CONTAINERS) as $tag) {
            $containers += $counts[\ord($tag)] ?? 0;
        }

        return $containers <= $maxLevels;
    }

    /** The extension tells the place only of what it does not know. */
    private static function failure(string $message, int $size): DecodeException
    {
        $offset = match (true) {
            \preg_match('/ position ([0-9]+)/', $message, $match) === 1 => \max(0, (int) $match[1] - 1),
            \str_contains($message, 'end-of-data'), \str_contains($message, 'smaller th') => $size,
            default => 0,
        };
        $message = (string) \preg_replace('/^\w+\(?\)?: /', '', $message);

        return Failure::decoding("Not a payload of igbinary: $message", $offset, 'malformed');
    }
}
