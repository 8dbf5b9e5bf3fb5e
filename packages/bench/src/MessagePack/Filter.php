<?php

declare(strict_types=1);

namespace Brine\Bench\MessagePack;

use InvalidArgumentException;

/**
 * Selects cases by MP_BENCH_TESTS: comma-separated names or "@group", excluded with a leading "-"; or a regular expression between slashes.
 */
final class Filter
{
    /** Skipped unless named. */
    public const DEFAULT = '-@slow';

    /** Groups of sections; "slow" and "pecl_comp" (what the extension msgpack supports) are those of rybakit/msgpack. */
    private const GROUPS = [
        'slow' => [Cases::SLOW],
        'pecl_comp' => [Cases::PLAIN, Cases::SLOW],
        'bin' => [Cases::BIN],
        'ext' => [Cases::EXT],
        'arrays' => [Cases::ARRAYS],
    ];

    /** @var list<string> */
    private array $wanted = [];

    /** @var list<string> */
    private array $left = [];

    private ?string $regex = null;

    /** @throws InvalidArgumentException if a group is unknown, or the expression is invalid */
    public function __construct(string $tests)
    {
        if (\str_starts_with($tests, '/')) {
            if (@\preg_match($tests, '') === false) {
                throw new InvalidArgumentException("$tests is not a regular expression: " . \preg_last_error_msg());
            }
            $this->regex = $tests;

            return;
        }
        foreach (\explode(',', $tests) as $name) {
            $name = \trim($name);
            $isLeft = \str_starts_with($name, '-');
            $bare = $isLeft ? \substr($name, 1) : $name;
            if (\str_starts_with($bare, '@') && !isset(self::GROUPS[\substr($bare, 1)])) {
                throw new InvalidArgumentException("There is no group $bare of cases. There are @" . \implode(', @', \array_keys(self::GROUPS)));
            }
            if ($isLeft) {
                $this->left[] = $bare;
            } else {
                $this->wanted[] = $bare;
            }
        }
    }

    public function accepts(string $name, string $section): bool
    {
        if ($this->regex !== null) {
            return \preg_match($this->regex, $name) === 1;
        }

        return !self::isIn($this->left, $name, $section) && ($this->wanted === [] || self::isIn($this->wanted, $name, $section));
    }

    /** @param list<string> $list names and groups */
    private static function isIn(array $list, string $name, string $section): bool
    {
        foreach ($list as $entry) {
            if ($entry === $name || (\str_starts_with($entry, '@') && \in_array($section, self::GROUPS[\substr($entry, 1)], true))) {
                return true;
            }
        }

        return false;
    }
}
