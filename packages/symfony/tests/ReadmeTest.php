<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

use Brine\BrineBundle\BrineBundle;
use Brine\Dictionary\Directory;
use Brine\Training\Trainer;
use Symfony\Bundle\FrameworkBundle\Console\Application;
use Symfony\Component\Console\Input\StringInput;
use Symfony\Component\Console\Output\BufferedOutput;
use Symfony\Component\Yaml\Yaml;
use Symfony\Contracts\Cache\CacheInterface;

/** The examples of README.md do what it says. */
final class ReadmeTest extends PoolTestCase
{
    public function testTheBundleIsEnabled(): void
    {
        $bundles = eval(\substr($this->block('php', 'config/bundles.php'), \strlen('// config/bundles.php')));
        \assert(\is_array($bundles));
        self::assertSame(['all' => true], $bundles[BrineBundle::class]);
        /** @var array{type: string} $package */
        $package = \json_decode((string) \file_get_contents(__DIR__ . '/../composer.json'), true, flags: \JSON_THROW_ON_ERROR);
        // Flex enables a bundle without a recipe if it is named after its namespace.
        self::assertSame('symfony-bundle', $package['type']);
        self::assertSame('Brine\BrineBundle\BrineBundle', BrineBundle::class);
    }

    public function testPhp(): void
    {
        $cache = $this->boot()->get('cache.app');
        \assert($cache instanceof CacheInterface);
        $value = eval($this->block('php', '$cache->get(') . 'return $value;');
        self::assertSame(['tea' => ['price' => 4.5], 'coffee' => ['price' => 5.25]], $value);
        $code = $this->block('php', 'new BrineMarshaller');
        self::assertSame(1, \preg_match('~// prints: (.*)$~m', $code, $expected));
        $this->expectOutputString(($expected[1] ?? '') . "\n");
        eval($code);
    }

    /** The output of the status is that of the page, and each command does its work. */
    public function testCommands(): void
    {
        if (!\extension_loaded('brine')) {
            self::markTestSkipped('the example is one of the extension');
        }
        $cache = $this->pool($this->boot(null), 'cache.app');
        for ($i = 0; $i < 200; ++$i) {
            $this->save($cache, "product$i", ['id' => $i, 'name' => "Product $i", 'price' => $i / 4, 'stock' => \array_fill_keys(['Berlin', 'Paris', 'Rome'], ['count' => $i, 'ordered' => false])]);
        }
        \preg_match_all('/^bin\/console (.*)$/m', $this->readme(), $commands);
        self::assertCount(3, $commands[1]);
        $outputs = [];
        foreach ($commands[1] as $command) {
            $application = new Application($this->kernel());
            $application->setAutoExit(false);
            $output = new BufferedOutput();
            self::assertSame(0, $application->run(new StringInput($command), $output));
            $outputs[] = $output->fetch();
        }
        self::assertStringContainsString($this->block('', 'Written now'), (string) \preg_replace('/ +$/m', '', $outputs[0]));
        self::assertStringContainsString('200 of 200 entries would be written', $outputs[1]);
        self::assertStringContainsString('200 of 200 entries written', $outputs[2]);
    }

    public function testConfiguration(): void
    {
        $configuration = Yaml::parse($this->block('yaml', 'brine:'));
        \assert(\is_array($configuration) && \is_array($configuration['brine']));
        $brine = $configuration['brine'];
        self::assertSame(['compress', 'sign', 'dictionary', 'resident', 'session', 'stale_classes', 'pools'], \array_keys($brine));
        $_ENV['BRINE_KEY'] = 'a secret of the environment';
        /** @var array<string, mixed> $brine */
        $cache = $this->pool($this->boot($brine), 'cache.app');
        $this->save($cache, 'key', ['value']);
        self::assertSame([true, ['value']], $this->fetch($this->pool($this->boot($brine), 'cache.app'), 'key'));
        unset($_ENV['BRINE_KEY']);
    }

    public function testDictionaries(): void
    {
        $trainer = new Trainer();
        for ($i = 0; $i < 100; ++$i) {
            $trainer->add(['identifier' => $i, 'description' => 'the same in all', 'status' => 'published']);
        }
        $dictionary = $trainer->train();
        $directory = self::$directory . '/dictionaries';
        @\mkdir($directory);
        $file = (new Directory($directory))->store($dictionary);
        $brine = ['dictionary' => ['directory' => $directory, 'write' => $dictionary->id()]];
        $value = ['identifier' => 1000, 'description' => 'the same in all', 'status' => 'published'];
        foreach ([$file, "$directory/{$dictionary->id()}.php", null] as $needless) {
            $container = $this->boot($brine);
            $this->save($this->pool($container, 'app.redis'), 'key', $value);
            if (\extension_loaded('brine')) {
                self::assertSame("\xc1\x12" . \hex2bin($dictionary->id()), \substr($this->bytes($container, 'app.redis', 'key'), 0, 10));
            }
            self::assertSame([true, $value], $this->fetch($this->pool($this->boot($brine), 'app.redis'), 'key'));
            self::assertSame([true, $value], $this->fetch($this->pool($this->boot(['dictionary' => $directory]), 'app.redis'), 'key'));
            // Either of the two files is enough: ID.php, and in the last round ID.dictionary.
            (new Directory($directory))->store($dictionary);
            if ($needless !== null) {
                \unlink($needless);
            }
        }
    }

    private function readme(): string
    {
        return (string) \file_get_contents(__DIR__ . '/../README.md');
    }

    /** The first block of code in this language that contains a text. */
    private function block(string $language, string $text): string
    {
        \preg_match_all('/^```(\w*)\n(.*?)^```$/ms', $this->readme(), $blocks, \PREG_SET_ORDER);
        foreach ($blocks as [, $of, $code]) {
            if ($of === $language && \str_contains($code, $text)) {
                return $code;
            }
        }
        self::fail("No block of $language has $text");
    }
}
