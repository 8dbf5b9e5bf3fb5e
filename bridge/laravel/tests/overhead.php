<?php

declare(strict_types=1);

/*
 * What the Redis drivers, Laravel's and Brine's, take around the serializer, for an entry of 1 KB. The connection is a stand-in that has the
 * entry at once. All take turns, and the shortest time of each counts.
 *
 * usage: scripts/php.sh release bridge/laravel/tests/overhead.php [ROUNDS]
 */

use Brine\Auto;
use Brine\Laravel\Codec;
use Brine\Laravel\Store\RedisStore;
use Brine\Signed;
use Illuminate\Cache\RedisStore as LaravelStore;
use Illuminate\Contracts\Redis\Factory;

require __DIR__ . '/../vendor/autoload.php';

const CALLS = 200;

/** A connection that has one entry. */
final class StandIn implements Factory
{
    public function __construct(private string $data)
    {
    }

    public function connection($name = null): self
    {
        return $this;
    }

    public function get(string $key): string
    {
        return $this->data;
    }

    public function setex(string $key, int $seconds, string $data): bool
    {
        return true;
    }
}

/**
 * @param array<string, Closure(): mixed> $calls
 * @return array<string, float> nanoseconds of each
 */
function measure(array $calls, int $rounds): array
{
    $least = array_fill_keys(array_keys($calls), INF);
    for ($round = 0; $round < $rounds; $round++) {
        foreach ($calls as $name => $call) {
            $start = hrtime(true);
            for ($i = 0; $i < CALLS; $i++) {
                $call();
            }
            $least[$name] = min($least[$name], (hrtime(true) - $start) / CALLS);
        }
    }

    return $least;
}

$row = static fn (int $i): array => ['id' => $i * 1000, 'title' => "A title of the row $i", 'isActive' => $i % 2 === 0, 'price' => $i / 4, 'tags' => ["tag $i", 'common']];
$value = array_map($row, range(1, 30));
$native = serialize($value);
$own = new LaravelStore(new StandIn($native));
foreach (['plain' => new Auto(), 'signed' => new Signed(new Auto(), 'secret', 'key')] as $name => $serializer) {
    $data = $serializer->serialize($value);
    $store = (new RedisStore(new StandIn($data)))->useCodec(new Codec($serializer));
    $times = measure([
        'write' => static fn (): string => $serializer->serialize($value),
        'put' => static fn (): bool => $store->put('key', $value, 60),
        'native write' => static fn (): string => serialize($value),
        'native put' => static fn (): bool => $own->put('key', $value, 60),
        'read' => static fn (): mixed => $serializer->unserialize($data),
        'get' => static fn (): mixed => $store->get('key'),
        'native read' => static fn (): mixed => unserialize($native),
        'native get' => static fn (): mixed => $own->get('key'),
    ], (int) ($argv[1] ?? 1000));
    printf("%s, %d bytes\n", $name, strlen($data));
    foreach (['write' => 'put', 'read' => 'get'] as $alone => $whole) {
        $adds = $times[$whole] - $times[$alone];
        $laravels = $times["native $whole"] - $times["native $alone"];
        printf(
            "  %-5s the serializer %5.0f ns; around it Brine's driver %4.0f ns, Laravel's %4.0f ns: the difference is %+.1f %% of the serializer\n",
            $alone,
            $times[$alone],
            $adds,
            $laravels,
            100 * ($adds - $laravels) / $times[$alone],
        );
    }
}
