<?php

declare(strict_types=1);

namespace Brine\Tests\Training;

use Brine\Dictionary;
use Brine\Tests\Library\DictionaryTestCase;
use Brine\Training\Trainer;

/** Preset dictionaries of compression that training makes. */
final class PresetTest extends DictionaryTestCase
{
    private const TEXT = '<a class="teaser" href="/node/';

    private static function trainer(?\Closure $filter = null, int $heldBack = 0): Trainer
    {
        $trainer = new Trainer($filter, $heldBack);
        for ($i = 0; $i < 40; ++$i) {
            $trainer->add(['id' => $i, 'body' => self::TEXT . "$i\"> number $i", 'mail' => "user$i@example.org", 'key' => 'a8F3kQ90xZ7bW2mN' . $i]);
        }

        return $trainer;
    }

    public function testTraining(): void
    {
        $without = self::trainer()->train();
        $dictionary = self::trainer()->train(presetBytes: 200);
        self::assertSame([[], ['zlib', 'zstd']], [$without->describe()['presets'], $dictionary->describe()['presets']]);
        self::assertSame($without->entries(), $dictionary->entries());
        ['zlib' => $preset, 'zstd' => $zstd] = $dictionary->presets();
        self::assertSame($preset, $zstd);
        self::assertLessThanOrEqual(200, \strlen($preset));
        self::assertStringContainsString(self::TEXT, $preset);
        // The file has it once.
        self::assertLessThan(\strlen($without->bytes()) + \strlen($preset) + 16, \strlen($dictionary->bytes()));
        self::assertSame($dictionary->bytes(), self::trainer()->train(presetBytes: 200)->bytes());
        self::assertSame($without->bytes(), self::trainer()->train(presetBytes: 0)->bytes());
        self::assertEquals($dictionary->contents(), Dictionary::fromBytes($dictionary->bytes())->contents());
    }

    public function testWhatAPresetDoesNotHave(): void
    {
        $preset = self::trainer()->train(presetBytes: 4096)->contents()->compression[1];
        self::assertStringContainsString('@example.', $preset);
        // A token that looks random, and a piece of it.
        self::assertStringNotContainsString('F3kQ90', $preset);
        // Entries in fewer samples.
        self::assertArrayNotHasKey(1, self::trainer()->train(minSupport: 41, presetBytes: 4096)->contents()->compression);
        $filter = static fn (string $kind, mixed $entry): bool => $kind !== 'string' || \is_string($entry) && !\str_contains($entry, '@');
        $preset = self::trainer($filter)->train(presetBytes: 4096)->contents()->compression[1];
        self::assertStringContainsString(self::TEXT, $preset);
        self::assertStringNotContainsString('example', $preset);
    }

    public function testSizesOutOfRange(): void
    {
        foreach ([-1, 32769] as $bytes) {
            try {
                self::trainer()->train(presetBytes: $bytes);
                self::fail("$bytes");
            } catch (\ValueError $error) {
                self::assertSame("A preset dictionary has from 0 to 32768 bytes, not $bytes", $error->getMessage());
            }
        }
    }
}
