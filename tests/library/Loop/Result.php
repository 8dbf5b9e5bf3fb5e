<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Loop;

/** What a process of Loop::run() has said. */
final class Result
{
    private const KILOBYTE = 1024;
    /** Growth from the 1,000th request to the last one that is no leak: PHP's own memory, and pages of the process. */
    private const MAX_GROWTH = 16 * self::KILOBYTE;
    private const MAX_GROWTH_OF_RESIDENT_SET = 2048 * self::KILOBYTE;

    /**
     * @param array{memory: int, set: int, kept: int} $warm at the 1,000th request
     * @param array{memory: int, set: int, kept: int} $last
     * @param list<string> $wrong
     */
    private function __construct(
        public readonly int $requests,
        public readonly int $compared,
        private readonly array $warm,
        private readonly array $last,
        private readonly array $wrong,
    ) {
    }

    /**
     * Bytes: of values in use, without those that Brine holds by design; of the process; and those of resident values, which are bounded.
     *
     * @return array{memory: int, set: int, kept: int}
     */
    public static function memory(): array
    {
        \gc_collect_cycles();
        $status = \function_exists('brine_resident_status') ? \brine_resident_status() : [];
        $held = (int) ($status['held']['bytes'] ?? 0);
        $pages = (int) \explode(' ', (string) \file_get_contents('/proc/self/statm'))[1];

        return ['memory' => \memory_get_usage() - $held, 'set' => $pages * 4096, 'kept' => $held + (int) ($status['bytes'] ?? 0)];
    }

    /**
     * @param array<array{memory: int, set: int, kept: int}> $looks at least one
     * @return array{memory: int, set: int, kept: int}
     */
    public static function most(array $looks): array
    {
        $most = static fn (string $what): int => \max(0, ...\array_column($looks, $what));

        return ['memory' => $most('memory'), 'set' => $most('set'), 'kept' => $most('kept')];
    }

    /** @param list<string> $arguments of PHP, for a script that calls Loop::run() */
    public static function of(array $arguments): self
    {
        // Sanitizers have a file.
        $command = [\PHP_BINARY, '-n', '-d', 'auto_prepend_file=' . \ini_get('auto_prepend_file'), ...$arguments];
        $process = \proc_open($command, [1 => ['pipe', 'w']], $pipes);
        if ($process === false) {
            throw new \RuntimeException('PHP cannot be run');
        }
        $output = (string) \stream_get_contents($pipes[1]);

        return self::parse($output, \proc_close($process));
    }

    private static function parse(string $output, int $status): self
    {
        $result = \json_decode(\substr((string) \strrchr("\n" . \trim($output), "\n"), 1), true);
        $nothing = ['memory' => 0, 'set' => 0, 'kept' => 0];
        if ($status !== 0 || !\is_array($result)) {
            return new self(0, 0, $nothing, $nothing, ["it has ended with $status: " . \substr($output, 0, 2000)]);
        }
        /** @var array{requests: int, compared: int, warm: array{memory: int, set: int, kept: int}, last: array{memory: int, set: int, kept: int}, wrong: list<string>} $result */
        return new self($result['requests'], $result['compared'], $result['warm'], $result['last'], $result['wrong']);
    }

    /** @return list<string> empty if all is as it must be */
    public function faults(): array
    {
        $faults = $this->wrong;
        if ($this->compared === 0) {
            $faults[] = 'nothing was compared';
        }
        $grown = $this->last['memory'] - $this->warm['memory'];
        if ($grown > self::MAX_GROWTH) {
            $faults[] = "memory grew by $grown bytes";
        }
        // What resident values have come to take meanwhile is no leak.
        $grown = $this->last['set'] - $this->warm['set'] - \max(0, $this->last['kept'] - $this->warm['kept']);
        if ($grown > self::MAX_GROWTH_OF_RESIDENT_SET) {
            $faults[] = "the resident set grew by $grown bytes";
        }

        return $faults;
    }

    public function described(): string
    {
        $pair = fn (string $what): string => \sprintf('%.1f, %.1f', $this->warm[$what] / self::KILOBYTE, $this->last[$what] / self::KILOBYTE);

        return "$this->requests requests, $this->compared values compared; KB at the 1,000th and the last: memory {$pair('memory')}, "
            . "resident set {$pair('set')}, resident values {$pair('kept')}";
    }
}
