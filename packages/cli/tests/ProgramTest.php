<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

use Brine\Console\Application;
use PHPUnit\Framework\Attributes\DataProvider;

/** bin/brine as a program. */
final class ProgramTest extends ConsoleTestCase
{
    private const PROGRAM = __DIR__ . '/../bin/brine';

    public function testRuns(): void
    {
        [$code, $output] = self::program(['inspect', '-', '--depth', '0'], "\xC1\x10\x05");
        self::assertSame([0, "         2  \$value 5 SMALL_INT\n"], [$code, \substr($output, -\strlen("         2  \$value 5 SMALL_INT\n"))]);
        self::assertSame(1, self::program(['inspect', '-'], "\xC1\x10")[0]);
        self::assertSame(2, self::program(['inspect'], '')[0]);
        self::assertSame(2, self::program(['no-such-command'], '')[0]);
        // Without a terminal nothing is asked, and no question goes to the standard output.
        foreach (['migrat', 'inpsect', 'dictionary', 'stast'] as $name) {
            self::assertSame([2, ''], \array_slice(self::program(['/bin/sh', '-c', \escapeshellarg(\PHP_BINARY) . ' -n ' . self::extensions() . \escapeshellarg(self::PROGRAM) . " $name 2>/dev/null"], 'yes', direct: true), 0, 2), $name);
        }
        self::assertSame([2, "brine: There is no file /no/such/file\n"], self::program(['dictionary', 'show', '/no/such/file'], ''));
        self::assertSame([2, "brine: There is no file /no/such/file\n"], self::program(['-n', '--no-ansi', 'dictionary', 'store', '/no/such/file', '/tmp'], ''));
        self::assertSame([2, "brine: There is no file /no/such/file\n"], self::program(['dictionary:diff', '/no/such/file', '-'], ''));
        [$code, $output] = self::program(['sign', '-', '--key-env', 'BRINE_TEST_KEY'], "\xC1\x10\x05", ['BRINE_TEST_KEY' => 'secret of a test']);
        self::assertSame([0, 41], [$code, \strlen($output)]);
    }

    public function testAFileThatIsTooLong(): void
    {
        $file = $this->file('');
        $stream = \fopen($file, 'r+b');
        self::assertNotFalse($stream);
        \ftruncate($stream, (1 << 28) + 1);
        \fclose($stream);
        self::assertSame([2, "brine: The file $file is longer than 256 MiB\n"], self::program(['inspect', $file], ''));
        self::assertSame([2, "brine: The file /dev/zero is longer than 256 MiB\n"], self::program(['inspect', '/dev/zero'], ''));
    }

    /** A full disk makes each command fail; a reader that is gone causes no message. */
    public function testAStandardOutputThatTakesNothing(): void
    {
        if (!\is_writable('/dev/full')) {
            self::markTestSkipped('there is no /dev/full');
        }
        $file = \escapeshellarg($this->file(\brine_serialize(['a' => 'b'])));
        $key = \escapeshellarg($this->file('a secret of sixteen bytes'));
        $directory = $this->directory();
        \file_put_contents("$directory/a", 'i:1;');
        $program = \escapeshellarg(\PHP_BINARY) . ' -n ' . self::extensions() . \escapeshellarg(self::PROGRAM);
        $commands = [
            "convert $file --to native", "sign $file --key-file $key", "inspect $file", "inspect $file --json", 'doctor --json', 'doctor', "stats $directory", "stats $directory --json",
            "verify $file --key-file $key", 'list', '--version', "migrate $directory --dry-run", 'bench --list',
        ];
        foreach ($commands as $command) {
            [$code, $output] = self::program(['/bin/sh', '-c', "$program $command --no-interaction >/dev/full"], '', direct: true);
            self::assertSame([1, "brine: The standard output cannot be written: no space left on device\n"], [$code, $output], $command);
        }
        [$code, $output] = self::program(['/bin/sh', '-c', "{ $program list; echo $? >&2; } | true"], '', direct: true);
        self::assertSame([0, "1\n"], [$code, $output]);
    }

