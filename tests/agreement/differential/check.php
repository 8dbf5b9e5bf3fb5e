<?php

declare(strict_types=1);

namespace Brine\Tests\Differential;

/** The codec under test. */
final class Codec
{
    /**
     * @param \Closure(mixed): string $encode
     * @param \Closure(string): mixed $decode
     * @param class-string<\Throwable> $refusal what a class that refuses serialization is answered with
     * @param \Closure(string): mixed $decodeBits the yardstick for the bits of a NaN
     */
    private function __construct(
        public readonly \Closure $encode,
        public readonly \Closure $decode,
        public readonly string $refusal,
        public readonly \Closure $decodeBits,
    ) {
    }

    public static function named(string $name): self
    {
        return match ($name) {
            'brine' => new self(brine_serialize(...), brine_unserialize(...), 'Brine\EncodeException', brine_unserialize(...)),
            'decoder' => new self(brine_serialize(...), \Brine\Format\Decoder::decode(...), 'Brine\EncodeException', brine_unserialize(...)),
            'native' => new self(serialize(...), unserialize(...), 'Exception', unserialize(...)),
            'igbinary' => new self(igbinary_serialize(...), igbinary_unserialize(...), 'Exception', igbinary_unserialize(...)),
        };
    }
}

/** A call's result or exception, and what was logged meanwhile. */
final class Outcome
{
    public mixed $result = null;
    public ?\Throwable $thrown = null;
    /** @var list<string> the hooks that were called */
    public array $hooks;
    /** @var list<string> PHP's warnings and notices */
    public array $errors;

    public function __construct(\Closure $call, mixed $argument)
    {
        Log::$hooks = Log::$errors = [];
        Log::$open = true;
        try {
            $this->result = $call($argument);
        } catch (\Throwable $thrown) {
            $this->thrown = $thrown;
        }
        Log::$open = false;
        $this->hooks = Log::$hooks;
        $this->errors = Log::$errors;
    }
}

final class Check
{
    /** @param ?\Closure(string): mixed $reference another decoder of the payloads */
    public function __construct(private readonly Codec $codec, private readonly ?\Closure $reference)
    {
    }

    /**
     * The first difference between the codec and native serialization, or null.
     *
     * @param bool $brineFirst Encode with Brine before native builds the property tables of the objects?
     */
    public function difference(Graph $graph, bool $brineFirst): ?string
    {
        $value = $graph->value;
        if ($brineFirst) {
            $brine = new Outcome($this->codec->encode, $value);
            $native = new Outcome(serialize(...), $value);
        } else {
            $native = new Outcome(serialize(...), $value);
            $brine = new Outcome($this->codec->encode, $value);
        }
        $difference = $this->outcomesDiffer('encode', $native, $brine);
        if ($difference !== null || $native->thrown !== null) {
            return $difference;
        }
        [$text, $payload] = [$native->result, $brine->result];

        $native = new Outcome(unserialize(...), $text);
        $brine = new Outcome($this->codec->decode, $payload);
        $native->errors = self::expectedErrors($text, $native->errors, $brine->errors);
        $difference = $this->outcomesDiffer('decode', $native, $brine);
        if ($difference !== null || $native->thrown !== null) {
            return $difference;
        }
        if ($native->result === false && $text !== 'b:0;') {
            return 'native cannot decode its own text: such a graph must not be generated';
        }

        return $this->valuesDiffer('decoded value', $native->result, $brine->result)
            ?? $this->encodingsDiffer($payload, $graph->mayHaveLoneReferences ? '' : $text, $graph->hasNanBits ? null : $native, $brine->result)
            ?? $this->referenceDiffers($payload, $native->result)
            ?? $this->variantDiffers($payload, $text, $graph->hasNanBits);
    }

    /** The same payload where the classes have changed since it was written. */
    private function variantDiffers(string $payload, string $text, bool $hasNanBits): ?string
    {
        $variant = strtr($text, VARIANTS);
        if ($variant === $text) {
            return null;
        }
        $native = new Outcome(unserialize(...), $variant);
        $brine = new Outcome($this->codec->decode, strtr($payload, VARIANTS));
        if ($native->thrown instanceof \TypeError) {
            // Brine has an exception of its own for a value that a property does not accept, with PHP's as its cause.
            $cause = $brine->thrown?->getPrevious() ?? $brine->thrown;

            return $cause instanceof \TypeError ? null : 'changed classes: native: ' . self::describe($native->thrown)
                . ', here: ' . self::describe($brine->thrown);
        }
        $native->errors = self::expectedErrors($variant, $native->errors, $brine->errors);
        $difference = $this->outcomesDiffer('decode into changed classes', $native, $brine);
        if ($difference !== null || $native->thrown !== null) {
            return $difference;
        }

        return $this->valuesDiffer('value of changed classes', $native->result, $brine->result)
            ?? $this->encodingsDiffer(strtr($payload, VARIANTS), '', $hasNanBits ? null : $native, $brine->result);
    }

