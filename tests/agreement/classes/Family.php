<?php

declare(strict_types=1);

namespace Brine\Tests\Classes;

use Brine\DecodeException;
use Brine\EncodeException;
use Brine\Format\Decoder;
use Brine\Format\Encoder;
use Brine\Igbinary\Decoder as Igbinary;
use Brine\Tests\Differential\Outcome;

/** Compares all codecs on random values of a family of classes with native serialize(), and with each other on damaged bytes. */
final class Family
{
    /** E_USER_WARNING and the like, which PHP code can raise, and what the extension raises. */
    private const LEVELS = [\E_USER_WARNING => \E_WARNING, \E_USER_NOTICE => \E_NOTICE, \E_USER_DEPRECATED => \E_DEPRECATED];

    /** Values of a payload that is damaged stay small. */
    private const DAMAGED = ['max_elements' => 100_000];

    /**
     * @param \Closure(string): void $begin is told before each step what it is
     * @param \Closure(string, string|null): void $note is told of each comparison, with what differs
     */
    public function __construct(private readonly Source $source, private readonly \Closure $begin, private readonly \Closure $note)
    {
    }

    /** @param int $damages how many damaged payloads of each format are read */
    public function check(string $seed, int $damages): void
    {
        $make = fn (): mixed => Objects::make($this->source, $seed);
        $native = $this->run('native encode', static fn (mixed $value): string => \serialize($value), $make());
        $inC = $this->run('encode in C', \brine_serialize(...), $make());
        $this->compare('encode in C', self::calls($native), self::calls($inC));
        $this->compare('refusal in C', self::refusal($native), self::refusal($inC));
        if (!Objects::$hasKeptLazy) {
            $inPhp = $this->run('encode in PHP', Encoder::encode(...), $make());
            $this->compare('encode in PHP', self::encoded($inC), self::encoded($inPhp));
        }
        $inIgbinary = $this->run('encode as igbinary', \brine_igbinary_serialize(...), $make());
        // Of a name that comes again igbinary says nothing.
        $native->errors = \preg_grep('/is returned from __sleep\(\) multiple times/', $native->errors, \PREG_GREP_INVERT);
        $this->compare('encode as igbinary', self::calls($native), self::calls($inIgbinary));
        $this->compare('refusal as igbinary', self::refusal($native), self::refusal($inIgbinary));
        if ($native->thrown !== null || $inC->thrown !== null || $inIgbinary->thrown !== null) {
            return;
        }
        // Where a name of __sleep() has no property, igbinary's format has null.
        $this->compareValues($native->result, $inC->result, $native->errors === [] && !Objects::$hasHiddenName ? $inIgbinary->result : null);
        $dice = new Dice("$seed damage");
        for ($i = 0; $i < $damages; ++$i) {
            $this->damage($this->damaged($inC->result, 2, $dice, $isOfOtherClass), false, $isOfOtherClass);
            $this->damage($this->damaged($inIgbinary->result, 4, $dice, $isOfOtherClass), true, $isOfOtherClass);
        }
    }

    private function compareValues(string $text, string $bytes, ?string $igbinary): void
    {
        $native = $this->run('native decode', static fn (string $text): mixed => \unserialize($text), $text);
        if (\preg_match('/Cannot unserialize value for virtual property [^,]*/', \implode(', ', $native->errors), $match) === 1) {
            // Native unserialize() warns, and returns false.
            $native->thrown = new \Error($match[0]);
        }
        if ($native->thrown === null && $native->result === false) {
            // PHP does not read its own text.
            return;
        }
        $encodedAgain = $native->thrown === null ? \bin2hex(\brine_serialize($native->result)) : '';
        $expected = $this->decoded($native);
        foreach ([
            'decode in C' => \brine_unserialize(...),
            'decode in PHP' => Decoder::decode(...),
            'decode a resident value, once' => $resident = static fn (string $bytes): mixed => \brine_unserialize($bytes, ['resident' => true]),
            'decode a resident value, twice' => $resident,
            'decode a resident value, three times' => $resident,
            'decode igbinary in C' => \brine_igbinary_unserialize(...),
            'decode igbinary in PHP' => Igbinary::decode(...),
        ] as $name => $decode) {
            $isIgbinary = \str_contains($name, 'igbinary');
            if ($isIgbinary && $igbinary === null) {
                continue;
            }
            $outcome = $this->run($name, $decode, $isIgbinary ? $igbinary : $bytes);
            if ($outcome->thrown === null && $native->thrown === null) {
                $this->compare("$name, encoded again", $encodedAgain, \bin2hex(\brine_serialize($outcome->result)));
            }
            $this->compare($name, $expected, $this->decoded($outcome));
        }
    }

