<?php

declare(strict_types=1);

namespace Drupal\brine\Status;

use Brine\Format;
use Drupal\brine\Zlib;

/** An entry of a bin. */
final class Entry
{
    public const STRING = 'string';
    public const NATIVE = 'native';

    /** @param bool $isString whether the bytes are the value itself, not written by a serializer */
    public function __construct(public readonly string $cid, public readonly string $bytes, public readonly bool $isString)
    {
    }

    /** A name of Brine\Format's, "string", "zlib" for compressed entries of other modules, or "unreadable". */
    public function format(): string
    {
        return match (true) {
            $this->isString => self::STRING,
            Zlib::recognises($this->bytes) => 'zlib',
            default => Format::of($this->bytes)->value ?? 'unreadable',
        };
    }
}
