<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\Format\SignedFrame;
use Brine\Guarded;
use Brine\Internal\Keys;
use Brine\NativeSerializer;
use Brine\Serializer;
use Brine\Signed;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** Nothing that looks at objects, or at the calls of a failure, shows keys. */
final class KeysTest extends TestCase
{
    /** A key that is too short to sign, and the beginning of the others: traces cut long strings. */
    private const SHORT = 'Xk3yX';
    private const KEY = self::SHORT . '-of-17-bytes';
    private const OTHER = self::KEY . '-2';

    /** @return iterable<string, array{Serializer}> */
    public static function serializers(): iterable
    {
        $keys = [self::KEY, self::OTHER];
        $signed = new Signed(new NativeSerializer(), $keys);
        $both = Signed::alsoUnsigned(new Auto(), $keys);
        yield 'Signed' => [$signed];
        yield 'with one key' => [new Signed(new BrineSerializer(), self::KEY)];
        yield 'a clone' => [clone $signed];
        yield 'for another context' => [$signed->withContext('c')];
        yield 'around others' => [new Signed(new Compressed(new Auto()), $keys)];
        yield 'also unsigned' => [$both];
        yield 'a clone of that' => [clone $both];
        yield 'that does not sign' => [Signed::alsoUnsigned(new Auto(), $keys, sign: false)];
        yield 'inside of others' => [new Guarded($both)];
    }

    #[DataProvider('serializers')]
    public function testNoLookAtAnObjectShowsThem(Serializer $serializer): void
    {
        $inside = static fn (): array => self::inside($serializer);
        $looks = [
            'print_r' => static fn (): string => \print_r($serializer, true),
            'var_export' => static fn (): string => \var_export($serializer, true),
            'var_dump' => static fn (): string => self::printed(static fn () => \var_dump($serializer)),
            'debug_zval_dump' => static fn (): string => self::printed(static fn () => \debug_zval_dump($serializer)),
            'a cast' => static fn (): string => self::deep((array) $serializer),
            'get_object_vars' => static fn (): string => self::deep(\get_object_vars($serializer)),
            'get_mangled_object_vars' => static fn (): string => self::deep(\get_mangled_object_vars($serializer)),
            'what its own code sees' => static fn (): string => self::deep($inside()),
            'json_encode' => static fn (): string => (string) \json_encode([$serializer, $inside()]),
            'http_build_query' => static fn (): string => @\http_build_query(['a' => $serializer, 'b' => $inside()]),
            // Newer versions of PHP call it deprecated.
            'ArrayObject' => static fn (): string => self::deep((@new \ArrayObject($serializer))->getArrayCopy()),
        ];
        foreach ($looks as $name => $look) {
            self::assertShowsNone($look(), $name);
        }
        self::assertMatchesRegularExpression('/\[keys\] => [12]\n/', $looks['print_r']());
    }

    #[DataProvider('serializers')]
    public function testTheyAreNotSerialised(Serializer $serializer): void
    {
        $writers = ['serialize' => \serialize(...), 'brine_serialize' => \brine_serialize(...)];
        if (\function_exists('igbinary_serialize')) {
            $writers['igbinary_serialize'] = \igbinary_serialize(...);
        }
        foreach ($writers as $name => $write) {
            foreach ([$serializer, self::inside($serializer)] as $value) {
                try {
                    $write($value);
                    self::fail("$name has written them");
                } catch (\LogicException $error) {
                    self::assertMatchesRegularExpression('/^Keys are not written$| has keys, which are not written$/', $error->getMessage());
                }
            }
        }
    }

    public function testTheyAreNotMadeOfSerialisedData(): void
    {
        foreach ([Signed::class, Keys::class] as $class) {
            foreach (['{}', '1:{s:4:"keys";a:1:{i:0;s:1:"k";}}'] as $state) {
                try {
                    \unserialize('O:' . \strlen($class) . ":\"$class\":" . ($state === '{}' ? '0:' : '') . $state);
                    self::fail("$class was made");
                } catch (\LogicException $error) {
                    self::assertStringEndsWith('are not read', $error->getMessage());
                }
            }
        }
    }

    public function testAKeyIsGoneWithItsOwner(): void
    {
        // There is a list as soon as there is a key.
        new Signed(new NativeSerializer(), self::KEY);
        $lists = (new \ReflectionProperty(Keys::class, 'lists'))->getValue();
        self::assertInstanceOf(\WeakMap::class, $lists);
        $before = \count($lists);
        $signed = new Signed(new NativeSerializer(), self::KEY);
        $clone = $signed->withContext('c');
        self::assertCount($before + 1, $lists);
        unset($signed);
        self::assertTrue($clone->unserialize($clone->serialize(true)));
        unset($clone);
        self::assertCount($before, $lists);
    }

