<?php

declare(strict_types=1);

namespace Brine;

use Brine\Format\SignedFrame;
use Brine\Internal\Failure;
use Brine\Internal\ReadOptions;
use Brine\Internal\ReadsByOptions;
use Brine\Internal\ReadsInside;
use Brine\Tree\Builder;

/**
 * Brine's own format (docs/format.md), by the extension, or by PHP where it is not loaded.
 *
 * @phpstan-import-type Options from ReadOptions
 */
final class BrineSerializer implements ReadsInside
{
    use ReadsByOptions;

    /**
     * @param array{allowed_classes?: bool|list<string>, max_depth?: int, max_elements?: int, max_memory?: int, resident?: bool} $options as for
     *     brine_unserialize()
     * @throws \TypeError|\ValueError if the options are no array, or one is unknown, of the wrong type, or out of range
     */
    public function __construct(mixed $options = [])
    {
        $this->options = ReadOptions::check($options, 'new BrineSerializer(');
    }

    public function serialize(mixed $value): string
    {
        return \brine_serialize($value);
    }

    public function unserialize(string $data): mixed
    {
        return self::read($data, $this->options);
    }

    /** @internal */
    public function unserializeWithin(string $data, int $maxMemory): mixed
    {
        return self::read($data, $this->options + ['max_memory' => $maxMemory]);
    }

    /** @param Options $options */
    private static function read(string $data, array $options): mixed
    {
        try {
            return \brine_unserialize($data, $options);
        } catch (DecodeException $error) {
            throw Recognition::explain($error, $data, Format::Brine);
        } catch (\Throwable $error) {
            throw Failure::reading($error, [__FILE__, Builder::FILE]);
        }
    }

    /** @internal */
    public function isResident(): bool
    {
        return $this->options['resident'] ?? false;
    }

    /** @internal */
    public function unserializeInside(string $data, \Closure $open, ?int $maxMemory): mixed
    {
        $options = $this->options + ($maxMemory === null ? [] : ['max_memory' => $maxMemory]);
        try {
            return \brine_unserialize($data, ['open' => $open] + $options);
        } catch (\Throwable $error) {
            throw Failure::reading($error, [__FILE__, Builder::FILE]);
        }
    }

    /**
     * @internal
     * @return string what Signed makes of serialize()
     */
    public function serializeSigned(mixed $value, #[\SensitiveParameter] string $key, string $context): string
    {
        return \brine_serialize_signed($value, $key, ['context' => $context]);
    }

    /**
     * @internal
     * @param non-empty-list<string> $keys
     * @return mixed null also where no key verifies the data
     */
    public function unserializeSigned(string $data, #[\SensitiveParameter] array $keys, string $context): mixed
    {
        try {
            return \brine_unserialize_signed($data, $keys, ['context' => $context] + $this->options);
        } catch (\Throwable $error) {
            throw Failure::reading($error, [__FILE__, Builder::FILE], SignedFrame::PAYLOAD_OFFSET);
        }
    }
}
