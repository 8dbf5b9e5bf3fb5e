<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\BrineSerializer;
use Brine\DecodeException;
use Brine\IgbinarySerializer;
use Brine\Serializer;
use Brine\Tests\Library\Changed\OldDate;
use Brine\Tests\Library\Changed\OldFixed;
use Brine\Tests\Library\Changed\OldHeir;
use Brine\Tests\Library\Changed\OldOpen;
use Brine\Tests\Library\Changed\OldRow;
use Brine\Tests\Library\Changed\OldState;
use Brine\Tests\Library\Changed\OldSuit;
use Brine\Tests\Library\Changed\OldZone;
use Brine\Tests\Library\Changed\Reader;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\RequiresPhp;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use PHPUnit\Framework\TestCase;

require_once __DIR__ . '/changed_classes.php';

/** An error of an object that PHP refuses names this object among others of its class, in each format. */
final class ErrorPlacesTest extends TestCase
{
    private const CLASSES = 'Brine\Tests\Library\Changed\\';

    protected function setUp(): void
    {
        if (\PHP_INT_SIZE < 8) {
            self::markTestSkipped('the readers need integers of 64 bits');
        }
    }

    /** @return iterable<string, array{mixed, int, int, string, string}> value, offsets in Brine's bytes and in igbinary's, path, message without its place */
    public static function refusals(): iterable
    {
        $state = [0, [], [], null];
        yield 'a date among others' => [
            ['created' => new \DateTimeImmutable('@1'), 'updated' => self::date(1), 'period' => self::date('seven'), 'last' => self::date('eight')],
            169, 207, "\$value['period']", 'NewDate refuses its data: Cannot assign string to property NewDate::$days of type int',
        ];
        yield 'a date behind a hook that reads dates' => [
            [self::date(1), new Reader(), self::date('seven')],
            223, 255, '$value[2]', 'NewDate refuses its data: Cannot assign string to property NewDate::$days of type int',
        ];
        yield 'a zone, of which some versions of PHP warn too' => [
            [self::zone('UTC'), ['x' => self::zone('Moon')]],
            74, 86, "\$value[1]['x']", 'NewZone refuses its data: Invalid serialization data for DateTimeZone object',
        ];
        yield 'what PHP only says something of' => [
            [new OldFixed([1, 2]), new OldFixed([3, "\0" => 4]), new OldFixed(["\0" => 5])],
            44, 58, '$value[1]', 'NewFixed refuses its data: Illegal member variable name',
        ];
        yield 'a list around a good one' => [
            [new OldState($state), new OldState([0, 'x', [new OldState($state)], null])],
            46, 65, '$value[1]', 'NewState refuses its data: Passed variable is not an array or object',
        ];
        yield 'a list in a bad one' => [
            [new OldState($state), new OldState([0, [new OldState([0, 'x', [], null])], 'y', null])],
            50, 79, '$value[1][1][0]', 'NewState refuses its data: Passed variable is not an array or object',
        ];
        yield 'no state behind a good one' => [
            [new OldState($state), new OldState([])],
            46, 65, '$value[1]', 'NewState refuses its data: Incomplete or ill-typed serialization data',
        ];
        yield 'a row of a table' => [
            \array_map(static fn (int $i): OldRow => self::row($i === 7 ? 'bad' : $i), \range(0, 9)),
            78, 170, '$value[7]->number', 'Cannot assign string to property NewRow::$number of type int',
        ];
        yield 'the inner object, which is made first' => [
            [self::row(1), ['x' => self::row(1, self::row(2, self::row('bad')))]],
            71, 99, "\$value[1]['x']->next->next->number", 'Cannot assign string to property NewRow::$number of type int',
        ];
        yield 'the wrong object in a property' => [
            [self::row(1, self::row(2)), self::row(1, new \stdClass())],
            67, 87, '$value[1]->next', 'Cannot assign stdClass to property NewRow::$next of type ?NewRow',
        ];
        yield 'a private property of the parent' => [
            [new OldHeir(1), new OldHeir('x')],
            101, 154, '$value[1]->secret', 'Cannot assign string to property NewBase::$secret of type int',
        ];
        yield 'an integer that is a float elsewhere' => [
            (static function (): array {
                $rows = [self::row(1), self::row(2)];
                $rows[0]->shares = 3;
                $rows[1]->shares = &$rows[1]->number;

                return $rows;
            })(),
            66, 75, '$value[1]->shares',
            'Reference with value of type int held by property NewRow::$number of type int is not compatible with property NewRow::$shares of type ?float',
        ];
        yield 'a dynamic property' => [
            [new OldOpen(), (static function (): OldOpen {
                $open = new OldOpen();
                $open->more = 1;

                return $open;
            })()],
            59, 60, '$value[1]->more', 'Cannot create dynamic property NewOpen::$more',
        ];
        yield 'a case that is gone' => [
            [OldSuit::Hearts, 'x' => [OldSuit::Swords]],
            52, 61, "\$value['x'][0]", "the enum NewSuit has no case 'Swords'",
        ];
    }

