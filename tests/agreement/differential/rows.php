<?php

/*
 * Classes whose objects are rows of the generated tables. COLUMNS names the properties and what they may hold: a type of Tables::column().
 * The objects are made empty and filled later, so that their cells can lead to any row of the table.
 */

declare(strict_types=1);

namespace Brine\Tests\Differential;

trait TakesCells
{
    /**
     * A cell that is a PHP reference becomes one in the property, too.
     *
     * @param array<string, mixed> $cells by property; a property without a cell is unchanged
     */
    public function fill(array $cells): void
    {
        foreach ($cells as $name => $cell) {
            if (\ReflectionReference::fromArrayElement($cells, $name) === null) {
                $this->$name = $cell;
            } else {
                $this->$name = &$cells[$name];
            }
        }
    }
}

class PlainRow
{
    use TakesCells;

    public const COLUMNS = ['id' => 'int', 'first' => 'mixed', 'second' => 'mixed', 'guarded' => 'mixed', 'own' => 'mixed'];

    public $id = 0;
    public $first = 'default';
    public $second;
    protected $guarded = [1, 2];
    private $own = null;
}

/** A private property beside one of the same name in its parent. */
final class InheritingRow extends PlainRow
{
    public const COLUMNS = ['id' => 'int', 'first' => 'mixed', 'own' => 'mixed', 'mine' => 'mixed', 'list' => 'array'];

    private $own = null;
    public array $list = [];

    public function fill(array $cells): void
    {
        parent::fill(array_diff_key($cells, ['mine' => 0]));
        if (array_key_exists('mine', $cells)) {
            $this->own = &$cells['mine'];
        }
    }
}

final class TypedRow
{
    use TakesCells;

    public const COLUMNS = [
        'id' => 'int', 'name' => '?string', 'price' => 'float', 'active' => 'bool', 'tags' => 'array', 'parent' => '?int',
        'link' => '?object', 'ratio' => '?float', 'anything' => 'mixed',
    ];

    public int $id;
    public ?string $name = 'default';
    public float $price;
    public bool $active = true;
    protected array $tags = ['a', 'b'];
    private ?int $parent;
    public ?object $link = null;
    protected ?float $ratio;
    public mixed $anything;
}

final class ReadonlyRow
{
    use TakesCells;

    public const COLUMNS = ['id' => 'int', 'name' => 'string', 'price' => '?float', 'anything' => 'mixed'];

    public readonly int $id;
    public readonly string $name;
    protected readonly ?float $price;
    private readonly mixed $anything;
}

#[\AllowDynamicProperties]
final class DynamicRow
{
    use TakesCells;

    public const COLUMNS = ['later' => 'mixed', 'id' => 'int', 'declared' => 'string', 'added' => 'mixed'];

    public int $id = 0;
    public $declared = 'default';
}

final class WakingRow
{
    use TakesCells;

    public const COLUMNS = ['id' => 'int', 'name' => 'string', 'link' => 'mixed'];

    public $id = 0;
    public string $name = '';
    private $link = null;

    public function __wakeup(): void
    {
        Log::hook($this, '__wakeup');
    }
}

/** Written as its properties, read by a hook. */
final class UnserializedRow
{
    use TakesCells;

    public const COLUMNS = ['id' => 'int', 'name' => '?string', 'link' => 'mixed'];

    public int $id = 0;
    protected $name = null;
    private $link = null;

    public function __unserialize(array $data): void
    {
        $this->id = $data['id'];
        $this->name = $data["\0*\0name"];
        $this->link = [$data["\0" . self::class . "\0link"], array_keys($data)];
        Log::hook($this, '__unserialize');
    }
}

final class SleepingRow
{
    use TakesCells;

    public const COLUMNS = ['id' => 'int', 'name' => 'string', 'kept' => 'mixed', 'left' => 'mixed'];

    public $id = 0;
    public $left = null;
    protected $kept = null;
    private string $name = '';

    public function __sleep(): array
    {
        Log::hook($this, '__sleep');

        return ['name', 'id', 'kept'];
    }
}

final class ArrayFormRow
{
    use TakesCells;

    public const COLUMNS = ['id' => 'int', 'price' => 'float', 'link' => 'mixed'];

    public int $id = 0;
    private float $price = 0.0;
    private mixed $link = null;

    public function __serialize(): array
    {
        Log::hook($this, '__serialize');

        return ['id' => $this->id, 'link' => $this->link, 'price' => $this->price];
    }

    public function __unserialize(array $data): void
    {
        ['id' => $this->id, 'price' => $this->price, 'link' => $this->link] = $data;
        Log::hook($this, '__unserialize');
    }
}
