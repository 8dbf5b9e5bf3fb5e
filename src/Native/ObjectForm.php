<?php

declare(strict_types=1);

namespace Brine\Native;

/** What objects have in common that are made of the same class and the same names. */
final class ObjectForm
{
    /**
     * @param string            $class the name as it is spelled in the payload
     * @param list<string>|null $names property names, mangled, as native text; null for the array of __serialize()
     */
    public function __construct(
        public readonly string $class,
        public readonly ?array $names,
        public readonly bool $incomplete,
    ) {
    }
}
