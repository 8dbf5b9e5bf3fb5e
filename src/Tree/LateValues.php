<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * Sets what native text cannot say: NaNs other than PHP's NAN, arrays inside themselves, and some names of properties.
 *
 * The text is an array of three: an object of this class, the value, PHP references to places in it. Its hook runs first.
 *
 * @internal
 */
final class LateValues
{
    /** Head of a text without such values. It counts as many values as the other form, so that numbers in the text stay the same. */
    public const HEAD = 'a:2:{i:0;N;i:1;';
    public const VALUES_IN_HEAD = 2;

    /** @var array<int, list<float|array<mixed>|int|OwnNames|null>> by number: values of a text that unserialize() is reading */
    private static array $pending = [];

    private static int $last = 0;

    /** Native text of the third element's own elements. */
    private string $places = '';

    /** @var list<float|array<mixed>|int|OwnNames|null> in the same order; an integer for the array in another place, null for a place that stays as it is */
    private array $values = [];

    /** @var array<int, int> by the number of an array that is put into other places, too: its place */
    private array $arrays = [];

    private ?int $number = null;

    public static function isOne(float $value): bool
    {
        return \is_nan($value) && \pack('E', $value) !== \pack('E', \NAN);
    }

    /**
     * Whether an array has such a NaN.
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
     * @param int                $number number of the value in the text
     * @param float|array<mixed> $value  the NaN whose place has d:NAN; or an array whose place has an empty one
     */
    public function add(int $number, float|array $value): void
    {
        $this->addPlace($number, $value);
    }

    /**
     * @param int $number number of an empty array in the text
     * @param int $array  number of the array that is put there
     */
    public function addAgain(int $number, int $array): void
    {
        $this->addPlace($number, $this->arrays[$array] ??= $this->addPlace($array, null));
    }

    /** @param int $number number of an object in the text */
    public function addNames(int $number, OwnNames $names): void
    {
        $this->addPlace($number, $names, 'r');
    }

    /** @param float|array<mixed>|int|OwnNames|null $value */
    private function addPlace(int $number, float|array|int|OwnNames|null $value, string $letter = 'R'): int
    {
        $place = \count($this->values);
        $this->places .= "i:$place;$letter:$number;";
        $this->values[] = $value;

        return $place;
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

    /** Call this after the text was read, or failed. */
    public function forget(): void
    {
        if ($this->number !== null) {
            unset(self::$pending[$this->number]);
        }
    }

    /**
     * Sets the values. An object of this class in a payload has no effect.
     *
     * @param array<mixed> $data under the text's number, a PHP reference to the array in the text
     */
    public function __unserialize(array $data): void
    {
        foreach ($data as $number => &$whole) {
            if (isset(self::$pending[$number]) && \is_array($whole) && \is_array($whole[2] ?? null)) {
                foreach ($whole[2] as $i => &$place) {
                    $value = self::$pending[$number][$i] ?? null;
                    if ($value instanceof OwnNames) {
                        if (\is_object($place)) {
                            $value->give($place);
                        }
                        continue;
                    }
                    $value = \is_int($value) ? $whole[2][$value] : $value;
                    // A later value of the same property may have replaced it.
                    if (\is_array($value) || \is_float($place) && \is_nan($place)) {
                        $place = $value;
                    }
                }
                $whole[2] = null;
            }
        }
    }
}
