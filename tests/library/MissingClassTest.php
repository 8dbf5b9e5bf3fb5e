<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\DecodeException;
use Brine\Format\SignedFrame;
use Brine\IgbinarySerializer;
use Brine\NativeSerializer;
use Brine\Serializer;
use Brine\Signed;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** The function of unserialize_callback_func means the same in all formats, whoever reads them. */
final class MissingClassTest extends TestCase
{
    private const NATIVE = 'a:1:{i:0;O:4:"Gone":1:{s:1:"a";i:1;}}';
    private const BRINE = "\xC1\x10\xC0\xF0\x23Gone\x01\x20a\x01";
    private const IGBINARY = "\0\0\0\x02\x14\x01\x06\0\x17\x04Gone\x14\x01\x11\x01a\x06\x01";

    /** @var list<string> */
    private static array $asked = [];
    /** @var list<array{int, string}> */
    private array $heard = [];

    protected function tearDown(): void
    {
        \ini_set('unserialize_callback_func', '');
        self::$asked = [];
    }

    /** @return iterable<string, array{string, string}> */
    public static function readers(): iterable
    {
        foreach ([self::NATIVE, 'a:2:{i:0;O:4:"Gone":1:{s:1:"a";i:1;}i:1;r:2;}'] as $text) {
            yield $text => ['native', $text];
            yield "$text by Auto" => ['Auto', $text];
        }
        yield 'Brine' => ['Brine', self::BRINE];
        yield 'Brine, resident' => ['resident', self::BRINE];
        yield 'Brine, by Auto' => ['Auto', self::BRINE];
        yield 'Brine, compressed' => ['compressed', "\xC1\x18\0\0" . \pack('V', \strlen(self::BRINE)) . self::BRINE];
        yield 'Brine, signed' => ['signed', SignedFrame::sign(self::BRINE, 'key')];
        yield 'igbinary' => ['igbinary', self::IGBINARY];
        yield 'igbinary, trusted' => ['trusted', self::IGBINARY];
        yield 'igbinary, by Auto' => ['Auto', self::IGBINARY];
    }

    /** @param array{allowed_classes?: bool|list<string>, missing_classes?: 'throw'} $options */
    private static function reader(string $kind, array $options = []): Serializer
    {
        return match ($kind) {
            'native' => new NativeSerializer($options),
            'Auto' => new Auto(options: $options, igbinaryTrusted: true),
            'Brine' => new BrineSerializer($options),
            'resident' => new BrineSerializer(['resident' => true] + $options),
            'compressed' => new Compressed(new BrineSerializer($options)),
            'signed' => new Signed(new BrineSerializer($options), 'key'),
            'igbinary' => new IgbinarySerializer($options),
            'trusted' => new IgbinarySerializer($options, true),
            default => throw new \LogicException($kind),
        };
    }

    #[DataProvider('readers')]
    public function testAClassThatTheFunctionDoesNotDefineIsIncomplete(string $reader, string $data): void
    {
        \ini_set('unserialize_callback_func', self::class . '::ask');
        foreach ([1, 2] as $times) {
            self::assertIncomplete($this->read(self::reader($reader), $data));
            self::assertSame(\array_fill(0, $times, 'Gone'), self::$asked);
            self::assertCount(1, $this->heard);
            self::assertContains($this->heard[0][0], [\E_WARNING, \E_USER_WARNING]);
            self::assertStringEndsWith('(): Function ' . self::class . "::ask() hasn't defined the class it was called for", $this->heardMessage());
        }
        // PHP handles it if there is no handler, or that one declines.
        $display = (string) \ini_set('display_errors', '0');
        foreach ([null, static fn (): bool => false] as $handler) {
            \error_clear_last();
            \set_error_handler($handler);
            try {
                self::assertIncomplete(self::reader($reader)->unserialize($data));
            } finally {
                \restore_error_handler();
            }
            self::assertStringEndsWith("hasn't defined the class it was called for", \error_get_last()['message'] ?? '');
        }
        \error_clear_last();
        \ini_set('display_errors', $display);
    }

    #[DataProvider('readers')]
    public function testWhatIsNotAllowedOrNotReadIsNotWarnedAbout(string $reader, string $data): void
    {
        \ini_set('unserialize_callback_func', self::class . '::ask');
        foreach ([false, [], ['Other']] as $allowed) {
            self::assertIncomplete($this->read(self::reader($reader, ['allowed_classes' => $allowed]), $data));
            self::assertSame([[], []], [self::$asked, $this->heard]);
        }
        self::assertIncomplete($this->read(self::reader($reader, ['allowed_classes' => ['GONE']]), $data));
        self::assertSame(['Gone'], self::$asked);
        self::assertStringEndsWith("hasn't defined the class it was called for", $this->heardMessage());

        $error = $this->read(self::reader($reader, ['missing_classes' => 'throw']), $data);
        self::assertInstanceOf(DecodeException::class, $error);
        self::assertSame('missing_class', $error->getReason());
        self::assertSame([['Gone', 'Gone'], []], [self::$asked, $this->heard]);
    }