    /** A file is whole, or what it was before. */
    public function testAFileThatIsNotWritten(): void
    {
        $directory = $this->directory();
        $file = $this->file(\serialize(\str_repeat('text', 50_000)));
        \file_put_contents("$directory/out", 'as it was');
        \chmod("$directory/out", 0640);
        $program = \escapeshellarg(\PHP_BINARY) . ' -n ' . self::extensions() . \escapeshellarg(self::PROGRAM);
        // 100 blocks of 512 or 1,024 bytes: the system ends a process that writes more, unless the signal is ignored.
        $call = "trap '' XFSZ; ulimit -f 100; exec $program convert " . \escapeshellarg($file) . ' --to native --out ' . \escapeshellarg("$directory/out");
        [$code, $output] = self::program(['/bin/sh', '-c', $call], '', direct: true);
        self::assertSame([1, "brine: The file $directory/out is not written: file too large\n"], [$code, $output]);
        self::assertSame(['as it was', ['.', '..', 'out']], [\file_get_contents("$directory/out"), \scandir($directory)]);
        self::assertSame(0, self::program(['convert', $file, '--to', 'json', '--out', "$directory/out"], '')[0]);
        \clearstatcache();
        self::assertSame([200_002, 0640, ['.', '..', 'out']], [\filesize("$directory/out"), (int) \fileperms("$directory/out") & 0777, \scandir($directory)]);
        // A link stays a link, and devices and pipes are written to.
        \symlink("$directory/out", "$directory/link");
        self::assertSame(0, self::program(['convert', '-', '--to', 'json', '--out', "$directory/link"], 'i:1;')[0]);
        self::assertSame([true, '1'], [\is_link("$directory/link"), \file_get_contents("$directory/out")]);
        self::assertSame([0, '1'], self::program(['convert', '-', '--to', 'json', '--out', '/dev/stdout'], 'i:1;'));
        $refused = [
            '/dev/full' => 'is not written: no space left on device', "$directory/none/out" => "cannot be written: there is no directory $directory/none",
            $directory => 'cannot be written: it is a directory',
        ];
        foreach ($refused as $out => $why) {
            self::assertSame([1, "brine: The file $out $why\n"], self::program(['convert', '-', '--to', 'json', '--out', $out], 'i:1;'));
        }
        \unlink("$directory/link");
    }

    /** Inaccessible files are counted and named, and the summary still appears. */
    public function testTellsOfWhatItMayNotReach(): void
    {
        $directory = $this->directory();
        $files = ['open/a', 'open/b', 'fixed/c', 'secret/d', 'listed/e'];
        for ($i = 0; $i < 12; ++$i) {
            $files[] = "closed/$i";
        }
        foreach ($files as $file) {
            @\mkdir(\dirname("$directory/$file"));
            \file_put_contents("$directory/$file", \serialize(['id' => $file]));
            \chmod("$directory/$file", \str_starts_with($file, 'closed/') ? 0 : 0o666);
        }
        \chmod($directory, 0o777);
        foreach (['open' => 0o777, 'fixed' => 0o555, 'secret' => 0, 'listed' => 0o444, 'closed' => 0o777] as $folder => $mode) {
            \chmod("$directory/$folder", $mode);
        }
        try {
            [$code, $output] = self::withPermissions(['migrate', $directory, '--no-interaction', '--to', 'brine']);
            if (\str_starts_with($output, 'setpriv: ')) {
                self::markTestSkipped('root cannot give its rights up here');
            }
            self::assertStringStartsWith("17 entries\n         2  migrated\n        14  inaccessible\n         1  unwritable\n", $output);
            self::assertSame([1, 10], [$code, \preg_match_all('/^(?:inaccessible|unwritable)  [a-z]+(?:\/\d+)?: /m', $output)], $output);
            self::assertStringContainsString("\ninaccessible  closed/0: The file cannot be read\n", $output);
            \chmod("$directory/closed", 0);
            [$code, $output] = self::withPermissions(['migrate', $directory, '--no-interaction', '--to', 'native']);
            self::assertSame(1, $code, $output);
            self::assertStringContainsString("\ninaccessible  closed: The folder cannot be listed\ninaccessible  listed: The folder cannot be entered\ninaccessible  secret: The folder cannot be listed\n", $output);
            [$code, $output] = self::withPermissions(['stats', $directory]);
            self::assertSame(1, $code, $output);
            self::assertStringContainsString("3 files or folders are left out\n  closed: The folder cannot be listed\n", $output);
            \chmod("$directory/open/a", 0);
            \chmod("$directory/open", 0o555);
            [$code, $output] = self::withPermissions(['inspect', $directory, '--key', 'open/a']);
            self::assertSame(2, $code);
            self::assertStringContainsString("4 files or folders are left out\n", $output);
        } finally {
            foreach (['fixed', 'secret', 'listed', 'closed', 'open'] as $folder) {
                \chmod("$directory/$folder", 0o777);
            }
        }
    }

