<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

use Brine\Auto;
use Brine\BrineBundle\BrineMarshaller;
use Brine\BrineSerializer;
use Brine\DecodeException;
use Brine\Format;
use Brine\IgbinarySerializer;
use Brine\Signed;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Cache\Adapter\ArrayAdapter;
use Symfony\Component\Cache\CacheItem;
use Symfony\Component\Cache\Marshaller\DefaultMarshaller;
use Symfony\Component\Cache\Marshaller\DeflateMarshaller;
use Symfony\Component\Cache\Marshaller\TagAwareMarshaller;

final class MarshallerTest extends TestCase
{
    private const GONE = 'O:12:"Gone\Product":1:{s:4:"name";s:3:"tea";}';

    public function testWhatOthersHaveWrittenIsRead(): void
    {
        $marshaller = new BrineMarshaller(new Auto());
        $value = ['list' => [1, 2, 3], 'object' => new \ArrayObject(['a'])];
        $writers = ['native' => new DefaultMarshaller(false), 'deflated' => new DeflateMarshaller(new DefaultMarshaller(false))];
        if (IgbinarySerializer::canWrite()) {
            $writers['igbinary'] = new DefaultMarshaller(true);
            $writers['deflated igbinary'] = new DeflateMarshaller(new DefaultMarshaller(true));
        }
        foreach ($writers as $name => $writer) {
            foreach ([$value, false, null, 0, 'text'] as $one) {
                $entry = $writer->marshall([$one], $failed)[0];
                self::assertIsString($entry);
                self::assertEquals($one, $marshaller->unmarshall($entry), $name);
            }
        }
    }

    /** Decorators of Symfony's around it. */
    public function testAroundIt(): void
    {
        $inner = new BrineMarshaller(new Auto());
        foreach ([new DeflateMarshaller($inner), new TagAwareMarshaller($inner)] as $marshaller) {
            $value = ['value' => ['a', 'b'], 'tags' => ['one', 'two']];
            $entry = $marshaller->marshall(['key' => $value], $failed)['key'];
            self::assertSame([], $failed);
            self::assertIsString($entry);
            self::assertSame(['a', 'b'], ((array) $marshaller->unmarshall($entry))['value']);
        }
    }

    public function testFailures(): void
    {
        $marshaller = new BrineMarshaller(new Auto());
        $entries = $marshaller->marshall(['a' => 1, 'bad' => static fn (): int => 1, 7 => new class () {}, 'b' => 2], $failed);
        self::assertSame(['a', 'b'], \array_keys($entries));
        self::assertSame(['bad', 7], $failed);
        self::assertSame([], $marshaller->marshall([], $failed));
        self::assertSame([], $failed);
    }

    public function testFailuresInDebugMode(): void
    {
        $this->expectException(\ValueError::class);
        (new BrineMarshaller(new Auto(), true))->marshall(['bad' => static fn (): int => 1], $failed);
    }

    public function testMissingClasses(): void
    {
        $marshaller = new BrineMarshaller(new Auto());
        $gone = \unserialize(self::GONE);
        $entries = $marshaller->marshall(['top' => $gone, 'inside' => ['list' => [$gone]], 'again' => [$gone]], $failed);
        $entries['native'] = \serialize([$gone]);
        if (IgbinarySerializer::canWrite()) {
            $entries['igbinary'] = (string) \igbinary_serialize([$gone]);
        }
        $before = \ini_get('unserialize_callback_func');
        foreach ($entries as $name => $entry) {
            try {
                $marshaller->unmarshall($entry);
                self::fail("$name is read");
            } catch (\DomainException $error) {
                self::assertStringStartsWith('There is no class Gone\Product', $error->getMessage(), $name);
            }
        }
        self::assertSame($before, \ini_get('unserialize_callback_func'));
    }

    public function testAHookMayAskForAClassThatIsMissing(): void
    {
        $marshaller = new BrineMarshaller(new Auto());
        $entry = $marshaller->marshall([new AskingThing('a name')], $failed)[0];
        self::assertEquals(new AskingThing('a name'), $marshaller->unmarshall($entry));
    }

    public function testErrorsOfHooksAreExceptions(): void
    {
        $marshaller = new BrineMarshaller(new Auto());
        $entry = $marshaller->marshall([new ThrowingThing()], $failed)[0];
        ThrowingThing::$error = new \TypeError('a fault', 5);
        try {
            $marshaller->unmarshall($entry);
            self::fail('it is read');
        } catch (\ErrorException $error) {
            self::assertSame(['a fault', 5, ThrowingThing::$error], [$error->getMessage(), $error->getCode(), $error->getPrevious()]);
        } finally {
            ThrowingThing::$error = null;
        }
    }

    public function testBytesOfNoFormat(): void
    {
        $this->expectException(DecodeException::class);
        (new BrineMarshaller(new Auto()))->unmarshall('no format');
    }

    /** Objects of classes outside the list are not values, even the class in which Symfony stores metadata. */
    public function testAllowedClasses(): void
    {
        $item = (new ArrayAdapter())->getItem('key')->set(new \ArrayObject([1]));
        $item = \Closure::bind(static function (CacheItem $item): mixed {
            $item->newMetadata = [CacheItem::METADATA_CTIME => 5];

            return $item->pack();
        }, null, CacheItem::class)($item);
        $entry = (new BrineSerializer())->serialize($item);
        $allowed = new BrineMarshaller(new Auto(options: ['allowed_classes' => [BrineMarshaller::METADATA_CLASS, \ArrayObject::class]]));
        self::assertSame(BrineMarshaller::METADATA_CLASS, \get_debug_type($allowed->unmarshall($entry)));
        $this->expectException(\DomainException::class);
        $this->expectExceptionMessage("Class not allowed: \xA9");
        (new BrineMarshaller(new Auto(options: ['allowed_classes' => [\ArrayObject::class]])))->unmarshall($entry);
    }

    public function testSignaturesAreBoundToIds(): void
    {
        $marshaller = new BrineMarshaller(new Signed(new Auto(), 'a secret'), false, 'pool');
        $entry = $marshaller->for('a')->marshall([5], $failed)[0];
        self::assertSame(Format::Signed, Format::of($entry));
        self::assertSame(5, $marshaller->for('a')->unmarshall($entry));
        foreach ([$marshaller, $marshaller->for('b'), (new BrineMarshaller(new Signed(new Auto(), 'a secret'), false, 'other'))->for('a')] as $other) {
            try {
                $other->unmarshall($entry);
                self::fail('it is read');
            } catch (DecodeException $error) {
                self::assertSame('not_verified', $error->getReason());
            }
        }
    }

    public function testNothingToBind(): void
    {
        $this->expectException(\LogicException::class);
        new BrineMarshaller(new Auto(), false, 'pool');
    }
}
