<?php

declare(strict_types=1);

namespace Brine\Tests\Igbinary;

/** Three visitors that are at work, and what they have printed. */
final class Visitors
{
    /** @var list<resource> */
    private array $processes = [];
    /** @var list<array{resource, resource}> */
    private array $pipes = [];
    /** @var list<array<int, list<string>>> the answers of each host, for each visitor */
    private array $answers = [];

    /**
     * @param string $script as visitor.php takes it
     * @param list<string> $sockets
     */
    public function __construct(string $script, array $sockets)
    {
        for ($id = 0; $id < 3; $id++) {
            $process = \proc_open([PHP_BINARY, '-n', __DIR__ . '/visitor.php', "$id", $script, ...$sockets], [['pipe', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
            $this->processes[] = $process ?: throw new \RuntimeException('a visitor does not start');
            $this->pipes[] = $pipes;
            $this->answers[] = [];
        }
    }

    /** Waits until each has so many further answers of each host; those that it has printed before are not counted. */
    public function await(int $count): void
    {
        foreach ($this->pipes as $id => $pipes) {
            for ($ready = [$pipes[1]]; \stream_select($ready, $none, $none, 0) === 1;) {
                $this->read($id) ?? throw new \RuntimeException("visitor $id has ended");
            }
        }
        foreach ($this->pipes as $id => $pipes) {
            $answers = [0, 0];
            while (\min($answers) < $count) {
                $answers[$this->read($id) ?? throw new \RuntimeException("visitor $id has ended")]++;
            }
        }
    }

    /** @return list<array<int, list<string>>> for each visitor and host, the answers; equal ones in a row are one */
    public function stop(): array
    {
        foreach ($this->pipes as $id => $pipes) {
            \fclose($pipes[0]);
            while ($this->read($id) !== null) {
                // Until it ends.
            }
            \proc_close($this->processes[$id]);
        }

        return $this->answers;
    }

    /** Reads an answer, and returns the number of the host; null at the end. */
    private function read(int $id): ?int
    {
        $line = \fgets($this->pipes[$id][1]);
        if ($line === false) {
            return null;
        }
        [$host, $answer] = \explode(' ', \rtrim($line), 2) + [1 => ''];
        $last = \array_key_last($this->answers[$id][$host] ?? []);
        if ($last === null || $this->answers[$id][$host][$last] !== $answer) {
            $this->answers[$id][$host][] = $answer;
        }

        return (int) $host;
    }
}
