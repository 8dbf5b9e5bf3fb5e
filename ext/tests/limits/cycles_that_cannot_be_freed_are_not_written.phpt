--TEST--
Cycles that the decoder would refuse are not written: the encoder names the place, on the main stack and in a fiber
--EXTENSIONS--
brine
--INI--
memory_limit=1G
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

class Member
{
    public mixed $back = null;
    public array $lists = [];
}
/** An object with a list whose members are a chain of objects up to it. */
function chain(Member $root, int $size, array &$members): void
{
    $last = $root;
    $list = [];
    for ($i = 0; $i < $size; ++$i) {
        $members[] = $list[] = $member = new Member();
        $member->back = $last;
        $last = $member;
    }
    $root->lists[] = $list;
}
/** Calls the encoder with so many such lists in an object, and takes all apart. */
function outcome(int $lists, int $size, bool $has_hook = false): string
{
    $members = [$root = new Member()];
    for ($i = 0; $i < $lists; ++$i) {
        chain($root, $size, $members);
    }
    try {
        $payload = brine_serialize(['id' => 1, 'root' => $root, 'hook' => $has_hook ? new Hook() : null]);
        $outcome = 'payload, ' . (brine_unserialize($payload)['root']->lists[0][1]->back instanceof Member ? 'read' : '?');
    } catch (Brine\EncodeException $error) {
        // With a small stack the place is one further in.
        $outcome = preg_replace(['/[\d,]+ levels/', '/->lists\[.*/'], ['%d levels', ''], [$error->getMessage(), $error->getPath()]);
        $outcome = implode("\n    ", $outcome);
    } finally {
        foreach ($members as $member) {
            $member->back = null;
            $member->lists = [];
        }
    }

    return $outcome;
}
/** Its hook runs PHP code, which must run once. */
class Hook
{
    public static int $calls = 0;

    public function __serialize(): array
    {
        return [++self::$calls];
    }

    public function __unserialize(array $data): void
    {
    }
}
function in_fiber(mixed ...$arguments): string
{
    $fiber = new Fiber(outcome(...));
    $fiber->start(...$arguments);

    return $fiber->getReturn();
}
echo 'two chains: ', outcome(2, 2000), "\n";
echo 'long ones: ', outcome(2, 9000), "\n";
echo 'a hook behind them: ', outcome(2, 9000, true), "\n";
echo 'in a fiber: ', in_fiber(2, 9000), "\n";
echo 'short ones with a hook: ', outcome(2, 1500, true), ', calls: ', Hook::$calls, "\n";
?>
--EXPECT--
two chains: payload, read
long ones: back-references nest the value deeper than %d levels, more than PHP could free at $value['root']
    $value['root']
a hook behind them: back-references nest the value deeper than %d levels, more than PHP could free at $value['root']
    $value['root']
in a fiber: back-references nest the value deeper than %d levels, more than PHP could free at $value['root']
    $value['root']
short ones with a hook: payload, read, calls: 1
