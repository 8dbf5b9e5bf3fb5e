<?php

declare(strict_types=1);

namespace Brine\Json;

/**
 * What JSON looks like.
 *
 * @internal
 */
final class Text
{
    /** The beginning of any text, without white space before it. */
    private const HEAD = '/\A(?:[[{"]|-?[0-9]|true\z|false\z|null\z)/';

    private function __construct()
    {
    }

    /** Whether the first bytes can be those of a text that JsonSerializer writes. */
    public static function recognises(string $data): bool
    {
        return \preg_match(self::HEAD, $data) === 1;
    }
}
