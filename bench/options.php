<?php

declare(strict_types=1);

namespace Brine\Bench;

use InvalidArgumentException;

require_once __DIR__ . '/serializers.php';

/** The command line of bench.php. */
final class Options
{
    public const HELP = <<<'TEXT'
        usage: php -n -d extension=igbinary -d extension=ext/modules/brine.so bench/bench.php [option ...]

          --only NAME[,NAME...]         only these rows or sections; globs allowed; also single files of the corpus
          --list                        names of all rows and sections
          --rounds N                    rounds (11); with --against: processes of each build
          --sample-ms N                 least duration of one sample (10)
          --quick                       same as --rounds 5 --sample-ms 2
          --encode fresh|warm           encode each copy of a value once, or one copy again and again;
                                        by default the corpus is fresh and shapes are warm
          --serializers NAME[,NAME...]  only these
          --baseline NAME               serializer that ratios are to (igbinary)
          --against REF                 compare this tree's build of Brine with the one of a git commit
          --json FILE                   also write all samples as JSON; '-' writes JSON instead of text
          --help                        this text

        TEXT;

    /** @var list<string> */
    public array $only = [];
    public bool $list = false;
    public bool $help = false;
    public int $rounds = 11;
    public int $sampleMs = 10;
    /** Whether each copy of a value is encoded only once; null: as the workload says. */
    public ?bool $fresh = null;
    /** @var list<string> */
    public array $serializers;
    public string $baseline = 'igbinary';
    public ?string $against = null;
    public ?string $json = null;

    /** @param list<string> $arguments without the script's name */
    public function __construct(array $arguments)
    {
        $this->serializers = Serializer::unsignedNames();
        while (($argument = array_shift($arguments)) !== null) {
            [$name, $inline] = explode('=', $argument, 2) + [1 => null];
            $next = static function () use (&$arguments, $name, $inline): string {
                return $inline ?? array_shift($arguments) ?? throw new InvalidArgumentException("$name needs a value");
            };
            match ($name) {
                '--only' => $this->only = explode(',', $next()),
                '--list' => $this->list = true,
                '--rounds' => $this->rounds = self::positive($name, $next()),
                '--sample-ms' => $this->sampleMs = self::positive($name, $next()),
                '--quick' => [$this->rounds, $this->sampleMs] = [5, 2],
                '--encode' => $this->fresh = match ($next()) {
                    'fresh' => true,
                    'warm' => false,
                    default => throw new InvalidArgumentException('--encode needs fresh or warm'),
                },
                '--serializers' => $this->serializers = array_map(self::serializer(...), explode(',', $next())),
                '--baseline' => $this->baseline = self::serializer($next()),
                '--against' => $this->against = $next(),
                '--json' => $this->json = $next(),
                '--help' => $this->help = true,
                default => throw new InvalidArgumentException("unknown option $name\n\n" . self::HELP),
            };
        }
    }

    private static function positive(string $name, string $number): int
    {
        $n = filter_var($number, FILTER_VALIDATE_INT, ['options' => ['min_range' => 1]]);

        return $n === false ? throw new InvalidArgumentException("$name needs a positive number") : $n;
    }

    private static function serializer(string $name): string
    {
        return in_array($name, Serializer::names(), true) ? $name : throw new InvalidArgumentException(
            "unknown serializer $name: known are " . implode(', ', Serializer::names()),
        );
    }
}
