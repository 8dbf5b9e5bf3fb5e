<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * Restores NaNs other than PHP's NAN: native text has no bits for them.
 *
 * The text is an array of three: an object of this class, the value, PHP references to the NaNs' places. The object's hook sets the NaNs and
 * drops the references.
 *
 * @internal
 */
final class ExactNans
{
    /** Head of a text without such NaNs. It counts as many values as the other form, so that numbers in the text stay the same. */
    public const HEAD = 'a:2:{i:0;N;i:1;';
    public const VALUES_IN_HEAD = 2;

    /** @var array<int, list<float|array<mixed>>> by number: NaNs of a text that unserialize() is reading */
    private static array $pending = [];

    private static int $last = 0;

    /** Native text of the third element's own elements. */
    private string $places = '';

    /** @var list<float|array<mixed>> in the same order */
    private array $values = [];

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

    /** Call this after the text was read, or failed. */
    public function forget(): void
    {
        if ($this->number !== null) {
            unset(self::$pending[$this->number]);
        }
    }

    /**
     * Sets the NaNs. An object of this class in a payload has no effect.
     *
     * @param array<mixed> $data under the text's number, a PHP reference to the array in the text
     */
    public function __unserialize(array $data): void
    {
        foreach ($data as $number => &$whole) {
            if (isset(self::$pending[$number]) && \is_array($whole) && \is_array($whole[2] ?? null)) {
                foreach ($whole[2] as $i => &$place) {
                    $value = self::$pending[$number][$i] ?? $place;
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
