<?php

declare(strict_types=1);

namespace Brine\Tests\Training;

use Brine\BrineSerializer;
use Brine\Tests\Library\DictionaryTestCase;
use Brine\Tests\Library\SleepingThing;
use Brine\Tests\Library\ThrowingThing;
use Brine\Training\Secrets;
use Brine\Training\Trainer;
use PHPUnit\Framework\Attributes\DataProvider;

final class TrainerTest extends DictionaryTestCase
{
    /** @return array<string, mixed> */
    private static function entry(int $i): array
    {
        return [
            'identifier' => $i,
            'state of it' => $i % 2 === 0 ? 'published' : 'unpublished',
            'permissions' => ['view any content', 'edit own content', $i % 3],
            'tags' => ['node_list', 'config:system.menu.main'],
            'title' => "title number $i",
            'object' => new \ArrayObject([]),
        ];
    }

    private static function trainer(int $count = 40, int $heldBack = 0, ?\Closure $filter = null): Trainer
    {
        $trainer = new Trainer($filter, $heldBack);
        for ($i = 0; $i < $count; ++$i) {
            $trainer->add(self::entry($i), $i % 2 === 0 ? 'even' : 'odd');
        }

        return $trainer;
    }

    public function testWhatSamplesHaveInCommon(): void
    {
        $dictionary = self::trainer()->train();
        $entries = $dictionary->entries();
        self::assertContains([0, 'identifier', 'state of it', 'permissions', 'tags', 'title', 'object'], $entries['shapes']);
        self::assertContains([2, \ArrayObject::class], $entries['shapes']);
        self::assertContains(['node_list', 'config:system.menu.main'], $entries['arrays']);
        self::assertContains(['view any content', 'edit own content', 1], $entries['arrays']);
        self::assertContains('published', $entries['strings']);
        self::assertNotContains('title number 7', $entries['strings']);
        $serializer = new BrineSerializer(dictionary: $dictionary);
        $payload = $serializer->serialize(self::entry(1000));
        self::assertEquals(self::entry(1000), $serializer->unserialize($payload));
        // The header; a shape, five values of one or two bytes, the title, and the empty array of the object.
        self::assertLessThanOrEqual(10 + 1 + 3 + 1 + 2 + 2 + 18 + 6, \strlen($payload));
    }

    public function testTheSameSamplesMakeTheSameDictionary(): void
    {
        $first = self::trainer()->train();
        $trainer = new Trainer(heldBack: 0);
        foreach ([...\range(39, 20), ...\range(0, 19), ...\range(5, 15)] as $i) {
            $trainer->add(self::entry($i));
        }
        self::assertSame(40, $trainer->count());
        self::assertSame($first->bytes(), $trainer->train()->bytes());
        self::assertEquals($first, $trainer->train());
        $ofPayloads = new Trainer(heldBack: 0);
        for ($i = 0; $i < 40; ++$i) {
            $ofPayloads->addPayload(\brine_serialize(self::entry($i)));
        }
        self::assertSame($first->bytes(), $ofPayloads->train()->bytes());
    }

    public function testWhatIsInFewSamplesIsLeftOut(): void
    {
        foreach ([2, 3, 4, 5] as $support) {
            $trainer = new Trainer(heldBack: 0);
            for ($i = 0; $i < 12; ++$i) {
                // Many times in a sample is once.
                $trainer->add(['common value', "x$i", ...($i < 4 ? ['value of four', ['key of four' => 1], ['inside of four', 5]] : []), ["v$i", "v$i"]]);
            }
            $dictionary = $trainer->train(minSupport: $support, nameSupport: $support);
            $text = $dictionary->bytes();
            self::assertStringContainsString('common value', $text);
            foreach (['value of four', 'key of four', 'inside of four'] as $string) {
                self::assertSame($support <= 4, \str_contains($text, $string), "$string with $support");
            }
        }
    }

