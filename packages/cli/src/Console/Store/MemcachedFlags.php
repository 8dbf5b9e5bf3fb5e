<?php

declare(strict_types=1);

namespace Brine\Console\Store;

/**
 * The flags of entries, by which the extension memcached knows how to read them. Strings have 0; other values are replaced only for clients with
 * its serializer igbinary, which read them by brine_igbinary then.
 *
 * @internal
 */
final class MemcachedFlags
{
    /** The type is in the lowest four bits, above it what compressed the bytes, and in the upper 16 bits what the application has set. */
    private const TYPE = 0xF;
    private const COMPRESSION = 0xFFF0;
    private const SERIALIZED = 4;
    private const IGBINARY = 5;

    /** Null once it was told. */
    private ?string $notice = null;
    private bool $isTold = false;

    public function __construct(private readonly bool $forIgbinary)
    {
    }

    /** Whether the entry is read; otherwise its client needs it as it is. */
    public function isOwn(int $flags): bool
    {
        $isOwn = !$this->forIgbinary || (\in_array($flags & self::TYPE, [self::SERIALIZED, self::IGBINARY], true) && ($flags & self::COMPRESSION) === 0);
        if (!$isOwn && !$this->isTold) {
            $this->isTold = true;
            $this->notice = 'Strings, numbers and compressed entries of the client stay as they are, and are not counted';
        }

        return $isOwn;
    }

    /** A message for the user, once. */
    public function notice(): ?string
    {
        [$notice, $this->notice] = [$this->notice, null];

        return $notice;
    }

    /**
     * The flags of the entry that replaces one.
     *
     * @throws \UnexpectedValueException if the client would not read it
     */
    public function written(int $flags): int
    {
        return match (true) {
            $this->forIgbinary => $flags & ~self::TYPE | self::IGBINARY,
            $flags === 0 => 0,
            default => throw new \UnexpectedValueException('The client has encoded the value itself, and would not read another format'),
        };
    }
}
