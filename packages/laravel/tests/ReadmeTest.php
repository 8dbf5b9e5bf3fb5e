<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

use Illuminate\Foundation\Application;
use Illuminate\Support\Facades\Facade;

/**
 * The README's examples, one after the other, in an application of the framework's own configuration: settings of .env, commands, and code, where a
 * line with "// prints: …" must print that.
 */
final class ReadmeTest extends TestCase
{
    use RunsExamples;

    /** @var array<string, string> */
    private array $environment = [];

    protected function tearDown(): void
    {
        foreach (\array_keys($this->environment) as $name) {
            unset($_ENV[$name], $_SERVER[$name]);
            \putenv($name);
        }
        parent::tearDown();
    }

    /** An application as .env has it by now. */
    private function current(): Application
    {
        $this->set('CACHE_STORE', 'database');
        $this->set('DB_DATABASE', $this->servers()['sqlite']);
        $app = $this->app('database', ['cache.stores.database.driver' => 'database', 'database.connections.sqlite.database' => $this->servers()['sqlite']], false);
        Facade::setFacadeApplication($app);

        return $app;
    }

    private function set(string $name, string $value): void
    {
        $this->environment[$name] = $_ENV[$name] = $_SERVER[$name] = $value;
        \putenv("$name=$value");
    }

    public function testExamples(): void
    {
        $text = (string) \file_get_contents(\dirname(__DIR__) . '/README.md');
        self::assertSame(11, \preg_match_all('/^```(\w+)\n(.*?)^```/ms', $text, $blocks, \PREG_SET_ORDER));
        $own = self::store($this->current());
        self::assertSame(\Illuminate\Cache\DatabaseStore::class, $own->getStore()::class);
        $own->put('before', [new Thing('before')], 600);
        $done = [];
        foreach ($blocks as [, $language, $code]) {
            $done[] = match (true) {
                $language === 'env' => $this->useEnvironment($code),
                $language === 'sh' => $this->runCommands($code),
                \str_contains($code, 'config/cache.php') => $this->useConfiguration($code),
                default => $this->runCode($code),
            };
        }
        self::assertSame(['sh', 'env', 'php', 'sh', 'config', 'sh', 'env', 'sh', 'sh', 'env', 'php'], $done);
        // Laravel's own driver reads the native entries, and older entries still exist.
        self::assertFileExists("$this->directory/app/config/brine.php");
        $this->set('BRINE_REPLACE_DEFAULT_DRIVERS', 'false');
        self::assertEquals([new Thing('before')], self::store($this->current())->get('before'));
    }

    private function useEnvironment(string $code): string
    {
        foreach (\explode("\n", \trim($code)) as $line) {
            [$name, $value] = \explode('=', $line, 2);
            $this->set($name, $value);
        }
        // Undoes the setting for switching back, from an earlier example.
        if (\str_contains($code, 'BRINE_KEYS')) {
            $this->set('BRINE_WRITE', 'brine');
        }

        return 'env';
    }

    private function runCommands(string $code): string
    {
        foreach (\explode("\n", \trim($code)) as $line) {
            if ($line === 'composer require brine/laravel') {
                // The tests have it by Composer.
                self::assertDirectoryExists(Host::vendor() . '/brine/laravel/src');
                continue;
            }
            self::assertStringStartsWith('php artisan ', $line);
            [$exit, $output] = $this->artisan($this->current(), \substr($line, 12));
            self::assertSame(0, $exit, "$line: $output");
        }

        return 'sh';
    }

    private function useConfiguration(string $code): string
    {
        $app = $this->current();
        $config = eval($code);
        self::assertIsArray($config);
        self::assertIsArray($config['stores']);
        $settings = ['database.redis.cache' => ['host' => $this->servers()['redis'], 'port' => 0, 'database' => 1]];
        foreach ($config['stores'] as $name => $store) {
            $settings["cache.stores.$name"] = $store;
        }
        $app = $this->app('database', $settings, false);
        foreach (\array_keys($config['stores']) as $name) {
            $cache = self::store($app, (string) $name);
            $value = \str_repeat('<p>page</p>', 500);
            self::assertTrue($cache->put('key', $value, 100));
            self::assertSame($value, $cache->get('key'));
            self::assertSame($name === 'redis' ? "\xc1\x10" : "\xc1\x18", \substr($this->raw($cache, 'key'), 0, 2));
        }

        return 'config';
    }

    private function runCode(string $code): string
    {
        $this->current();
        self::assertPrintsWhatItSays($code);

        return 'php';
    }
}