    private function run(string $what, \Closure $call, mixed $argument): Outcome
    {
        ($this->begin)($what);
        $outcome = new Outcome($call, $argument);
        if ($this->source->internal === 'Exception') {
            self::forgetPlaces($outcome->result);
        }

        return $outcome;
    }

    /** @param array<int, object> $seen */
    private static function forgetPlaces(mixed $value, array &$seen = [], int $depth = 0): void
    {
        if (\is_object($value) && !isset($seen[\spl_object_id($value)])) {
            $seen[\spl_object_id($value)] = $value;
            Objects::forgetPlace($value);
            $value = \get_mangled_object_vars($value);
        }
        foreach (\is_array($value) && $depth < 50 ? $value : [] as $element) {
            self::forgetPlaces($element, $seen, $depth + 1);
        }
    }

    private function compare(string $what, string $expected, string $actual): void
    {
        $at = \strspn($expected ^ $actual, "\0");
        $part = static fn (string $text): string => \addcslashes(\substr($text, \max(0, $at - 150), 400), "\0..\37\177..\377");
        ($this->note)($what, $expected === $actual ? null : "differs at $at\n  expected: {$part($expected)}\n  is:       {$part($actual)}");
    }

    /** Hooks, and what PHP complained of: of dynamic properties the extension complains once in a call. */
    private static function calls(Outcome $outcome): string
    {
        $errors = \array_filter($outcome->errors, static fn (string $error): bool => !\str_contains($error, 'Using an object as a backing array'));
        $errors = \array_map(static fn (string $error): string => \preg_replace_callback(
            '/^(\d+) (brine_|igbinary_)?/',
            static fn (array $match): string => (self::LEVELS[(int) $match[1]] ?? $match[1]) . ' ',
            $error,
        ), $errors);

        // Nested objects may be made earlier.
        $errors = \array_unique($errors);
        \sort($errors);

        return \implode(', ', $outcome->hooks) . '; ' . \implode(', ', $errors);
    }

    private static function refusal(Outcome $outcome): string
    {
        $thrown = $outcome->thrown;

        return match (true) {
            $thrown === null => '',
            // The extension's names the place, too.
            $thrown instanceof EncodeException => \preg_replace('/ at \$value.*$/s', '', $thrown->getMessage()),
            $thrown::class === \Exception::class => $thrown->getMessage(),
            default => $thrown::class . ': ' . $thrown->getMessage(),
        };
    }

    private static function encoded(Outcome $outcome): string
    {
        $thrown = $outcome->thrown;
        $path = $thrown instanceof EncodeException ? ' at ' . $thrown->getPath() : '';

        return ($thrown === null ? \bin2hex($outcome->result) : $thrown::class . ': ' . $thrown->getMessage() . $path) . '; ' . self::calls($outcome);
    }

    private function decoded(Outcome $outcome): string
    {
        if ($outcome->thrown !== null) {
            // An exception of Brine's own has that of PHP as its cause.
            $thrown = $outcome->thrown instanceof DecodeException ? $outcome->thrown->getPrevious() ?? $outcome->thrown : $outcome->thrown;

            return $thrown::class . ': ' . $thrown->getMessage();
        }

        if ($this->source->internal !== null) {
            // PHP's own classes are not heard where they make many.
            $outcome->errors = \preg_grep('/Creation of dynamic property/', $outcome->errors, \PREG_GREP_INVERT);
        }

        try {
            $text = \serialize($outcome->result);
        } catch (\Throwable $thrown) {
            // A damaged array may hold itself.
            $text = $thrown::class;
        }

        return self::calls($outcome) . "\n$text\n" . State::of($outcome->result);
    }

