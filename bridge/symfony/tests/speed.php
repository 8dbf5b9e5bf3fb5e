<?php

/*
 * What the marshaller takes beside the serializer inside of it, for entries of about 1 KB, and Symfony's beside serialize(): the least of many rounds,
 * in nanoseconds; writing, then reading. It prints, and fails nothing. scripts/php.sh release bridge/symfony/tests/speed.php
 */

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

use Brine\BrineBundle\BrineMarshaller;
use Brine\BrineBundle\Serializers;
use Symfony\Component\Cache\Marshaller\DefaultMarshaller;

require __DIR__ . '/bootstrap.php';

/** @param list<\Closure(): mixed> $calls */
function measure(array $calls): void
{
    $least = \array_fill(0, \count($calls), \INF);
    for ($round = 0; $round < 400; ++$round) {
        foreach ($calls as $i => $call) {
            $begin = \hrtime(true);
            for ($n = 0; $n < 500; ++$n) {
                $call();
            }
            $least[$i] = \min($least[$i], (\hrtime(true) - $begin) / 500);
        }
    }
    // The first is what a call of a closure that does nothing takes.
    $cost = \array_map(static fn (float $time): float => $time - $least[0], $least);
    \printf("  serializer %5.0f, marshaller %5.0f (%+4.0f ns, %+.1f %%)", $cost[1], $cost[2], $cost[2] - $cost[1], ($cost[2] / $cost[1] - 1) * 100);
    \printf("   native %5.0f, Symfony's marshaller %5.0f (%+4.0f ns, %+.1f %%)\n", $cost[3], $cost[4], $cost[4] - $cost[3], ($cost[4] / $cost[3] - 1) * 100);
}

$values = [
    'rows' => \array_map(static fn (int $i): array => ['id' => $i, 'name' => "Product number $i", 'price' => $i * 1.25, 'tags' => ['new', "tag$i"]], \range(1, 12)),
    'texts' => \array_map(static fn (int $i): string => \str_repeat(\chr(97 + $i), 60), \range(0, 15)),
    'objects' => \array_map(static fn (int $i): \ArrayObject => new \ArrayObject(['id' => $i, 'name' => "Item number $i of them"]), \range(1, 9)),
];
$default = new DefaultMarshaller(false);
/** @var list<int>|null $ids */
$ids = null;
foreach ($values as $name => $value) {
    foreach (['unsigned' => [], 'signed' => ['a secret']] as $kind => $keys) {
        $serializer = (new Serializers($keys))->entries();
        $marshaller = new BrineMarshaller($serializer);
        $data = $serializer->serialize($value);
        $native = \serialize($value);
        \printf("%s, %s, %d bytes (native %d)\n", $name, $kind, \strlen($data), \strlen($native));
        $nothing = static fn (): mixed => null;
        measure([$nothing, static fn (): mixed => $serializer->serialize($value), static fn (): mixed => $marshaller->marshall([$value], $ids), static fn (): mixed => \serialize($value), static fn (): mixed => $default->marshall([$value], $ids)]);
        measure([$nothing, static fn (): mixed => $serializer->unserialize($data), static fn (): mixed => $marshaller->unmarshall($data), static fn (): mixed => \unserialize($native), static fn (): mixed => $default->unmarshall($native)]);
    }
}
