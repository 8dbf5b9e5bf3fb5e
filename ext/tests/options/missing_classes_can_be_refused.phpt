--TEST--
With "missing_classes" as "throw", a class that is allowed and missing is a DecodeException, once autoloaders and unserialize_callback_func were asked
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

enum Suit
{
    case Hearts;
}
class Hook
{
    public array $given = [];

    public function __unserialize(array $data): void
    {
        // A nested call has its own options.
        $this->given[] = get_class(brine_unserialize(missing(new Point())));
    }

    public function __serialize(): array
    {
        return [];
    }
}
class Point
{
    public int $x = 1;
}

function missing(mixed $value): string
{
    return str_replace(['Point', 'Suit'], ['Other', 'Gone'], brine_serialize($value));
}

function refused(string $payload, array $options = []): void
{
    try {
        echo get_class(brine_unserialize($payload, ['missing_classes' => 'throw'] + $options)), "\n";
    } catch (Brine\DecodeException $error) {
        echo $error->getReason(), ' at ', $error->getOffset(), ' in ', $error->getPath(), ': ', $error->getMessage(), "\n";
    }
}

$asked = [];
spl_autoload_register(static function (string $class) use (&$asked): void {
    $asked[] = $class;
});
refused(missing(new Point()));
refused(missing([1, 'list' => [new Hook(), new Point()]]));
refused(missing(array_map(static fn (): Point => new Point(), range(1, 20))));
refused(missing([Suit::Hearts]));
echo implode(' ', $asked), "\n";
echo brine_unserialize(brine_serialize(new Hook()), ['missing_classes' => 'throw'])->given[0], "\n";

echo "-- not allowed\n";
$asked = [];
foreach ([false, ['Hook']] as $allowed) {
    echo get_class(brine_unserialize(missing(new Point()), ['missing_classes' => 'throw', 'allowed_classes' => $allowed])), "\n";
}
refused(missing(new Point()), ['allowed_classes' => ['other']]);
echo implode(' ', $asked), "\n";

echo "-- signed, opened, resident\n";
try {
    brine_unserialize_signed(brine_serialize_signed(brine_unserialize(missing(new Point())), 'key of this test'), 'key of this test', ['missing_classes' => 'throw']);
} catch (Brine\DecodeException $error) {
    echo $error->getMessage(), "\n";
}
refused(strrev(missing(new Point())), ['open' => strrev(...)]);
for ($i = 0; $i < 3; $i++) {
    refused(missing([new Point(), 'resident']), ['resident' => true]);
    echo get_class(brine_unserialize(missing([new Point(), 'resident']), ['resident' => true])[0]), "\n";
}

echo "-- the callback\n";
ini_set('unserialize_callback_func', 'idle');
function idle(string $class): void
{
    echo "asked for $class\n";
}
refused(missing(new Point()));
ini_set('unserialize_callback_func', 'bring');
function bring(string $class): void
{
    class_alias(Point::class, $class);
}
refused(missing(new Point()));

echo "-- what it can be\n";
foreach (['incomplete', 'throws', '', 0.5, null, 1, ['throw'], new ArrayObject()] as $option) {
    foreach ([[], ['max_depth' => 5]] as $others) {
        echo thrown(static fn () => brine_unserialize("\xC1\x10\x05", ['missing_classes' => $option] + $others)), "\n";
    }
}
$option = 'throw';
var_dump(brine_unserialize("\xC1\x10\x05", ['missing_classes' => &$option]));
?>
--EXPECT--
missing_class at 3 in $value: There is no class Other at byte 3
missing_class at 20 in $value['list'][1]: There is no class Other at byte 20, in $value['list'][1]
missing_class at 6 in $value: There is no class Other at byte 6
missing_class at 4 in $value[0]: There is no class Gone at byte 4, in $value[0]
Other Other Other Gone
__PHP_Incomplete_Class
-- not allowed
__PHP_Incomplete_Class
__PHP_Incomplete_Class
missing_class at 3 in $value: There is no class Other at byte 3
Other
-- signed, opened, resident
There is no class Other at byte 41
missing_class at 3 in $value: There is no class Other at byte 3
missing_class at 4 in $value[0]: There is no class Other at byte 4, in $value[0]
__PHP_Incomplete_Class
missing_class at 4 in $value[0]: There is no class Other at byte 4, in $value[0]
__PHP_Incomplete_Class
missing_class at 4 in $value[0]: There is no class Other at byte 4, in $value[0]
__PHP_Incomplete_Class
-- the callback
asked for Other
missing_class at 3 in $value: There is no class Other at byte 3
Point
-- what it can be
nothing is thrown
nothing is thrown
ValueError: brine_unserialize(): Option "missing_classes" must be "incomplete" or "throw"
ValueError: brine_unserialize(): Option "missing_classes" must be "incomplete" or "throw"
ValueError: brine_unserialize(): Option "missing_classes" must be "incomplete" or "throw"
ValueError: brine_unserialize(): Option "missing_classes" must be "incomplete" or "throw"
TypeError: brine_unserialize(): Option "missing_classes" must be of type string, float given
TypeError: brine_unserialize(): Option "missing_classes" must be of type string, float given
TypeError: brine_unserialize(): Option "missing_classes" must be of type string, null given
TypeError: brine_unserialize(): Option "missing_classes" must be of type string, null given
TypeError: brine_unserialize(): Option "missing_classes" must be of type string, int given
TypeError: brine_unserialize(): Option "missing_classes" must be of type string, int given
TypeError: brine_unserialize(): Option "missing_classes" must be of type string, array given
TypeError: brine_unserialize(): Option "missing_classes" must be of type string, array given
TypeError: brine_unserialize(): Option "missing_classes" must be of type string, ArrayObject given
TypeError: brine_unserialize(): Option "missing_classes" must be of type string, ArrayObject given
int(5)