    /** Bytes with some of them changed, cut off, doubled, or of another class. */
    private function damaged(string $bytes, int $head, Dice $dice, ?bool &$isOfOtherClass): string
    {
        $size = \strlen($bytes);
        $at = \min($size - 1, $head + $dice->below(\max(1, $size - $head)));
        $classes = $this->source->classes;
        $how = $dice->below(6);
        $isOfOtherClass = $how === 5;

        return match ($how) {
            0 => \substr($bytes, 0, $at),
            1, 2 => \substr_replace($bytes, \chr(\ord($bytes[$at]) ^ 1 << $dice->below(8)), $at, 1),
            3 => \substr_replace($bytes, \chr($dice->below(256)), $at, 1),
            4 => \substr_replace($bytes, \substr($bytes, $head + $dice->below($size - $head), 1 + $dice->below(8)), $at, $dice->below(8)),
            5 => \strtr($bytes, [
                Source::NAMESPACE . '\\' . $dice->pick($classes) => Source::NAMESPACE . '\\' . $dice->pick($classes),
                'p' . $dice->below(5) => 'p' . $dice->below(5),
            ]),
        };
    }

    private function damage(string $bytes, bool $isIgbinary, bool $isOfOtherClass): void
    {
        $name = \bin2hex($bytes) . ($isIgbinary ? ' of igbinary' : '');
        $inC = $this->run("$name in C", static fn (string $bytes): mixed => $isIgbinary
            ? \brine_igbinary_unserialize($bytes, self::DAMAGED)
            : \brine_unserialize($bytes, self::DAMAGED), $bytes);
        $inPhp = $this->run("$name in PHP", static fn (string $bytes): mixed => $isIgbinary
            ? Igbinary::decode($bytes, self::DAMAGED)
            : Decoder::decode($bytes, self::DAMAGED), $bytes);
        [$expected, $actual] = [$this->reason($inC), $this->reason($inPhp)];
        if ($expected !== $actual && ($isIgbinary || $this->mayDiffer($bytes, $inC, $inPhp, $isOfOtherClass))) {
            [$expected, $actual] = ['', ''];
        }
        $this->compare($name, $expected, $actual);
    }

    private function reason(Outcome $outcome): string
    {
        $thrown = $outcome->thrown;

        return match (true) {
            $thrown === null => $this->decoded($outcome),
            $thrown instanceof DecodeException => "{$thrown->getReason()} at {$thrown->getOffset()}: {$thrown->getMessage()}",
            default => $thrown::class . ': ' . $thrown->getMessage(),
        };
    }

    /**
     * The readers in PHP read all before they make objects, so that of two faults they may meet the other one. If two names lead to one property, C
     * reads both values, and they the last one.
     */
    private function mayDiffer(string $bytes, Outcome $inC, Outcome $inPhp, bool $isOfOtherClass): bool
    {
        $expected = $inC->thrown instanceof DecodeException ? $inC->thrown->getReason() : null;
        $actual = $inPhp->thrown instanceof DecodeException ? $inPhp->thrown->getReason() : null;

        // Of two refused values in objects in the form of __serialize(), C meets the inner one first.
        $isOfOneCause = $inC->thrown?->getPrevious()?->getMessage() === $inPhp->thrown?->getPrevious()?->getMessage();

        return $expected === 'bad_property' && $actual !== null && ($isOfOtherClass || $isOfOneCause || $actual !== 'bad_property')
            || $expected === 'too_deep' && !\in_array($actual, ['too_deep', null], true)
            || $actual === 'bad_name'
            // PHP's own classes do not take a reference that nothing shares, which native text does not have.
            || $this->source->internal !== null
            || $actual === 'bad_property' && \str_starts_with($inPhp->thrown->getMessage(), 'the class does not accept')
            || $inC->thrown === null && $inPhp->thrown === null && self::hasNamesThatMeet(\brine_unserialize(\str_replace(Source::NAMESPACE . '\C', Source::NAMESPACE . '\X', $bytes)));
    }

    /** @param array<int, object> $seen */
    private static function hasNamesThatMeet(mixed $value, array &$seen = []): bool
    {
        $names = [];
        if (\is_object($value) && !isset($seen[\spl_object_id($value)])) {
            $seen[\spl_object_id($value)] = $value;
            $value = \get_mangled_object_vars($value);
            foreach ($value as $name => $_) {
                $names[] = \substr("\0$name", (int) \strrpos("\0$name", "\0"));
            }
        }
        foreach (\is_array($value) ? $value : [] as $element) {
            if (self::hasNamesThatMeet($element, $seen)) {
                return true;
            }
        }

        return \count($names) !== \count(\array_unique($names));
    }
}
