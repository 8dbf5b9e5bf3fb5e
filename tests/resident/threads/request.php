<?php

/*
 * One request of one thread: decodes what the others decode, too, and writes to what it got. Gives how many checks failed.
 *
 * @var int $thread
 * @var int $request
 */

declare(strict_types=1);

namespace Brine\Tests\Resident\Threads;

final class Thing
{
    public function __construct(public int $number, public array $list = [], protected ?Thing $next = null)
    {
    }
}

/** So many values, of all threads; they are more than there is room for. */
const VALUES = 2000;

function value(int $number): mixed
{
    $pure = ['number' => $number, 'text' => \str_repeat("text $number ", 10), 'list' => \range($number, $number + 20), 'map' => ["key of $number" => ['deep' => [$number]]]];

    return match ($number % 3) {
        0 => $pure,
        1 => [new Thing($number, $pure, new Thing(-$number, [$number])), $pure],
        2 => \str_repeat("a long text, number $number, ", 40),
    };
}

/** @return int how many of the checks failed */
function request(int $thread, int $request): int
{
    $failed = 0;
    $held = [];
    $check = static function (bool $holds, string $what) use (&$failed, $thread, $request): void {
        if (!$holds) {
            ++$failed;
            echo "thread $thread, request $request: $what\n";
        }
    };
    $next = 12_345 + 1_000 * $request + (\intdiv($thread, 2));
    for ($round = 0; $round < 300; ++$round) {
        // Two threads go the same way at the same time; many values come again soon.
        $next = ($next * 1_103_515_245 + 12_345) & 0x7FFFFFFF;
        $number = ($next >> 8) % (($next >> 4) % 4 === 0 ? VALUES : 50);
        $expected = \serialize(value($number));
        $payload = \brine_serialize(value($number));
        $read = \brine_unserialize($payload, ['resident' => true]);
        $check(\serialize($read) === $expected, "value $number");
        $signed = \brine_unserialize_signed(\brine_serialize_signed(value($number), 'a key of this test'), 'a key of this test', ['resident' => true]);
        $check(\serialize($signed) === $expected, "signed value $number");
        $held[$round] = [$number, $read];
        if (\is_array($read)) {
            $read['written'] = $thread;
            $read[0] ??= [];
            \is_object($read[0]) ? $read[0]->list['map'][] = $thread : $read['list'][] = $thread;
        } else {
            $read .= $thread;
        }
    }
    foreach ($held as [$number, $value]) {
        $fresh = value($number);
        if (\is_array($value) && \is_object($value[0] ?? null)) {
            // The object was written to, through another array.
            unset($value[0], $fresh[0]);
        }
        $check(\serialize($value) === \serialize($fresh), "held value $number");
    }

    return $failed;
}

/** @return int how many of the checks failed, when all threads have ended */
function outcome(): int
{
    $status = \brine_resident_status();
    $failed = 0;
    foreach (['entries' => $status['entries'] > 20, 'bytes' => $status['bytes'] <= 1 << 20, 'evicted' => $status['evicted'] === 0] as $name => $holds) {
        if (!$holds) {
            ++$failed;
            echo "$name: {$status[$name]}\n";
        }
    }

    return $failed + (\serialize(\brine_unserialize(\brine_serialize(value(3)), ['resident' => true])) === \serialize(value(3)) ? 0 : 1);
}

return isset($request) && $request < (int) \getenv('REQUESTS') ? request($thread, $request) : outcome();
