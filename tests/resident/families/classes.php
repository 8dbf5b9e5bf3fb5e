<?php

/* Classes that values and families use. */

declare(strict_types=1);

namespace Brine\Tests\Resident;

final class Names
{
    public const HERE = 'a constant';

    /** @var array<mixed> */
    public static array $kept = [];

    public function __construct(public mixed $name = null)
    {
    }

    public static function of(mixed $value): string
    {
        return \gettype($value);
    }

    public function shown(): string
    {
        return 'shown';
    }
}

class Point
{
    public function __construct(public int $x = 0, protected ?float $y = null, private array $tags = [], public readonly string $label = '')
    {
    }

    public function tag(string $tag): array
    {
        $this->tags[] = $tag;
        $this->x++;

        return $this->tags;
    }

    public function &tags(): array
    {
        return $this->tags;
    }
}

final class Node extends Point
{
    public ?Node $next = null;

    /** @var array<mixed> */
    public array $children = [];
    public mixed $data;
    private array $tags = ['of the child'];

    public function own(): array
    {
        $this->tags['own'][] = 1;

        return $this->tags;
    }
}

enum Suit: string
{
    case Hearts = 'H';
    case Spades = 'S';
}

/** Reads and writes what it keeps in an array. */
final class Magic implements \ArrayAccess, \IteratorAggregate, \Countable
{
    private array $held = [];
    public static int $calls = 0;

    public function __construct(array $held = [])
    {
        $this->held = $held;
    }

    public function &__get(string $name): mixed
    {
        ++self::$calls;

        return $this->held[$name];
    }

    public function __set(string $name, mixed $value): void
    {
        $this->held[$name] = $value;
    }

    public function __isset(string $name): bool
    {
        return isset($this->held[$name]);
    }

    public function __unset(string $name): void
    {
        unset($this->held[$name]);
    }

    public function __call(string $name, array $arguments): array
    {
        $arguments[] = $name;

        return $arguments;
    }

    public static function __callStatic(string $name, array $arguments): array
    {
        return [$name => $arguments];
    }

    public function offsetExists(mixed $offset): bool
    {
        return isset($this->held[$offset]);
    }

    public function &offsetGet(mixed $offset): mixed
    {
        return $this->held[$offset];
    }

    public function offsetSet(mixed $offset, mixed $value): void
    {
        $offset === null ? $this->held[] = $value : $this->held[$offset] = $value;
    }

    public function offsetUnset(mixed $offset): void
    {
        unset($this->held[$offset]);
    }

    public function getIterator(): \Traversable
    {
        yield from $this->held;
    }

    public function count(): int
    {
        return \count($this->held);
    }
}

/** Keeps what its hook was given. */
final class Hooked
{
    public array $given = [];
    public static int $woken = 0;

    public function __construct(private array $state = [])
    {
    }

    public function __serialize(): array
    {
        return $this->state;
    }

    public function __unserialize(array $data): void
    {
        ++self::$woken;
        $this->state = $data;
        $this->given = $data;
        $this->given[] = 'by the hook';
        \ksort($data);
        $data['written'] = 1;
    }
}

final class Waking
{
    public mixed $value = null;
    public array $list = [];

    public function __wakeup(): void
    {
        $this->list['woken'] = \count($this->list);
    }
}

/** Counts objects that end. */
final class Ending
{
    public static int $ended = 0;
    public array $list = [];

    public function __destruct()
    {
        $this->list[] = 'end';
        ++self::$ended;
    }
}

/** Files that are kept in an array, by name; registered under any name. */
final class Files
{
    /** @var array<string, string> */
    public static array $files = [];

    /** @var resource|null */
    public $context;
    private string $path = '';
    private int $position = 0;

    public function stream_open(string $path, string $mode, int $options, ?string &$opened): bool
    {
        $this->path = $path;
        $opened = $path;
        if (\str_contains($mode, 'w')) {
            self::$files[$path] = '';
        }

        return isset(self::$files[$path]);
    }

    public function stream_read(int $count): string
    {
        $read = \substr(self::$files[$this->path], $this->position, $count);
        $this->position += \strlen($read);

        return $read;
    }

    public function stream_write(string $data): int
    {
        self::$files[$this->path] .= $data;

        return \strlen($data);
    }

    public function stream_eof(): bool
    {
        return $this->position >= \strlen(self::$files[$this->path]);
    }

    public function stream_stat(): array
    {
        return ['size' => \strlen(self::$files[$this->path])];
    }

    public function url_stat(string $path, int $flags): array|false
    {
        return isset(self::$files[$path]) ? ['size' => \strlen(self::$files[$path]), 'mode' => 0100644] : false;
    }

    public function stream_set_option(int $option, int $first, ?int $second): bool
    {
        return false;
    }
}

/** Its hooks call those of requests. */
final class InTheMiddle
{
    /** @var list<string> */
    public static array $hooks = [];

    /** @var list<string> names of the objects that were written or read */
    public static array $calls = [];

    public function __construct(public string $name) {}

    /** @return array{string, list<int>} */
    public function __serialize(): array
    {
        $this->callHooks();

        return [$this->name, \range(1, 10)];
    }

    /** @param array{string, list<int>} $data */
    public function __unserialize(array $data): void
    {
        $this->name = $data[0];
        $this->callHooks();
    }

    private function callHooks(): void
    {
        if (self::$hooks === []) {
            return;
        }
        self::$calls[] = $this->name;
        \array_map(\brine_call_hook(...), self::$hooks);
    }
}
