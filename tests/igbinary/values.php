<?php

/* Values that clients store. */

declare(strict_types=1);

namespace Brine\Tests\Igbinary;

enum Suit: string
{
    case Hearts = 'H';
    case Spades = 'S';
}

final class Item
{
    public mixed $next = null;
    protected array $tags = ['a', 'b'];

    public function __construct(private string $name, public readonly Suit $suit)
    {
    }
}

final class Kept
{
    public function __construct(public array $data = [])
    {
    }

    public function __serialize(): array
    {
        return ['data' => $this->data];
    }

    public function __unserialize(array $data): void
    {
        $this->data = $data['data'];
    }
}

/** @return array<string, mixed> */
function values(): array
{
    $item = new Item('first', Suit::Hearts);
    $item->next = new Item('second', Suit::Spades);
    $item->next->next = $item;
    $rows = [];
    for ($i = 0; $i < 60; $i++) {
        $rows[] = ['id' => $i, 'name' => "name $i", 'price' => $i / 4, 'is_new' => $i % 3 === 0, 'parent' => $i > 5 ? $i - 5 : null];
    }

    return [
        'null' => null, 'false' => false, 'true' => true, 'int' => 5, 'negative' => -70_000, 'max' => PHP_INT_MAX, 'float' => 1.5, 'empty' => '', 'string' => 'text',
        'binary' => "\0\1\xff", 'digits' => '0123', 'empty array' => [], 'list' => [1, 2, 3], 'map' => ['a' => ['b' => ['c' => null]], 5 => 'x'],
        'rows' => $rows, 'object' => $item, 'enum' => Suit::Spades, 'kept' => new Kept(['k' => [1.5, 'v']]), 'same' => [$item, $item], 'array object' => new \ArrayObject(['q' => 1]),
    ];
}
