--TEST--
A call in a hook counts for 16 levels, in both directions, and has as many fewer for its own value
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/nested.inc';

foreach ([Old::class, Magic::class, Sleeper::class, Mixed_::class] as $class) {
    // An object is a level, too: 240 times 17 levels are in use then.
    $round_trip = static fn (): int => count_nested(brine_unserialize(brine_serialize(nested($class, 241))));
    echo $class, ': ', on_both_stacks($round_trip), ', ', on_both_stacks(static fn (): string => thrown(static fn () => brine_serialize(nested($class, 242)))), "\n";
}

/** Its hook encodes and decodes a list of so many levels. */
final class Holder
{
    public static string $answer = '';

    public function __construct(private int $levels)
    {
    }

    public function __serialize(): array
    {
        $list = chain('list', $this->levels);
        self::$answer = thrown(static fn () => brine_serialize($list));

        return [$this->levels];
    }

    public function __unserialize(array $data): void
    {
        $payload = "\xC1\x10" . str_repeat("\xC0", $data[0]) . "\0";
        self::$answer = thrown(static fn () => brine_unserialize($payload));
    }
}

// As deep as it goes: the object, and the array that its hook returns, are two levels of the outer value.
$answers = static function (int $around, int $inside): string {
    $value = new Holder($inside);
    for ($i = 0; $i < $around; $i++) {
        $value = [$value];
    }
    $payload = brine_serialize($value);
    $answer = Holder::$answer;
    brine_unserialize($payload);

    return explode(' at $', $answer)[0] . ', ' . Holder::$answer;
};
foreach ([[0, 4079], [0, 4080], [0, 4081], [1000, 3079], [1000, 3080]] as [$around, $inside]) {
    echo "$around, $inside: ", on_both_stacks(static fn (): string => $answers($around, $inside)), "\n";
}

// A fiber that is created inside the hook has its own stack.
final class Escaping
{
    public function __serialize(): array
    {
        $fiber = new Fiber(static fn (): string => thrown(static fn () => brine_serialize(chain('list', 4096))));
        $fiber->start();

        return [$fiber->getReturn()];
    }

    public function __unserialize(array $data): void
    {
        echo $data[0], "\n";
    }
}
if (getenv('SKIP_ASAN')) {
    ini_set('fiber.stack_size', '64M');
}
brine_unserialize(brine_serialize(new Escaping()));
?>
--EXPECT--
Old: 241, Brine\EncodeException: the value and the hooks around it are nested deeper than 4096 levels at $value ($value)
Magic: 241, Brine\EncodeException: the value and the hooks around it are nested deeper than 4096 levels at $value ($value)
Sleeper: 241, Brine\EncodeException: the value and the hooks around it are nested deeper than 4096 levels at $value ($value)
Mixed_: 241, Brine\EncodeException: the value and the hooks around it are nested deeper than 4096 levels at $value ($value)
0, 4079: nothing is thrown, nothing is thrown
0, 4080: Brine\EncodeException: the value and the hooks around it are nested deeper than 4096 levels, nothing is thrown
0, 4081: Brine\EncodeException: the value and the hooks around it are nested deeper than 4096 levels, Brine\DecodeException: max_depth (4082)
1000, 3079: nothing is thrown, nothing is thrown
1000, 3080: Brine\EncodeException: the value and the hooks around it are nested deeper than 4096 levels, nothing is thrown
nothing is thrown
