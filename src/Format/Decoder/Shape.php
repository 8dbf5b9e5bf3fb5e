<?php

declare(strict_types=1);

namespace Brine\Format\Decoder;

use Brine\Tree\ClassKind;
use Brine\Tree\ObjectForm;

/**
 * The shape that a MAP, OBJECT or CUSTOM defines (docs/format.md, sections 6 and 8). Ready once its kind is set.
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

    /** Number of values of an instance. */
    public int $count = 0;

    /** @var list<int|string> a map's */
    public array $keys = [];

    /** Bytes of an instance. */
    public int $memory = 0;

    /** Bytes of an instance's names in native text. */
    public int $text = 0;

    /** Steps per instance for colliding keys or names. */
    public int $steps = 0;

    /** For objects; null if the class is missing or not allowed. */
    public ?ClassKind $class = null;

    /** For objects, once the shape is ready. */
    public ObjectForm $form;
}
