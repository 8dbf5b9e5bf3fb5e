<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\DecodeException;
use Brine\Deflated;
use Brine\Format;
use Brine\Format\SignedFrame;
use Brine\Guarded;
use Brine\Internal\MissingClasses;
use Brine\NativeSerializer;
use Brine\Serializer;
use Brine\Signed;
use Brine\Testing\SerializerContract;
use PHPUnit\Framework\Attributes\DataProvider;

/** Every fault of an entry is a DecodeException. */
final class GuardedTest extends SerializerContract
{
    protected function createSerializer(): Serializer
    {
        return new Guarded(new Auto());
    }

    /** @return iterable<string, array{string}> an object of the class Brine\Tests\Library\Gone with the property a */
    public static function entries(): iterable
    {
        yield 'native' => ['O:24:"Brine\Tests\Library\Gone":1:{s:1:"a";i:1;}'];
        yield 'native in an array' => ['a:1:{i:0;O:24:"Brine\Tests\Library\Gone":1:{s:1:"a";i:1;}}'];
        yield 'igbinary' => ["\0\0\0\2\x17\x18Brine\\Tests\\Library\\Gone\x14\x01\x11\x01a\x06\x01"];
        yield 'Brine' => [self::brineOfGone()];
        yield 'Brine, compressed' => ["\xc1\x18\x00\x00" . \pack('V', \strlen(self::brineOfGone())) . self::brineOfGone()];
    }

    /** A payload of an object of a class that was there when it was written. */
    private static function brineOfGone(): string
    {
        $incomplete = \unserialize('O:24:"Brine\Tests\Library\Gone":1:{s:1:"a";i:1;}');

        return \brine_serialize($incomplete);
    }

    #[DataProvider('entries')]
    public function testAMissingClass(string $data): void
    {
        self::assertInstanceOf(\__PHP_Incomplete_Class::class, ((array) (new Auto())->unserialize($data))[0] ?? (new Auto())->unserialize($data));
        $this->assertFails('missing_class', 'There is no class Brine\Tests\Library\Gone', $data);
        // And again: nothing is remembered.
        $this->assertFails('missing_class', 'There is no class Brine\Tests\Library\Gone', $data);
        self::assertSame('', (string) \ini_get('unserialize_callback_func'));
    }

    #[DataProvider('entries')]
    public function testTheOptionOfOthers(string $data): void
    {
        $option = ['missing_classes' => 'throw'];
        $serializers = [
            new Auto(options: $option),
            new Auto(options: $option, igbinaryTrusted: true),
            new Compressed(new Auto(options: $option)),
            new Signed(new Auto(options: $option), 'secret'),
        ];
        foreach ($serializers as $i => $serializer) {
            $stored = $i === 3 ? SignedFrame::sign($data, 'secret', '') : $data;
            for ($time = 0; $time < 2; ++$time) {
                try {
                    $serializer->unserialize($stored);
                    self::fail('It was read');
                } catch (DecodeException $error) {
                    self::assertSame('missing_class', $error->getReason());
                    self::assertStringContainsString('There is no class Brine\Tests\Library\Gone', $error->getMessage());
                }
            }
            self::assertSame('', (string) \ini_get('unserialize_callback_func'));
            self::assertSame([1], $serializer->unserialize($serializer->serialize([1])));
        }
        self::assertNotNull((new Auto(options: ['missing_classes' => 'incomplete']))->unserialize($data));
    }

    public function testThePlaceOfAMissingClass(): void
    {
        $payload = \substr_replace(self::brineOfGone(), "\xc1\x05", 2, 0);
        foreach ([new Guarded(new BrineSerializer()), new BrineSerializer(['missing_classes' => 'throw'])] as $serializer) {
            try {
                $serializer->unserialize($payload);
                self::fail('It was read');
            } catch (DecodeException $error) {
                $seen = [$error->getMessage(), $error->getOffset(), $error->getPath(), $error->getReason()];
                self::assertSame(['There is no class Brine\Tests\Library\Gone at byte 5, in $value[1]', 5, '$value[1]', 'missing_class'], $seen);
            }
        }
    }

    public function testASerializerWithoutTheOption(): void
    {
        $serializer = new Guarded(new class () implements Serializer {
            public function serialize(mixed $value): string
            {
                return \serialize($value);
            }

            public function unserialize(string $data): mixed
            {
                return \unserialize($data);
            }
        });
        self::assertSame([1], $serializer->unserialize($serializer->serialize([1])));
        try {
            $serializer->unserialize('O:24:"Brine\Tests\Library\Gone":0:{}');
            self::fail('It was read');
        } catch (DecodeException $error) {
            self::assertSame(['missing_class', 'There is no class Brine\Tests\Library\Gone'], [$error->getReason(), $error->getMessage()]);
        }
        self::assertSame('', (string) \ini_get('unserialize_callback_func'));
    }

    #[DataProvider('entries')]
    public function testAClassThatIsNotAllowedIsIncomplete(string $data): void
    {
        $value = (new Guarded(new Auto(options: ['allowed_classes' => false])))->unserialize($data);
        self::assertInstanceOf(\__PHP_Incomplete_Class::class, \is_array($value) ? $value[0] : $value);
    }

