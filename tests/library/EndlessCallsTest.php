<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\DecodeException;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** User code that a call runs, and that calls again, without end: the extension and the library refuse it alike. */
final class EndlessCallsTest extends TestCase
{
    /** @var (\Closure(int): mixed)|null what is called again */
    private static ?\Closure $again = null;

    private static int $calls = 0;

    private \Closure $loader;

    protected function setUp(): void
    {
        self::$calls = 0;
        $this->loader = static function (string $class): void {
            if (\str_starts_with($class, 'Missing')) {
                self::comeBack();
            }
        };
        \spl_autoload_register($this->loader);
    }

    protected function tearDown(): void
    {
        \spl_autoload_unregister($this->loader);
        \ini_set('unserialize_callback_func', '');
    }

    /** @param \Closure(int): mixed $call */
    #[DataProvider('calls')]
    public function testTheyEnd(\Closure $call, int $offset): void
    {
        self::$again = $call;
        try {
            self::comeBack();
            self::fail('It ended');
        } catch (DecodeException $error) {
            self::assertSame('max_depth', $error->getReason());
            self::assertSame($offset, $error->getOffset());
            self::assertSame("the value is nested deeper than the stack has room for (0) at byte $offset", $error->getMessage());
            self::assertSame('$value', $error->getPath());
        }
        self::assertSame(257, self::$calls);
        // All levels are available again.
        self::assertSame(4096, self::depthOf(\brine_unserialize("\xC1\x10" . \str_repeat("\xC0", 4096) . "\1")));
    }

    /** @return iterable<string, array{\Closure(int): mixed, int}> */
    public static function calls(): iterable
    {
        yield 'open' => [static fn (int $i): mixed => \brine_unserialize('x', ['open' => static fn (): mixed => self::comeBack()]), 0];
        yield 'open, resident' => [static fn (int $i): mixed => \brine_unserialize('x', ['resident' => true, 'open' => static fn (): mixed => self::comeBack()]), 0];
        yield 'a class loader' => [static fn (int $i): mixed => \brine_unserialize("\xC1\x10" . self::object("Missing$i")), 3];
        yield 'a class loader, for an enum' => [static fn (int $i): mixed => \brine_unserialize("\xC1\x10\xF2" . self::string("Missing$i") . "\x20A"), 3];
        yield 'a case' => [static function (int $i): mixed {
            eval("enum EndlessCase$i: int { case A = Missing$i::A; }");

            return \brine_unserialize("\xC1\x10\xF2" . self::string("EndlessCase$i") . "\x20A");
        }, 2];
        yield 'a default' => [static function (int $i): mixed {
            eval("class EndlessDefault$i { public \$a = Missing$i::A; }");

            return \brine_unserialize("\xC1\x10" . self::object("EndlessDefault$i"));
        }, 2];
        yield 'unserialize_callback_func' => [static function (int $i): mixed {
            \ini_set('unserialize_callback_func', self::class . '::comeBack');

            return \brine_unserialize("\xC1\x10" . self::object('Unknown'));
        }, 3];
        yield 'a name that is an object' => [static fn (int $i): mixed => \brine_unserialize("\xC1\x10" . self::object(\stdClass::class), ['allowed_classes' => [new class () {
            public function __toString(): string
            {
                EndlessCallsTest::comeBack();

                return '';
            }
        }]]), 2];
    }

    /** Layers around a payload, each a byte: as many as the bytes say. */
    public function testLayersEnd(): void
    {
        $peel = static function (string $bytes) use (&$peel): string {
            /** @var \Closure(string): string $peel */
            return $bytes[0] === '(' ? \brine_serialize(\brine_unserialize(\substr($bytes, 1), ['open' => $peel])) : $bytes;
        };
        $read = static fn (int $layers): mixed => \brine_unserialize(\str_repeat('(', $layers) . \brine_serialize('inner'), ['open' => $peel]);
        self::assertSame('inner', $read(255));
        foreach ([256, 12000] as $layers) {
            try {
                $read($layers);
                self::fail('It was read');
            } catch (DecodeException $error) {
                self::assertSame('the value is nested deeper than the stack has room for (0) at byte 0', $error->getMessage());
            }
        }
        // All levels are available again.
        self::assertSame('other', \brine_unserialize(\str_repeat('(', 255) . \brine_serialize('other'), ['open' => $peel]));
    }

    public static function comeBack(mixed ...$ignored): mixed
    {
        $again = self::$again;
        \assert($again !== null);

        return $again(++self::$calls);
    }

    private static function string(string $text): string
    {
        return \chr(0x1F + \strlen($text)) . $text;
    }

    private static function object(string $class): string
    {
        return "\xF0" . self::string($class) . "\0";
    }

    private static function depthOf(mixed $value): int
    {
        $depth = 0;
        while (\is_array($value)) {
            ++$depth;
            $value = $value[0] ?? null;
        }

        return $depth;
    }
}