    public function testNamesMayBeInFewerSamples(): void
    {
        $few = static fn (int $i): array => [
            ['first key' => $i], ['first_key' => $i, '#second' => "v$i"], '#second', 'some value', ['in_array', 7], new \ArrayObject([]), (object) ['property' => $i],
            ['somebody@example.org' => $i], ['user-123' => $i], ["J\u{F6}rg" => $i], [12_345 => $i, 12_346 => $i],
        ];
        $trainer = new Trainer(heldBack: 0);
        for ($i = 0; $i < 12; ++$i) {
            $trainer->add(['common value', "x$i", ...($i < 3 ? $few($i) : []), ...($i === 3 ? [['in_one' => 1, 'in_one_too' => 2]] : [])]);
        }
        $shapes = $trainer->train()->entries()['shapes'];
        \sort($shapes);
        self::assertSame([[2, \ArrayObject::class], [0, 'first_key', '#second'], [1, \stdClass::class, 'property']], $shapes);
        self::assertSame(['common value', '#second', 'ArrayObject', 'first_key', 'property', 'stdClass'], $trainer->train()->entries()['strings']);
        // All that is in three samples.
        $three = $trainer->train(minSupport: 3);
        foreach (['first key', 'some value', 'in_array', 'somebody@example.org', 'user-123', "J\u{F6}rg"] as $string) {
            self::assertStringContainsString($string, $three->bytes());
        }
        self::assertContains([0, 12_345, 12_346], $three->entries()['shapes']);
        // Nothing else is in four, and no support is larger than that of values.
        self::assertSame(['common value'], $trainer->train(nameSupport: 4)->entries()['strings']);
        self::assertSame($trainer->train(minSupport: 1)->bytes(), $trainer->train(minSupport: 1, nameSupport: 4)->bytes());
    }

    /**
     * Twelve samples, so many of which have the names that give the words entity, type, view and mode.
     *
     * @param array<mixed> $first     what the first sample has, too
     * @param array<mixed> ...$others what the next ones have
     */
    private static function trainerOfCode(array $first, int $named = 12, array ...$others): Trainer
    {
        $trainer = new Trainer(heldBack: 0);
        for ($i = 0; $i < 12; ++$i) {
            $names = $i < $named ? ['entityTypes' => $i, 'view_mode' => "y$i"] : [];
            $trainer->add(['common value', "x$i", $names, ...($i === 0 ? $first : $others[$i - 1] ?? [])]);
        }

        return $trainer;
    }

    public function testWhatNamesConsistOfMayBeInOneSample(): void
    {
        $trainer = self::trainerOfCode([
            'entity.view_mode:type', 'ViewModes', 'entity.view_secret', 'entity view mode', "entity_view_J\u{F6}rg", 'view.123', 'entity@view.mode', '::',
            ['view.entity' => 'z', 'type_mode' => 'z'], ['view.entity' => 'z', 'somebody' => 'z'],
        ]);
        $entries = $trainer->train()->entries();
        foreach (['entity.view_mode:type', 'ViewModes', 'view.entity', 'type_mode'] as $string) {
            self::assertContains($string, $entries['strings']);
        }
        foreach (['secret', 'entity view mode', "J\u{F6}rg", '123', '@', '::', 'somebody'] as $string) {
            self::assertStringNotContainsString($string, $trainer->train()->bytes());
        }
        self::assertContains([0, 'view.entity', 'type_mode'], $entries['shapes']);
        // Words are those of names in four samples, and with the support of values for all, nothing is code.
        self::assertStringNotContainsString('type_mode', self::trainerOfCode([['type_mode' => 1, 'view' => 2]], 3)->train()->bytes());
        self::assertStringContainsString('type_mode', self::trainerOfCode([['type_mode' => 1, 'view' => 2]], 4)->train()->bytes());
        self::assertStringNotContainsString('type_mode', $trainer->train(nameSupport: 4)->bytes());
    }

