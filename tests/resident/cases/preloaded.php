<?php

/* Classes that OPcache may load before the first request, or take from files. */

declare(strict_types=1);

namespace Brine\Tests\Resident\Preloaded;

enum Suit: string
{
    case Hearts = 'H';
    case Spades = 'S';

    public const First = self::Hearts;
}
interface HasList
{
    public const LIST = [Suit::First, 'text' => PHP_INT_SIZE . '!'];
}
abstract class Base implements HasList
{
    public static array $kept = self::LIST;
    protected array $base = self::LIST;
    private string $hidden = 'hidden';

    public function __construct(public readonly int $number, public array $list = [])
    {
    }
}
class Entry extends Base
{
    public Suit $suit = Suit::First;
    public ?self $inner = null;
}
final class Hooked extends Base
{
    public function __unserialize(array $data): void
    {
        parent::__construct($data['number'], [...$data['list'], \count(self::$kept)]);
        self::$kept[] = $data['list'];
    }

    public function __serialize(): array
    {
        return ['number' => $this->number, 'list' => $this->list];
    }
}
