<?php

declare(strict_types=1);

namespace Brine\Codec\Decoder;

/** What a MAP, OBJECT or CUSTOM defined (docs/format.md, sections 6 and 8). Ready when it has its kind. */
final class Shape
{
    public const UNFINISHED = 0;
    public const MAP = 1;
    public const OBJECT = 2;
    public const CUSTOM = 3;

    /** @var self::* */
    public int $kind = self::UNFINISHED;

    /** Values of an instance. */
    public int $count = 0;

    /**
     * A map's keys; the names of an object's properties as native text.
     *
     * @var list<int|string>
     */
    public array $keys = [];

    public string $class = '';
    public bool $incomplete = false;
    public bool $hasUnserialize = false;
    public bool $checksNames = false;
}
