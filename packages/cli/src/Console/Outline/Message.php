<?php

declare(strict_types=1);

namespace Brine\Console\Outline;

use Brine\DecodeException;
use Brine\Internal\DecodeError;
use Brine\Internal\Failure;
use Brine\Internal\ReadOptions;

/**
 * Parses a MessagePack message into parts, without building values.
 *
 * @internal
 */
final class Message
{
    /** @var array<string, int> bytes, by purpose */
    public array $sections = [];

    private int $at = 0;
    private int $depth = 0;

    /** Bytes already counted for a section. */
    private int $told = 0;

    /** @param int $left limit of values, including keys */
    public function __construct(private readonly string $bytes, private int $left)
    {
    }

    /** @throws DecodeException if the bytes are not exactly one message */
    public function read(): Part
    {
        $part = $this->value(null);
        if ($this->at < \strlen($this->bytes)) {
            throw Failure::decoding("The message ends before the bytes do, at offset $this->at", $this->at, 'trailing_bytes');
        }

        return $part;
    }

    private function value(int|string|null $key): Part
    {
        $at = $this->at;
        $toldBefore = $this->told;
        if (--$this->left < 0) {
            throw DecodeError::at('max_elements', $at);
        }
        $byte = \ord($this->take(1));
        $form = self::form($byte);
        $part = new Part($key, $at, $form);
        match (true) {
            $byte < 0x80 => $part->become($byte),
            $byte >= 0xE0 => $part->become($byte - 256),
            $byte < 0x90 => $this->map($part, $byte & 0x0F),
            $byte < 0xA0 => $this->list($part, $byte & 0x0F),
            $byte < 0xC0 => $part->become($this->take($byte & 0x1F)),
            $byte === 0xC0 => $part->become(null),
            $byte === 0xC2, $byte === 0xC3 => $part->become($byte === 0xC3),
            $byte >= 0xC4 && $byte <= 0xC6 => $part->become($this->take($this->number(1 << ($byte - 0xC4)))),
            $byte >= 0xC7 && $byte <= 0xC9 => $this->extension($part, $this->number(1 << ($byte - 0xC7))),
            $byte === 0xCA, $byte === 0xCB => $part->become($this->float($byte === 0xCB)),
            $byte >= 0xCC && $byte <= 0xCF => $part->become(self::unsigned($this->take(1 << ($byte - 0xCC)))),
            $byte >= 0xD0 && $byte <= 0xD3 => $part->become(self::signed($this->take(1 << ($byte - 0xD0)))),
            $byte >= 0xD4 && $byte <= 0xD8 => $this->extension($part, 1 << ($byte - 0xD4)),
            $byte >= 0xD9 && $byte <= 0xDB => $part->become($this->take($this->number(1 << ($byte - 0xD9)))),
            $byte === 0xDC, $byte === 0xDD => $this->list($part, $this->number($byte === 0xDC ? 2 : 4)),
            $byte === 0xDE, $byte === 0xDF => $this->map($part, $this->number($byte === 0xDE ? 2 : 4)),
            default => throw Failure::decoding("No type has the byte C1, at offset $at", $at, 'unknown_tag'),
        };
        $part->end = $this->at;
        $section = match ($part->type) {
            'string' => 'strings',
            'list', 'map' => 'heads of arrays and maps',
            'extension' => 'extensions',
            default => 'numbers, null and booleans',
        };
        $own = $part->end - $at - ($this->told - $toldBefore);
        $this->sections[$section] = ($this->sections[$section] ?? 0) + $own;
        $this->told += $own;

        return $part;
    }

    private static function form(int $byte): string
    {
        return match (true) {
            $byte < 0x80, $byte >= 0xE0 => 'fixint',
            $byte < 0x90 => 'fixmap',
            $byte < 0xA0 => 'fixarray',
            $byte < 0xC0 => 'fixstr',
            default => [
                'nil', '', 'false', 'true', 'bin 8', 'bin 16', 'bin 32', 'ext 8', 'ext 16', 'ext 32', 'float 32', 'float 64', 'uint 8', 'uint 16',
                'uint 32', 'uint 64', 'int 8', 'int 16', 'int 32', 'int 64', 'fixext 1', 'fixext 2', 'fixext 4', 'fixext 8', 'fixext 16', 'str 8',
                'str 16', 'str 32', 'array 16', 'array 32', 'map 16', 'map 32',
            ][$byte - 0xC0],
        };
    }

    private function list(Part $part, int $count): void
    {
        $this->enter($count, 1);
        for ($i = 0; $i < $count; ++$i) {
            $part->parts[] = $this->value($i);
        }
        --$this->depth;
        $part->type = 'list';
        $part->count = $count;
    }

    private function map(Part $part, int $count): void
    {
        $this->enter($count, 2);
        for ($i = 0; $i < $count; ++$i) {
            $key = $this->value(null);
            $name = \is_int($key->value) || \is_string($key->value) ? $key->value : "($key->type)";
            $part->parts[] = $this->value($name);
        }
        --$this->depth;
        $part->type = 'map';
        $part->count = $count;
    }

    private function enter(int $count, int $unit): void
    {
        if ($count > \intdiv(\strlen($this->bytes) - $this->at, $unit)) {
            throw $this->truncated($this->at);
        }
        if (++$this->depth > ReadOptions::MAX_DEPTH) {
            throw Failure::decoding('Nested more than ' . ReadOptions::MAX_DEPTH . " levels deep at offset $this->at", $this->at, 'max_depth');
        }
    }

    private function extension(Part $part, int $size): void
    {
        $type = self::signed($this->take(1));
        $part->type = 'extension';
        $part->class = "type $type";
        $part->value = $this->take($size);
    }

    private function float(bool $isDouble): float
    {
        /** @var array{1: float} $unpacked the bytes are present */
        $unpacked = \unpack($isDouble ? 'E' : 'G', $this->take($isDouble ? 8 : 4));

        return $unpacked[1];
    }

    private function number(int $size): int
    {
        return (int) self::unsigned($this->take($size));
    }

    /** @return int|string digits, if it exceeds PHP's integers */
    private static function unsigned(string $bytes): int|string
    {
        $number = (int) \hexdec(\bin2hex(\substr($bytes, -7)));
        $first = \strlen($bytes) === 8 ? \ord($bytes[0]) : 0;

        return $first < 0x80 ? $number | $first << 56 : \sprintf('%u', $number | $first << 56);
    }

    private static function signed(string $bytes): int
    {
        $bits = 8 * \strlen($bytes);
        $number = (int) \hexdec(\bin2hex(\substr($bytes, -7)));
        if ($bits === 64) {
            return $number | \ord($bytes[0]) << 56;
        }

        return $number >= 1 << ($bits - 1) ? $number - (1 << $bits) : $number;
    }

    private function take(int $size): string
    {
        $at = $this->at;
        if ($size > \strlen($this->bytes) - $at) {
            throw $this->truncated($at);
        }
        $this->at += $size;

        return \substr($this->bytes, $at, $size);
    }

    private function truncated(int $at): DecodeException
    {
        return Failure::decoding("The message ends too early, at offset $at", $at, 'truncated');
    }
}
