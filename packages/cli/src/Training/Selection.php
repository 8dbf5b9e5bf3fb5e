<?php

declare(strict_types=1);

namespace Brine\Training;

use Brine\Format\Decoder;
use Brine\Format\Dictionary\Checker;
use Brine\Format\Dictionary\Contents;
use Brine\Format\Dictionary\Index;
use Brine\Format\Encoder;
use Brine\Format\Encoder\Strings;

/**
 * Selects a dictionary's entries by saved bytes per byte. Recounted after each choice, since a string saves nothing if an array that contains it
 * was found.
 *
 * @internal
 */
final class Selection
{
    private const ROUNDS = 4;
    private const MAX_STRING = 4096;

    /** Attempts to adapt the number of entries to the file's limit. */
    private const TRIES = 10;

    /** Average bytes of a back-reference to a string of the dictionary. */
    private const TOKEN = 1.5;

    /** @var array<string, Candidate> by kind and key */
    private array $candidates = [];

    /** @var array<array-key, bool> whether a string may be in the dictionary, by string */
    private array $allowed = [];

    /** @var array<array-key, bool> whether the string comes from code, by string */
    private array $code = [];

    /** Words of names; null if names need as many samples as values. */
    private ?Vocabulary $vocabulary = null;

    /**
     * @param \Closure(Recorder): void             $walk        writes all samples with the recorder
     * @param (\Closure(string, mixed): bool)|null $filter
     * @param int                                  $minSupport  least number of samples with a string, shape or array
     * @param int                                  $nameSupport the same for keys, class and property names, and arrays of strings from code; if it
     *     is less than $minSupport, one sample suffices for strings from code
     */
    public function __construct(
        private readonly \Closure $walk,
        private readonly ?\Closure $filter,
        private readonly int $maxBytes,
        private readonly int $minSupport,
        private readonly int $nameSupport,
    ) {
    }

    /** @return string the file */
    public function run(): string
    {
        $this->vocabulary = $this->nameSupport < $this->minSupport ? new Vocabulary($this->minSupport) : null;
        $first = new Recorder(null, [], $this->vocabulary);
        ($this->walk)($first);
        $this->takeStrings($first);
        $this->takeShapes($first);
        $all = self::contents($this->chosen(\PHP_INT_MAX));
        $isWanted = fn (array $counts): bool => $counts[0] >= $this->nameSupport;
        $wanted = \array_map(static fn (): bool => true, \array_filter($first->arrays, $isWanted));
        $second = new Recorder(Index::of($all), $wanted);
        ($this->walk)($second);
        $this->takeArrays($second, $first, Index::of($all));
        $file = $this->fitting();
        for ($round = 0; $round < self::ROUNDS; ++$round) {
            $recorder = new Recorder(Index::of(Checker::read(self::usable($file))));
            ($this->walk)($recorder);
            $this->count($recorder);
            $file = $this->fitting();
        }

        return self::usable($file);
    }

    /** @param array{int, int, float} $counts */
    private function isSupported(array $counts): bool
    {
        return $counts[0] >= $this->minSupport;
    }

    private function takeStrings(Recorder $recorder): void
    {
        foreach ($recorder->strings as $string => $counts) {
            $string = (string) $string;
            if (!$this->isSupported($counts) && !$this->isCode($string, $recorder) || !$this->isAllowed($string)) {
                continue;
            }
            // Size of the string, packed if that is shorter.
            $size = \strlen((new Strings(null))->define($string, true));
            $this->take(new Candidate(Candidate::STRING, $string, $string, $size, \strlen($string) + 1), $counts);
        }
    }

    private function isAllowed(string $string): bool
    {
        return $this->allowed[$string] ??= \strlen($string) <= self::MAX_STRING && !Secrets::areIn($string)
            && ($this->filter === null || ($this->filter)(Candidate::STRING, $string));
    }

    /** Whether enough samples have the name, or it consists of words of names. */
    private function isCode(string $string, Recorder $recorder): bool
    {
        return $this->code[$string] ??= ($recorder->names[$string][0] ?? 0) >= $this->nameSupport && !Secrets::mayBeData($string)
            || $this->vocabulary?->has($string) === true;
    }

    /** @param list<int|string> $names */
    private function areCode(array $names, Recorder $recorder): bool
    {
        foreach ($names as $name) {
            if (\is_int($name) ? Secrets::mayBeData((string) $name) : !$this->isCode(Recorder::plain($name), $recorder)) {
                return false;
            }
        }

        return true;
    }

    /**
     * Whether an array contains nothing that could be personal data.
     *
     * @param array<mixed> $array
     */
    private function isArrayCode(array $array, Recorder $recorder): bool
    {
        if (!$this->areCode(\array_keys($array), $recorder)) {
            return false;
        }
        foreach ($array as $element) {
            $isCode = match (true) {
                \is_string($element) => \strlen($element) < 2 || $this->isCode($element, $recorder),
                \is_int($element) => $element >= -1 && $element < 10,
                \is_array($element) => $this->isArrayCode($element, $recorder),
                default => !\is_float($element),
            };
            if (!$isCode) {
                return false;
            }
        }

        return true;
    }

