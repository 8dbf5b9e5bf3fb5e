<?php

declare(strict_types=1);

namespace Brine\Tests\Loops;

use Brine\Tests\Library\Loop\Plain;

/** Values of requests: some come again and again, others never. */
final class Values
{
    private const REPEATED = 40;

    private function __construct()
    {
    }

    /** @return array<mixed> without objects, one of forty */
    public static function repeated(int $number): array
    {
        $number %= self::REPEATED;
        $rows = [];
        for ($i = 0; $i < $number; ++$i) {
            $rows[] = ['id' => $i, 'name' => "row $i of $number", 'price' => $i / 4, 'tags' => ['a', "tag $i"]];
        }

        return ['title' => \str_repeat("value $number ", 1 + $number % 7), 'rows' => $rows, 'list' => \range(0, 3 * $number), 'flag' => $number % 2 === 0];
    }

    /** @return array<string, int|string> with keys that no other request has */
    public static function unique(int $number): array
    {
        return ["number_$number" => $number, "text_$number" => "text of $number", "more_$number" => -$number, "last_$number" => ''];
    }

    /** @return list<mixed> */
    public static function objects(int $number): array
    {
        $number %= self::REPEATED;

        return [new Plain($number, "name $number", [1, 2, $number]), new \ArrayObject(['key' => $number]), self::repeated($number % 5), new Plain(1)];
    }

    /** Fills the caches of keys and shapes, which are bounded and outlive requests: later requests replace what is there. */
    public static function fillCaches(): void
    {
        for ($i = 0; $i < 12_000; ++$i) {
            \brine_unserialize(\brine_serialize(["a_warm_$i" => 1, "b_warm_$i" => 2, "c_warm_$i" => 3, "d_warm_$i" => 4]));
        }
    }
}
