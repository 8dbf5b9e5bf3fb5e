<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

use Brine\Console\Application;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Console\Tester\ApplicationTester;

/** Runs commands, and looks at what they say. */
abstract class ConsoleTestCase extends TestCase
{
    /** Not text: control characters except line feeds, and bytes that are not UTF-8. */
    private const CONTROL = '/[\x00-\x09\x0B-\x1F\x7F]|\xC2[\x80-\x9F]/';

    /** @var list<string> */
    private array $made = [];

    private string $errors = '';

    protected function tearDown(): void
    {
        foreach (\array_reverse($this->made) as $path) {
            \is_dir($path) ? self::removeDirectory($path) : @\unlink($path);
        }
    }

    /**
     * Runs a command, and expects an exit code.
     *
     * @param array<string, mixed> $arguments
     * @return string what it writes
     */
    protected function brine(int $code, string $command, array $arguments = []): string
    {
        [$found, $output] = $this->tryBrine($command, $arguments);
        self::assertSame($code, $found, $output . $this->errors);
        self::assertNoControls($output . $this->errors);

        return $output;
    }

    /**
     * @param array<string, mixed> $arguments
     * @return array{int, string} the exit code, and what the command writes
     */
    protected function tryBrine(string $command, array $arguments): array
    {
        $application = new Application();
        $application->setAutoExit(false);
        $tester = new ApplicationTester($application);
        $code = $tester->run(['command' => $command] + $arguments, ['interactive' => false, 'capture_stderr_separately' => true]);
        $this->errors = $tester->getErrorOutput(true);

        return [$code, $tester->getDisplay(true)];
    }

    /** The last command's standard error output. */
    protected function errors(): string
    {
        return $this->errors;
    }

    protected static function assertNoControls(string $text): void
    {
        self::assertFalse(self::hasControls($text), \addcslashes($text, "\0..\37!\177..\377"));
    }

    /** Whether a terminal could be harmed. */
    public static function hasControls(string $text): bool
    {
        return \preg_match(self::CONTROL, $text) === 1 || \preg_match('//u', $text) !== 1;
    }

    protected function file(string $bytes): string
    {
        $file = (string) \tempnam(\sys_get_temp_dir(), 'brine-console-');
        \file_put_contents($file, $bytes);

        return $this->made[] = $file;
    }

    protected function directory(): string
    {
        $directory = \sys_get_temp_dir() . '/brine-console-' . \bin2hex(\random_bytes(8));
        \mkdir($directory, 0700);

        return $this->made[] = $directory;
    }

    /** Arguments that a PHP without an ini file needs. */
    protected static function extensions(): string
    {
        $arguments = '-d display_errors=stderr ';
        foreach (['ctype', 'mbstring', 'tokenizer'] as $name) {
            if (\file_exists(\ini_get('extension_dir') . "/$name.so")) {
                $arguments .= "-d extension=$name ";
            }
        }

        return $arguments;
    }

    private static function removeDirectory(string $directory): void
    {
        foreach (\array_diff((array) \scandir($directory), ['.', '..']) as $name) {
            $path = "$directory/$name";
            \is_dir($path) ? self::removeDirectory($path) : \unlink($path);
        }
        \rmdir($directory);
    }
}
