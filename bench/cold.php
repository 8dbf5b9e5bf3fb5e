<?php

declare(strict_types=1);

namespace Brine\Bench;

use Closure;
use RuntimeException;
use Throwable;

require_once __DIR__ . '/serializers.php';
require_once __DIR__ . '/workloads.php';

/** Times of different values, each encoded and decoded once in turn, as a request does it. Every call is timed by itself. */
final class Cold
{
    private const PASSES = 3;

    /** What a process has served before. */
    private const OTHERS = ['one_dto', 'small_assoc', 'string_15', 'rowset_100', 'queue_job', 'catalog', 'deep_50'];

    /** @param non-empty-list<Serializer> $serializers */
    public function __construct(private readonly array $serializers, private readonly OtherWork $work)
    {
    }

    /**
     * One round: some passes, of which the fastest time of each value counts, since other processes that take their turn on the processor
     * only ever make one slower.
     *
     * @param  array<string, list<string>> $payloads by serializer; only these serializers are measured
     * @return array<string, array{encode: int|float, decode: int|float}> nanoseconds for all values once
     */
    public function round(Workload $workload, array $payloads, int $round): array
    {
        $fastest = [];
        for ($pass = 0; $pass < self::PASSES; ++$pass) {
            foreach ($this->pass($workload, $payloads, $round * self::PASSES + $pass) as $name => $directions) {
                foreach ($directions as $direction => $times) {
                    $fastest[$name][$direction] = array_map(min(...), $fastest[$name][$direction] ?? $times, $times);
                }
            }
        }

        return array_map(static fn (array $directions) => array_map(array_sum(...), $directions), $fastest);
    }

    /** @return array<string, array{encode: list<int|float>, decode: list<int|float>}> nanoseconds of each value */
    private function pass(Workload $workload, array $payloads, int $pass): array
    {
        $serializers = array_values(array_filter($this->serializers, static fn (Serializer $serializer) => isset($payloads[$serializer->name])));

        return match ($workload->calls) {
            Calls::FirstOfChild => self::ofChildren($serializers, $workload, $payloads, 1),
            Calls::TenthOfChild => self::ofChildren($serializers, $workload, $payloads, 10),
            default => self::ofOneProcess($serializers, $workload, $payloads, $pass, $workload->calls === Calls::AfterOtherWork ? $this->work : null),
        };
    }

    /**
     * A process that has served before, but other values: it starts as a copy of this one, which calls no serializer for such rows, and
     * uses each on a few of shapes.php. The serializers take their turns value by value, so that none finds its own code in the
     * processor's caches.
     *
     * @param list<Serializer> $serializers
     */
    private static function ofOneProcess(array $serializers, Workload $workload, array $payloads, int $pass, ?OtherWork $work): array
    {
        $times = static function () use ($serializers, $workload, $payloads, $pass, $work): array {
            self::useOnOthers($serializers);
            $before = $work ?? static fn () => null;
            $measured = [];
            foreach (['decode', 'encode'] as $direction) {
                foreach ($workload->builders as $i => $build) {
                    foreach (self::ordered($serializers, $pass + $i) as $serializer) {
                        $name = $serializer->name;
                        [$measured[$name][$direction][]] = $direction === 'encode'
                            ? $serializer->timeEachEncode([$build()], $before)
                            : $serializer->timeEachDecode([$payloads[$name][$i]], $before);
                    }
                }
            }

            return $measured;
        };

        return Child::isPossible() ? Child::run($times) : $times();
    }

    /** @param list<Serializer> $serializers */
    private static function useOnOthers(array $serializers): void
    {
        $nothing = static fn () => null;
        $builders = array_intersect_key(shapes(), array_flip(self::OTHERS));
        foreach ($serializers as $serializer) {
            foreach ($builders as $build) {
                try {
                    $payload = $serializer->encode($build());
                } catch (Throwable) {
                    continue;
                }
                $serializer->timeEachEncode([$build()], $nothing);
                $serializer->timeEachDecode([$payload], $nothing);
            }
        }
    }

    /**
     * Each value is the nth of a child of its own, after those that precede it in the list. A child builds what it
     * encodes, and has run the loop once with nothing in it.
     *
     * @param list<Serializer> $serializers
     */
    private static function ofChildren(array $serializers, Workload $workload, array $payloads, int $nth): array
    {
        $times = [];
        foreach ($serializers as $serializer) {
            $name = $serializer->name;
            foreach (array_keys($workload->builders) as $i) {
                $own = self::preceding($i, $nth, count($workload->builders));
                $builders = array_map(static fn (int $j) => $workload->builders[$j], $own);
                $texts = array_map(static fn (int $j) => $payloads[$name][$j], $own);
                $build = static fn () => array_map(static fn (Closure $build) => $build(), $builders);
                $times[$name]['encode'][] = self::timeOfLast($build, $serializer->timeEachEncode(...));
                $times[$name]['decode'][] = self::timeOfLast(static fn () => $texts, $serializer->timeEachDecode(...));
            }
        }

        return $times;
    }

    /** @return list<int> so many places of a ring of that length, of which the last one is $i */
    private static function preceding(int $i, int $places, int $length): array
    {
        return array_map(static fn (int $back) => ($i + $places * $length - $back) % $length, range($places - 1, 0, -1));
    }