    public function testNamesOfClassesMayBeInOneSample(): void
    {
        $trainer = self::trainerOfCode([
            new SleepingThing(), 'Brine\Other\Klass', '\Brine\Other\Klass::run', 'Elsewhere\Klass', 'Brine\Klass and more',
            (object) ['somebody' => 1, 'neighbour' => 2],
        ]);
        $dictionary = $trainer->train();
        foreach ([SleepingThing::class, 'Brine\Other\Klass', '\Brine\Other\Klass::run'] as $string) {
            self::assertContains($string, $dictionary->entries()['strings']);
        }
        foreach (['Elsewhere', 'and more', 'somebody', 'neighbour'] as $string) {
            self::assertStringNotContainsString($string, $dictionary->bytes());
        }
    }

    public function testWordsOfPathsAndOfClassesAreThoseOfNames(): void
    {
        $trainer = new Trainer(heldBack: 0);
        for ($i = 0; $i < 12; ++$i) {
            $trainer->add([$i, "one.two.three_$i", "Alpha\\Beta\\GammaDelta$i", "four.five_$i", ...($i === 0 ? ['two_three_beta', 'gamma.two', 'four_five'] : [])]);
        }
        $strings = $trainer->train()->entries()['strings'];
        \sort($strings);
        self::assertSame(['gamma.two', 'two_three_beta'], $strings);
    }

    public function testArraysOfCodeMayBeInTwoSamples(): void
    {
        $arrays = [
            ['view_mode', 'type'], ['view_mode', 9, true, null, ['type' => 'mode']], ['view_mode', 10], ['view_mode', 0.5], ['view_mode', 'somebody'],
            ['some body' => 'view_mode'],
        ];
        // Arrays beside one another are a table, and not looked for: there are objects between them.
        $first = \array_merge(...\array_map(static fn (array $array): array => [$array, new \stdClass()], $arrays));
        self::assertSame([], self::trainerOfCode($first)->train()->entries()['arrays']);
        self::assertEqualsCanonicalizing([$arrays[0], $arrays[1]], self::trainerOfCode($first, 12, [0, ...$first])->train()->entries()['arrays']);
    }

    #[DataProvider('secrets')]
    public function testWhatLooksLikeASecretIsLeftOut(string $secret): void
    {
        self::assertTrue(Secrets::areIn($secret));
        $trainer = new Trainer(heldBack: 0);
        for ($i = 0; $i < 20; ++$i) {
            $trainer->add([$i, $secret, "text with $secret in it", [$secret => 1, 'common key' => 2], ['in an array', [$secret]], 'common value']);
        }
        $bytes = $trainer->train()->bytes();
        self::assertStringNotContainsString($secret, $bytes);
        self::assertStringContainsString('common value', $bytes);
    }

    /** @return iterable<string, array{string}> */
    public static function secrets(): iterable
    {
        foreach ([
            'a hash' => 'd41d8cd98f00b204e9800998ecf8427e',
            'a uuid' => '123e4567-e89b-12d3-a456-426614174000',
            'a token in base64' => 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ',
            'a token for the web' => 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9',
            'a password hash' => '$2y$10$WqZ4x0J8kB7tG1mN5vR3uOe6fH2yL9pD',
            'a key of a service' => 'AKIAIOSFODNN7EXAMPLE4',
            'a session' => 'k8s7d6f5g4h3j2k1l0p9o8i7u6',
            'a card' => '4111111111111111',
        ] as $name => $secret) {
            yield $name => [$secret];
        }
    }

    public function testWordsAreNoSecrets(): void
    {
        foreach ([
            'entity_view_display.settings', 'Drupal\Core\Entity\EntityViewDisplayInterface', 'getEntityTypeIdKeyLabelPlural', 'config:system.menu.main',
            'views_view_fields__frontpage__block_1', '2024-01-01T12:00:00+00:00', 'https://example.com/path/to/something?page=1',
            'This is a sentence of many words, and it goes on.', 'core/assets/vendor/jquery/jquery.min.js', 'AbstractSingletonProxyFactoryBean',
        ] as $string) {
            self::assertFalse(Secrets::areIn($string), $string);
        }
    }

