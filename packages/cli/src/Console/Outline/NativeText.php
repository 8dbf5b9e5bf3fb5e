<?php

declare(strict_types=1);

namespace Brine\Console\Outline;

use Brine\DecodeException;
use Brine\Internal\DecodeError;
use Brine\Internal\Failure;
use Brine\Internal\PropertyName;
use Brine\Internal\ReadOptions;

/**
 * Parses a text of serialize() into parts, without building values.
 *
 * @internal
 */
final class NativeText
{
    private const HEAD = '/\G(?: N; | b:(?<bool>[01]); | i:(?<int>[+-]?[0-9]+); | d:(?<float>-?INF|NAN|[+-]?[0-9.]+(?:[eE][+-]?[0-9]+)?);
        | (?<ref>[rR]):(?<number>[0-9]+); | a:(?<count>[0-9]+):\{ | [sSE]:(?<size>[0-9]+):" | [OC]:(?<class>[0-9]+):" )/x';

    private const FORMS = [
        'N' => 'null', 'b' => 'bool', 'i' => 'int', 'd' => 'float', 's' => 'string', 'S' => 'string', 'a' => 'array', 'O' => 'object',
        'C' => 'object by a string', 'E' => 'enum', 'r' => 'object again', 'R' => 'reference again',
    ];

    /** @var array<string, int> objects, by class */
    public array $classes = [];

    /** @var array<string, int> bytes, by purpose */
    public array $sections = [];

    private int $at = 0;
    private int $depth = 0;

    /** Bytes already counted for a section. */
    private int $told = 0;

    /** @var list<Part> by number from 0, as counted for r and R */
    private array $numbered = [];

    /** @param int $left limit of values, including keys */
    public function __construct(private readonly string $text, private int $left)
    {
    }

    /** @throws DecodeException if the text is not exactly one value */
    public function read(): Part
    {
        $part = $this->value(null, true);
        if ($this->at < \strlen($this->text)) {
            throw Failure::decoding("The value ends before the text does, at offset $this->at", $this->at, 'trailing_bytes');
        }

        return $part;
    }

    /** @param bool $counts whether the value has a number: keys do not */
    private function value(int|string|null $key, bool $counts): Part
    {
        $at = $this->at;
        $toldBefore = $this->told;
        if (--$this->left < 0) {
            throw DecodeError::at('max_elements', $at);
        }
        if (\preg_match(self::HEAD, $this->text, $head, \PREG_UNMATCHED_AS_NULL, $at) !== 1) {
            throw $this->malformed();
        }
        $letter = $this->text[$at];
        $part = new Part($key, $at, self::FORMS[$letter]);
        $this->at += \strlen($head[0]);
        if ($counts && $letter !== 'R') {
            $this->numbered[] = $part;
        }
        match ($letter) {
            'N' => $part->become(null),
            'b' => $part->become($head['bool'] === '1'),
            'i' => $part->become((int) $head['int']),
            'd' => $part->become(self::float((string) $head['float'])),
            's', 'S' => $part->become($this->string((string) $head['size'], $letter === 'S')),
            'E' => $this->enum($part, (string) $head['size']),
            'a' => $this->elements($part, (int) $head['count'], false),
            'O', 'C' => $this->object($part, (string) $head['class'], $letter),
            default => $this->again($part, (int) $head['number'], $letter === 'R'),
        };
        $part->end = $this->at;
        $section = match ($letter) {
            'a', 'O', 'C', 'E' => 'arrays and objects',
            's', 'S' => $counts ? 'strings' : 'keys and names',
            'r', 'R' => 'back-references',
            default => $counts ? 'numbers, null and booleans' : 'keys and names',
        };
        $own = $part->end - $at - ($this->told - $toldBefore);
        $this->sections[$section] = ($this->sections[$section] ?? 0) + $own;
        $this->told += $own;

        return $part;
    }

    private static function float(string $text): float
    {
        return match ($text) {
            'INF' => \INF,
            '-INF' => -\INF,
            'NAN' => \NAN,
            default => (float) $text,
        };
    }

