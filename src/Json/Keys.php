<?php

declare(strict_types=1);

namespace Brine\Json;

use Brine\Internal\CollidingText;
use Brine\Internal\Collisions;
use Brine\Internal\DecodeError;

/**
 * Estimates how long json_decode() takes to build arrays with colliding keys.
 *
 * @internal
 */
final class Keys
{
    /** Pattern of a key. */
    private const KEY = '/"([^"\\\\]++)"\s*+:/';

    /** Pattern of tokens: a string, perhaps as a key, and ends of objects. */
    private const TOKEN = '/"((?:[^"\\\\]++|\\\\.)*+)"(\s*+:)?|[{}]/s';

    private function __construct()
    {
    }

    /**
     * @param int $maxMemory limit of the value in bytes
     * @throws \Brine\DecodeException if it would take too long
     */
    public static function check(string $data, int $maxMemory): void
    {
        if (!CollidingText::maySlow($data, self::KEY)) {
            return;
        }
        $steps = CollidingText::maxSteps(\strlen($data), $maxMemory);
        /** @var list<list<int|string>> $open keys of each open object, outermost first; the first list is for keys outside all objects */
        $open = [[]];
        for ($offset = 0; \preg_match(self::TOKEN, $data, $match, \PREG_OFFSET_CAPTURE, $offset) === 1; $offset = $match[0][1] + \strlen($match[0][0])) {
            if ($match[0][0] === '{') {
                $open[] = [];
            } elseif ($match[0][0] === '}') {
                $steps -= self::stepsOf(\array_pop($open) ?? []);
            } elseif (isset($match[2])) {
                $open[\array_key_last($open) ?? 0][] = self::key($match[1][0]);
            }
            if ($steps < 0) {
                throw DecodeError::at('colliding_keys', $offset);
            }
        }
        // json_decode() builds the arrays of open objects before it notices that they do not end.
        foreach ($open as $keys) {
            $steps -= self::stepsOf($keys);
        }
        if ($steps < 0) {
            throw DecodeError::at('colliding_keys', \strlen($data));
        }
    }

    /** @param list<int|string> $keys */
    private static function stepsOf(array $keys): int
    {
        return \count($keys) < 2 ? 0 : Collisions::steps($keys);
    }

    private static function key(string $text): int|string
    {
        $key = \str_contains($text, '\\') ? \json_decode("\"$text\"") : $text;
        if (!\is_string($key)) {
            $key = $text;
        }

        return (string) (int) $key === $key ? (int) $key : $key;
    }
}
