<?php

declare(strict_types=1);

namespace Brine\Bench;

/** Simulates a request's work between two calls of a serializer: reads 4 MB of other memory, and runs other parts of PHP. */
final class OtherWork
{
    private const BYTES = 4 * 1024 * 1024;
    private const TEXT = 'The quick brown fox jumps over the lazy dog & wins 17 prizes of 12.50 EUR on <b>2024-02-29</b>, says fox@example.org.';

    private readonly string $memory;

    public function __construct()
    {
        $this->memory = \str_repeat('.', self::BYTES);
    }

    public function __invoke(): int
    {
        $found = (int) \strpos($this->memory, '!');
        foreach ([self::texts(...), self::arrays(...), self::objects(...)] as $part) {
            $found += $part();
        }

        return $found;
    }

    private static function texts(): int
    {
        $text = (string) \preg_replace_callback('/\b(\w)(\w*)\b/', static fn (array $match) => \strtoupper($match[1]) . $match[2], self::TEXT);
        \preg_match_all('/(?<year>\d{4})-(?<month>\d\d)|[\w.]+@[\w.]+/', $text, $matches, \PREG_SET_ORDER);
        $text .= \htmlspecialchars($text) . \strip_tags($text) . \wordwrap($text, 20) . \ucwords($text) . \nl2br($text) . \addslashes($text);
        $text .= \sprintf('%05d %-10s %.3f %x', 17, 'fox', 12.5, 255) . \number_format(1234567.891, 2) . \http_build_query(['a' => 1, 'b' => [2, 3]]);
        $text .= \md5($text) . \hash('sha256', $text) . \hash('crc32b', $text) . \base64_encode($text) . \bin2hex($text) . \rawurlencode($text);
        \parse_str('a=1&b[]=2&b[]=3', $query);

        return \strlen($text) + \similar_text('quick brown', 'quirk crown') + \levenshtein('lazy', 'hazy') + \count($query)
            + \count(\parse_url('https://user@example.org:8080/path?query#part')) + \count($matches);
    }

    private static function arrays(): int
    {
        $words = \explode(' ', \strtr(self::TEXT, ['quick' => 'slow', 'fox' => 'hen']));
        $lengths = \array_map(strlen(...), $words);
        \array_multisort($lengths, $words);
        \usort($words, static fn (string $a, string $b) => [\strlen($a), \strtolower($a)] <=> [\strlen($b), \strtolower($b)]);
        $counts = \array_count_values($lengths);
        \ksort($counts);
        \arsort($counts);
        $chunks = \array_chunk(\array_merge_recursive(\array_flip($words), ['fox' => \array_unique($lengths)]), 3, true);
        $decoded = (array) \json_decode((string) \json_encode(['words' => $words, 'counts' => $counts, 'part' => 0.25]), true);

        return \count(\array_diff_key($counts, \array_intersect($lengths, [3, 4]))) + \count(\array_filter($chunks)) + \count($decoded)
            + \array_reduce($lengths, static fn (int $sum, int $n) => $sum + $n, 0) + \strlen(\var_export($counts, true));
    }

    private static function objects(): int
    {
        $date = new \DateTimeImmutable('2024-02-29 08:15:00 UTC');
        $text = $date->modify('+1 month')->format('r') . $date->diff($date->modify('last monday'))->format('%a %h') . \gmdate('c', 17);
        $queue = new \SplPriorityQueue();
        foreach (\str_split($text) as $i => $letter) {
            $queue->insert($letter, $i % 7);
        }
        $letters = (static fn () => yield from new \LimitIterator(new \ArrayIterator(\iterator_to_array($queue, false)), 3, 20))();
        $class = new \ReflectionClass(\ArrayObject::class);

        return \count(\iterator_to_array($letters, false)) + \count($class->getMethods()) + (int) \round(\sqrt(17) * \sin(0.5) + 10 ** 2.5);
    }
}
