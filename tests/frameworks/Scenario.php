<?php

declare(strict_types=1);

namespace Brine\Tests\Frameworks;

use Brine\Format;
use Brine\Tests\Checks;

/** Old entries, the switch to a recipe, new and damaged entries, and the way back. */
final class Scenario
{
    /**
     * @param Client                          $today  the framework without a recipe
     * @param Client                          $recipe writes Brine
     * @param Client                          $back   writes as the framework does, and reads both
     * @param \Closure(string): string        $bytes  what the store has at a key
     * @param \Closure(string, string): mixed $put    replaces what the store has at a key
     * @param mixed                           $miss   what $get returns for a miss
     * @param Format                          $format what the recipe writes
     */
    public function __construct(
        private readonly Client $today,
        private readonly Client $recipe,
        private readonly Client $back,
        private readonly \Closure $bytes,
        private readonly \Closure $put,
        private readonly mixed $miss = null,
        private readonly Format $format = Format::Brine,
    ) {
    }

    /** @return array<string, mixed> by key */
    public static function values(): array
    {
        return [
            'text' => 'tea, and 17 other texts',
            'integer' => 42,
            'float' => 2.5,
            'true' => true,
            'rows' => \array_map(static fn (int $i): array => ['id' => $i, 'name' => "item $i", 'tags' => ['a', 'b']], \range(1, 50)),
            'object' => new \ArrayObject(['city' => 'Turin', 'years' => [1861, 1865]]),
        ];
    }

    /**
     * @param list<string> $damages bytes that the recipe has to treat as a miss
     * @param list<string> $plain   keys whose values the recipe writes in another form than Brine
     */
    public function run(array $damages = ["\xc1\x10\xff", 'a:1:{i:0;', ''], array $plain = ['integer']): void
    {
        foreach (self::values() as $key => $value) {
            ($this->today->set)("old-$key", $value);
            self::same("today writes no Brine: $key", false, $this->writes("old-$key"));
            foreach (['recipe' => $this->recipe, 'back' => $this->back] as $state => $client) {
                self::same("an old entry, $state: $key", $value, ($client->get)("old-$key"));
            }
            ($this->recipe->set)("new-$key", $value);
            self::same("what the recipe writes: $key", !\in_array($key, $plain, true), $this->writes("new-$key"));
            foreach (['recipe' => $this->recipe, 'back' => $this->back] as $state => $client) {
                self::same("a new entry, $state: $key", $value, ($client->get)("new-$key"));
            }
            ($this->back->set)("back-$key", $value);
            self::same("back writes no Brine: $key", false, $this->writes("back-$key"));
            foreach (['back' => $this->back, 'today' => $this->today, 'recipe' => $this->recipe] as $state => $client) {
                self::same("after the way back, $state: $key", $value, ($client->get)("back-$key"));
            }
        }
        ($this->recipe->set)('old-rows', ['replaced']);
        self::same('an old entry, written again', ['replaced'], ($this->recipe->get)('old-rows'));
        Checks::that('an old entry, written again, is Brine', $this->writes('old-rows'));

        ($this->recipe->set)('cut', self::values()['rows']);
        $damages['cut'] = \substr(($this->bytes)('cut'), 0, -3);
        foreach ($damages as $name => $damage) {
            ($this->recipe->set)('damaged', 'a value that is not read');
            ($this->put)('damaged', $damage);
            self::same("damaged, $name", $this->miss, ($this->recipe->get)('damaged'));
            ($this->recipe->set)('damaged', ['after']);
            self::same("damaged, $name, written again", ['after'], ($this->recipe->get)('damaged'));
        }
        self::same('beside a damaged entry', self::values()['rows'], ($this->recipe->get)('new-rows'));
        self::same('no entry', $this->miss, ($this->recipe->get)('absent'));
    }

    /** An entry that the framework has written with igbinary, where it can. */
    public function readsIgbinary(): void
    {
        if (!\function_exists('igbinary_serialize')) {
            return;
        }
        ($this->today->set)('igbinary', 'replaced below');
        ($this->put)('igbinary', (string) \igbinary_serialize(self::values()['rows']));
        self::same('igbinary', self::values()['rows'], ($this->recipe->get)('igbinary'));
    }

    private function writes(string $key): bool
    {
        return Format::of(($this->bytes)($key)) === $this->format;
    }

    /** Objects are compared by their native text. */
    public static function same(string $name, mixed $expected, mixed $actual): void
    {
        Checks::same($name, \serialize($expected), \serialize($actual));
    }
}