    /** A terminal gets binary data only with --force, and gets colours, unlike a pipe. */
    public function testKnowsATerminal(): void
    {
        $script = \trim((string) \shell_exec('command -v script'));
        if ($script === '') {
            self::markTestSkipped('there is no script(1)');
        }
        $file = \escapeshellarg($this->file(\brine_serialize(['a' => 'b'])));
        $program = \escapeshellarg(\PHP_BINARY) . ' -n ' . self::extensions() . \escapeshellarg(self::PROGRAM);
        $run = static fn (string $arguments): array => self::program([$script, '-qec', "unset NO_COLOR; TERM=xterm $program $arguments", '/dev/null'], '', direct: true);
        [$code, $output] = $run("convert $file --to brine");
        if (\str_contains($output, 'failed to create pseudo-terminal')) {
            self::markTestSkipped('this machine has no terminals');
        }
        self::assertSame(2, $code, $output);
        self::assertStringContainsString('is not written to a terminal', $output);
        [$code, $output] = $run("convert $file --to brine --force");
        self::assertSame([0, true], [$code, \str_contains($output, "\xC1\x10")]);
        $key = \escapeshellarg($this->file('secret of a test'));
        [$code, $output] = $run("sign $file --key-file $key");
        self::assertSame([2, true], [$code, \str_contains($output, 'is not written to a terminal')]);
        [$code, $output] = $run("sign $file --key-file $key --force");
        self::assertSame([0, true], [$code, \str_contains($output, "\xC1\x14")]);
        [$code, $output] = $run("convert $file --to native");
        self::assertSame([0, true], [$code, \str_contains($output, \serialize(['a' => 'b']))]);
        self::assertStringContainsString("\e[", $run("inspect $file")[1]);
        self::assertStringNotContainsString("\e[", self::program(['inspect', '-'], "\xC1\x10\x05")[1]);
    }

    public function testSaysThatTheAutoloaderIsMissing(): void
    {
        $directory = $this->directory();
        \mkdir("$directory/bin");
        \copy(self::PROGRAM, "$directory/bin/brine");
        [$code, $output] = self::program([\PHP_BINARY, '-n', "$directory/bin/brine"], '', direct: true);
        self::assertSame([2, "brine: Composer's autoloader is not found. Run: composer install\n"], [$code, $output]);
    }

    /** The library's functions in PHP are not taken for those of the extension. */
    public function testKnowsThatTheExtensionIsMissing(): void
    {
        [$code, $output] = self::program(['doctor'], '');
        self::assertSame(1, $code);
        self::assertStringContainsString("\n  dictionaries  by PHP alone, which is slow\n", $output);
        $directory = $this->directory();
        for ($i = 0; $i < 40; ++$i) {
            \file_put_contents("$directory/$i", \serialize(['id' => $i, 'status' => 'published', 'roles' => ['editor', 'author']]));
        }
        [$code, $output] = self::program(['train', '--out', $this->file(''), $directory], '');
        self::assertSame(0, $code);
        self::assertStringContainsString("\nTimes are not measured: no loaded extension reads dictionaries.\n", $output);
    }

    /** Help without a command shows the commands, and which to start with. */
    public function testListsTheCommands(): void
    {
        [$code, $output] = self::program(['--help'], '');
        self::assertSame([0, self::program(['list'], '')[1]], [$code, $output]);
        self::assertMatchesRegularExpression('/First steps\n  brine doctor .*\n  brine stats redis:.*\n  brine migrate redis:.* --dry-run .*\n/', $output);
        self::assertStringContainsString("\n  migrate           Write the entries", $output);
    }

    /** The version is the one of the package. */
    public function testTellsItsVersion(): void
    {
        \preg_match('/^#define PHP_BRINE_VERSION "(.*)"$/m', (string) \file_get_contents(\dirname(__DIR__, 3) . '/ext/php_brine.h'), $match);
        self::assertSame([0, 'brine ' . ($match[1] ?? '') . "\n"], self::program(['--version'], ''));
    }

    /** Packages have no pages: what a command says needs none. */
    public function testMessagesNameNoPage(): void
    {
        $files = new \AppendIterator();
        foreach (['cli', 'bench'] as $package) {
            $directory = new \RecursiveDirectoryIterator(\dirname(__DIR__, 2) . "/$package/src/Console", \FilesystemIterator::SKIP_DOTS);
            $files->append(new \RecursiveIteratorIterator($directory));
        }
        $strings = 0;
        foreach ($files as $file) {
            \assert($file instanceof \SplFileInfo);
            foreach (\PhpToken::tokenize((string) \file_get_contents($file->getPathname())) as $token) {
                if ($token->is([\T_CONSTANT_ENCAPSED_STRING, \T_ENCAPSED_AND_WHITESPACE])) {
                    ++$strings;
                    self::assertDoesNotMatchRegularExpression('~\bdocs/|\.md\b~', $token->text, $file->getPathname());
                }
            }
        }
        self::assertGreaterThan(1000, $strings);
    }