    private function outcomesDiffer(string $direction, Outcome $native, Outcome $brine): ?string
    {
        // Brine calls Serializable::unserialize() when the graph is complete, native earlier: so each in its own order.
        if ($native->hooks !== $brine->hooks) {
            return "$direction: hooks differ" . self::firstDifference($native->hooks, $brine->hooks);
        }
        [$expected, $actual] = array_map(self::withoutRepetition(...), [$native->errors, $brine->errors]);
        if ($expected !== $actual) {
            return "$direction: errors differ" . self::firstDifference($expected, $actual);
        }
        [$expected, $actual] = [self::describe($native->thrown), self::describe($brine->thrown)];
        if ($native->thrown !== null && $native->thrown::class === \Exception::class) {
            // Brine has an exception class of its own for refused classes, and adds the path of the value.
            $expected = $this->codec->refusal . ': ' . $native->thrown->getMessage();
            $actual = substr($actual, 0, strlen($expected));
        }

        return $expected === $actual ? null : "$direction: native: $expected, here: $actual";
    }

    /**
     * Where PHP's own classes are given arrays of more than 100 elements together, the extension keeps back all of their deprecations. Since
     * PHP 8.5 there is one of objects in an ArrayObject.
     *
     * @param list<string> $native
     * @param list<string> $brine
     * @return list<string>
     */
    private static function expectedErrors(string $text, array $native, array $brine): array
    {
        $isOfObject = static fn (string $error): bool => str_contains($error, '__unserialize(): Using an object as a backing array for');
        if (substr_count($text, ';') <= 100 || array_filter($brine, $isOfObject) !== []) {
            return $native;
        }

        return array_values(array_filter($native, static fn (string $error): bool => !$isOfObject($error)));
    }

    /**
     * Brine reports a dynamic property that a class does not allow once in a call, native for each object.
     *
     * @param list<string> $errors
     * @return list<string>
     */
    private static function withoutRepetition(array $errors): array
    {
        $reported = [];

        return array_values(array_filter($errors, static function (string $error) use (&$reported): bool {
            $isRepeated = isset($reported[$error]);
            $reported[$error] = str_contains($error, 'Creation of dynamic property') ?: null;

            return !$isRepeated;
        }));
    }

    /** Text compares the values, and a second encoding shows other differences. */
    private function valuesDiffer(string $what, mixed $native, mixed $other): ?string
    {
        $expected = serialize($native);
        $actual = serialize($other);

        return $expected === $actual ? null : $what . self::firstTextDifference($expected, $actual);
    }

    /**
     * Equal values have equal payloads, whichever decoder made them. What cannot be compared with the first payload is a value that
     * native's round trip changes, and a PHP reference with one holder, which is written only if something outside the value also holds it.
     *
     * @param Outcome|null $native null where it has lost bits
     */
    private function encodingsDiffer(string $payload, string $text, ?Outcome $native, mixed $brine): ?string
    {
        $again = ($this->codec->encode)($brine);
        $other = ($this->codec->encode)($native === null ? ($this->codec->decodeBits)($payload) : $native->result);
        $difference = match (true) {
            $again !== $other => [$again, $other],
            $again !== $payload && $text === serialize($brine) => [$payload, $again],
            default => null,
        };

        return $difference === null ? null : 'payloads of equal values differ: ' . implode(', ', array_map(bin2hex(...), $difference));
    }

    private function referenceDiffers(string $payload, mixed $native): ?string
    {
        if ($this->reference === null) {
            return null;
        }
        // The reference decoder has an error handler of its own, which leaves deprecations to PHP.
        $reporting = error_reporting(E_ALL & ~E_DEPRECATED);
        try {
            $value = ($this->reference)($payload);
        } catch (\Throwable $thrown) {
            return 'the reference decoder: ' . self::describe($thrown);
        } finally {
            error_reporting($reporting);
        }

        return $this->valuesDiffer('value of the reference decoder', $native, $value);
    }

    private static function describe(?\Throwable $thrown): string
    {
        return $thrown === null ? 'no exception' : $thrown::class . ': ' . $thrown->getMessage();
    }

    /**
     * @param list<string> $expected
     * @param list<string> $actual
     */
    private static function firstDifference(array $expected, array $actual): string
    {
        $at = 0;
        while (isset($expected[$at], $actual[$at]) && $expected[$at] === $actual[$at]) {
            $at++;
        }

        return sprintf(' at number %d: native: %s, here: %s', $at, $expected[$at] ?? 'none', $actual[$at] ?? 'none');
    }

    private static function firstTextDifference(string $expected, string $actual): string
    {
        $at = strspn($expected ^ $actual, "\0");
        $from = max(0, $at - 60);
        $part = static fn (string $text): string => addcslashes(substr($text, $from, 160), "\0..\37\177..\377");

        return " differs at byte $at of its text\n  native: {$part($expected)}\n  here:   {$part($actual)}";
    }
}
