<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

use PHPUnit\Framework\TestCase;
use Symfony\Component\Cache\Adapter\FilesystemAdapter;
use Symfony\Component\Cache\Marshaller\DefaultMarshaller;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Filesystem\Filesystem;

/** Files and folders of a pool that the user of the command may not read or write. */
final class InaccessibleTest extends TestCase
{
    private string $directory = '';
    /** @var array<string, string> files below the pool's directory, by folder: one of the first in each */
    private array $files = [];

    protected function setUp(): void
    {
        $this->directory = \sys_get_temp_dir() . '/brine-symfony-' . \bin2hex(\random_bytes(8));
        $pool = new FilesystemAdapter('', 0, $this->directory, new DefaultMarshaller(false));
        for ($i = 0; $i < 60; ++$i) {
            $pool->save($pool->getItem("key$i")->set(['id' => $i]));
        }
        foreach (self::found("$this->directory/@/*/*/*") as $file) {
            $path = \substr($file, \strlen($this->directory) + 3);
            $this->files[\dirname($path)] ??= $path;
        }
    }

    protected function tearDown(): void
    {
        foreach (['*', '*/*', '*/*/*'] as $pattern) {
            foreach (self::found("$this->directory/$pattern") as $path) {
                \chmod($path, 0o777);
            }
        }
        (new Filesystem())->remove($this->directory);
    }

    public function testFilesAndFoldersAreCountedAndNamed(): void
    {
        $files = \array_values($this->files);
        $closed = \array_slice($files, 0, 12);
        foreach ($closed as $file) {
            \chmod("$this->directory/@/$file", 0);
        }
        [$status, $text] = $this->migrate();
        self::assertSame(Command::FAILURE, $status, $text);
        self::assertStringContainsString("\n48 of 60 entries written, 0 as they were, 0 changed by others meanwhile, 12 inaccessible, 0 left alone", $text);
        $lines = \array_map(static fn (string $file): string => "$file: inaccessible: The file cannot be read\n", \array_slice($closed, 0, 10));
        self::assertStringContainsString("\n" . \implode('', $lines) . "…\n", $text);
        self::assertStringNotContainsString($closed[10], $text);

        foreach ($closed as $file) {
            \chmod("$this->directory/@/$file", 0o666);
        }
        $letters = \array_values(\array_unique(\array_map(static fn (string $file): string => $file[0], $files)));
        \chmod("$this->directory/@/$letters[0]", 0);
        \chmod("$this->directory/@/$letters[1]", 0o444);
        $inner = \dirname($this->fileIn($letters[2]));
        \chmod("$this->directory/@/$inner", 0);
        // Each batch alone, so that each place is a cursor.
        [$status, $text] = $this->migrate('--batch=1');
        self::assertSame(Command::FAILURE, $status, $text);
        self::assertSame(1, \preg_match('/^\d+ of \d+ entries written, \d+ as they were, 0 changed by others meanwhile, 3 inaccessible, 0 left alone/m', $text), $text);
        self::assertStringContainsString("$letters[0]: inaccessible: The folder cannot be listed\n$letters[1]: inaccessible: The folder cannot be entered\n$inner: inaccessible: The folder cannot be listed\n", $text);
        \chmod("$this->directory/@", 0);
        [$status, $text] = $this->migrate();
        self::assertSame(Command::FAILURE, $status, $text);
        self::assertStringContainsString(".: inaccessible: The folder cannot be listed\n0 of 1 entries written, 0 as they were, 0 changed by others meanwhile, 1 inaccessible, 0 left alone", $text);
        \chmod("$this->directory/@", 0o777);
    }

    /** The run goes on, and tells how many there were. */
    public function testFoldersThatCannotBeWritten(): void
    {
        $file = \array_values($this->files)[0];
        $folder = "$this->directory/@/" . \dirname($file);
        $count = \count(self::found("$folder/*"));
        \chmod($folder, 0o555);
        [$status, $text] = $this->migrate();
        self::assertSame(Command::FAILURE, $status, $text);
        self::assertStringContainsString("unwritable: The file $file cannot be written\n", $text);
        self::assertStringContainsString(60 - $count . " of 60 entries written, 0 as they were, 0 changed by others meanwhile, 0 inaccessible, $count left alone", $text);
        self::assertSame([], self::found("$this->directory/@/brine*"));
        \chmod($folder, 0o777);
        self::assertSame([0, []], [$this->migrate()[0], self::found("$this->directory/@/brine*")]);
    }

    /** @return list<string> */
    private static function found(string $pattern): array
    {
        $paths = \glob($pattern);

        return $paths === false ? [] : $paths;
    }

    private function fileIn(string $letter): string
    {
        foreach ($this->files as $file) {
            if ($file[0] === $letter) {
                return $file;
            }
        }
        self::fail("There is no file in $letter");
    }

    /** @return array{int, string} exit code and output, as a user for whom permissions count */
    private function migrate(string ...$options): array
    {
        $isRoot = \posix_geteuid() === 0;
        $setpriv = $isRoot ? \trim((string) \shell_exec('command -v setpriv')) : '';
        if ($isRoot && $setpriv === '') {
            self::markTestSkipped('there is no setpriv(1)');
        }
        $as = $isRoot ? [$setpriv, '--bounding-set=-dac_override,-dac_read_search'] : [];
        $php = [\PHP_BINARY, '-n', '-d', 'auto_prepend_file=' . \ini_get('auto_prepend_file')];
        foreach (['mbstring', 'ctype', 'iconv'] as $extension) {
            \array_push($php, ...(\is_file(\ini_get('extension_dir') . "/$extension.so") ? ['-d', "extension=$extension"] : []));
        }
        \array_push($php, '-d', 'extension=' . \getenv('BRINE_BUILD') . '/modules/brine.so');
        $process = \proc_open([...$as, ...$php, __DIR__ . '/migrate_files.php', $this->directory, ...\array_values($options)], [1 => ['pipe', 'w']], $pipes);
        self::assertIsResource($process);
        $output = (string) \stream_get_contents($pipes[1]);

        return [\proc_close($process), $output];
    }
}
