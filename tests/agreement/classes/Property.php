<?php

declare(strict_types=1);

namespace Brine\Tests\Classes;

/** A declared property of a generated class. */
final class Property
{
    public const WIDTH = ['private' => 0, 'protected' => 1, 'public' => 2];

    public string $visibility = 'public';
    /** Of asymmetric visibility; null if it is that of reading. */
    public ?string $setVisibility = null;
    public ?string $type = null;
    /** An expression; null if there is none. */
    public ?string $default = null;
    public bool $isStatic = false;
    public bool $isReadonly = false;
    public bool $isFinal = false;
    public bool $isPromoted = false;
    public bool $isVirtual = false;
    public bool $isAbstract = false;
    public bool $returnsReference = false;
    /** @var list<string> */
    public array $hooks = [];

    public function __construct(public readonly string $name)
    {
    }

    public function declaration(): string
    {
        $words = [
            $this->isAbstract ? 'abstract' : '',
            $this->isFinal ? 'final' : '',
            $this->visibility,
            $this->setVisibility === null ? '' : "$this->setVisibility(set)",
            $this->isStatic ? 'static' : '',
            $this->isReadonly ? 'readonly' : '',
            (string) $this->type,
            "\$$this->name" . ($this->default === null ? '' : " = $this->default"),
            $this->hooks === [] ? '' : '{ ' . \implode(' ', $this->hooks) . ' }',
        ];
        $end = $this->isPromoted || $this->hooks !== [] ? '' : ';';

        return \implode(' ', \array_filter($words, static fn (string $word): bool => $word !== '')) . $end;
    }

    public function widthOfSetting(): int
    {
        return self::WIDTH[$this->setVisibility ?? $this->visibility];
    }
}
