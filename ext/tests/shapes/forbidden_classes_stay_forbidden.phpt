--TEST--
A class whose shape was met before is an incomplete one where a call does not allow it, and a whole one in the next call that does
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

final class Account
{
    public int $id = 1;
    private string $secret = 's';
}
#[AllowDynamicProperties]
final class Loose
{
}
final class Other
{
    public int $id = 2;
}

$loose = new Loose();
$loose->x = 'y';
$rows = static fn (): array => array_map(static fn (int $i): Account => new Account(), range(0, 9));
$payloads = ['object' => brine_serialize(new Account()), 'dynamic' => brine_serialize($loose), 'standard' => brine_serialize((object) ['x' => 'y']),
    'inside' => brine_serialize(['k' => new Account(), 'o' => new Other()]), 'rows' => brine_serialize($rows())];
/** The classes in a decoded value, and what is in its first object. */
function classes(string $payload, array $options = []): string
{
    $decoded = brine_unserialize($payload, $options);
    $objects = array_values(is_array($decoded) ? $decoded : [$decoded]);
    $members = implode(' ', array_map(static fn (string|int $name): string => strtr((string) $name, "\0", '.'), array_keys((array) $objects[0])));

    return implode(' ', array_unique(array_map(get_class(...), $objects))) . " ($members)";
}
foreach ($payloads as $name => $payload) {
    for ($time = 0; $time < 4; $time++) {
        classes($payload);
    }
    echo "$name: ", classes($payload), "\n";
    foreach (['none' => false, 'an empty list' => [], 'another' => ['Other'], 'it' => ['ACCOUNT', 'loose', 'stdclass'], 'all' => true] as $who => $allowed) {
        $first = classes($payload, ['allowed_classes' => $allowed]);
        $second = classes($payload, ['allowed_classes' => $allowed]);
        echo '  ', $who, ' allowed: ', $first, $first === $second ? '' : " and then $second", "\n";
    }
    echo '  without an option: ', classes($payload), "\n";
}
// Limits are those of the call, too.
foreach (['inside' => ['max_depth' => 1], 'object' => ['max_elements' => 1], 'rows' => ['max_elements' => 29]] as $name => $options) {
    echo $name, ': ', thrown(static fn () => brine_unserialize($payloads[$name], $options)), "\n";
    echo $name, ': ', classes($payloads[$name]), "\n";
}
?>
--EXPECT--
object: Account (id .Account.secret)
  none allowed: __PHP_Incomplete_Class (__PHP_Incomplete_Class_Name id .Account.secret)
  an empty list allowed: __PHP_Incomplete_Class (__PHP_Incomplete_Class_Name id .Account.secret)
  another allowed: __PHP_Incomplete_Class (__PHP_Incomplete_Class_Name id .Account.secret)
  it allowed: Account (id .Account.secret)
  all allowed: Account (id .Account.secret)
  without an option: Account (id .Account.secret)
dynamic: Loose (x)
  none allowed: __PHP_Incomplete_Class (__PHP_Incomplete_Class_Name x)
  an empty list allowed: __PHP_Incomplete_Class (__PHP_Incomplete_Class_Name x)
  another allowed: __PHP_Incomplete_Class (__PHP_Incomplete_Class_Name x)
  it allowed: Loose (x)
  all allowed: Loose (x)
  without an option: Loose (x)
standard: stdClass (x)
  none allowed: __PHP_Incomplete_Class (__PHP_Incomplete_Class_Name x)
  an empty list allowed: __PHP_Incomplete_Class (__PHP_Incomplete_Class_Name x)
  another allowed: __PHP_Incomplete_Class (__PHP_Incomplete_Class_Name x)
  it allowed: stdClass (x)
  all allowed: stdClass (x)
  without an option: stdClass (x)
inside: Account Other (id .Account.secret)
  none allowed: __PHP_Incomplete_Class (__PHP_Incomplete_Class_Name id .Account.secret)
  an empty list allowed: __PHP_Incomplete_Class (__PHP_Incomplete_Class_Name id .Account.secret)
  another allowed: __PHP_Incomplete_Class Other (__PHP_Incomplete_Class_Name id .Account.secret)
  it allowed: Account __PHP_Incomplete_Class (id .Account.secret)
  all allowed: Account Other (id .Account.secret)
  without an option: Account Other (id .Account.secret)
rows: Account (id .Account.secret)
  none allowed: __PHP_Incomplete_Class (__PHP_Incomplete_Class_Name id .Account.secret)
  an empty list allowed: __PHP_Incomplete_Class (__PHP_Incomplete_Class_Name id .Account.secret)
  another allowed: __PHP_Incomplete_Class (__PHP_Incomplete_Class_Name id .Account.secret)
  it allowed: Account (id .Account.secret)
  all allowed: Account (id .Account.secret)
  without an option: Account (id .Account.secret)
inside: Brine\DecodeException: the value is nested deeper than max_depth (1) at byte 8, in $value['k']
inside: Account Other (id .Account.secret)
object: Brine\DecodeException: the value has more elements than max_elements (1) at byte 2
object: Account (id .Account.secret)
rows: Brine\DecodeException: the value has more elements than max_elements (29) at byte 2
rows: Account (id .Account.secret)
