<?php

declare(strict_types=1);

namespace Brine\Tests\Guides;

/** The examples of a page, and what one leaves for the next. All static: the names of the scope in which they run are theirs. */
final class Examples
{
    /** Where the pages have a server. */
    private const SOCKET = '/run/redis/redis-server.sock';

    /** @var list<Block> */
    private static array $blocks = [];
    private static string $socket;
    private static int $next = 0;
    /** @var list<list<string>> for each example the statements of it and of those before it, also of those that are left out */
    private static array $imports = [];

    /** @param string $socket of a server of Redis; empty if there is none */
    public static function start(string $page, string $socket): void
    {
        $imports = [];
        foreach ((new Page(\dirname(__DIR__, 2), $page))->blocks() as $block) {
            $imports = \array_values(\array_unique([...$imports, ...$block->imports()]));
            if ($block->isRun($socket !== '')) {
                self::$blocks[] = $block;
                self::$imports[] = $imports;
            }
        }
        self::$socket = $socket;
        // No example warns.
        \set_error_handler(static fn (int $level, string $message, string $file, int $line): never => throw new \ErrorException($message, 0, $level, $file, $line));
    }

    public static function next(): bool
    {
        \ob_start();

        return isset(self::$blocks[self::$next]);
    }

    /** @return string the file that runs before the example */
    public static function prelude(): string
    {
        return __DIR__ . '/preludes/' . (self::$blocks[self::$next]->with ?? 'none') . '.php';
    }

    /** The code, with the imports of the examples before it. They stand in one line, so that errors name the line of the example. */
    public static function code(): string
    {
        return \implode(' ', self::$imports[self::$next]) . \str_replace(self::SOCKET, self::$socket, self::$blocks[self::$next]->body());
    }

    /** Prints the place of the example, and what is wrong with it. */
    public static function finish(?\Throwable $thrown): void
    {
        $output = '';
        while (\ob_get_level() > 0) {
            $output = \ob_get_clean() . $output;
        }
        $block = self::$blocks[self::$next++];
        $mistake = match (true) {
            $thrown === null && $block->exception() !== null => "does not throw {$block->exception()}",
            $thrown !== null && $thrown::class !== $block->exception() => 'throws ' . $thrown::class . ": {$thrown->getMessage()}, line {$thrown->getLine()} of it",
            $output !== $block->output() => "prints\n{$output}and not\n{$block->output()}",
            default => '',
        };
        \fwrite(\STDERR, \json_encode([$block->place => $mistake], \JSON_THROW_ON_ERROR | \JSON_INVALID_UTF8_SUBSTITUTE) . "\n");
    }
}
