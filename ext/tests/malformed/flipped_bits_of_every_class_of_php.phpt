--TEST--
An object of each of PHP's own classes, with every bit of its payload flipped: a value or a DecodeException, and no other exception
--EXTENSIONS--
brine
--INI--
memory_limit=512M
--FILE--
<?php
declare(strict_types=1);

error_reporting(0);

/** Payloads by class, of an object with some state where that needs arguments. */
function payloads(): array
{
    $storage = new SplObjectStorage();
    $storage[new stdClass()] = 1;
    $list = new SplQueue();
    $list[] = 1;
    $engine = static fn (string $class): object => new ("Random\\Engine\\$class")(1);
    $date = new DateTimeImmutable('2020-01-01 12:00', new DateTimeZone('Europe/Berlin'));
    $objects = [
        DateTime::createFromImmutable($date), $date, $date->getTimezone(), new DateTimeZone('+01:00'), new DateInterval('P1Y2DT3H'),
        new DatePeriod($date, new DateInterval('P1D'), 3), new ArrayObject([1, 'a' => new ArrayIterator([2])]), $storage, $list,
        SplFixedArray::fromArray([1, 2]), new Exception('message', 1, new Error()),
    ];
    foreach (class_exists(Random\Randomizer::class) ? ['Mt19937', 'PcgOneseq128XslRr64', 'Xoshiro256StarStar'] : [] as $name) {
        // PHP 8.6 itself does not survive unserialize('O:17:"Random\Randomizer":1:{i:0;a:0:{}}').
        array_push($objects, $engine($name), PHP_VERSION_ID < 80600 ? new Random\Randomizer($engine($name)) : null);
    }
    foreach (get_declared_classes() as $name) {
        $class = new ReflectionClass($name);
        try {
            $objects[] = $class->isInternal() ? new $name() : null;
        } catch (Throwable) {
        }
    }
    $payloads = [];
    foreach (array_filter($objects, is_object(...)) as $object) {
        try {
            $payloads[] = [$object::class, brine_serialize([$object])];
        } catch (Throwable) {
        }
    }

    return $payloads;
}

$refused = $flips = 0;
foreach (payloads() as [$class, $payload]) {
    for ($bit = 0; $bit < strlen($payload) * 8; $bit++) {
        $bytes = $payload;
        $bytes[$bit >> 3] = chr(ord($bytes[$bit >> 3]) ^ 1 << ($bit & 7));
        $flips++;
        try {
            brine_unserialize($bytes, ['max_elements' => 10_000]);
        } catch (Brine\DecodeException $exception) {
            if ($exception->getReason() === 'bad_object') {
                $refused++;
                // The place is that of the object, or of one in it.
                $place = $exception->getOffset() >= 3 && str_starts_with($exception->getPath(), '$value[0]');
                if (!$place || !$exception->getPrevious() instanceof Throwable) {
                    echo $class, ': ', $exception->getMessage(), "\n";
                }
            }
        } catch (Throwable $thrown) {
            echo $class, ', ', bin2hex($bytes), ': ', $thrown::class, ': ', $thrown->getMessage(), "\n";
        }
    }
}
var_dump($refused > 1_000, $flips > 10_000);
?>
--EXPECT--
bool(true)
bool(true)
