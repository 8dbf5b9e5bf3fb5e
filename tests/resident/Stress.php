<?php

declare(strict_types=1);

namespace Brine\Tests\Resident;

/** One round: a payload is decoded with the option and without it, and both values go through the same operations. */
final class Stress
{
    /** Payloads that rounds choose from; new ones come in their place. */
    private const POOL = 150;

    /** Operations on one value. */
    private const OPERATIONS = 4;

    /** @var array<string, \Closure(mixed&, Choice): mixed> */
    private readonly array $families;

    /** @var array<int, string> payloads by their place in the pool */
    private array $pool = [];
    /** Lookups and operations on resident values, and comparisons with plain ones, of all rounds. */
    public int $operations = 0;
    public int $comparisons = 0;
    private int $made = 0;
    private int $round = 0;

    /** Whether the resident value of this round is kept by bytes that must be opened. */
    private bool $opens = false;

    /** @var list<string> messages of PHP since the last look */
    private array $messages = [];

    /** @var resource|null where the operation that runs now is written: that of a process that crashes */
    private $trace;

    public function __construct(private readonly int $seed, private readonly Values $values, ?string $trace)
    {
        $families = [];
        foreach (['arrays', 'strings', 'objects', 'surroundings'] as $file) {
            $families += require __DIR__ . "/families/$file.php";
        }
        $this->families = $families;
        $this->trace = $trace === null ? null : \fopen($trace, 'w');
        \set_error_handler(function (int $level, string $message): bool {
            $this->messages[] = $message;

            return true;
        });
    }

    public function families(): int
    {
        return \count($this->families);
    }

    /** @return string|null what differs */
    public function round(int $round): ?string
    {
        $this->round = $round;
        // The collector also runs wherever it likes, but then destructors of anything may run in between.
        $round % 3 === 0 ? \gc_enable() : \gc_disable();
        \gc_collect_cycles();
        $choice = new Choice(\crc32("$this->seed $round"));
        $payload = $this->payload($choice);
        if ($payload === null) {
            return null;
        }
        $names = [];
        for ($i = $choice->int(1, self::OPERATIONS); $i > 0; --$i) {
            $names[] = $choice->of(\array_keys($this->families));
        }
        $operationSeed = $choice->int(0, 1 << 30);
        $sights = $choice->int(1, 3);
        $residentFirst = $choice->chance(50);
        $this->opens = $choice->chance(25);
        $outcomes = [];
        foreach ([$residentFirst, !$residentFirst] as $resident) {
            $outcomes[(int) $resident] = $this->outcome($payload, $resident, $resident ? $sights : 1, $names, new Choice($operationSeed));
        }
        // Writes of the operations must not appear in the next value.
        $this->trace('decoding again');
        $again = [$this->decoded($payload, false)[0], $this->decoded($payload, true)[0]];
        $this->operations += $sights + \count($names) + 1;
        $this->comparisons += \count($outcomes[0]) + 1;
        foreach ($outcomes[0] as $step => $expected) {
            if ($expected !== $outcomes[1][$step]) {
                return "$step: " . self::difference($expected, $outcomes[1][$step]);
            }
        }

        return $again[0] === $again[1] ? null : 'decoded again after ' . \implode(', ', $names) . ': ' . self::difference($again[0], $again[1]);
    }

    /** A payload that was there before, or a new one; null where the value cannot be encoded. */
    private function payload(Choice $choice): ?string
    {
        $place = $choice->int(0, self::POOL - 1);
        if (!isset($this->pool[$place]) || $choice->chance(4)) {
            try {
                $value = $this->values->number($this->made++);
                $this->pool[$place] = \brine_serialize($value);
            } catch (\Throwable) {
                unset($this->pool[$place]);
            }
            $this->messages = [];
        }

        return $this->pool[$place] ?? null;
    }

    /**
     * @param list<string> $names
     * @return array<string, string> what was seen, by step
     */
    private function outcome(string $payload, bool $resident, int $sights, array $names, Choice $choice): array
    {
        for ($sight = 0; $sight < $sights; ++$sight) {
            [$text, $value] = $this->decoded($payload, $resident);
        }
        // Some settings stay until another one takes their place; both values begin with those of PHP.
        \array_map(\ini_restore(...), Handlers::SETTINGS);
        $outcome = ['decoded' => $text];
        foreach ($names as $i => $name) {
            $this->trace($name);
            $outcome["$i $name"] = $this->operate($name, $value, $choice);
        }
        $this->trace('freeing');
        unset($value);

        return $outcome;
    }

    /** @return array{string, mixed} the text, with what was thrown or warned of; and the value */
    private function decoded(string $payload, bool $resident): array
    {
        $this->trace($resident ? 'resident' : 'plain');
        $counts = [Hooked::$woken, Ending::$ended];
        try {
            $value = $resident ? $this->resident($payload) : \brine_unserialize($payload);
            $text = self::text($value);
        } catch (\Throwable $error) {
            $value = null;
            $text = $error::class . ': ' . $error->getMessage();
        }
        $hooks = Hooked::$woken - $counts[0] . ' woken, ' . (\gc_enabled() ? 0 : Ending::$ended - $counts[1]) . ' ended';
        $messages = $this->messages;
        $this->messages = [];

        return ["$text; $hooks; " . \implode("\n", $messages), $value];
    }

    private function resident(string $payload): mixed
    {
        return $this->opens
            ? \brine_unserialize(\strrev($payload), ['resident' => true, 'open' => \strrev(...)])
            : \brine_unserialize($payload, ['resident' => true]);
    }

    private function operate(string $name, mixed &$value, Choice $choice): string
    {
        $level = \ob_get_level();
        \ob_start();
        try {
            $seen = self::text($this->families[$name]($value, $choice));
        } catch (\Throwable $error) {
            $seen = $error::class . ': ' . $error->getMessage();
        }
        $output = '';
        while (\ob_get_level() > $level) {
            $output .= \ob_get_clean();
        }
        $seen .= "\n$output\n" . self::text($value) . "\n" . \implode("\n", $this->messages);
        $this->messages = [];

        return $seen;
    }

    private static function text(mixed $value): string
    {
        try {
            return \serialize($value);
        } catch (\Throwable $error) {
            return $error::class . ': ' . $error->getMessage();
        }
    }

    private function trace(string $step): void
    {
        if ($this->trace !== null) {
            \fseek($this->trace, 0);
            \fwrite($this->trace, \str_pad("round $this->round, $step", 60));
        }
    }

    private static function difference(string $expected, string $actual): string
    {
        $at = \strspn($expected ^ $actual, "\0");

        return 'at byte ' . $at . ': ' . \addcslashes(\substr($actual, \max(0, $at - 60), 160), "\0..\37\177..\377")
            . ' instead of ' . \addcslashes(\substr($expected, \max(0, $at - 60), 160), "\0..\37\177..\377");
    }
}
