<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Brine\Compression\Algorithm;
use Brine\Training\Trainer;
use Drupal\brine\Codec;
use Drupal\brine\Configuration;
use PHPUnit\Framework\Attributes\DataProvider;

final class ConfigurationTest extends BackendTestCase
{
    public function testNothingIsRequired(): void
    {
        $configuration = new Configuration([]);
        self::assertTrue($configuration->writesNative);
        self::assertNull($configuration->algorithm);
        self::assertSame([], $configuration->keys);
        self::assertSame(['bootstrap', 'config', 'container', 'default', 'discovery'], $configuration->residentBins);
        self::assertNull($configuration->dictionary);
        self::assertNull($configuration->dictionaries);
    }

    public function testEverythingIsTaken(): void
    {
        $configuration = new Configuration([
            'compress' => ['algorithm' => 'zstd', 'level' => 5, 'min_bytes' => 99],
            'sign_keys' => ['the one key of two', 'two'],
            'write' => 'brine',
            'resident_bins' => [],
        ]);
        self::assertFalse($configuration->writesNative);
        self::assertSame([Algorithm::Zstd, 5, 99], [$configuration->algorithm, $configuration->level, $configuration->minBytes]);
        self::assertSame(['the one key of two', 'two'], $configuration->keys);
        self::assertSame([], $configuration->residentBins);
        self::assertSame(['the one key of two'], (new Configuration(['sign_keys' => 'the one key of two']))->keys);
        self::assertSame(Algorithm::Zlib, (new Configuration(['compress' => true]))->algorithm);
    }

    /** @return iterable<string, array{mixed, string}> */
    public static function wrong(): iterable
    {
        yield 'no array' => ['yes', '$settings[\'brine\'] has to be an array, and not string'];
        yield 'an unknown name' => [['compression' => true], 'There is no $settings[\'brine\'][\'compression\']: there are compress, sign_keys, dictionary, write, resident_bins'];
        yield 'an unknown format' => [['write' => 'igbinary'], '$settings[\'brine\'][\'write\'] has to be "brine" or "native", and not string'];
        yield 'a level of another type' => [['compress' => ['level' => '9']], '$settings[\'brine\'][\'compress\'][\'level\'] has to be an integer, and not string'];
        yield 'a length of another type' => [['compress' => ['min_bytes' => 1.5]], '$settings[\'brine\'][\'compress\'][\'min_bytes\'] has to be an integer, and not float'];
        yield 'an unknown algorithm' => [['compress' => ['algorithm' => 'gzip']], '$settings[\'brine\'][\'compress\'][\'algorithm\'] has to be "zlib", "zstd" or "lz4", and not string'];
        yield 'an unknown name of compression' => [['compress' => ['codec' => 1]], 'There is no $settings[\'brine\'][\'compress\'][\'codec\']: there are algorithm, level, min_bytes'];
        yield 'compression of another type' => [['compress' => 9], '$settings[\'brine\'][\'compress\'] has to be a bool or an array, and not int'];
        yield 'an empty key' => [['sign_keys' => ['']], '$settings[\'brine\'][\'sign_keys\'] has to be a list of strings that are not empty, and not array'];
        yield 'a key of another type' => [['sign_keys' => [5]], '$settings[\'brine\'][\'sign_keys\'] has to be a list of strings that are not empty, and not array'];
        yield 'a key that is too short to sign' => [
            ['write' => 'brine', 'sign_keys' => ['key of 15 bytes', 'key of 16 bytes.']],
            '$settings[\'brine\'][\'sign_keys\']: A signing key must have at least 16 bytes, and this one has 15. '
                . 'This command prints a good one: php -r "echo bin2hex(random_bytes(32));"',
        ];
        yield 'bins of another type' => [['resident_bins' => 'config'], '$settings[\'brine\'][\'resident_bins\'] has to be a list of strings, and not string'];
        yield 'a dictionary of another type' => [['dictionary' => true], '$settings[\'brine\'][\'dictionary\'] has to be a directory, or a file, and not bool'];
    }

    #[DataProvider('wrong')]
    public function testWhatIsWrongIsNamed(mixed $settings, string $message): void
    {
        $this->expectExceptionObject(new \InvalidArgumentException($message));
        new Configuration($settings);
    }

    public function testShortKeysVerify(): void
    {
        self::assertSame(['key of 16 bytes.', 'k'], (new Configuration(['write' => 'brine', 'sign_keys' => ['key of 16 bytes.', 'k']]))->keys);
        self::assertSame(['k'], (new Configuration(['write' => 'native', 'sign_keys' => ['k']]))->keys);
    }

    public function testNewSettingsCount(): void
    {
        $before = Codec::current();
        self::configure(['write' => 'native']);
        self::assertNotSame($before, Codec::current());
        self::assertSame(\serialize([1]), Codec::current()->encode([1]));
    }

    /** A directory is for reading; a file in it is what is written with, too. */
    public function testDictionariesAreReadAndWritten(): void
    {
        $trainer = new Trainer();
        for ($i = 0; $i < 100; ++$i) {
            $trainer->add(['identifier' => $i, 'published' => 'published', 'roles' => ['editor', 'author'], 'title' => "Title $i"]);
        }
        $path = \sys_get_temp_dir() . '/brine-drupal-' . \bin2hex(\random_bytes(6));
        \mkdir($path);
        $dictionary = $trainer->train();
        $file = (new \Brine\Dictionary\Directory($path))->store($dictionary);
        $export = "$path/{$dictionary->id()}.php";
        try {
            $value = ['identifier' => 500, 'published' => 'published', 'roles' => ['editor', 'author'], 'title' => 'Another'];
            // The export beside a file is taken first.
            \file_put_contents($file, 'no dictionary');
            foreach ([$file, $export] as $name) {
                self::assertEquals($dictionary, (new Configuration(['dictionary' => $name]))->dictionary);
            }
            self::configure(['dictionary' => $file]);
            $this->factory->get('default')->set('it', $value);
            self::assertStringStartsWith("\xc1\x12", $this->bytes('it'));
            self::assertLessThan(\strlen(\brine_serialize($value)), \strlen($this->bytes('it')));
            self::configure(['dictionary' => $path]);
            $this->assertHit($value, 'it');
            $this->factory->get('default')->set('plain', $value);
            self::assertSame(\brine_serialize($value), $this->bytes('plain'));
        } finally {
            \unlink($file);
            \unlink($export);
            \rmdir($path);
        }
    }
}
