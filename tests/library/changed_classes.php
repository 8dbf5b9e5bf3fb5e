<?php

/*
 * For ErrorPlacesTest: classes as they were when a value was written, and, under a name of the same length, as they are when it is read. PHP refuses
 * some of the objects then.
 */

declare(strict_types=1);

namespace Brine\Tests\Library\Changed;

use Brine\BrineSerializer;
use Brine\Version;

class OldRow
{
    public mixed $number = 1;
    public mixed $next = null;
    public mixed $shares = null;
}

class NewRow
{
    public int $number = 1;
    public ?NewRow $next = null;
    public ?float $shares = null;
}

class OldBase
{
    public function __construct(private mixed $secret)
    {
    }

    public function secret(): mixed
    {
        return $this->secret;
    }
}

class OldHeir extends OldBase
{
    // @phpstan-ignore property.onlyWritten (it is written to bytes)
    private mixed $secret = 'of the heir';
}

class NewBase
{
    private int $secret = 1;

    public function secret(): int
    {
        return $this->secret;
    }
}

class NewHeir extends NewBase
{
    // @phpstan-ignore property.onlyWritten (it is read from bytes)
    private string $secret = '';
}

class OldOpen
{
    public int $number = 1;
    public int $more;
}

final readonly class NewOpen
{
    public function __construct(public int $number)
    {
    }
}

class OldDate extends \DateTimeImmutable
{
    public int|string $days = 1;
}

class NewDate extends \DateTimeImmutable
{
    public int $days = 1;
}

/** Is written as the state that it receives. */
class OldState
{
    /** @param array<mixed> $state */
    public function __construct(private readonly array $state)
    {
    }

    /** @return array<mixed> */
    public function __serialize(): array
    {
        return $this->state;
    }
}

class OldZone extends OldState
{
}

class OldFixed extends OldState
{
}

/** @extends \ArrayObject<array-key, mixed> */
class NewState extends \ArrayObject
{
}

class NewZone extends \DateTimeZone
{
}

/** @extends \SplFixedArray<mixed> */
#[\AllowDynamicProperties]
class NewFixed extends \SplFixedArray
{
}

#[Version(12)]
class VersionedBase
{
    protected mixed $kept = 2;
    // @phpstan-ignore property.onlyWritten (it is written to bytes)
    private mixed $own = 3;
}

#[Version(-5)]
class Versioned extends VersionedBase
{
    public mixed $open = 1;
}

/** Reads another value while it is read, and another one in its destructor. */
class Reader
{
    public mixed $inner = null;

    /** @return array<mixed> */
    public function __serialize(): array
    {
        return [(new BrineSerializer())->serialize([new \DateTime('@1'), new \DateTime('@2')])];
    }

    /** @param array<mixed> $data */
    public function __unserialize(array $data): void
    {
        \assert(\is_string($data[0]));
        $this->inner = (new BrineSerializer())->unserialize($data[0]);
    }

    public function __destruct()
    {
        (new BrineSerializer())->unserialize((new BrineSerializer())->serialize(new \DateTime('@3')));
    }
}

enum OldSuit
{
    case Hearts;
    case Swords;
}

enum NewSuit
{
    case Hearts;
}
