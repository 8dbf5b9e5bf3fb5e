<?php

declare(strict_types=1);

namespace Brine;

use Brine\Internal\Budget;
use Brine\Internal\Failure;
use Brine\Internal\ReadsWithin;
use Brine\Json\Keys;
use Brine\Json\Memory;
use Brine\Json\Place;
use Brine\Json\Text;

/**
 * JSON: arrays, UTF-8 strings, finite numbers, booleans and null. Objects throw, since they would come back as arrays. Floats keep the digits
 * that they need if serialize_precision is -1 or 17.
 */
final class JsonSerializer implements ReadsWithin
{
    private const FLAGS = \JSON_THROW_ON_ERROR | \JSON_PRESERVE_ZERO_FRACTION
        | \JSON_UNESCAPED_SLASHES | \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_LINE_TERMINATORS;

    /**
     * @param int<1, 2147483647> $maxDepth levels of arrays
     * @throws \ValueError if it is out of range
     */
    public function __construct(private int $maxDepth = 512)
    {
        if ($maxDepth < 1 || $maxDepth > 0x7fffffff) {
            throw new \ValueError("The greatest depth must be from 1 to 2147483647, not $maxDepth");
        }
    }

    /** Whether the first bytes can begin a text of serialize(). */
    public static function recognises(string $data): bool
    {
        return Text::recognises($data);
    }

    public function serialize(mixed $value): string
    {
        self::refuseObjects($value, $this->maxDepth);
        try {
            return \json_encode($value, self::FLAGS, $this->maxDepth);
        } catch (\JsonException $error) {
            throw Failure::encoding($error->getMessage(), $error);
        }
    }

    public function unserialize(string $data): mixed
    {
        return $this->read($data, Budget::of(\strlen($data)));
    }

    private function read(string $data, int $maxMemory): mixed
    {
        Keys::check($data, $maxMemory);
        try {
            // json_decode() counts a level more than json_encode(): the values in the innermost arrays.
            return \json_decode($data, true, \min($this->maxDepth, 0x7ffffffe) + 1, \JSON_THROW_ON_ERROR);
        } catch (\JsonException $error) {
            $offset = Place::of($data, $this->maxDepth);
            $reason = $error->getCode() === \JSON_ERROR_DEPTH ? 'max_depth' : 'malformed';
            $error = Failure::decoding($error->getMessage() . " at offset $offset", $offset, $reason, $error);
            throw Recognition::explain($error, $data, Format::Json);
        }
    }

    /** @internal */
    public function unserializeWithin(string $data, int $maxMemory): mixed
    {
        Memory::check($data, $maxMemory);

        return $this->read($data, $maxMemory);
    }

    private static function refuseObjects(mixed $value, int $levels): void
    {
        if (\is_object($value)) {
            throw Failure::encoding('JSON has no objects of classes, such as ' . $value::class);
        }
        if (\is_array($value)) {
            if ($levels === 0) {
                throw Failure::encoding('Nested too deeply');
            }
            foreach ($value as $element) {
                if (\is_array($element) || \is_object($element)) {
                    self::refuseObjects($element, $levels - 1);
                }
            }
        }
    }
}
