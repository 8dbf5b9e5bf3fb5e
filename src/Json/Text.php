<?php

declare(strict_types=1);

namespace Brine\Json;

/**
 * Recognizes JSON.
 *
 * @internal
 */
final class Text
{
    /** Beginning of any JSON text without leading white space. */
    private const HEAD = '/\A(?:[[{"]|-?[0-9]|true\z|false\z|null\z)/';

    private function __construct()
    {
    }

    /** Whether the first bytes can begin a text of JsonSerializer. */
    public static function recognises(string $data): bool
    {
        return \preg_match(self::HEAD, $data) === 1;
    }
}
