<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

use Brine\BrineBundle\Serializers;
use Brine\BrineBundle\SessionMarshaller;
use Brine\EncodeException;
use Brine\Format;
use PHPUnit\Framework\Attributes\DataProvider;
use Symfony\Component\HttpFoundation\Session\Storage\Handler\MarshallingSessionHandler;

/** Sessions as their handler gives them to the marshaller: texts that PHP has made. */
final class SessionTest extends PoolTestCase
{
    private const TEXT = '_sf2_attributes|a:1:{s:4:"user";i:5;}_sf2_meta|a:0:{}';
    private const FRAMEWORK = ['session' => ['enabled' => true, 'handler_id' => 'app.session_handler', 'storage_factory_id' => 'session.storage.factory.native']];

    /** @return iterable<string, array{array<string, mixed>, Format}> */
    public static function configurations(): iterable
    {
        yield 'compressed' => [['compress' => ['min_bytes' => 10]], Format::Compressed];
        yield 'signed' => [['sign' => ['keys' => ['a secret of a test']]], Format::Signed];
    }

    /** @param array<string, mixed> $brine */
    #[DataProvider('configurations')]
    public function testSessionsOfAnApplication(array $brine, Format $format): void
    {
        $handler = $this->handler($brine + ['session' => true]);
        self::assertTrue($handler->open('', 'PHPSESSID'));
        $text = \str_repeat(self::TEXT, 20);
        self::assertTrue($handler->write('id', $text));
        self::assertSame($format, Format::of($this->stored()));
        self::assertSame($text, $this->handler($brine + ['session' => true])->read('id'));
        self::assertSame('', $handler->read('no such session'));
    }

    /** Hosts without the bundle read them then, as during a rollout and on the way back. */
    public function testWithoutCompressionAndKeysSessionsStayAsTheyAre(): void
    {
        $handler = $this->handler(['session' => true]);
        foreach ([self::TEXT, \brine_serialize(['_sf2_attributes' => ['user' => 5]]), \serialize(['a' => 5]), "\0\0\0\2\x14\1"] as $text) {
            self::assertTrue($handler->write('id', $text));
            self::assertSame([$text, $text], [$this->stored(), $handler->read('id')]);
        }
        // Data that looks wrapped is wrapped again, whoever wrote it.
        foreach ([\brine_serialize(self::TEXT), "\xc1\x10 and what is no payload", "\xc1"] as $text) {
            self::assertTrue($handler->write('id', $text));
            self::assertSame([Format::Brine, $text], [Format::of($this->stored()), $handler->read('id')]);
        }
        // As earlier versions have stored it.
        $this->redis()->set('sf_sid', \brine_serialize(self::TEXT));
        self::assertSame(self::TEXT, $handler->read('id'));
    }

    /** The way back of compressed sessions: without "compress", every write stores them as PHP has made them. */
    public function testTheWayBackOfCompressedSessions(): void
    {
        $text = \str_repeat(self::TEXT, 20);
        self::assertTrue($this->handler(['session' => true, 'compress' => ['min_bytes' => 10]])->write('id', $text));
        self::assertSame(Format::Compressed, Format::of($this->stored()));
        $handler = $this->handler(['session' => true]);
        self::assertSame($text, $handler->read('id'));
        self::assertTrue($handler->write('id', $text));
        self::assertSame($text, $this->stored());
    }

    /** @param array<string, mixed> $brine */
    #[DataProvider('configurations')]
    public function testAChangedClassLosesNoSession(array $brine): void
    {
        $handler = $this->handler($brine + ['session' => true]);
        foreach ([\brine_serialize(['user' => new Versioned()]), \str_replace('{}', \serialize([new Versioned()]), self::TEXT)] as $text) {
            self::assertTrue($handler->write('id', $text));
            self::assertSame($text, $handler->read('id'));
        }
    }

    public function testAKeyThatIsTooShortToSign(): void
    {
        // HMAC pads keys with zeros: to it, this is the key of 15 bytes.
        self::assertTrue($this->handler(['session' => true, 'sign' => ['keys' => ["key of 15 bytes\0"]]])->write('id', self::TEXT));
        self::assertSame(self::TEXT, $this->handler(['session' => true, 'sign' => ['keys' => ['key of 16 bytes.', 'key of 15 bytes']]])->read('id'));
        $this->expectException(EncodeException::class);
        $this->expectExceptionMessage('A signing key must have at least 16 bytes, and this one has 15. ');
        $this->handler(['session' => true, 'sign' => ['keys' => ['key of 15 bytes']]]);
    }

    /** Sessions stored before stay readable, and a damaged one counts as missing. */
    public function testSessionsFromBefore(): void
    {
        $handler = $this->handler(['session' => true]);
        foreach ([self::TEXT, 'a:1:{s:1:"a";i:5;}', "\0\0\0\2\x14\0"] as $text) {
            $this->redis()->set('sf_sid', $text);
            self::assertSame($text, $handler->read('id'));
        }
        $signed = $this->handler(['session' => true, 'sign' => ['keys' => ['a secret of a test']]]);
        self::assertSame('', $signed->read('id'));
    }

    /** @param array<string, mixed> $brine */
    #[DataProvider('configurations')]
    public function testDamagedSessionsAreMissing(array $brine, Format $format): void
    {
        $handler = $this->handler($brine + ['session' => true]);
        self::assertTrue($handler->write('id', \str_repeat(self::TEXT, 20)));
        $bytes = $this->stored();
        self::assertSame($format, Format::of($bytes));
        for ($length = 2; $length < \strlen($bytes); ++$length) {
            $this->redis()->set('sf_sid', \substr($bytes, 0, $length));
            self::assertSame('', $handler->read('id'), "$length bytes");
        }
        for ($i = 2; $i < \strlen($bytes) && $format === Format::Signed; ++$i) {
            $this->redis()->set('sf_sid', \substr_replace($bytes, $bytes[$i] ^ "\1", $i, 1));
            self::assertSame('', $handler->read('id'), "byte $i");
        }
    }

    public function testASessionOfTheHandlerBrineIsHandedOn(): void
    {
        foreach ([5, new \ArrayObject([1]), Format::Brine] as $user) {
            $text = \brine_serialize(['_sf2_attributes' => ['user' => $user]]);
            self::assertSame($text, (new SessionMarshaller((new Serializers())->sessions()))->unmarshall($text));
        }
    }

    /** The handler looks for the id as a key among what failed. */
    public function testWhatCannotBeWritten(): void
    {
        $marshaller = new SessionMarshaller((new Serializers())->sessions());
        self::assertSame([], $marshaller->marshall(['data' => static fn (): int => 1], $failed));
        self::assertSame(['data' => 'data'], $failed);
        self::assertSame('', $marshaller->unmarshall(''));
    }

    public function testWithoutTheOptionSessionsStayAsTheyAre(): void
    {
        $container = $this->boot([], self::FRAMEWORK);
        self::assertFalse($container->has('session.marshalling_handler'));
    }

    /** @param array<string, mixed> $brine */
    private function handler(array $brine): MarshallingSessionHandler
    {
        $handler = $this->boot($brine, self::FRAMEWORK)->get('session.handler');
        self::assertInstanceOf(MarshallingSessionHandler::class, $handler);

        return $handler;
    }

    private function stored(): string
    {
        $data = $this->redis()->get('sf_sid');

        return \is_string($data) ? $data : '';
    }
}
