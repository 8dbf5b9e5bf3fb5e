<?php

declare(strict_types=1);

namespace Brine\Native;

/** What objects have in common that are made of the same class and the same names. */
final class ObjectForm
{
    /**
     * @param string            $class the name as it is spelled in the payload
     * @param list<string>|null $names property names, mangled, as native text; null for the array of __serialize()
     * @param bool $hasProperties whether the keys of such an array are names of properties
     */
    public function __construct(
        public readonly string $class,
        public readonly ?array $names,
        public readonly bool $incomplete,
        private readonly bool $hasProperties = false,
    ) {
    }

    /** Whether the values are the array that its hook is given, rather than properties. */
    public function isArray(): bool
    {
        return $this->names === null && !$this->hasProperties;
    }

    /** @return string in PHP's mangled form */
    public function name(int $i): string
    {
        $text = $this->names[$i] ?? '';

        return \substr($text, (int) \strpos($text, '"') + 1, -2);
    }
}