    public function testTheFunctionThatWasAskedBefore(): void
    {
        \ini_set('unserialize_callback_func', self::class . '::bring');
        try {
            $object = $this->createSerializer()->unserialize('O:27:"Brine\Tests\Library\Brought":1:{s:1:"a";i:1;}');
            self::assertIsObject($object);
            self::assertSame('Brine\Tests\Library\Brought', $object::class);
            $this->assertFails('missing_class', 'There is no class Brine\Tests\Library\Gone', 'O:24:"Brine\Tests\Library\Gone":0:{}');
            self::assertSame(self::class . '::bring', \ini_get('unserialize_callback_func'));
        } finally {
            \ini_set('unserialize_callback_func', '');
        }
    }

    public static function bring(string $name): void
    {
        if ($name === 'Brine\Tests\Library\Brought') {
            // A class that exists only when it is autoloaded.
            eval('namespace Brine\Tests\Library; class Brought { public int $a = 0; }');
        }
    }

    public function testWhatHooksThrow(): void
    {
        ActingThing::onRead(static fn () => throw new \TypeError('an error'));
        try {
            foreach ([new BrineSerializer(), new NativeSerializer()] as $serializer) {
                $error = $this->assertFails('bad_object', 'at read', $serializer->serialize(new ThrowingThing('read')));
                self::assertInstanceOf(\RuntimeException::class, $error->getPrevious());
                $error = $this->assertFails('bad_object', 'an error', $serializer->serialize(new ActingThing()));
                self::assertInstanceOf(\TypeError::class, $error->getPrevious());
            }
        } finally {
            ActingThing::onRead(null);
        }
    }

    public function testDeprecationsAndWarningsAreNoExceptions(): void
    {
        $seen = [];
        \set_error_handler(static function (int $level, string $message) use (&$seen): bool {
            $seen[] = $message;

            return (\error_reporting() & $level) === 0 ? true : throw new \ErrorException($message);
        });
        try {
            foreach (['O:32:"Brine\Tests\Library\CountedThing":1:{s:3:"new";i:1;}', \brine_serialize(\unserialize('O:32:"Brine\Tests\Library\CountedThing":0:{}'))] as $data) {
                self::assertInstanceOf(CountedThing::class, $this->createSerializer()->unserialize($data));
            }
            self::assertInstanceOf(LoudThing::class, $this->createSerializer()->unserialize(\serialize(new LoudThing())));
        } finally {
            \restore_error_handler();
        }
        self::assertContains('Creation of dynamic property Brine\Tests\Library\CountedThing::$new is deprecated', $seen);
    }

    public function testAnEntryThatIsReadInAHook(): void
    {
        $guarded = $this->createSerializer();
        ActingThing::onRead(static function () use ($guarded): void {
            self::assertSame(5, $guarded->unserialize('i:5;'));
            try {
                $guarded->unserialize('O:24:"Brine\Tests\Library\Gone":0:{}');
                self::fail('It was read');
            } catch (DecodeException $error) {
                self::assertSame('missing_class', $error->getReason());
            }
        });
        try {
            $data = 'a:2:{i:0;O:31:"Brine\Tests\Library\ActingThing":0:{}i:1;O:24:"Brine\Tests\Library\Gone":0:{}}';
            $this->assertFails('missing_class', 'There is no class Brine\Tests\Library\Gone', $data);
        } finally {
            ActingThing::onRead(null);
        }
        self::assertSame('', (string) \ini_get('unserialize_callback_func'));
    }

    /** A fiber that changed the setting while a read was under way in another one sets it back when that is over. */
    public function testTheFunctionOfAReadThatIsOverIsNotAsked(): void
    {
        \ini_set('unserialize_callback_func', MissingClasses::class . '::refuse');
        try {
            $this->assertFails('missing_class', 'There is no class Brine\Tests\Library\Gone', 'O:24:"Brine\Tests\Library\Gone":0:{}');
            self::assertSame('', (string) \ini_get('unserialize_callback_func'));
        } finally {
            \ini_set('unserialize_callback_func', '');
        }
    }

    public function testContexts(): void
    {
        $auto = new Auto();
        self::assertSame($plain = new Guarded(new Deflated($auto)), $plain->withContext('key'));
        foreach ([new Signed($auto, 'secret'), Signed::alsoUnsigned(new NativeSerializer(), 'secret')] as $signed) {
            foreach ([$signed, new Guarded($signed), new Deflated($signed), new Guarded(new Deflated($signed))] as $serializer) {
                $data = $serializer->withContext('one')->serialize('value');
                self::assertSame(Format::Signed, Format::of($data));
                self::assertSame('value', $serializer->withContext('two')->withContext('one')->unserialize($data));
                foreach ([$serializer, $serializer->withContext('two')] as $other) {
                    try {
                        $other->unserialize($data);
                        self::fail('It was read');
                    } catch (DecodeException $error) {
                        self::assertSame('not_verified', $error->getReason());
                    }
                }
            }
        }
    }

    private function assertFails(string $reason, string $message, string $data): DecodeException
    {
        try {
            (new Guarded(new Compressed(new Auto())))->unserialize($data);
        } catch (DecodeException $error) {
            self::assertSame($reason, $error->getReason());
            self::assertStringContainsString($message, $error->getMessage());

            return $error;
        }
        self::fail('It was read');
    }
}