    /** @return iterable<string, array{\Closure(): mixed}> */
    public static function failures(): iterable
    {
        $native = new NativeSerializer();
        $payload = \brine_serialize(new ThrowingThing('read'));
        $signers = [new Signed($native, self::KEY), new Signed(new BrineSerializer(), self::KEY), new Signed(new Auto(), [self::KEY, self::OTHER])];
        foreach ($signers as $i => $signed) {
            yield "writing a closure $i" => [static fn () => $signed->serialize(static fn () => 1)];
            yield "a hook while writing $i" => [static fn () => $signed->serialize(new ThrowingThing('write'))];
            yield "a bad payload $i" => [static fn () => $signed->unserialize(SignedFrame::sign("\xc1\x10\x03\x01", self::KEY))];
            yield "what is not signed $i" => [static fn () => $signed->unserialize('b:1;')];
        }
        foreach ([$signers[1], $signers[2], Signed::alsoUnsigned(new Auto(), self::KEY)] as $i => $reader) {
            yield "a hook while reading $i" => [static fn () => $reader->unserialize(SignedFrame::sign($payload, self::KEY))];
        }
        foreach ([$native, new BrineSerializer(), new Auto()] as $i => $inner) {
            yield "a key that is too short $i" => [static fn () => (new Signed($inner, [self::SHORT, self::KEY]))->serialize(1)];
        }
        yield 'a key that is too short, before' => [static fn () => (new Signed($native, self::SHORT))->checkSigningKey()];
        yield 'a key that is too short, a frame' => [static fn () => SignedFrame::sign('i:1;', self::SHORT)];
        yield 'an empty key' => [static fn () => new Signed($native, [self::KEY, ''])];
        yield 'an empty key of both' => [static fn () => Signed::alsoUnsigned($native, [self::KEY, ''])];
        // @phpstan-ignore argument.type (this is what is tested)
        yield 'a number' => [static fn () => new Signed($native, [self::KEY, 5])];
        // @phpstan-ignore argument.type, argument.type (this is what is tested)
        yield 'in the wrong order' => [static fn () => new Signed(self::KEY, $native)];
        yield 'signed twice' => [static fn () => new Signed(new Signed($native, self::KEY), self::OTHER)];
        yield 'Signed in Auto' => [static fn () => new Auto(new Signed($native, self::KEY))];
    }

    /** @param \Closure(): mixed $fail */
    #[DataProvider('failures')]
    public function testNoTraceShowsThem(\Closure $fail): void
    {
        $ignore = \ini_set('zend.exception_ignore_args', '0');
        try {
            $fail();
            self::fail('nothing was thrown');
        } catch (\Exception|\Error $error) {
            for (; $error !== null; $error = $error->getPrevious()) {
                self::assertShowsNone($error->getMessage() . $error->getTraceAsString(), 'the trace');
                foreach ($error->getTrace() as $call) {
                    // Calls of PHPUnit have this test itself in them.
                    if (\str_starts_with($call['class'] ?? $call['function'], 'Brine\Tests') || \str_starts_with($call['class'] ?? '', 'PHPUnit')) {
                        continue;
                    }
                    self::assertShowsNone(self::deep($call['args'] ?? []), $call['function']);
                }
            }
        } finally {
            \ini_set('zend.exception_ignore_args', (string) $ignore);
        }
    }

    private static function assertShowsNone(string $text, string $what): void
    {
        $at = \strpos($text, self::SHORT);
        self::assertFalse($at, "$what: " . \substr($text, \max(0, (int) $at - 100), 120));
    }

    /** @return array<mixed> the properties, as code of the object's own class sees them */
    private static function inside(object $object): array
    {
        if ((new \ReflectionClass($object))->isInternal()) {
            return [];
        }
        $vars = \Closure::bind(static fn (): array => \get_object_vars($object) + (array) $object, null, $object::class)();

        return \is_array($vars) ? $vars : [];
    }

    /** All that is in it, objects as casts to arrays and by their own code. */
    private static function deep(mixed $value, int $levels = 6): string
    {
        if (\is_object($value) && !$value instanceof \Closure) {
            $value = [(array) $value, self::inside($value), $value instanceof \UnitEnum ? [] : \var_export($value, true)];
        }
        if (!\is_array($value) || $levels === 0) {
            return \print_r($value, true);
        }
        $text = '';
        foreach ($value as $key => $element) {
            $text .= "$key => " . self::deep($element, $levels - 1) . "\n";
        }

        return $text;
    }

    /** @param \Closure(): mixed $print */
    private static function printed(\Closure $print): string
    {
        \ob_start();
        $print();

        return (string) \ob_get_clean();
    }
}
