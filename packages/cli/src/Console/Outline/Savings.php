<?php

declare(strict_types=1);

namespace Brine\Console\Outline;

use Brine\Format\Decoder\Numbers;
use Brine\Format\Encoder\Numbers as Sizes;
use Brine\Format\Tag;

/**
 * Bytes that a payload saves: by back-references, shapes, sharing, and columns. Compared with writing each string, key, name and array in full at
 * each place, and each cell with its own tag.
 *
 * @internal
 */
final class Savings
{
    private const ARRAYS = ['LIST', 'SHORT_LIST', 'MAP', 'RUN', 'TABLE', 'KEYED_TABLE'];

    private const STRING_REFS = ['STRING_REF_1', 'STRING_REF_2', 'STRING_REF'];

    /** @var array<string, int> bytes */
    public array $bytes = ['strings' => 0, 'shapes' => 0, 'sharing' => 0, 'columns' => 0];

    /** @var list<Part> by array number */
    private array $arrays = [];

    /** @var (\Closure(int): bool)|null whether the shape with this number is a map's */
    public ?\Closure $isMap = null;

    /** Whether array numbers are known; with a dictionary they are split. */
    private readonly bool $hasNumbers;

    public function __construct(private readonly string $payload)
    {
        $this->hasNumbers = !\str_starts_with($payload, "\xC1\x12") && !\str_starts_with($payload, "\0\0\0\2\xC1\x12");
    }

    public function begin(Part $part): void
    {
        if (\in_array($part->form, self::ARRAYS, true) || $this->isInstanceOfMap($part)) {
            $this->arrays[] = $part;
        }
    }

    /** @param int $own its bytes without its contents */
    public function end(Part $part, mixed $value, int $own): void
    {
        if (\in_array($part->form, self::STRING_REFS, true) && \is_string($value)) {
            $size = \strlen($value);
            $this->bytes['strings'] += ($size <= 64 ? 1 : 1 + \strlen(Sizes::uv($size))) + $size - $own;
        } elseif (\str_starts_with($part->form, 'SHAPED')) {
            $this->bytes['shapes'] += self::names($part) - $own;
        } elseif (\str_starts_with($part->form, 'SHARED') && \is_array($value)) {
            $array = $part->same;
            $this->bytes['sharing'] += $array !== null && $array->end !== null ? $array->end - (int) $array->at - $own : 0;
        }
    }

    /** @param list<mixed> $cells */
    public function column(int $size, array $cells): void
    {
        if ($cells === []) {
            $this->bytes['columns'] -= $size;

            return;
        }
        foreach ($cells as $cell) {
            $this->bytes['columns'] += match (true) {
                \is_int($cell) => Sizes::intSize($cell),
                \is_float($cell) => 9,
                // A repeated string or array.
                \is_string($cell), \is_array($cell) => 2,
                default => 1,
            };
        }
        $this->bytes['columns'] -= $size;
    }

    /** A row would need a tag. */
    public function row(): void
    {
        ++$this->bytes['columns'];
    }

    /** The target of a SHARED, if it is in the payload. */
    public function arrayAgain(Part $part): ?Part
    {
        if (!$this->hasNumbers || $part->at === null || !\str_starts_with($part->form, 'SHARED')) {
            return null;
        }
        $numbers = self::numbersAt($this->payload, $part->at + 1);
        $number = $part->form === 'SHARED' ? $numbers->uv() : ((\ord($this->payload[$part->at]) - Tag::SHARED_2) << 8) + $numbers->byte();

        return $this->arrays[$number] ?? null;
    }

    private function isInstanceOfMap(Part $part): bool
    {
        if (!$this->hasNumbers || $this->isMap === null || $part->at === null || !\str_starts_with($part->form, 'SHAPED')) {
            return false;
        }
        $number = $part->form === 'SHAPED'
            ? self::numbersAt($this->payload, $part->at + 1)->uv()
            : \ord($this->payload[$part->at]) - Tag::SHAPED_1;

        return ($this->isMap)($number);
    }

    private static function numbersAt(string $bytes, int $at): Numbers
    {
        $numbers = new Numbers();
        $numbers->in = $bytes;
        $numbers->end = \strlen($bytes);
        $numbers->p = $at;

        return $numbers;
    }

    /** Bytes of a map's keys, or of an object's class and property names. */
    private static function names(Part $part): int
    {
        $bytes = 2 + ($part->class === null ? 0 : 1 + \strlen($part->class));
        foreach ($part->parts as $inner) {
            $bytes += \is_int($inner->key) ? Sizes::intSize($inner->key) : 1 + \strlen((string) $inner->key);
        }

        return $bytes;
    }
}
