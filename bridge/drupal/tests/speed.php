<?php

/*
 * What the module adds to a hit of an entry of about 1 KB, beside what the serializer itself takes: the same rows are read by a backend that
 * decodes by itself, and by one of the module. Prints nanoseconds, the least of 16 rounds that alternate.
 * usage: scripts/php.sh release bridge/drupal/tests/speed.php
 */

declare(strict_types=1);

use Brine\Auto;
use Drupal\brine\CacheSerializer;
use Drupal\brine\TolerantBackend;
use Drupal\Component\Serialization\ObjectAwareSerializationInterface;
use Drupal\Core\Cache\CacheBackendInterface;
use Drupal\Core\Site\Settings;
use Drupal\Tests\brine\KeepsNothing;

require __DIR__ . '/../vendor/autoload.php';

/** What a module of few lines would have: a serializer that decodes at once. */
final class DirectSerializer implements ObjectAwareSerializationInterface
{
    private static ?Auto $auto = null;

    public static function encode($data)
    {
        return (self::$auto ??= new Auto())->serialize($data);
    }

    public static function decode($raw)
    {
        return (self::$auto ??= new Auto())->unserialize($raw);
    }

    public static function getFileExtension()
    {
        return 'direct';
    }
}

/** Has one entry. */
final class OneEntry implements CacheBackendInterface
{
    use KeepsNothing {
        get as private nothing;
    }

    public function __construct(private readonly ObjectAwareSerializationInterface $serializer, private readonly string $bytes)
    {
    }

    /** @return stdClass */
    public function get($cid, $allow_invalid = false)
    {
        return (object) ['cid' => $cid, 'data' => $this->serializer::decode($this->bytes)];
    }
}

/** Nanoseconds that this process has computed: what else the machine does counts less than by the clock. */
function cpu(): float
{
    /** @var array{'ru_utime.tv_sec': int, 'ru_utime.tv_usec': int} $usage */
    $usage = getrusage();

    return 1e9 * $usage['ru_utime.tv_sec'] + 1e3 * $usage['ru_utime.tv_usec'];
}

$values = ['a list of arrays' => [], 'an array of strings' => [], 'objects' => []];
for ($i = 0; $i < 30; ++$i) {
    $values['a list of arrays'][] = ['identifier' => $i, 'title' => "Title of number $i", 'weight' => $i * 3];
    $values['an array of strings']["key of number $i"] = "some text of the entry, number $i";
    $values['objects'][] = (object) ['identifier' => $i, 'title' => "Title of number $i", 'language' => "language $i"];
}
$round = static function (CacheBackendInterface $backend): float {
    $start = cpu();
    for ($i = 0; $i < 20_000; ++$i) {
        $backend->get('it');
    }

    return (cpu() - $start) / 20_000;
};
new Settings(['brine' => ['write' => 'brine', 'resident_bins' => []]]);
foreach ($values as $name => $value) {
    $bytes = brine_serialize($value);
    $direct = new OneEntry(new DirectSerializer(), $bytes);
    $module = new TolerantBackend(new OneEntry(new CacheSerializer(), $bytes), 'default');
    [$byItself, $withModule] = [INF, INF];
    for ($i = 0; $i < 16; ++$i) {
        $byItself = min($byItself, $round($direct));
        $withModule = min($withModule, $round($module));
    }
    printf("%-20s %4d bytes: %6.0f ns by itself, %6.0f with the module: %+.1f %%\n", $name, strlen($bytes), $byItself, $withModule, 100 * ($withModule / $byItself - 1));
}
