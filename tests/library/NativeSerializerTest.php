<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\DecodeException;
use Brine\NativeSerializer;
use Brine\Serializer;
use Brine\Testing\SerializerContract;
use PHPUnit\Framework\Attributes\DataProvider;

final class NativeSerializerTest extends SerializerContract
{
    protected function createSerializer(): Serializer
    {
        return new NativeSerializer();
    }

    #[DataProvider('damagedTexts')]
    public function testDamagedTexts(string $text, int $offset): void
    {
        try {
            (new NativeSerializer())->unserialize($text);
            self::fail("$text was read");
        } catch (DecodeException $error) {
            self::assertSame($offset, $error->getOffset(), $error->getMessage());
        }
    }

    /** @return iterable<string, array{string, int}> */
    public static function damagedTexts(): iterable
    {
        $cases = [
            '' => 0, 'N' => 0, 'N;N;' => 0, 'b:2;' => 0, 'i:;' => 0, 'i:1;i:2;' => 0, 'x:1;' => 0, 'r:1;' => 0, 'R:1;' => 0,
            'i:1' => 0, 'd:1.5' => 0, "i:1;\n" => 0, 'd:0x1;' => 0, 'i:1.5;' => 0,
            's:3:"abc";x' => 10, 's:3:"abcd";' => 8, 's:4:"abc";' => 9, 's:99999999999:"abc";' => 2,
            'a:1:{i:0;i:1;' => 13, 'a:2:{i:0;i:1;}' => 13,
            'a:1:{i:0;i:x;}' => 9, 'a:1:{a:0:{}i:1;}' => 10, 'a:-1:{}' => 0, 'O:8:"stdClass":0:{}}' => 19,
            'O:8:"stdClass":1:{s:1:"a";r:1;}x' => 31, 'a:2:{i:0;a:0:{}i:1;R:2;}}' => 24, 'a:2:{i:0;a:0:{}i:1;R:9;}' => 23,
        ];
        foreach ($cases as $text => $offset) {
            yield $text => [$text, $offset];
        }
    }

    #[DataProvider('wholeTexts')]
    public function testBytesBehindTheValue(string $text): void
    {
        foreach (['x', '}', '}}', 'i:1;', 'i:1;i:5;', 'i:1;i:5;}', '{', "\0", 'N;', 'a:0:{}', $text] as $more) {
            try {
                (new NativeSerializer())->unserialize($text . $more);
                self::fail("followed by $more it was read");
            } catch (DecodeException $error) {
                self::assertSame([\strlen($text), 'trailing_bytes'], [$error->getOffset(), $error->getReason()], "followed by $more: " . $error->getMessage());
            }
        }
    }

    /** @return iterable<array{string}> */
    public static function wholeTexts(): iterable
    {
        foreach (['s:1:"a";', 'a:0:{}', 'a:1:{i:0;i:1;}', 'O:8:"stdClass":0:{}', 'O:8:"stdClass":1:{s:1:"a";r:1;}', 'a:2:{i:0;i:1;i:1;R:2;}', \serialize(Suit::Hearts), \serialize([Suit::Hearts])] as $text) {
            yield $text => [$text];
        }
    }

    public function testTextsOfReferencesAreReadToTheirEnd(): void
    {
        $shared = new \stdClass();
        $value = ['a' => $shared, 'b' => [[], $shared, ['x' => "};r:1;\"{", 'y' => 1.5, 'z' => null, 'e' => true]], 'c' => new \ArrayObject([$shared])];
        $value['d'] = &$value['b'];
        $text = \serialize($value);
        self::assertStringContainsString(';r:', $text);
        self::assertStringContainsString(';R:', $text);
        self::assertSame($text, \serialize((new NativeSerializer())->unserialize($text)));
        $this->assertRefused($text . '}');
        $this->assertRefused($text . 'i:1;');
    }

    public function testSerializableClassesAreReadToTheirEnd(): void
    {
        $text = 'C:' . \strlen(SerializableThing::class) . ':"' . SerializableThing::class . '":5:{a;r:}}';
        $value = (new NativeSerializer())->unserialize($text);
        self::assertInstanceOf(SerializableThing::class, $value);
        self::assertSame('a;r:}', $value->text);
        foreach (["a:1:{i:0;$text}", $text] as $whole) {
            self::assertEquals(\unserialize($whole), (new NativeSerializer())->unserialize($whole));
            $this->assertRefused("$whole}");
            $this->assertRefused("{$whole}N;");
        }
    }

    public function testEnums(): void
    {
        foreach ([Suit::Hearts, [Suit::Spades, Suit::Spades]] as $value) {
            self::assertSame($value, (new NativeSerializer())->unserialize(\serialize($value)));
        }
        $text = \serialize(Suit::Hearts);
        $this->assertRefused($text . 'x');
        $this->assertRefused(\str_replace('Hearts', 'Horses', $text));
        $this->assertRefused('E:11:"Nowhere:One";');
    }

