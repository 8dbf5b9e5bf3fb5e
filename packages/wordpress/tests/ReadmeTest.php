<?php

declare(strict_types=1);

namespace Brine\WordPress\Tests;

use Brine\WordPress\Command;
use Brine\WordPress\DropIn;
use Brine\WordPress\Settings;

/** The README's examples, one after the other: constants, commands, and code, where a line with "// prints: …" must print that. */
final class ReadmeTest extends TestCase
{
    /** @var array<string, mixed> constants of the examples */
    private array $constants = [];

    private string $site;

    protected function setUp(): void
    {
        parent::setUp();
        Site::define(self::socket('phpredis'));
        $this->site = \sys_get_temp_dir() . '/brine-wordpress-' . \bin2hex(\random_bytes(6));
        \mkdir("$this->site/wp-content", recursive: true);
    }

    protected function tearDown(): void
    {
        \exec('rm -rf ' . \escapeshellarg($this->site));
        @\unlink(DropIn::ofSite()->file);
        parent::tearDown();
    }

    public function testExamples(): void
    {
        $text = (string) \file_get_contents(\dirname(__DIR__) . '/README.md');
        self::assertSame(10, \preg_match_all('/^```(\w+)\n(.*?)^```/ms', $text, $blocks, \PREG_SET_ORDER));
        $done = [];
        foreach ($blocks as [, $language, $code]) {
            $this->begin();
            self::redis()->set('shop:wp:shop:broken', 'O:4:"Gone":0:{}');
            $done[] = match (true) {
                $language === 'sh' => $this->runCommands($code),
                \str_contains($code, 'define(') => $this->define($code),
                \str_starts_with($code, 'require_once') => $this->find($code),
                default => $this->runCode($code),
            };
        }
        self::assertSame(['sh', 'constants', 'sh', 'code', 'sh', 'code', 'constants', 'sh', 'sh', 'file'], $done);
    }

    /** Each constant of the list of settings is one, and none is missing. */
    public function testSettings(): void
    {
        $text = (string) \file_get_contents(\dirname(__DIR__) . '/README.md');
        \preg_match_all('/^- (`[A-Z].*`): /m', $text, $rows);
        $named = [];
        foreach ($rows[1] as $row) {
            \preg_match_all('/`(\w+)`/', $row, $names);
            foreach ($names[1] as $name) {
                $named[] = \str_starts_with($name, '_') ? "WP_REDIS$name" : $name;
            }
        }
        $known = [...Settings::NAMES, 'BRINE_DIRECTORY', 'BRINE_DISABLED'];
        \sort($known);
        \sort($named);
        self::assertSame($known, $named);
    }

    /** A request with the constants so far. */
    private function begin(): void
    {
        $GLOBALS['wp_object_cache'] = self::cache(settings: $this->constants);
        Site::$listeners = [];
    }

    private function define(string $code): string
    {
        self::assertGreaterThan(0, \preg_match_all("/^define\\('(\\w+)', '(.*)'\\);$/m", $code, $match));
        foreach ($match[1] as $i => $name) {
            $this->constants[$name] = $match[2][$i];
        }
        $this->begin();
        \wp_cache_set('of', ['the' => 'example'], 'shop');
        self::assertNotFalse(self::redis()->get('shop:wp:shop:of'));

        return 'constants';
    }

    /** The file that a line of wp-config.php loads is one of the package. RedisObjectCacheTest loads it. */
    private function find(string $code): string
    {
        self::assertSame(1, \preg_match("~/wp-content/plugins/brine(/.+)';$~m", $code, $match));
        self::assertFileExists(\dirname(__DIR__) . ($match[1] ?? ''));

        return 'file';
    }

    private function runCommands(string $code): string
    {
        foreach (\explode("\n", \trim($code)) as $line) {
            $words = \explode(' ', $line);
            if ($words[0] === 'composer') {
                self::assertDirectoryExists(\dirname(__DIR__) . '/vendor/' . $words[2]);
            } elseif ($words[0] === 'cp') {
                \copy(\dirname(__DIR__) . '/' . \basename($words[1]), "$this->site/$words[2]" . \basename($words[1]));
                self::assertSame('current', (new DropIn("$this->site/wp-content"))->state());
                \copy(\dirname(__DIR__) . '/object-cache.php', DropIn::ofSite()->file);
            } else {
                self::assertSame(['wp', 'brine'], \array_slice($words, 0, 2));
                $this->runCommand($words[2], \array_slice($words, 3));
            }
        }

        return 'sh';
    }

    /** @param list<string> $words */
    private function runCommand(string $name, array $words): void
    {
        $arguments = [];
        /** @var array<string, string|true> $options */
        $options = [];
        foreach ($words as $word) {
            if (\str_starts_with($word, '--')) {
                $parts = \explode('=', \substr($word, 2));
                $options[$parts[0]] = $parts[1] ?? true;
            } else {
                $arguments[] = $word;
            }
        }
        \WP_CLI::taken();
        $command = new Command();
        match ($name) {
            'status' => $command->status(),
            'flush' => $command->flush($arguments),
            'migrate' => $command->migrate($arguments, $options),
            'disable' => $command->disable($arguments, $options),
            default => self::fail("There is no command $name"),
        };
        self::assertNotSame([], \WP_CLI::taken());
        if ($name === 'migrate' && isset($options['to'])) {
            self::assertSame('a:', \substr(self::raw('shop:wp:shop:of'), 0, 2));
        }
    }

    private function runCode(string $code): string
    {
        \preg_match_all('~// prints: (.*)$~m', $code, $expected);
        self::assertNotSame([], $expected[1]);
        \ob_start();
        try {
            eval($code);
        } finally {
            $output = (string) \ob_get_clean();
        }
        self::assertSame(\implode("\n", $expected[1]) . "\n", $output);

        return 'code';
    }
}
