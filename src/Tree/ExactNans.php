<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * The NaNs of a value that are not PHP's NAN, since native text has no bits for them. In the text, the value is the second of three elements: the
 * first one is an object of this class, whose hook unserialize() calls before all others, and the third one has PHP references to the places of such
 * NaNs. Through these the hook sets them, and lets the references go: the places are values then, as PHP sees them.
 *
 * An array that has no node inside is set as a whole.
 *
 * @internal
 */
final class ExactNans
{
    /** The beginning of a text without such NaNs. As many values come before the value as with them: the numbers in the text are the same. */
    public const HEAD = 'a:2:{i:0;N;i:1;';
    public const VALUES_IN_HEAD = 2;

    /** @var array<int, list<float|array<mixed>>> by its number, what a text sets that unserialize() is reading */
    private static array $pending = [];

    private static int $last = 0;

    /** The text of the third element's own elements. */
    private string $places = '';

    /** @var list<float|array<mixed>> in the same order */
    private array $values = [];

    private ?int $number = null;

    public static function isOne(float $value): bool
    {
        return \is_nan($value) && \pack('E', $value) !== \pack('E', \NAN);
    }

    /**
     * Whether there is one in an array.
     *
     * @param array<mixed> $array
     */
    public static function areIn(array $array): bool
    {
        foreach ($array as $element) {
            if (\is_float($element) ? self::isOne($element) : \is_array($element) && self::areIn($element)) {
                return true;
            }
        }

        return false;
    }

    /**
     * @param int                $number of its place in the text
     * @param float|array<mixed> $value  where the text has d:NAN; or an empty array
     */
    public function add(int $number, float|array $value): void
    {
        $this->places .= 'i:' . \count($this->values) . ";R:$number;";
        $this->values[] = $value;
    }

    /** @param string $text HEAD, and the text of the value */
    public function finish(string $text): string
    {
        if ($this->values === []) {
            return "$text}";
        }
        $this->number = ++self::$last;
        self::$pending[$this->number] = $this->values;

        return 'a:3:{i:0;O:' . \strlen(self::class) . ':"' . self::class . "\":1:{i:$this->number;R:1;}i:1;" . \substr($text, \strlen(self::HEAD))
            . 'i:2;a:' . \count($this->values) . ":{{$this->places}}}";
    }

    /** To be called when the text was read. */
    public function forget(): void
    {
        if ($this->number !== null) {
            unset(self::$pending[$this->number]);
        }
    }

    /**
     * A payload may have an object of this class: it finds nothing to set.
     *
     * @param array<mixed> $data under the text's number, a PHP reference to the array that the text is of
     */
    public function __unserialize(array $data): void
    {
        foreach ($data as $number => &$whole) {
            if (isset(self::$pending[$number]) && \is_array($whole) && \is_array($whole[2] ?? null)) {
                foreach ($whole[2] as $i => &$place) {
                    $value = self::$pending[$number][$i] ?? $place;
                    // It may have given way to another value.
                    if (\is_array($value) || \is_float($place) && \is_nan($place)) {
                        $place = $value;
                    }
                }
                $whole[2] = null;
            }
        }
    }
}
