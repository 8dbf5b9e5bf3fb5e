<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

use Brine\Internal\Path;
use Brine\Internal\StackDepth;
use Brine\Internal\StackLevels;

/**
 * The reason why a value cannot be encoded. Encoder catches it and makes an EncodeException.
 *
 * @internal
 */
final class CannotEncode extends \Exception
{
    /** Path to the value at fault. */
    public readonly Path $path;

    public function __construct(string $message)
    {
        parent::__construct($message);
        $this->path = new Path();
    }

    public static function depth(int $levels): self
    {
        if (StackLevels::used() === 0) {
            return new self("the value is nested deeper than $levels levels");
        }
        $levels = StackDepth::limit(Writer::MAX_DEPTH);

        return new self("the value and the hooks around it are nested deeper than $levels levels");
    }

    public static function height(): self
    {
        $levels = StackDepth::height();

        return new self("back-references nest the value deeper than $levels levels, more than PHP could free");
    }

    /** Class and method names are cut at a zero byte, as in the extension. */
    public static function beforeZero(string $text): string
    {
        return \explode("\0", $text, 2)[0];
    }
}