    #[DataProvider('readers')]
    public function testWhatTheFunctionAndTheHandlerDoIsTheirs(string $reader, string $data): void
    {
        \ini_set('unserialize_callback_func', self::class . '::warn');
        self::assertIncomplete($this->read(self::reader($reader), $data));
        self::assertSame([[\E_USER_WARNING, 'of its own'], [\E_USER_NOTICE, "f(): Function g() hasn't"]], \array_slice($this->heard, 0, 2));
        self::assertStringEndsWith("hasn't defined the class it was called for", $this->heard[2][1] ?? '');
        self::assertCount(3, $this->heard);

        \ini_set('unserialize_callback_func', self::class . '::refuse');
        $error = $this->read(self::reader($reader), $data);
        self::assertSame([\DomainException::class, 'no Gone', []], [\get_debug_type($error), $error instanceof \Throwable ? $error->getMessage() : '', $this->heard]);

        // As the handlers of most frameworks do.
        \ini_set('unserialize_callback_func', self::class . '::ask');
        \set_error_handler(static fn (int $level, string $message, string $file, int $line): never => throw new \ErrorException($message, 0, $level, $file, $line));
        try {
            self::reader($reader)->unserialize($data);
            self::fail('It was read');
        } catch (\ErrorException $error) {
            self::assertStringEndsWith("hasn't defined the class it was called for", $error->getMessage());
        } finally {
            \restore_error_handler();
        }
    }

    #[DataProvider('readers')]
    public function testAFunctionThatIsNotThere(string $reader, string $data): void
    {
        \ini_set('unserialize_callback_func', 'there_is_none');
        foreach ([[], ['missing_classes' => 'throw']] as $options) {
            $error = $this->read(self::reader($reader, $options), $data);
            self::assertInstanceOf(DecodeException::class, $error);
            self::assertSame('bad_object', $error->getReason());
            self::assertStringEndsWith('Invalid callback there_is_none, function "there_is_none" not found or invalid function name', $error->getMessage());
            self::assertSame([], $this->heard);
        }
    }

    #[DataProvider('readers')]
    public function testDamageBehindAMissingClassIsNoValue(string $reader, string $data): void
    {
        \ini_set('unserialize_callback_func', self::class . '::ask');
        self::assertInstanceOf(DecodeException::class, $this->read(self::reader($reader), \substr($data, 0, -1)));
        self::assertInstanceOf(DecodeException::class, $this->read(self::reader($reader), $data . "\0"));
    }

    public function testBytesThatReadLikeTheWarningAreDamage(): void
    {
        $warning = "unserialize(): Function f() hasn't defined the class it was called for";
        foreach (["f(): Function f() hasn't defined the class it was called for", $warning] as $name) {
            $case = Suit::class . ':' . $name;
            $error = $this->read(new NativeSerializer(), 'a:1:{i:0;E:' . \strlen($case) . ":\"$case\";}");
            self::assertInstanceOf(DecodeException::class, $error);
            self::assertSame(['malformed', []], [$error->getReason(), $this->heard]);
        }
    }

    public static function ask(string $class): void
    {
        self::$asked[] = $class;
    }

    public static function warn(): void
    {
        \trigger_error('of its own', \E_USER_WARNING);
        \trigger_error("f(): Function g() hasn't", \E_USER_NOTICE);
    }

    public static function refuse(string $class): never
    {
        throw new \DomainException("no $class");
    }

    /** @return mixed the value, or what was thrown */
    private function read(Serializer $serializer, string $data): mixed
    {
        $this->heard = [];
        \set_error_handler(function (int $level, string $message): bool {
            $this->heard[] = [$level, $message];

            return true;
        });
        try {
            return $serializer->unserialize($data);
        } catch (\Throwable $error) {
            return $error;
        } finally {
            \restore_error_handler();
        }
    }

    private function heardMessage(): string
    {
        return $this->heard[0][1] ?? '';
    }

    private static function assertIncomplete(mixed $value): void
    {
        self::assertIsArray($value, $value instanceof \Throwable ? $value->getMessage() : '');
        self::assertInstanceOf(\__PHP_Incomplete_Class::class, $value[0]);
        self::assertSame(['__PHP_Incomplete_Class_Name' => 'Gone', 'a' => 1], (array) $value[0]);
        self::assertSame($value[0], $value[1] ?? $value[0]);
    }
}
