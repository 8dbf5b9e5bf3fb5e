<?php

/*
 * The classes of the graphs as they might look after a deploy. Each has a name as long as that of the class it stands for, so that the
 * one name can take the place of the other in a payload and in native's text.
 */

declare(strict_types=1);

namespace Brine\Tests\Differential;

/** Other order, a private property, one removed, two added. */
#[\AllowDynamicProperties]
final class PublicPropertieX
{
    public $added = 'added';
    public $next = 'default';
    private $title = 'default';
    public $id = 0;
    public array $list = ['added'];
}

/** Its own private property is public, the protected one of its parents private to it, and the public one gone. */
final class HiddenChilX extends HiddenMiddle
{
    public $same = 'variant';
    protected $open = null;
}

/** Wider types, one that is narrower, and none. */
final class TypedPropertieX
{
    public array|object|null $object;
    public int|float|string|null $id;
    public mixed $text = null;
    public float $ratio = 1.0;
    public array $list = [];
    protected int|string|null $either = 0;
    private bool $flag;
    public array|string|int|float|null $anything;
    public $many;
}

/** References shared by properties of one type are shared by properties of others. */
final class ReferencePropertieX
{
    public int $id = 0;
    public $number = 0;
    public ?int $other = null;
    public int|float|null $third = null;
    public mixed $anything = null;
    public mixed $mixed = null;
    public iterable $list = [];
}

/** Properties that were dynamic are declared, and the other way round. */
#[\AllowDynamicProperties]
final class DynamicPropertieX
{
    public $beta = 'default';
    public $id = 0;
    protected $alpha = 'default';
    private mixed $link = null;
    public $typed;
}

final class ReadonlyPropertieX
{
    protected mixed $mixed = null;
    public array $list = [];
    public readonly int $id;
    public readonly string|float|null $scalar;
}

/** Takes the array of the hook that it lacks as its properties. */
final class MagicMaX
{
    public $data = 'default';
    public $id = 0;
    public $never = 'default';
}

/** Is given its properties by the hook that the other lacks. */
final class SleepChilX extends SleepBase
{
    public array $got = [];

    public function __unserialize(array $data): void
    {
        $this->got = $data;
        $this->id = $data['id'];
        Log::hook($this, '__unserialize');
    }
}

/** Other order, one property removed, and visibility swapped. */
final class PlainRoX
{
    protected $second = 'variant';
    public $own = null;
    private $id = 0;
    public array $added = [];
    public $first;
}

/** One type is wider, one is narrower, one is another, and one property is dynamic. */
#[\AllowDynamicProperties]
final class TypedRoX
{
    public bool $active;
    public int|string|null $name = 'variant';
    public int $id;
    public float $price = 1.0;
    public array $tags;
    public ?float $parent = null;
    public int|float|null $ratio;
    public $anything;
}

/** Neither readonly nor typed. */
final class ReadonlyRoX
{
    public $id;
    public $price;
    protected $name;
    private $anything = 'variant';
}

/** Dynamic properties are now declared. */
final class DynamicRoX
{
    public $later = 0;
    private $added = 'variant';
    public int $id = 0;
    public string|int|float|bool|null $declared = null;
}

/** Every name and the one that takes its place; the classes of the last two are missing. */
const VARIANTS = [
    PublicProperties::class => PublicPropertieX::class,
    HiddenChild::class => HiddenChilX::class,
    TypedProperties::class => TypedPropertieX::class,
    ReferenceProperties::class => ReferencePropertieX::class,
    DynamicProperties::class => DynamicPropertieX::class,
    ReadonlyProperties::class => ReadonlyPropertieX::class,
    MagicMap::class => MagicMaX::class,
    SleepChild::class => SleepChilX::class,
    PlainRow::class => PlainRoX::class,
    TypedRow::class => TypedRoX::class,
    ReadonlyRow::class => ReadonlyRoX::class,
    DynamicRow::class => DynamicRoX::class,
    WakingRow::class => __NAMESPACE__ . '\WakingRoX',
    WakeupOnly::class => __NAMESPACE__ . '\WakeupOnlX',
];
