<?php

declare(strict_types=1);

namespace Brine\Bench\MessagePack;

use InvalidArgumentException;

/** Scope and duration of the MessagePack table: from command options, or else from the environment variables of rybakit/msgpack's benchmark. */
final class Settings
{
    /** Columns per target; "_p" packs, "_u" unpacks. The first two names are those of rybakit/msgpack. */
    private const TARGETS = [
        'pure' => ['brine-php', 'brine-php-jit'],
        'pecl' => ['msgpack'],
        'brine' => ['brine'],
        'classes' => ['brine-classes'],
        'native' => ['native'],
        'igbinary' => ['igbinary'],
    ];

    public const OPTIONS = ['targets', 'iterations', 'duration', 'rounds', 'tests'];

    private const DIRECTIONS = ['p' => 'encode', 'u' => 'decode'];

    /**
     * @param array<string, list<'encode'|'decode'>> $columns    measured directions, by column
     * @param ?int                                   $rounds     null: as for the other tables
     * @param ?int                                   $iterations calls per sample
     * @param ?float                                 $seconds    least duration of a sample
     */
    private function __construct(
        public readonly Filter $filter,
        public readonly array $columns,
        public readonly ?int $rounds,
        public readonly ?int $iterations,
        public readonly ?float $seconds,
    ) {
    }

    /**
     * @param array<string, ?string> $options     by name: targets, iterations, duration (seconds), rounds, tests
     * @param array<string, string>  $environment non-empty variables MP_BENCH_TARGETS … are used if the option is not given
     * @throws InvalidArgumentException if a value is invalid
     */
    public static function of(array $options = [], array $environment = []): self
    {
        $texts = $names = [];
        foreach (self::OPTIONS as $option) {
            $variable = 'MP_BENCH_' . \strtoupper($option);
            $text = $options[$option] ?? $environment[$variable] ?? '';
            $texts[$option] = $text === '' ? null : $text;
            $names[$option] = isset($options[$option]) ? "--$option" : $variable;
        }
        $seconds = $texts['duration'];
        if ($seconds !== null && (!\is_numeric($seconds) || (float) $seconds <= 0 || (float) $seconds > 3600)) {
            throw new InvalidArgumentException("{$names['duration']} is a number of seconds, not \"$seconds\"");
        }
        $number = static fn (string $option): ?int => $texts[$option] === null ? null : self::number($names[$option], $texts[$option]);
        [$iterations, $rounds] = [$number('iterations'), $number('rounds')];

        return new self(
            new Filter($texts['tests'] ?? Filter::DEFAULT),
            self::columns($texts['targets']),
            $rounds,
            $seconds === null ? $iterations : null,
            $seconds === null ? null : (float) $seconds,
        );
    }

    /** @return array<string, list<'encode'|'decode'>> */
    private static function columns(?string $targets): array
    {
        $columns = [];
        foreach ($targets === null ? self::all() : \explode(',', $targets) as $target) {
            $parts = \explode('_', \trim($target));
            $direction = self::DIRECTIONS[$parts[1] ?? ''] ?? null;
            if (\count($parts) !== 2 || $direction === null || !isset(self::TARGETS[$parts[0]])) {
                throw new InvalidArgumentException("There is no target \"$target\". There are " . \implode(', ', self::all()));
            }
            foreach (self::TARGETS[$parts[0]] as $column) {
                $columns[$column] = \array_values(\array_unique([...$columns[$column] ?? [], $direction]));
            }
        }

        return $columns;
    }

    /** @return list<string> */
    private static function all(): array
    {
        $targets = [];
        foreach (\array_keys(self::TARGETS) as $name) {
            \array_push($targets, "{$name}_p", "{$name}_u");
        }

        return $targets;
    }

    private static function number(string $name, string $text): int
    {
        return \preg_match('/\A[1-9][0-9_]{0,14}\z/', $text) === 1
            ? (int) \strtr($text, ['_' => '']) : throw new InvalidArgumentException("$name is a number of at least 1, not \"$text\"");
    }
}