    public function testAFilterRefuses(): void
    {
        $seen = [];
        $dictionary = self::trainer(filter: static function (string $kind, mixed $entry) use (&$seen): bool {
            $seen[$kind] = true;

            return $entry !== 'published' && $entry !== 'node_list' && $entry !== ['view any content', 'edit own content', 1];
        })->train();
        \ksort($seen);
        self::assertSame(['array', 'shape', 'string'], \array_keys($seen));
        $entries = $dictionary->entries();
        self::assertNotContains('published', $entries['strings']);
        self::assertContains('unpublished', $entries['strings']);
        self::assertNotContains(['node_list', 'config:system.menu.main'], $entries['arrays']);
        self::assertNotContains(['view any content', 'edit own content', 1], $entries['arrays']);
        self::assertContains(['view any content', 'edit own content', 2], $entries['arrays']);
    }

    public function testAFileIsNotLargerThanItMayBe(): void
    {
        $sizes = [];
        foreach ([16, 50, 100, 200, 1000] as $most) {
            $dictionary = self::trainer()->train($most);
            $sizes[] = \strlen($dictionary->bytes());
            self::assertLessThanOrEqual($most, \strlen($dictionary->bytes()));
        }
        self::assertGreaterThan($sizes[1], $sizes[3]);
        self::assertSame(6, \strlen((new Trainer())->train()->bytes()));
    }

    public function testAReportIsOfSamplesThatWereHeldBack(): void
    {
        $trainer = self::trainer(200, 4);
        $dictionary = $trainer->train();
        $groups = $trainer->report($dictionary)->groups();
        self::assertSame(['even', 'odd'], \array_keys($groups));
        $heldBack = $groups['even']['samples'] + $groups['odd']['samples'];
        self::assertGreaterThan(20, $heldBack);
        self::assertLessThan(80, $heldBack);
        foreach ($groups as $group) {
            self::assertSame($group['samples'], $group['smaller']);
            self::assertLessThan(0.5, $group['ratio']);
            self::assertEqualsWithDelta($group['withDictionary'] / $group['bytes'], $group['ratio'], 0.05);
        }
        self::assertMatchesRegularExpression('/^even +\d+ +\d+ +\d+ +\d+ +0\.\d+$/m', (string) $trainer->report($dictionary));
        // Those that were held back are not in it.
        $seen = self::trainer(200)->report(self::trainer(200)->train())->groups();
        self::assertSame(200, $seen['even']['samples'] + $seen['odd']['samples']);
    }

    public function testRowsOfTablesAreNotLookedFor(): void
    {
        $trainer = new Trainer(heldBack: 0);
        $row = ['first column' => 'the same text', 'second column' => 'another text'];
        for ($i = 0; $i < 10; ++$i) {
            $trainer->add(['rows' => \array_map(static fn (int $n): array => $row + ['third column' => $n * $i], \range(1, 20))]);
        }
        $entries = $trainer->train()->entries();
        self::assertSame([], $entries['arrays']);
        self::assertContains([0, 'first column', 'second column', 'third column'], $entries['shapes']);
    }

    public function testASampleThatIsNotReadIsLeftOut(): void
    {
        $trainer = self::trainer();
        $trainer->add([new ThrowingThing('read'), 'what only this one has', 'what only this one has']);
        $dictionary = $trainer->train(minSupport: 1);
        self::assertSame(1, $trainer->unreadable());
        self::assertSame(40, $trainer->count());
        self::assertSame($dictionary->bytes(), $trainer->train(minSupport: 1)->bytes());
        self::assertSame(1, $trainer->unreadable());
    }

    public function testNumbersOutOfRange(): void
    {
        foreach ([
            static fn (): mixed => (new Trainer())->train(15),
            static fn (): mixed => (new Trainer())->train((1 << 24) + 1),
            static fn (): mixed => (new Trainer())->train(minSupport: 0),
            static fn (): mixed => (new Trainer())->train(nameSupport: 0),
            static fn (): mixed => new Trainer(heldBack: 1),
            static fn (): mixed => new Trainer(heldBack: -1),
        ] as $call) {
            try {
                $call();
                self::fail('not thrown');
            } catch (\ValueError $error) {
                self::assertNotSame('', $error->getMessage());
            }
        }
    }
}
