<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\DecodeException;
use Brine\IgbinarySerializer;
use Brine\Internal\ClassList;
use Brine\NativeSerializer;
use Brine\Serializer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use PHPUnit\Framework\TestCase;

/** Lists of allowed classes: namespaces in the option, in each format; and the extension's setting for native text. */
final class AllowedClassesTest extends TestCase
{
    protected function tearDown(): void
    {
        if (\extension_loaded('brine')) {
            \ini_restore('brine.allowed_classes');
            \ini_restore('brine.allowed_classes_report');
        }
    }

    public function testNamespaces(): void
    {
        $list = new ClassList(['Brine\Tests\*', 'Other', 'a\b\C', '', 'Ends\\']);
        foreach (['Brine\Tests\X', 'BRINE\tests\x\Y', 'other', 'A\B\c', ''] as $name) {
            self::assertTrue($list->has($name), $name);
        }
        foreach (['Brine\Tests', 'Brine\Tests\\', 'Brine\TestsX', 'Brine\TestsX\Y', '\Brine\Tests\X', 'Others', 'a\b\C\d', 'Ends', 'Ends\\', 'Ends\X'] as $name) {
            self::assertFalse($list->has($name), $name);
        }
        self::assertSame(['brine\tests\\', 'other', 'a\b\c', '', 'Brine\Tests\X'], $list->namesFor('O:13:"Brine\Tests\X":0:{}O:1:"Y":0:{}'));
        foreach (['*', '\*', 'A*', 'A\**', 'A\*\B', "A\\*\n", 'A B'] as $wrong) {
            self::assertFalse(ClassList::isItem($wrong), $wrong);
        }
    }

    public function testALongNameIsLookedUpInBoundedTime(): void
    {
        $list = new ClassList(['App\*']);
        self::assertFalse($list->has(\str_repeat('b\\', 1 << 20) . 'c'));
        self::assertTrue($list->has('app\\' . \str_repeat('\\', 1 << 20) . 'c'));
    }

    /** @return iterable<string, array{class-string<Serializer>, string}> */
    public static function payloads(): iterable
    {
        $value = [new LinkedThing(), Suit::Hearts, new \ArrayObject([5])];
        yield 'Brine' => [BrineSerializer::class, (new BrineSerializer())->serialize($value)];
        yield 'native' => [NativeSerializer::class, \serialize($value)];
        yield 'any' => [Auto::class, \serialize($value)];
        if (IgbinarySerializer::canWrite()) {
            yield 'igbinary' => [IgbinarySerializer::class, (new IgbinarySerializer())->serialize($value)];
        }
    }

    /** @param class-string<Serializer> $class */
    #[DataProvider('payloads')]
    public function testTheOptionTakesNamespaces(string $class, string $payload): void
    {
        $read = static function (string ...$list) use ($class, $payload): array {
            $options = ['allowed_classes' => \array_values($list)];
            $value = ($class === Auto::class ? new Auto(options: $options) : new $class($options))->unserialize($payload);
            self::assertIsArray($value);

            return $value;
        };
        $value = $read('brine\TESTS\*', 'ArrayObject');
        self::assertInstanceOf(LinkedThing::class, $value[0]);
        self::assertSame(Suit::Hearts, $value[1]);
        self::assertInstanceOf(\ArrayObject::class, $value[2]);
        $value = $read('Brine\Tests\Library\*');
        self::assertInstanceOf(LinkedThing::class, $value[0]);
        self::assertSame('__PHP_Incomplete_Class', \get_debug_type($value[2]));
        $value = $read(Suit::class, 'Brine\Tests\Lib\*', 'Brine\Tests\Library\Linked', 'Array\*');
        self::assertSame('__PHP_Incomplete_Class', \get_debug_type($value[0]));
        self::assertSame(Suit::Hearts, $value[1]);
        self::assertSame('__PHP_Incomplete_Class', \get_debug_type($value[2]));
    }

    /** @return iterable<string, array{string, string, ?int, string}> text, list, offset of the refused name, its class */
    public static function nativeTexts(): iterable
    {
        $thing = \serialize(new LinkedThing());
        yield 'all' => [$thing, '', null, ''];
        yield 'none' => [$thing, 'none', 6, LinkedThing::class];
        yield 'listed' => [$thing, LinkedThing::class, null, ''];
        yield 'namespace' => [$thing, 'Other, brine\tests\*', null, ''];
        yield 'begins alike' => [$thing, 'Brine\Test\*, Brine\Tests\Library\Linked', 6, LinkedThing::class];
        yield 'malformed list' => [$thing, 'none', 6, LinkedThing::class];
        yield 'enum' => [\serialize([Suit::Hearts]), LinkedThing::class, 15, Suit::class];
        yield 'second' => ['a:2:{i:0;' . $thing . 'i:1;O:4:"Evil":0:{}}', 'Brine\*', 9 + \strlen($thing) + 9, 'Evil'];
        yield 'string' => [\serialize(['O:4:"Evil":0:{}', 'x";O:4:"Evil":0:{}']), 'none', null, ''];
        // Deprecated from PHP 8.4 on.
        if (\PHP_VERSION_ID < 80400) {
            yield 'escapes' => ['a:1:{i:0;S:4:"\4f:1:";}', 'none', null, ''];
            yield 'behind escapes' => ['a:2:{i:0;S:2:"\4f:";i:1;O:4:"Evil":0:{}}', 'none', 29, 'Evil'];
        }
        $body = 'x:i:0;' . \serialize(['O:4:"Evil":0:{}']) . ';m:a:0:{}';
        yield 'in a body' => ['C:11:"ArrayObject":' . \strlen($body) . ":{{$body}}", 'ArrayObject', null, ''];
    }

    #[DataProvider('nativeTexts')]
    #[RequiresPhpExtension('brine')]
    public function testTheSettingCountsForNativeText(string $text, string $list, ?int $offset, string $class): void
    {
        $expected = \unserialize($text);
        $asked = [];
        $loader = static function (string $class) use (&$asked): void {
            $asked[] = $class;
        };
        \ini_set('brine.allowed_classes', $list);
        \spl_autoload_register($loader, prepend: true);
        try {
            foreach ([new NativeSerializer(), new Auto()] as $serializer) {
                try {
                    self::assertEquals($expected, $serializer->unserialize($text));
                    self::assertNull($offset);
                } catch (DecodeException $error) {
                    self::assertSame("the class $class is not allowed (brine.allowed_classes) at offset $offset", $error->getMessage());
                    self::assertSame(['bad_class', $offset], [$error->getReason(), $error->getOffset()]);
                    self::assertNotContains($class, $asked);
                }
            }
            self::assertEquals($expected, (new NativeSerializer(['allowed_classes' => true]))->unserialize($text));
        } finally {
            \spl_autoload_unregister($loader);
        }
    }

    #[RequiresPhpExtension('brine')]
    public function testTheReportRefusesNothing(): void
    {
        \ini_set('brine.allowed_classes', 'none');
        \ini_set('brine.allowed_classes_report', '1');
        $log = (string) \tempnam(\sys_get_temp_dir(), 'brine');
        $before = \ini_set('error_log', $log);
        try {
            for ($i = 0; $i < 2; $i++) {
                self::assertEquals([new LinkedThing()], (new NativeSerializer())->unserialize(\serialize([new LinkedThing()])));
            }
            $line = (string) \preg_replace('/^\[.*?\] /', '', (string) \file_get_contents($log));
            self::assertSame('brine.allowed_classes would refuse ' . LinkedThing::class . " (function)\n", $line);
        } finally {
            \ini_set('error_log', (string) $before);
            \unlink($log);
        }
    }
}
