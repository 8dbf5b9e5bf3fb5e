<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\DecodeException;
use Brine\Igbinary\Decoder;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\RequiresPhp;
use PHPUnit\Framework\TestCase;

class HiddenParent
{
    private string $secret = 's';
    private mixed $maybe = 'm';
    /** @var array<string, mixed> */
    private static array $shared = [];
    protected string $reachable = 'r';

    /** @return list<mixed> */
    public function all(): array
    {
        return [$this->secret, $this->maybe, self::$shared, $this->reachable];
    }
}

/** Names what igbinary writes as null, since it cannot reach it or it does not exist. */
#[\AllowDynamicProperties]
final class NamingChild extends HiddenParent
{
    public mixed $own = 'o';

    public int $wokenWith = 0;

    public function __wakeup(): void
    {
        $this->wokenWith = \count((array) $this);
    }

    public function __set(string $name, mixed $value): void
    {
        throw new \LogicException("$name is set");
    }
}

/** In the bytes of igbinary, a name that __sleep() returned in vain is that of a dynamic property, whatever a parent has under it. */
final class NamesInVainTest extends TestCase
{
    private const HEAD = "\0\0\0\2\x17\x1f" . NamingChild::class;

    private const ALL = ["\0" . HiddenParent::class . "\0secret" => 's', "\0" . HiddenParent::class . "\0maybe" => 'm', "\0*\0reachable" => 'r'];

    /** @return iterable<string, array{string, array<mixed>}> properties in the bytes, and those of the object */
    public static function properties(): iterable
    {
        yield 'in vain' => [
            "\x14\5\x11\6secret\0\x11\3own\6\5\x11\7missing\0\x11\5maybe\0\x11\6shared\0",
            self::ALL + ['own' => 5, 'secret' => null, 'missing' => null, 'maybe' => null, 'shared' => null],
        ];
        yield 'beside the property of the parent' => [
            "\x14\2\x11\6secret\6\7\x11" . \chr(\strlen(HiddenParent::class) + 8) . "\0" . HiddenParent::class . "\0secret\x11\1x",
            ["\0" . HiddenParent::class . "\0secret" => 'x'] + self::ALL + ['own' => 'o', 'secret' => 7],
        ];
        yield 'before integer-like names' => ["\x14\3\x11\6secret\0\6\1\6\2\x11\3own\6\5", self::ALL + ['own' => 5, 'secret' => null, 1 => 2]];
        yield 'with other visibility' => ["\x14\2\x11\x09reachable\x11\1x\x11\6\0*\0own\6\5", ["\0*\0reachable" => 'x'] + self::ALL + ['own' => 5]];
        yield 'with many parts' => ["\x14\1\x11\6\0A\0b\0c\6\5", self::ALL + ['own' => 'o', "\0A\0b\0c" => 5]];
    }

    /** @param array<mixed> $expected */
    #[DataProvider('properties')]
    public function testBecomeDynamicProperties(string $bytes, array $expected): void
    {
        foreach (['Auto' => (new Auto())->unserialize(...), 'PHP' => Decoder::decode(...)] as $name => $read) {
            $child = $read(self::HEAD . $bytes);
            self::assertInstanceOf(NamingChild::class, $child, $name);
            $all = (array) $child;
            self::assertSame(\count($all), $all['wokenWith'], $name);
            unset($all['wokenWith']);
            \ksort($expected);
            \ksort($all);
            self::assertSame($expected, $all, $name);
        }
    }

    public function testAReferenceStaysOne(): void
    {
        foreach (['Auto' => (new Auto())->unserialize(...), 'PHP' => Decoder::decode(...)] as $name => $read) {
            $value = $read("\0\0\0\2\x14\2\6\0" . \substr(self::HEAD, 4) . "\x14\1\x11\6secret\x25\6\7\6\1\x25\1\2");
            self::assertIsArray($value);
            $value[1] = 8;
            self::assertSame(8, ((array) $value[0])['secret'], $name);
        }
    }

