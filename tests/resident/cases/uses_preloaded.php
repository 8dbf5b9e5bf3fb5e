<?php

/* Decodes objects of classes that are there before it begins, or that it includes. */

declare(strict_types=1);

use Brine\Tests\Resident\Preloaded\Base;
use Brine\Tests\Resident\Preloaded\Entry;
use Brine\Tests\Resident\Preloaded\Hooked;
use Brine\Tests\Resident\Preloaded\Suit;

class_exists(Entry::class) || require __DIR__ . '/preloaded.php';

$entry = new Entry(1, [[1, 2], 'x' => Suit::Spades]);
$entry->inner = new Entry(2);
$payload = brine_serialize([$entry, new Hooked(3, ['hooked']), Suit::Hearts]);
$of = static function (array $options) use ($payload): string {
    Base::$kept = Base::LIST;

    return serialize([brine_unserialize($payload, $options), Base::$kept]);
};
$expected = $of([]);
for ($sight = 1; $sight <= 5; ++$sight) {
    $seen = $of(['resident' => true]);
    echo $seen === $expected ? 'same' : "something else: $seen", "\n";
    foreach (brine_unserialize($payload) as $object) {
        $object instanceof Base && $object->list[] = Base::$kept[] = 'changed';
    }
}
echo brine_resident_status()['hits'], " hits\n";
