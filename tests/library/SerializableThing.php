<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

/** An object of the old kind, with bytes of its own. */
final class SerializableThing implements \Serializable
{
    public string $text = '';

    public function serialize(): string
    {
        return $this->text;
    }

    public function unserialize(string $data): void
    {
        $this->text = $data;
    }

    /** @return array<mixed> makes it no class of the old kind only, which is deprecated; it is not what is used */
    public function __serialize(): array
    {
        return [$this->text];
    }

    /** @param array<mixed> $data */
    public function __unserialize(array $data): void
    {
        $this->text = \is_string($data[0] ?? null) ? $data[0] : '';
    }
}