    #[RequiresPhp('>= 8.4')]
    public function testAVirtualProperty(): void
    {
        // Earlier versions of PHP do not know the words.
        eval('final class NamesVirtual { public int $id = 1; public int $virtual { get => 5; } }');
        foreach (['Auto' => (new Auto())->unserialize(...), 'PHP' => Decoder::decode(...)] as $name => $read) {
            $value = @$read("\0\0\0\2\x17\x0cNamesVirtual\x14\2\x11\7virtual\0\x11\2id\6\2");
            self::assertIsObject($value);
            self::assertSame(['id' => 2, 'virtual' => null], \get_mangled_object_vars($value), $name);
            try {
                @$read("\0\0\0\2\x17\x0cNamesVirtual\x14\2\x11\7virtual\6\5\x11\2id\6\2");
                self::fail("$name reads a value");
            } catch (DecodeException $error) {
                self::assertSame(['bad_property', 4], [$error->getReason(), $error->getOffset()], $name);
            }
        }
    }

    /** SPL would write the value behind the object, which ends PHP. */
    #[RequiresPhp('>= 8.4')]
    public function testAVirtualPropertyThatSplLoads(): void
    {
        eval(<<<'PHP'
            class VirtualBase extends ArrayObject { private $far { get => 5; } private $own = 1; }
            class VirtualIn1 extends VirtualBase { public $far = 2; public $own { get => 5; } }
            class VirtualIn2 extends SplFixedArray { protected int $own { get => 5; } }
            class VirtualIn3 extends SplObjectStorage { public $own { get => 5; } }
            PHP);
        $own = "\x14\1\x11\3own\6\2";
        $states = [
            ["VirtualIn1\x14\4\6\0\6\0\6\1\x14\0\6\2$own\6\3\0", 'VirtualIn1::$own'],
            ["VirtualIn1\x14\4\6\0\6\0\6\1\x14\0\6\2\x25$own\6\3\0", 'VirtualIn1::$own'],
            ["VirtualIn1\x14\4\6\0\6\0\6\1\x14\0\6\2\x14\1\x11\x10\0VirtualBase\0far\6\2\6\3\0", 'VirtualBase::$far'],
            ["VirtualIn1\x14\4\6\0\6\0\6\1$own\6\2\x14\1\x11\x10\0VirtualBase\0own\6\2\6\3\0", null],
            ["VirtualIn2\x14\2\6\0\6\1\x11\6\0*\0own\6\2", 'VirtualIn2::$own'],
            ["VirtualIn3\x14\2\6\0\x14\0\6\1$own", 'VirtualIn3::$own'],
        ];
        foreach ($states as [$state, $refused]) {
            foreach (['Auto' => (new Auto())->unserialize(...), 'PHP' => Decoder::decode(...)] as $name => $read) {
                $message = null;
                try {
                    self::assertIsObject($read("\0\0\0\2\x17\x0a$state"));
                } catch (DecodeException $error) {
                    $message = $error->getMessage();
                }
                $expected = \substr($state, 0, 10) . " refuses its data: Cannot unserialize value for virtual property $refused at byte 4";
                self::assertSame($refused === null ? null : $expected, $message, $name);
            }
        }
    }

    public function testAValueThatALaterOneReplacesIsChecked(): void
    {
        $bytes = self::HEAD . "\x14\2\x11\x0ewokenWithWrong\6\1\x11\x09wokenWith\x11\1x";
        $replaced = self::HEAD . "\x14\2\x11\x09wokenWith\x11\1x\x0e\1\6\5";
        foreach (['Auto' => (new Auto())->unserialize(...), 'PHP' => Decoder::decode(...)] as $name => $read) {
            foreach ([$bytes, $replaced, "$replaced\x99", \substr($replaced, 0, -1)] as $data) {
                try {
                    $read($data);
                    self::fail("$name reads it");
                } catch (DecodeException $error) {
                    self::assertSame(['bad_property', 4, '$value->wokenWith'], [$error->getReason(), $error->getOffset(), $error->getPath()], $name);
                }
            }
        }
    }
}
