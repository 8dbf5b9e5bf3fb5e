<?php

declare(strict_types=1);

namespace Brine\Format\Decoder;

use Brine\Tree\ClassKind;
use Brine\Tree\ObjectForm;

/**
 * What a MAP, OBJECT or CUSTOM defined (docs/format.md, sections 6 and 8). Ready when it has its kind.
 *
 * @internal
 */
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

    /** @var list<int|string> a map's */
    public array $keys = [];

    /** What an instance takes in bytes. */
    public int $memory = 0;

    /** What the names of an instance have in native text, in bytes. */
    public int $text = 0;

    /** The steps that PHP takes for an instance because its keys or names collide. */
    public int $steps = 0;

    /** Of an object; null if its class is missing or denied. */
    public ?ClassKind $class = null;

    /** Of an object whose shape is ready. */
    public ObjectForm $form;
}
