<?php

declare(strict_types=1);

namespace Brine\Tests\Reference;

/** Section 6: the keys of maps, and the shapes that were defined. Those of objects come from section 8. */
final class Shapes
{
    /**
     * By shape number. "keys" is native text, one key or name each.
     *
     * @var list<array{kind: 'map'|'object'|'custom', class: string, keys: list<string>}>
     */
    private array $given = [];

    /** Section 13: of the dictionary that the payload names. */
    public ?Dictionary $dictionary = null;

    /** @var array<int, true> By entry: the dictionary's shapes of objects that were met. */
    private array $met = [];

    public function __construct(private readonly Numbers $in, private readonly Strings $strings, private readonly Names $names, private readonly Cells $cells)
    {
    }

    /** @return array{kind: 'map', class: string, keys: list<string>} */
    public function map(int $count): array
    {
        return $this->given[] = ['kind' => 'map', 'class' => '', 'keys' => $this->keys($count)];
    }

    /** @return array{kind: 'object', class: string, keys: list<string>} */
    public function object(string $class, int $count): array
    {
        return $this->given[] = ['kind' => 'object', 'class' => $class, 'keys' => $this->names->properties($class, $count)];
    }

    public function custom(string $class): void
    {
        $this->given[] = ['kind' => 'custom', 'class' => $class, 'keys' => []];
    }

    /** @return list<string> */
    public function keys(int $count): array
    {
        $keys = [];
        for ($i = 0; $i < $count; ++$i) {
            $keys[] = $this->in->item($this->key(...));
        }

        return self::different($keys);
    }

    private function key(): string
    {
        if (Numbers::isInteger($this->in->peek())) {
            return 'i:' . $this->in->integer() . ';';
        }
        if (!Strings::isString($this->in->peek())) {
            throw new MalformedPayload('bad_key', 'A key is an integer or a string');
        }
        $string = $this->strings->read();

        return (string) (int) $string === $string ? "i:$string;" : NativeText::string($string);
    }

    /**
     * @param list<string> $keys
     * @return list<string>
     */
    public static function different(array $keys): array
    {
        if (count(array_unique($keys)) < count($keys)) {
            throw new MalformedPayload('duplicate_key', 'Two keys are equal');
        }

        return $keys;
    }

    public static function isShaped(int $tag): bool
    {
        return $tag >= 0xB0 && $tag <= 0xBF || $tag === 0xEA;
    }

    /**
     * @param list<string> $kinds Those that can stand here.
     * @return array{kind: 'map'|'object'|'custom', class: string, keys: list<string>}
     */
    public function read(int $tag, array $kinds = ['map', 'object', 'custom']): array
    {
        $numberAt = $this->in->offset();

        return $this->meet($this->find($tag), $tag, $numberAt, $kinds);
    }

    /**
     * Behind a LAYOUT: a shape of objects of the dictionary that was not met before.
     *
     * @param list<string> $kinds
     * @return array{kind: 'object'|'custom', class: string, keys: list<string>}
     */
    public function readFirst(int $tag, array $kinds = ['object', 'custom']): array
    {
        $numberAt = $this->in->offset();
        try {
            $shape = $this->find($tag);
        } catch (MalformedPayload $error) {
            if ($error->reason !== 'unknown_shape') {
                throw $error;
            }
            $shape = [];
        }
        if (($shape['class'] ?? '') === '' || !isset($shape['entry']) || isset($this->met[$shape['entry']])) {
            throw self::noShape($tag)->placedAt($numberAt - 1);
        }

        return $this->meet($shape, $tag, $numberAt, $kinds, true);
    }

    public static function noShape(int $tag): MalformedPayload
    {
        return new MalformedPayload('unknown_tag', sprintf('The tag %02X does not define a shape of objects', $tag));
    }

    /** @return array{kind: 'map'|'object'|'custom', class: string, keys: list<string>, entry?: int} */
    private function find(int $tag): array
    {
        return $tag === 0xEA ? $this->in->item(fn (): array => $this->behindTag($this->in->uv())) : $this->inTag($tag - 0xB0);
    }

    /**
     * @param array{kind: 'map'|'object'|'custom', class: string, keys: list<string>, entry?: int} $shape
     * @param list<string> $kinds
     * @return array{kind: 'map'|'object'|'custom', class: string, keys: list<string>, entry?: int}
     */
    private function meet(array $shape, int $tag, int $numberAt, array $kinds, bool $hasLayout = false): array
    {
        if ($shape['class'] !== '') {
            // The dictionary's shapes meet their classes here.
            $this->names->lookUp($shape['class']);
        }
        if (isset($shape['entry']) && $shape['class'] !== '' && !isset($this->met[$shape['entry']])) {
            $this->met[$shape['entry']] = true;
            $this->names->demandCurrent($shape['class'], $shape['kind'] === 'custom' ? null : $shape['keys']);
        }
        if (!in_array($shape['kind'], $kinds, true)) {
            $error = new MalformedPayload('unknown_shape', 'Rows do not have a shape that was defined by CUSTOM');
            throw $tag === 0xEA || $hasLayout ? $error->placedAt($tag === 0xEA ? $numberAt : $numberAt - 1) : $error;
        }

        return $shape;
    }

    /** @return array{kind: 'map'|'object'|'custom', class: string, keys: list<string>} */
    private function inTag(int $number): array
    {
        return $this->dictionary === null
            ? Numbers::numbered($this->given, $number, 'unknown_shape')
            : Dictionary::inTag($this->given, $this->dictionary->shapes, $number, 16, 0, 'unknown_shape');
    }

    /** @return array{kind: 'map'|'object'|'custom', class: string, keys: list<string>} */
    private function behindTag(int $number): array
    {
        return $this->dictionary === null
            ? Numbers::numbered($this->given, $number, 'unknown_shape')
            : Dictionary::behindTag($this->given, $this->dictionary->shapes, $number, 'unknown_shape');
    }

    /** @return list<string> The keys of a KEYED_TABLE (section 7.1). */
    public function ofTable(int $count): array
    {
        return $this->in->zeroOrOne() === 0 ? $this->keys($count) : self::different($this->in->item(function () use ($count): array {
            [$kind, $flag] = $this->cells->kind();
            if ($flag !== 0 || $kind !== 0x03 && ($kind < 0x08 || $kind > 0x17)) {
                throw new MalformedPayload('bad_column', 'Keys are AFFINE, INTEGERS or DELTAS, without a flag');
            }

            return iterator_to_array($this->cells->members($kind, $count), false);
        }));
    }

    /** @return list<string> Those of a list. */
    public static function listKeys(int $count): array
    {
        return array_map(static fn (int $i): string => "i:$i;", range(0, $count - 1));
    }
}
