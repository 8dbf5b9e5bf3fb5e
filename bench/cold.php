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
    public function __construct(private readonly OtherWork $work)
    {
    }

    /**
     * @param  list<string> $payloads
     * @return array<string, Closure(): list<int|float>> nanoseconds of each value
     */
    public function passes(Serializer $serializer, Workload $workload, array $payloads): array
    {
        return [
            'encode' => fn (): array => $this->pass($workload->calls, $workload->builders, self::build(...), $serializer->timeEachEncode(...)),
            'decode' => fn (): array => $this->pass($workload->calls, $payloads, null, $serializer->timeEachDecode(...)),
        ];
    }

    /**
     * @param ?Closure(list<Closure(): mixed>): list<mixed> $prepare makes the arguments of a pass, outside of the measured time
     * @param Closure(list<mixed>, callable): list<int|float>    $time
     * @return list<int|float>
     */
    private function pass(Calls $calls, array $arguments, ?Closure $prepare, Closure $time): array
    {
        return match ($calls) {
            Calls::FirstOfChild => self::timesOfChildren($arguments, $prepare, $time, 1),
            Calls::TenthOfChild => self::timesOfChildren($arguments, $prepare, $time, 10),
            default => $this->times($arguments, $prepare, $time, $calls === Calls::AfterOtherWork),
        };
    }

    /**
     * What the pass before has left in the processor's caches is gone at the beginning.
     *
     * @return list<int|float>
     */
    private function times(array $arguments, ?Closure $prepare, Closure $time, bool $workBetween): array
    {
        $arguments = $prepare === null ? $arguments : $prepare($arguments);
        ($this->work)();

        return $time($arguments, $workBetween ? $this->work : static fn () => null);
    }

    /**
     * Each value is the nth of a child of its own, after those that precede it in the list. A child builds what it
     * encodes, and has run the loop once with nothing in it.
     *
     * @return list<int|float>
     */
    private static function timesOfChildren(array $arguments, ?Closure $prepare, Closure $time, int $nth): array
    {
        $times = [];
        foreach (array_keys($arguments) as $i) {
            $own = [];
            for ($back = $nth - 1; $back >= 0; --$back) {
                $own[] = $arguments[($i + 10 * count($arguments) - $back) % count($arguments)];
            }
            $times[] = Child::run(static function () use ($own, $prepare, $time): int|float {
                $nothing = static fn () => null;
                Serializer::none()->timeEachDecode($own, $nothing);
                $times = $time($prepare === null ? $own : $prepare($own), $nothing);

                return end($times);
            });
        }

        return $times;
    }

    /**
     * @param  list<Closure(): mixed> $builders
     * @return list<mixed>
     */
    private static function build(array $builders): array
    {
        return array_map(static fn (Closure $build) => $build(), $builders);
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