    private static function date(int|string $days): OldDate
    {
        $date = new OldDate('@5');
        $date->days = $days;

        return $date;
    }

    private static function zone(string $name): OldZone
    {
        return new OldZone(['timezone_type' => 3, 'timezone' => $name]);
    }

    private static function row(mixed $number, mixed $next = null): OldRow
    {
        $row = new OldRow();
        [$row->number, $row->next] = [$number, $next];

        return $row;
    }

    #[DataProvider('refusals')]
    public function testBrine(mixed $value, int $offset, int $offsetOfIgbinary, string $path, string $message): void
    {
        self::assertRefusal(new BrineSerializer(), self::changed((new BrineSerializer())->serialize($value)), $offset, $path, $message);
    }

    #[DataProvider('refusals')]
    #[RequiresPhpExtension('igbinary')]
    public function testIgbinary(mixed $value, int $offsetOfBrine, int $offset, string $path, string $message): void
    {
        self::assertRefusal(new IgbinarySerializer(), self::changed((string) \igbinary_serialize($value)), $offset, $path, $message);
    }

    /** @return iterable<string, array{string, string|null}> visibility, and the type of the property that has become virtual */
    public static function virtualProperties(): iterable
    {
        yield 'public' => ['public', 'string'];
        yield 'protected' => ['protected', 'string'];
        yield 'private' => ['private', null];
    }

    #[DataProvider('virtualProperties')]
    #[RequiresPhp('>= 8.4')]
    public function testAPropertyThatHasBecomeVirtual(string $visibility, ?string $type): void
    {
        [$old, $new] = ["OldLink_$visibility", "NewLink_$visibility"];
        // Earlier versions of PHP do not know the words.
        eval("class $old { public \$id = 7; $visibility \$url = 'x'; } class $new { public \$id; $visibility $type \$url { get => '/' . \$this->id; } }");
        $serializers = [new BrineSerializer(), ...(\extension_loaded('igbinary') ? [new IgbinarySerializer()] : [])];
        foreach ($serializers as $serializer) {
            $bytes = \str_replace($old, $new, $serializer->serialize(['posts' => [1, new $old()]]));
            // The string "x", and the object.
            $offset = (int) \strpos($bytes, $serializer instanceof BrineSerializer ? "\x20x" : "\x17" . \chr(\strlen($new)));
            self::assertRefusal($serializer, $bytes, $offset, "\$value['posts'][1]->url", "Cannot unserialize value for virtual property $new::\$url");
        }
    }

    private static function changed(string $bytes): string
    {
        return \str_replace(self::CLASSES . 'Old', self::CLASSES . 'New', $bytes);
    }

    private static function assertRefusal(Serializer $serializer, string $bytes, int $offset, string $path, string $message): void
    {
        try {
            $serializer->unserialize($bytes);
            self::fail('it was read');
        } catch (DecodeException $error) {
            self::assertSame(
                [$path, "$message at byte $offset, in $path", $offset],
                [$error->getPath(), \str_replace(self::CLASSES, '', $error->getMessage()), $error->getOffset()],
            );
            for ($cause = $error->getPrevious(); $cause !== null; $cause = $cause->getPrevious()) {
                self::assertStringStartsNotWith('Brine\\', $cause::class);
            }
        }
    }
}
