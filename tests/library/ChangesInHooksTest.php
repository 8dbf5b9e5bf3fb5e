<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use PHPUnit\Framework\TestCase;

/** Changes by hooks while the value is written: the same bytes with the extension and without. */
final class ChangesInHooksTest extends TestCase
{
    public function testAPropertyThatIsGoneIsNullAndOneThatChangedIsAsItIsThen(): void
    {
        self::assertSame(['second', null, 'new'], self::propertiesOf(self::read([self::changed()])[0]));
    }

    public function testARowOfAListLikewise(): void
    {
        $rows = [self::changed()];
        for ($i = 1; $i < 12; ++$i) {
            $rows[] = new ChangedThing();
        }

        $read = self::read($rows);
        self::assertCount(12, $read);
        self::assertSame(['second', null, 'new'], self::propertiesOf($read[0]));
        self::assertSame(['second', [3], 'last'], self::propertiesOf($read[11]));
    }

    public function testTheBytesAreThoseOfTheExtension(): void
    {
        self::assertSame('c110c0f03f4272696e655c54657374735c4c6962726172795c4368616e6765645468696e670423686f6f6b257365636f6e64247468697264236c617374f1404272696e655c54657374735c4c6962726172795c4368616e67696e675468696e67e762d8226e6577', \bin2hex(\brine_serialize([self::changed()])));
    }

    public function testAnArrayStaysAsItWas(): void
    {
        $array = ['hook' => null, 'after' => 'after'];
        $array['hook'] = new ChangingThing(static function () use (&$array): void {
            $array = [];
        });
        $read = \brine_unserialize(\brine_serialize($array));
        self::assertIsArray($read);
        self::assertSame(['hook', 'after'], \array_keys($read));
        self::assertSame('after', $read['after']);
    }

    private static function changed(): ChangedThing
    {
        $thing = new ChangedThing();
        $thing->hook = new ChangingThing(static function () use ($thing): void {
            unset($thing->third);
            $thing->last = 'new';
        });

        return $thing;
    }

    /**
     * @param list<ChangedThing> $things
     * @return list<ChangedThing>
     */
    private static function read(array $things): array
    {
        $read = \brine_unserialize(\brine_serialize($things));
        self::assertIsArray($read);
        self::assertContainsOnlyInstancesOf(ChangedThing::class, $read);

        return \array_values($read);
    }

    /** @return list<mixed> */
    private static function propertiesOf(ChangedThing $thing): array
    {
        return [$thing->second, $thing->third, $thing->last];
    }
}
