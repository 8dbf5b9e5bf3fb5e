<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\DecodeException;
use Brine\Dictionary;
use Brine\Format\Dictionary\Checker;
use Brine\Format\Dictionary\Registry;
use PHPUnit\Framework\TestCase;

/** Common part of the dictionary tests: each starts without known dictionaries. */
abstract class DictionaryTestCase extends TestCase
{
    protected string $directory;

    protected function setUp(): void
    {
        Registry::clear();
        $this->directory = \sys_get_temp_dir() . '/brine-' . \bin2hex(\random_bytes(8));
        \mkdir($this->directory);
    }

    protected function tearDown(): void
    {
        Registry::clear();
        foreach (\array_diff((array) \scandir($this->directory), ['.', '..']) as $name) {
            \unlink("$this->directory/$name");
        }
        \rmdir($this->directory);
    }

    /** @param list<string> $strings */
    protected static function dictionary(array $strings = ['a string that is in the dictionary', 'another one that is there']): Dictionary
    {
        return Dictionary::fromBytes(\brine_serialize([$strings, [[0, 'id', 'title'], [1, \ArrayObject::class]], [['x', 'y', 'z']]]));
    }

    /** One that nobody has loaded: what the extension knows, it never forgets. */
    protected static function unknown(): Dictionary
    {
        return self::random(static fn (string $random): array => [
            ['a string that is in the dictionary', 'another one that is there', $random],
            [[0, 'id', 'title'], [1, \ArrayObject::class]],
            [['x', 'y', 'z']],
        ]);
    }

    /**
     * One of 256 random dictionaries has an id that none may have: then it is another one.
     *
     * @param \Closure(string): list<mixed> $parts of 16 random characters
     */
    protected static function random(\Closure $parts): Dictionary
    {
        do {
            $file = \brine_serialize($parts(\bin2hex(\random_bytes(8))));
        } while (!Checker::mayHaveId($file));

        return Dictionary::fromBytes($file);
    }

    /** For tests that need PHP to forget a dictionary. */
    protected static function needsToForget(): void
    {
        if (\extension_loaded('brine')) {
            self::markTestSkipped('the extension forgets no dictionary');
        }
    }

    /** @return array<mixed> */
    protected static function value(): array
    {
        return ['a string that is in the dictionary', ['id' => 1, 'title' => 'own'], ['x', 'y', 'z'], 'own'];
    }

    /** @param \Closure(): mixed $call */
    protected static function assertRefused(string $reason, \Closure $call): DecodeException
    {
        try {
            $call();
        } catch (DecodeException $error) {
            self::assertSame($reason, $error->getReason(), $error->getMessage());

            return $error;
        }
        self::fail("not refused: $reason");
    }
}