    private function string(string $size, bool $isEscaped): string
    {
        $size = $this->size($size);
        $string = '';
        if ($isEscaped) {
            for (; $size > 0; --$size) {
                $byte = $this->text[$this->at++] ?? throw $this->malformed();
                if ($byte === '\\') {
                    $digits = \substr($this->text, $this->at, 2);
                    $byte = \strlen($digits) === 2 && \ctype_xdigit($digits) ? (string) \hex2bin($digits) : throw $this->malformed();
                    $this->at += 2;
                }
                $string .= $byte;
            }
        } else {
            $string = \substr($this->text, $this->at, $size);
            $this->at += $size;
        }
        $this->pass('";');

        return $string;
    }

    private function enum(Part $part, string $size): void
    {
        $name = $this->string($size, false);
        $colon = \strpos($name, ':');
        if ($colon === false) {
            throw $this->malformed();
        }
        $part->type = 'enum';
        $part->value = \substr($name, $colon + 1);
        $this->addClass($part, \substr($name, 0, $colon));
    }

    private function object(Part $part, string $size, string $letter): void
    {
        $size = $this->size($size);
        $class = \substr($this->text, $this->at, $size);
        $this->at += $size;
        $this->pass('":');
        if (\preg_match('/\G([0-9]+):\{/', $this->text, $count, 0, $this->at) !== 1) {
            throw $this->malformed();
        }
        $this->at += \strlen($count[0]);
        $this->addClass($part, $class);
        $part->type = 'object';
        if ($letter === 'O') {
            $this->elements($part, $this->size($count[1]), true);

            return;
        }
        $size = $this->size($count[1]);
        $part->value = \substr($this->text, $this->at, $size);
        $this->at += $size;
        $this->pass('}');
    }

    private function elements(Part $part, int $count, bool $areProperties): void
    {
        if ($count < 0 || $count > \strlen($this->text) - $this->at) {
            throw $this->malformed();
        }
        if (++$this->depth > ReadOptions::MAX_DEPTH) {
            throw Failure::decoding('Nested more than ' . ReadOptions::MAX_DEPTH . " levels deep at offset $this->at", $this->at, 'max_depth');
        }
        $isList = true;
        for ($i = 0; $i < $count; ++$i) {
            $letter = $this->text[$this->at] ?? '';
            if ($letter !== 'i' && $letter !== 's' && $letter !== 'S') {
                throw $this->malformed();
            }
            $key = $this->value(null, false)->value;
            $key = \is_int($key) ? $key : (\is_string($key) ? $key : '');
            $isList = $isList && $key === $i;
            $part->parts[] = $inner = $this->value($key, true);
            if ($areProperties) {
                [$scope, $name] = PropertyName::parts((string) $key);
                $inner->setProperty($scope ?? '', $name);
            }
        }
        $this->pass('}');
        --$this->depth;
        $part->count = $count;
        if (!$areProperties) {
            $part->type = $isList ? 'list' : 'map';
        }
    }

    private function again(Part $part, int $number, bool $isReference): void
    {
        $same = $this->numbered[$number - 1] ?? null;
        if ($same === null) {
            throw Failure::decoding("No value has the number $number, at offset $part->at", (int) $part->at, 'malformed');
        }
        $part->type = $same->type === '?' ? 'reference' : $same->type;
        $part->class = $same->class;
        $part->count = $same->count;
        $part->value = $same->value;
        $part->target = $same->at;
        $part->isReference = $isReference;
    }

    private function addClass(Part $part, string $class): void
    {
        $part->class = $class;
        Outline::count($this->classes, $class, 1);
    }

    /** A count that the remaining bytes can satisfy. */
    private function size(string $digits): int
    {
        $size = (float) $digits;

        return $size <= \strlen($this->text) - $this->at ? (int) $size : throw $this->malformed();
    }

    private function pass(string $expected): void
    {
        if ($this->at > \strlen($this->text) || \substr_compare($this->text, $expected, $this->at, \strlen($expected)) !== 0) {
            throw $this->malformed();
        }
        $this->at += \strlen($expected);
    }

    private function malformed(): DecodeException
    {
        $at = \min($this->at, \strlen($this->text));

        return Failure::decoding("Not a text of serialize() at offset $at", $at, 'malformed');
    }
}