    private function takeShapes(Recorder $recorder): void
    {
        foreach ($recorder->shapes as $key => $counts) {
            /** @var non-empty-list<int|string> $shape as serialized by the recorder */
            $shape = \unserialize((string) $key, ['allowed_classes' => false]);
            $areNames = ($this->vocabulary !== null || $counts[0] >= $this->nameSupport) && $this->areCode(\array_slice($shape, 1), $recorder);
            if (!$areNames && !$this->isSupported($counts) || !$this->areAllowed($shape) || !Checker::isShape($shape)) {
                continue;
            }
            $size = 2.0;
            foreach ($shape as $i => $part) {
                $size += $i === 0 ? 0.0 : (\is_string($part) && !isset($this->candidates[Candidate::STRING . $part]) ? 1 + \strlen($part) : self::TOKEN);
            }
            if ($this->filter === null || ($this->filter)(Candidate::SHAPE, $shape)) {
                $this->take(new Candidate(Candidate::SHAPE, (string) $key, $shape, $size, $size), $counts);
            }
        }
    }

    /** @param array<mixed> $parts */
    private function areAllowed(array $parts): bool
    {
        foreach (Arrays::strings($parts) as $string) {
            if (\strlen($string) > 1 && !$this->isAllowed($string)) {
                return false;
            }
        }

        return true;
    }

    /** @param Recorder $first recorder that counted without a dictionary */
    private function takeArrays(Recorder $recorder, Recorder $first, Index $all): void
    {
        foreach ($recorder->contents as $hash => $array) {
            if (!$this->isSupported($first->arrays[$hash]) && !$this->isArrayCode($array, $first)) {
                continue;
            }
            if (!$this->areAllowed($array) || $this->filter !== null && !($this->filter)(Candidate::ARRAY, $array)) {
                continue;
            }
            $size = \strlen(Encoder::write($array, $all)->output()) - \strlen($all->header());
            $this->take(new Candidate(Candidate::ARRAY, (string) $hash, $array, $size, $size + 1), $recorder->arrays[$hash]);
        }
    }

    /** @param array{int, int, float} $counts */
    private function take(Candidate $candidate, array $counts): void
    {
        $candidate->count($counts);
        $this->candidates[$candidate->kind . $candidate->key] = $candidate;
    }

    private function count(Recorder $recorder): void
    {
        foreach ($this->candidates as $candidate) {
            $counts = match ($candidate->kind) {
                Candidate::STRING => $recorder->strings,
                Candidate::SHAPE => $recorder->shapes,
                Candidate::ARRAY => $recorder->arrays,
            };
            $candidate->count($counts[$candidate->key] ?? [0, 0, 0.0]);
        }
    }

    /** The file with as many of the best entries as fit. */
    private function fitting(): string
    {
        // Entries share parts in the file, so it may be smaller than their sum.
        $best = '';
        $low = 0;
        $high = 4 * $this->maxBytes;
        for ($i = 0; $i < self::TRIES; ++$i) {
            $most = $i === 0 ? $this->maxBytes : \intdiv($low + $high, 2);
            $file = self::file($this->chosen($most));
            if (\strlen($file) <= $this->maxBytes) {
                $isAll = $file === $best;
                [$best, $low] = [$file, $most];
                if ($isAll) {
                    break;
                }
            } else {
                $high = $most;
            }
        }

        return $best !== '' ? $best : self::file([[], [], []]);
    }

    /** @return array{list<string>, list<non-empty-list<int|string>>, list<non-empty-array<mixed>>} strings, shapes and arrays, most used first */
    private function chosen(int $maxBytes): array
    {
        $candidates = \array_filter($this->candidates, static fn (Candidate $candidate): bool => $candidate->gain > 0.0);
        \usort($candidates, Candidate::compare(...));
        $kinds = [Candidate::STRING => [], Candidate::SHAPE => [], Candidate::ARRAY => []];
        $most = [Candidate::STRING => Checker::MAX_STRINGS, Candidate::SHAPE => Checker::MAX_SHAPES, Candidate::ARRAY => Checker::MAX_ARRAYS];
        $bytes = 0.0;
        foreach ($candidates as $candidate) {
            if ($bytes + $candidate->cost <= $maxBytes && \count($kinds[$candidate->kind]) < $most[$candidate->kind]) {
                $bytes += $candidate->cost;
                $kinds[$candidate->kind][] = $candidate;
            }
        }
        $parts = [];
        foreach ($kinds as $chosen) {
            \usort($chosen, Candidate::compareUses(...));
            $parts[] = \array_map(static fn (Candidate $candidate): string|array => $candidate->content, $chosen);
        }

        /** @var array{list<string>, list<non-empty-list<int|string>>, list<non-empty-array<mixed>>} */
        return $parts;
    }

    /** @param array{list<string>, list<non-empty-list<int|string>>, list<non-empty-array<mixed>>} $parts */
    private static function file(array $parts): string
    {
        return \brine_serialize($parts);
    }

    /** @param array{list<string>, list<non-empty-list<int|string>>, list<non-empty-array<mixed>>} $parts */
    private static function contents(array $parts): Contents
    {
        return Checker::read(self::usable(self::file($parts)));
    }

    /** The parts, with one entry less while the id is not allowed. */
    private static function usable(string $file): string
    {
        while (!Checker::mayHaveId($file)) {
            /** @var array{list<string>, list<non-empty-list<int|string>>, list<non-empty-array<mixed>>} $parts */
            $parts = Decoder::decode($file);
            foreach ([2, 1, 0] as $i) {
                if ($parts[$i] !== []) {
                    \array_pop($parts[$i]);
                    break;
                }
            }
            $file = self::file($parts);
        }

        return $file;
    }
}
