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
     */
    private function __construct(
        public readonly \Closure $encode,
        public readonly \Closure $decode,
        public readonly string $refusal,
    ) {
    }

    public static function named(string $name): self
    {
        return match ($name) {
            'brine' => new self(brine_serialize(...), brine_unserialize(...), 'Brine\EncodeException'),
            'native' => new self(serialize(...), unserialize(...), 'Exception'),
            'igbinary' => new self(igbinary_serialize(...), igbinary_unserialize(...), 'Exception'),
        };
    }
}

/** What a call returned or threw, and what was logged meanwhile. */
final class Outcome
{
    public mixed $result = null;
    public ?\Throwable $thrown = null;
    /** @var list<string> */
    public array $events;

    public function __construct(\Closure $call, mixed $argument)
    {
        Log::$events = [];
        Log::$open = true;
        try {
            $this->result = $call($argument);
        } catch (\Throwable $thrown) {
            $this->thrown = $thrown;
        }
        Log::$open = false;
        $this->events = Log::$events;
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
    public function difference(mixed $graph, bool $brineFirst): ?string
    {
        if ($brineFirst) {
            $brine = new Outcome($this->codec->encode, $graph);
            $native = new Outcome(serialize(...), $graph);
        } else {
            $native = new Outcome(serialize(...), $graph);
            $brine = new Outcome($this->codec->encode, $graph);
        }
        $difference = $this->outcomesDiffer('encode', $native, $brine);
        if ($difference !== null || $native->thrown !== null) {
            return $difference;
        }
        [$text, $payload] = [$native->result, $brine->result];

        $native = new Outcome(unserialize(...), $text);
        $brine = new Outcome($this->codec->decode, $payload);
        $difference = $this->outcomesDiffer('decode', $native, $brine);
        if ($difference !== null || $native->thrown !== null) {
            return $difference;
        }
        if ($native->result === false && $text !== 'b:0;') {
            return 'native cannot decode its own text: such a graph must not be generated';
        }

        return $this->valuesDiffer('decoded value', $native->result, $brine->result)
            ?? $this->encodingsDiffer($payload, $text, $native->result, $brine->result)
            ?? $this->referenceDiffers($payload, $native->result);
    }

    private function outcomesDiffer(string $direction, Outcome $native, Outcome $brine): ?string
    {
        if ($native->events !== $brine->events) {
            return "$direction: events differ" . self::firstDifference($native->events, $brine->events);
        }
        [$expected, $actual] = [self::describe($native->thrown), self::describe($brine->thrown)];
        if ($native->thrown !== null && $native->thrown::class === \Exception::class) {
            // Brine has an exception class of its own for refused classes, and adds the path of the value.
            $expected = $this->codec->refusal . ': ' . $native->thrown->getMessage();
            $actual = substr($actual, 0, strlen($expected));
        }

        return $expected === $actual ? null : "$direction: native: $expected, here: $actual";
    }

    /** The text of the values tells them apart, and a second encoding of them what the text does not show. */
    private function valuesDiffer(string $what, mixed $native, mixed $other): ?string
    {
        $expected = serialize($native);
        $actual = serialize($other);

        return $expected === $actual ? null : $what . self::firstTextDifference($expected, $actual);
    }

    /** Equal values have equal payloads, whichever decoder made them. */
    private function encodingsDiffer(string $payload, string $text, mixed $native, mixed $brine): ?string
    {
        $again = ($this->codec->encode)($brine);
        if (($this->codec->encode)($native) !== $again) {
            return 'the value that native decoded encodes to another payload';
        }
        if (serialize($native) === $text && $again !== $payload) {
            return 'second encoding differs: ' . bin2hex($payload) . ' then ' . bin2hex($again);
        }

        return null;
    }

    private function referenceDiffers(string $payload, mixed $native): ?string
    {
        return $this->reference === null
            ? null
            : $this->valuesDiffer('value of the reference decoder', $native, ($this->reference)($payload));
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

        return sprintf(' at event %d: native: %s, here: %s', $at, $expected[$at] ?? 'none', $actual[$at] ?? 'none');
    }

    private static function firstTextDifference(string $expected, string $actual): string
    {
        $at = strspn($expected ^ $actual, "\0");
        $from = max(0, $at - 60);
        $part = static fn (string $text): string => addcslashes(substr($text, $from, 160), "\0..\37\177..\377");

        return " differs at byte $at of its text\n  native: {$part($expected)}\n  here:   {$part($actual)}";
    }
}