    public function testEnumsAndReferencesAreReadToTheirEnd(): void
    {
        $shared = new \stdClass();
        $text = \serialize([$shared, $shared, Suit::Hearts]);
        self::assertSame($text, \serialize((new NativeSerializer())->unserialize($text)));
        $this->assertRefused($text . 'x');
        $this->assertRefused($text . '}');
    }

    public function testObjectsAreMadeOnce(): void
    {
        $thing = new CountedThing();
        foreach ([[$thing], [$thing, $thing], $thing] as $value) {
            CountedThing::$wakeups = 0;
            (new NativeSerializer())->unserialize(\serialize($value));
            self::assertSame(1, CountedThing::$wakeups);
        }
    }

    public function testASerializableClassThatRefersToWhatIsAroundIt(): void
    {
        $text = 'a:2:{i:0;O:8:"stdClass":0:{}i:1;C:' . \strlen(ReferringThing::class) . ':"' . ReferringThing::class . '":4:{r:2;}}';
        $value = (new NativeSerializer())->unserialize($text);
        self::assertIsArray($value);
        self::assertInstanceOf(ReferringThing::class, $value[1]);
        self::assertSame($value[0], $value[1]->referred);
        $this->assertRefused($text . '}');
    }

    public function testDeprecationsAreNoFailure(): void
    {
        $heard = [];
        \set_error_handler(static function (int $level) use (&$heard): bool {
            $heard[] = $level;

            return true;
        });
        try {
            $name = CountedThing::class;
            $value = (new NativeSerializer())->unserialize('O:' . \strlen($name) . ":\"$name\":1:{s:3:\"new\";i:5;}");
        } finally {
            \restore_error_handler();
        }
        self::assertInstanceOf(CountedThing::class, $value);
        self::assertSame(['new' => 5], \get_object_vars($value));
        self::assertSame([\E_DEPRECATED], $heard);
    }

    public function testWhatAHandlerLeavesToPhpGoesToPhp(): void
    {
        $display = \ini_set('display_errors', '0');
        $text = \serialize([new LoudThing(), 1]);
        foreach ([false, true] as $isHandled) {
            \error_clear_last();
            \set_error_handler(static fn (): bool => $isHandled);
            try {
                (new NativeSerializer())->unserialize($text);
            } finally {
                \restore_error_handler();
            }
            self::assertSame(!$isHandled, \error_get_last() !== null);
        }
        \error_clear_last();
        \ini_set('display_errors', (string) $display);
    }

    public function testOptions(): void
    {
        $text = \serialize([new \ArrayObject()]);
        $value = (new NativeSerializer(['allowed_classes' => false]))->unserialize($text);
        self::assertIsArray($value);
        self::assertInstanceOf(\__PHP_Incomplete_Class::class, $value[0]);
        self::assertEquals([new \ArrayObject()], (new NativeSerializer(['allowed_classes' => ['ArrayObject']]))->unserialize($text));
        self::assertSame([[1]], (new NativeSerializer(['max_depth' => 2]))->unserialize('a:1:{i:0;a:1:{i:0;i:1;}}'));
        try {
            (new NativeSerializer(['max_depth' => 2]))->unserialize('a:1:{i:0;a:1:{i:0;a:1:{i:0;i:1;}}}');
            self::fail('max_depth was not looked at');
        } catch (DecodeException $error) {
            self::assertSame(['max_depth', 'Nested too deeply at offset 23'], [$error->getReason(), $error->getMessage()]);
        }
        $this->expectException(\ValueError::class);
        new NativeSerializer(['max_elements' => 5]);
    }

    public function testWarningsOfHooksGoWhereTheyWent(): void
    {
        $heard = [];
        \set_error_handler(static function (int $level, string $message) use (&$heard): bool {
            $heard[] = [$level, $message];

            return true;
        });
        try {
            $value = (new NativeSerializer())->unserialize(\serialize([new LoudThing(), 1]));
            self::assertIsArray($value);
            self::assertInstanceOf(LoudThing::class, $value[0]);
            self::assertSame([[\E_USER_WARNING, 'it wakes'], [\PHP_VERSION_ID < 80300 ? \E_NOTICE : \E_WARNING, 'unserialize(): Error at offset 0 of 3 bytes']], $heard);
            $heard = [];
            $this->assertRefused('a:1:{');
            self::assertSame([], $heard);
            \trigger_error('still here', \E_USER_NOTICE);
            self::assertSame([[\E_USER_NOTICE, 'still here']], $heard);
        } finally {
            \restore_error_handler();
        }
    }

    public function testWhatHooksThrowIsTheirs(): void
    {
        foreach (['write', 'read'] as $when) {
            $thing = new ThrowingThing($when);
            try {
                (new NativeSerializer())->unserialize((new NativeSerializer())->serialize([$thing]));
                self::fail("nothing was thrown at $when");
            } catch (\RuntimeException $error) {
                self::assertSame("at $when", $error->getMessage());
            }
        }
    }

    public function testObjectsThatPhpRefuses(): void
    {
        foreach (['O:7:"Closure":0:{}', 'a:1:{i:0;O:8:"DateTime":0:{}}', 'O:9:"Generator":0:{}'] as $text) {
            $this->assertRefused($text);
        }
    }
}
