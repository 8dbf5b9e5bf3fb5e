<?php

declare(strict_types=1);

namespace Brine\Native;

use Brine\DecodeException;
use Brine\Internal\ClassList;
use Brine\Internal\Failure;
use Brine\Internal\TerminalText;

/**
 * Applies the extension's setting brine.allowed_classes to a text of serialize().
 *
 * @internal
 */
final class Guard
{
    private const CLASS_OF = '/\G([OCE]):\+?[0-9]+:"([^":]*)/';
    private const STRING = '/\G([sS]):([0-9]{1,18}):"/';
    private const BODY = '/\G":([0-9]{1,18}):\{/';

    /** Names that are reported at most. */
    private const MAX_REPORTED = 1000;

    /** @var array<string, true> classes that were reported, in lower case */
    private static array $reported = [];

    private function __construct()
    {
    }

    /**
     * @return ClassList|null the setting's list; null if every class is allowed
     * @throws DecodeException for the first class that the setting refuses
     */
    public static function check(string $data): ?ClassList
    {
        $list = ClassList::ofSetting();
        $reports = $list !== null && (bool) \ini_get('brine.allowed_classes_report');
        for ($at = 0, $end = \strlen($data); $list !== null && ($at += \strcspn($data, 'sSOCE', $at)) < $end;) {
            if (\preg_match(self::CLASS_OF, $data, $match, 0, $at) === 1) {
                $nameAt = $at + \strlen($match[0]) - \strlen($match[2]);
                if (!$list->has($match[2])) {
                    $reports ? self::report($match[2]) : throw self::refused($match[2], $nameAt);
                }
                $at += \strlen($match[0]);
                if ($match[1] === 'C' && \preg_match(self::BODY, $data, $body, 0, $at) === 1) {
                    $at += \strlen($body[0]) + (int) $body[1];
                }
            } elseif (\preg_match(self::STRING, $data, $match, 0, $at) === 1) {
                $at += \strlen($match[0]);
                $at = $match[1] === 's' ? $at + (int) $match[2] : self::behindEscapes($data, $at, (int) $match[2]);
            } else {
                ++$at;
            }
        }

        return $reports ? null : $list;
    }

    /** The end of so many characters, of which some are a backslash and two digits. */
    private static function behindEscapes(string $data, int $at, int $count): int
    {
        for ($end = \strlen($data); $count > 0 && $at < $end; --$count) {
            $at += $data[$at] === '\\' ? 3 : 1;
        }

        return $at;
    }

    private static function refused(string $class, int $at): DecodeException
    {
        return Failure::decoding('the class ' . TerminalText::shown($class) . " is not allowed (brine.allowed_classes) at offset $at", $at, 'bad_class');
    }

    private static function report(string $class): void
    {
        if (\count(self::$reported) < self::MAX_REPORTED && !isset(self::$reported[\strtolower($class)])) {
            self::$reported[\strtolower($class)] = true;
            \error_log('brine.allowed_classes would refuse ' . TerminalText::shown($class) . ' (function)');
        }
    }
}