    /** @param Closure(): list<mixed> $arguments */
    private static function timeOfLast(Closure $arguments, Closure $time): int|float
    {
        return Child::run(static function () use ($arguments, $time): int|float {
            $nothing = static fn () => null;
            $own = $arguments();
            Serializer::none()->timeEachDecode($own, $nothing);
            $times = $time($own, $nothing);

            return end($times);
        });
    }

    /**
     * Rotated from one value to the next, and reversed for every other one, so that each follows each.
     *
     * @param  list<Serializer> $serializers
     * @return list<Serializer>
     */
    private static function ordered(array $serializers, int $turn): array
    {
        $by = intdiv($turn, 2) % count($serializers);
        $rotated = [...array_slice($serializers, $by), ...array_slice($serializers, 0, $by)];

        return $turn % 2 === 0 ? $rotated : array_reverse($rotated);
    }
}

/** A copy of this process that does one thing. */
final class Child
{
    public static function isPossible(): bool
    {
        return function_exists('pcntl_fork');
    }

    /**
     * @template T
     * @param  Closure(): T $what
     * @return T
     */
    public static function run(Closure $what): mixed
    {
        [$ours, $its] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0) ?: throw new RuntimeException('no pipe');
        $id = pcntl_fork();
        if ($id < 0) {
            throw new RuntimeException('no process');
        }
        if ($id === 0) {
            fclose($ours);
            try {
                $answer = [$what(), null];
            } catch (Throwable $e) {
                $answer = [null, $e->getMessage()];
            }
            fwrite($its, serialize($answer));
            exit(0);
        }
        fclose($its);
        $text = stream_get_contents($ours);
        pcntl_waitpid($id, $status);
        [$result, $error] = $text === '' ? [null, "a child ended with status $status"] : unserialize($text);

        return $error === null ? $result : throw new RuntimeException($error);
    }
}

/**
 * What a request does between two calls of a serializer, as far as it matters to these: it reads 4 MB of other memory
 * and runs other parts of PHP.
 */
final class OtherWork
{
    private const BYTES = 4 * 1024 * 1024;
    private const TEXT = 'The quick brown fox jumps over the lazy dog & wins 17 prizes of 12.50 EUR on <b>2024-02-29</b>, says fox@example.org.';

    private readonly string $memory;

    public function __construct()
    {
        $this->memory = str_repeat('.', self::BYTES);
    }

    public function __invoke(): int
    {
        $found = (int) strpos($this->memory, '!');
        foreach ([self::texts(...), self::arrays(...), self::objects(...)] as $part) {
            $found += $part();
        }

        return $found;
    }

    private static function texts(): int
    {
        $text = preg_replace_callback('/\b(\w)(\w*)\b/', static fn (array $match) => strtoupper($match[1]) . $match[2], self::TEXT);
        preg_match_all('/(?<year>\d{4})-(?<month>\d\d)|[\w.]+@[\w.]+/', $text, $matches, PREG_SET_ORDER);
        $text .= htmlspecialchars($text) . strip_tags($text) . wordwrap($text, 20) . ucwords($text) . nl2br($text) . addslashes($text);
        $text .= sprintf('%05d %-10s %.3f %x', 17, 'fox', 12.5, 255) . number_format(1234567.891, 2) . http_build_query(['a' => 1, 'b' => [2, 3]]);
        $text .= md5($text) . hash('sha256', $text) . hash('crc32b', $text) . base64_encode($text) . bin2hex($text) . rawurlencode($text);
        parse_str('a=1&b[]=2&b[]=3', $query);

        return strlen($text) + similar_text('quick brown', 'quirk crown') + levenshtein('lazy', 'hazy') + count($query)
            + count(parse_url('https://user@example.org:8080/path?query#part')) + count($matches);
    }

    private static function arrays(): int
    {
        $words = explode(' ', strtr(self::TEXT, ['quick' => 'slow', 'fox' => 'hen']));
        $lengths = array_map(strlen(...), $words);
        array_multisort($lengths, $words);
        usort($words, static fn (string $a, string $b) => strlen($a) <=> strlen($b) ?: strnatcasecmp($a, $b));
        $counts = array_count_values($lengths);
        ksort($counts);
        arsort($counts);
        $chunks = array_chunk(array_merge_recursive(array_flip($words), ['fox' => array_unique($lengths)]), 3, true);
        $decoded = json_decode(json_encode(['words' => $words, 'counts' => $counts, 'part' => 0.25]), true);

        return count(array_diff_key($counts, array_intersect($lengths, [3, 4]))) + count(array_filter($chunks)) + count($decoded)
            + array_reduce($lengths, static fn (int $sum, int $n) => $sum + $n, 0) + strlen(var_export($counts, true));
    }

    private static function objects(): int
    {
        $date = new \DateTimeImmutable('2024-02-29 08:15:00 UTC');
        $text = $date->modify('+1 month')->format('r') . $date->diff($date->modify('last monday'))->format('%a %h') . gmdate('c', 17);
        $queue = new \SplPriorityQueue();
        foreach (str_split($text) as $i => $letter) {
            $queue->insert($letter, $i % 7);
        }
        $letters = (static fn () => yield from new \LimitIterator(new \ArrayIterator(iterator_to_array($queue, false)), 3, 20))();
        $class = new \ReflectionClass(\ArrayObject::class);

        return strlen(implode(iterator_to_array($letters, false))) + count($class->getMethods()) + (int) round(sqrt(17) * sin(0.5) + 10 ** 2.5);
    }
}
