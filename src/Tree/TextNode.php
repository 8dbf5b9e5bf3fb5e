<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * An object whose native text is known: an enum case, or what Serializable::serialize() returned.
 *
 * @internal
 */
final class TextNode extends Node
{
    private function __construct(
        public readonly string $text,
        public readonly string $class,
        public readonly int $offset,
    ) {
    }

    public static function enumCase(string $class, string $case, int $offset): self
    {
        return new self('E:' . (\strlen($class) + 1 + \strlen($case)) . ":\"$class:$case\";", $class, $offset);
    }

    public static function stringForm(string $class, string $bytes, int $offset): self
    {
        return new self('C:' . \strlen($class) . ":\"$class\":" . \strlen($bytes) . ":{{$bytes}}", $class, $offset);
    }

    public function hasStringForm(): bool
    {
        return $this->text[0] === 'C';
    }

    public function takeApart(): void
    {
    }
}
