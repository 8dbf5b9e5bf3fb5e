<?php

declare(strict_types=1);

namespace Brine\Codec\Encoder;

use Brine\Native\StackDepth;
use Brine\Native\StackLevels;

/**
 * Why a value cannot be encoded, on its way up to the encoder, which makes an EncodeException of it.
 *
 * @internal
 */
final class Failure extends \Exception
{
    /** @var list<string> the way to the value at fault, innermost step first */
    private array $steps = [];

    public static function depth(int $levels): self
    {
        if (StackLevels::used() === 0) {
            return new self("the value is nested deeper than $levels levels");
        }
        $levels = StackDepth::limit(Writer::MAX_DEPTH);

        return new self("the value and the hooks around it are nested deeper than $levels levels");
    }

    public function addKey(int|string $key): void
    {
        $this->steps[] = \is_int($key) ? "[$key]" : "['" . self::beforeZero($key) . "']";
    }

    public function addProperty(int|string $mangled): void
    {
        $this->steps[] = '->' . self::beforeZero(Shapes::parts((string) $mangled)[1]);
    }

    public function path(): string
    {
        return '$value' . \implode('', \array_reverse($this->steps));
    }

    /** Texts of errors end at a zero byte, as the extension's do. */
    public static function beforeZero(string $text): string
    {
        return \explode("\0", $text, 2)[0];
    }
}