    /** Each command has examples of itself, and says its exit codes. */
    public function testHelps(): void
    {
        $names = [];
        foreach ((new Application())->all() as $name => $command) {
            if (\str_starts_with($command::class, 'Brine\\')) {
                $names[] = $name;
                self::assertNotSame('', $command->getDescription());
                self::assertStringContainsString("<info>brine " . \str_replace(':', ' ', $name), $command->getHelp());
                self::assertStringContainsString('Exit codes: <info>0</info>', $command->getHelp());
            }
        }
        \sort($names);
        self::assertSame(['bench', 'classes', 'convert', 'dictionary:diff', 'dictionary:show', 'dictionary:store', 'doctor', 'inspect', 'migrate', 'sign', 'stats', 'train', 'verify'], $names);
    }

    /** @return iterable<string, array{list<string>, int, string}> arguments, the exit code, and how the output begins */
    public static function withoutTheBenchmark(): iterable
    {
        $how = 'The command bench is in another package: composer require --dev brine/bench';
        yield 'no arguments' => [['bench'], 1, "brine: $how\n"];
        yield 'arguments' => [['bench', '--from', 'redis://localhost', 'a', '--no-such-option'], 1, "brine: $how\n"];
        yield 'help' => [['help', 'bench'], 0, "Description:\n  Measure Brine beside other serializers; needs brine/bench\n"];
        yield 'another command' => [['--version'], 0, 'brine '];
    }

    /** @param list<string> $arguments */
    #[DataProvider('withoutTheBenchmark')]
    public function testWithoutTheBenchmark(array $arguments, int $code, string $beginning): void
    {
        $file = $this->file('<?php (require ' . \var_export(\dirname(__DIR__, 3) . '/vendor/autoload.php', true) . ')->setPsr4("Brine\\\\Bench\\\\", []); require ' . \var_export(self::PROGRAM, true) . ';');
        [$found, $output] = self::program([\PHP_BINARY, '-n', ...\explode(' ', \trim(self::extensions())), $file, ...$arguments], '', direct: true);
        self::assertSame([$code, $beginning], [$found, \substr(\str_replace("#!/usr/bin/env php\n", '', $output), 0, \strlen($beginning))]);
    }

    public function testCompletes(): void
    {
        [$code, $output] = self::program(['_complete', '--no-interaction', '-sbash', '-c2', '-a1', '-ibrine', '-iconvert', '-i--to='], '');
        self::assertSame(0, $code, $output);
        self::assertSame("brine\nnative\nigbinary\nmsgpack\njson\n", $output);
        foreach (['bash', 'zsh', 'fish'] as $shell) {
            [$code, $output] = self::program(['completion', $shell], '');
            self::assertSame(0, $code);
            self::assertStringContainsString('brine', $output);
        }
    }

    /**
     * As a user to whom permissions apply, even where that is root.
     *
     * @param list<string> $arguments
     * @return array{int, string}
     */
    private static function withPermissions(array $arguments): array
    {
        $user = \trim((string) \shell_exec('id -u'));
        $setpriv = \trim((string) \shell_exec('command -v setpriv'));
        if ($user === '0' && $setpriv === '') {
            self::markTestSkipped('there is no setpriv(1)');
        }
        $as = $user === '0' ? [$setpriv, '--bounding-set=-dac_override,-dac_read_search'] : [];

        return self::program([...$as, \PHP_BINARY, '-n', ...\explode(' ', \trim(self::extensions())), self::PROGRAM, ...$arguments], '', direct: true);
    }

    /**
     * @param list<string>          $arguments
     * @param array<string, string> $environment
     * @param bool                  $direct whether the arguments are the whole command
     * @return array{int, string} the exit code, and what was written
     */
    private static function program(array $arguments, string $input, array $environment = [], bool $direct = false): array
    {
        $command = $direct ? $arguments : [\PHP_BINARY, '-n', ...\explode(' ', \trim(self::extensions())), self::PROGRAM, ...$arguments];
        $process = \proc_open($command, [['pipe', 'r'], ['pipe', 'w'], ['pipe', 'w']], $pipes, null, $environment + \getenv());
        \assert($process !== false);
        \fwrite($pipes[0], $input);
        \fclose($pipes[0]);
        $output = \stream_get_contents($pipes[1]) . \stream_get_contents($pipes[2]);

        return [\proc_close($process), $output];
    }
}
