<?php

/* Run with OPcache, which shares classes between processes: defaults that are computed are kept apart from them. */

declare(strict_types=1);

final class Given
{
    public int $own = 1;
}
enum Suit
{
    case Hearts;
}
final class Added
{
    public const PREFIX = 'pre' . PHP_INT_SIZE;

    public int $own = 0;
    public array $list = [self::PREFIX => Suit::Hearts];
    public Suit $suit = Suit::Hearts;
    public string $text = self::PREFIX . '!';
    public int $number = PHP_INT_SIZE;
    public ?array $nothing = null;
    public float $half = 0.5;
    public string $empty = '';
    public array $none = [];
    public int $missing;
}

$payload = str_replace('Given', 'Added', brine_serialize([new Given(), new Given()]));
$expected = serialize(brine_unserialize($payload));
for ($sight = 1; $sight <= 4; ++$sight) {
    $value = brine_unserialize($payload, ['resident' => true]);
    echo serialize($value) === $expected ? 'same' : 'something else: ' . serialize($value), "\n";
    foreach ($value as $object) {
        $object->list[] = $object->none[] = $object->text .= 'changed';
        $object->missing = ++$object->number;
    }
}
echo brine_resident_status()['hits'], ' hits, ', count(array_filter(opcache_get_status()['scripts'] ?? [], static fn (array $script): bool => $script['full_path'] === __FILE__)), " cached\n";
