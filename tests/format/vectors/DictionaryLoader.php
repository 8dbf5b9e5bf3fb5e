<?php

declare(strict_types=1);

namespace Brine\Tests\Dictionaries;

use Brine\DecodeException;

/**
 * Loads dictionaries by the extension in processes of their own: a process never forgets one, and knows 64 at most.
 *
 * php DictionaryLoader.php reads lines of hexadecimal digits, and answers each with an id, or with "offset reason".
 */
final class DictionaryLoader
{
    /** So many files are given to one process. */
    private const FILES = 60;

    /** @var resource|null */
    private $process = null;

    /** @var array<int, resource> */
    private array $pipes = [];

    private int $files = 0;

    public function __destruct()
    {
        $this->end();
    }

    /**
     * @return string the id
     * @throws DecodeException if the file is refused
     */
    public function load(string $file): string
    {
        if ($this->process === null || $this->files >= self::FILES) {
            $this->end();
            $this->start();
        }
        ++$this->files;
        \fwrite($this->pipes[0], \bin2hex($file) . "\n");
        $answer = \explode(' ', \rtrim((string) \fgets($this->pipes[1])));

        return match (\count($answer)) {
            1 => $answer[0] !== '' ? $answer[0] : throw new \RuntimeException('The process that loads dictionaries has ended'),
            default => throw self::refusal((int) $answer[0], $answer[1]),
        };
    }

    private static function refusal(int $offset, string $reason): DecodeException
    {
        $error = new DecodeException("$reason at byte $offset");
        foreach (['offset' => $offset, 'reason' => $reason] as $name => $value) {
            (new \ReflectionProperty(DecodeException::class, $name))->setValue($error, $value);
        }

        return $error;
    }

    private function start(): void
    {
        $command = [\PHP_BINARY, '-n', '-d', 'memory_limit=1G'];
        // In a build that has it in it, there is nothing to load.
        $module = \getenv('BRINE_BUILD') . '/modules/brine.so';
        if (\is_file($module)) {
            \array_push($command, '-d', "extension=$module");
        }
        $process = \proc_open([...$command, __FILE__, '--answer'], [['pipe', 'r'], ['pipe', 'w'], \STDERR], $this->pipes);
        $this->process = $process !== false ? $process : throw new \RuntimeException('PHP does not start');
        $this->files = 0;
    }

    private function end(): void
    {
        if ($this->process === null) {
            return;
        }
        \fclose($this->pipes[0]);
        \fclose($this->pipes[1]);
        if (\proc_close($this->process) !== 0) {
            throw new \RuntimeException('The process that loads dictionaries has failed');
        }
        $this->process = null;
    }

    public static function answer(): void
    {
        while (($line = \fgets(\STDIN)) !== false) {
            try {
                echo \brine_dictionary_load((string) \hex2bin(\rtrim($line))), "\n";
            } catch (DecodeException $error) {
                echo $error->getOffset(), ' ', $error->getReason(), "\n";
            }
        }
    }
}

if (($argv[1] ?? '') === '--answer' && \realpath($argv[0]) === __FILE__) {
    DictionaryLoader::answer();
}
