--TEST--
Objects of PHP's own classes that can be serialized come back equal
--EXTENSIONS--
brine
--INI--
date.timezone=UTC
--FILE--
<?php
declare(strict_types=1);

// An ArrayObject of an object is deprecated since PHP 8.5.
error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/../round_trip.inc';

final class ChildOfArrayObject extends ArrayObject
{
    public $public = 'p';
    private $private = ['x'];
}
final class ChildOfDate extends DateTimeImmutable
{
    protected ?string $note = 'note';
}
final class ChildOfException extends DomainException
{
    private array $details = ['why' => 'because'];
}

$storage = new SplObjectStorage();
$storage[$storage] = 'itself';
$storage[new DateTimeZone('Europe/Zurich')] = ['data', $storage];
$list = new SplDoublyLinkedList();
$list->push(1);
$list->push($list);
$stack = new SplStack();
$stack->push('bottom');
$stack->push('top');
$queue = new SplQueue();
$queue->enqueue($stack);
$child = new ChildOfArrayObject(['a' => 1, 5 => [2]], ArrayObject::ARRAY_AS_PROPS);
$child->dynamic = $child;
$over = new ArrayObject(new ArrayObject((object) ['inner' => true]));
$fixed = SplFixedArray::fromArray([1, 'two', null, $stack]);
$mt = new Random\Engine\Mt19937(5);
$mt->generate();
$objects = [
    $storage, $list, $stack, $queue, $child, $over, $fixed, new SplFixedArray(0), new SplMinHeap(), $mt,
    new ArrayIterator([3, 2, 1]), new MultipleIterator(), new EmptyIterator(),
    new DateTime('2001-02-03 04:05:06.5 +02:00'), new DateTimeImmutable('@0'), new DateTimeZone('+05:30'),
    new DateInterval('P1Y2M3DT4H5M6S'), (new DateTime('@0'))->diff(new DateTime('@99999999')),
    DateInterval::createFromDateString('last day of next month'),
    new DatePeriod(new DateTimeImmutable('@0'), new DateInterval('P1D'), 3, DatePeriod::EXCLUDE_START_DATE),
    new ChildOfDate('2020-02-29'), new ChildOfException('message', 7, new Error('cause')), new ErrorException('e', 1, 2, 'f', 3),
    new stdClass(),
];
foreach ($objects as $object) {
    ob_start();
    $decoded = round_trip($object);
    $output = ob_get_clean();
    if ($output !== '' || $decoded::class !== $object::class) {
        echo $object::class, ":\n$output";
    }
}
var_dump(count(round_trip($objects)));

$decoded = round_trip([$stack, $storage, $child, $mt, $fixed, $objects[20]]);
var_dump($decoded[0]->pop(), $decoded[1][$decoded[1]], $decoded[2]->a, $decoded[2]->dynamic === $decoded[2]);
var_dump($decoded[3]->generate() === $mt->generate(), $decoded[4][3] === $decoded[0], $decoded[5]->format('c'));
?>
--EXPECT--
int(24)
string(3) "top"
string(6) "itself"
int(1)
bool(true)
bool(true)
bool(true)
string(25) "2020-02-29T00:00:00+00:00"
