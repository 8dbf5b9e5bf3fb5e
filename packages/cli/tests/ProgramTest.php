<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

use Brine\Console\Application;

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
        self::assertSame([2, "brine: There is no file /no/such/file\n"], self::program(['dictionary', 'show', '/no/such/file'], ''));
        self::assertSame([2, "brine: There is no file /no/such/file\n"], self::program(['dictionary:diff', '/no/such/file', '-'], ''));
        [$code, $output] = self::program(['sign', '-', '--key-env', 'BRINE_TEST_KEY'], "\xC1\x10\x05", ['BRINE_TEST_KEY' => 'secret']);
        self::assertSame([0, 41], [$code, \strlen($output)]);
    }

    /** A terminal gets no bytes that are no text, unless it is forced upon it; and colours, which a pipe does not get. */
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
        $key = \escapeshellarg($this->file('secret'));
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
        self::assertStringContainsString("\nTimes are not measured: there is no extension here that reads dictionaries.\n", $output);
    }

    /** Who asks for help and names no command wants to know the commands, and with which to begin. */
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
        $files = new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator(\dirname(__DIR__) . '/src/Console', \FilesystemIterator::SKIP_DOTS));
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
        self::assertSame(['bench', 'convert', 'dictionary:diff', 'dictionary:show', 'dictionary:store', 'doctor', 'inspect', 'migrate', 'sign', 'stats', 'train', 'verify'], $names);
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
