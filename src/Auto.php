<?php

declare(strict_types=1);

namespace Brine;

use Brine\Compression\Envelope;
use Brine\Internal\Failure;
use Brine\Internal\HidesKeys;
use Brine\Internal\ReadOptions;

/**
 * Writes with the best serializer that PHP has here, and reads what any of them has written, here or elsewhere: the
 * first bytes tell which one, and nothing is ever tried. Bytes of no format are refused.
 *
 * @phpstan-import-type Options from ReadOptions
 */
final class Auto implements Decorator
{
    use HidesKeys;

    private Serializer $writer;
    private BrineSerializer $brine;
    private IgbinarySerializer $igbinary;
    private NativeSerializer $native;
    private ?Serializer $foreignReader;
    /** @var list<string> */
    private array $keys;

    /**
     * @param list<Format>|Serializer $write what writes: the first of Brine, Igbinary and Native that PHP has; or a
     *     serializer of Brine's own, decorated or not
     * @param array{allowed_classes?: bool|list<string>, max_depth?: int, max_elements?: int, max_memory?: int} $options of
     *     brine_unserialize(), for all readers: for those of native text without max_elements, and of MessagePack and
     *     JSON without any
     * @param Format|null $foreign MessagePack or Json, if that is to be read too; it is if that is written
     * @param string|list<string> $keys secrets that verify signed data, which is read only with them. Data that is not
     *     signed is read all the same: where that must not be, put Signed around Auto instead.
     * @param string $context of signed data
     * @param int $maxLength bytes of the longest content of an envelope that is decompressed
     * @throws \LogicException if PHP has none of the formats to write, or Auto could not read what is written, or would
     *     read it by other options than what writes
     * @throws \TypeError|\ValueError if an option is unknown, of the wrong type, or out of range
     */
    public function __construct(
        array|Serializer $write = [Format::Brine, Format::Igbinary, Format::Native],
        array $options = [],
        private ?Format $foreign = null,
        #[\SensitiveParameter]
        string|array $keys = [],
        private string $context = '',
        private int $maxLength = 1 << 26,
    ) {
        $options = ReadOptions::check($options);
        Envelope::checkMaxLength($maxLength);
        $this->keys = $keys === [] ? [] : Signed::checkKeys($keys);
        $written = null;
        if ($write instanceof Serializer) {
            $written = $this->innermost($write);
            $this->foreign = self::foreignOf($written, $foreign);
            self::checkOptions($written, $options);
        }
        $this->brine = new BrineSerializer($options);
        $this->igbinary = new IgbinarySerializer($options);
        unset($options['max_elements'], $options['max_memory']);
        $this->native = new NativeSerializer($options);
        $this->foreignReader = match ($this->foreign) {
            null => null,
            // What writes knows the extension types, or the depth, that it was given.
            Format::MessagePack => $written instanceof MessagePackSerializer ? $written : new MessagePackSerializer(),
            Format::Json => $written instanceof JsonSerializer ? $written : new JsonSerializer(),
            default => throw new \ValueError("{$this->foreign->name} is read without being asked for"),
        };
        $this->writer = $write instanceof Serializer ? $write : $this->firstOf($write);
    }

    /** What writes. */
    public function inner(): Serializer
    {
        return $this->writer;
    }

    /**
     * What reads Brine's own format.
     *
     * @internal
     */
    public function brine(): BrineSerializer
    {
        return $this->brine;
    }

    public function serialize(mixed $value): string
    {
        return $this->writer->serialize($value);
    }

    public function unserialize(string $data): mixed
    {
        // What there is most of, before anything is asked.
        if (\str_starts_with($data, "\xc1\x10")) {
            return $this->brine->unserialize($data);
        }
        $format = Format::of($data, $this->foreign);
        if ($format === Format::Signed) {
            return $this->unserializeSigned($data);
        }

        return $this->read($format, $data);
    }

    /**
     * What writes the values inside of all decorators.
     *
     * @throws \LogicException if one of them signs what could not be verified, compresses what is too long to be read, or
     *     is not of Brine
     */
    private function innermost(Serializer $writer): Serializer
    {
        for (; $writer instanceof Decorator; $writer = $writer->inner()) {
            if ($writer instanceof Signed && !$writer->isVerifiedBy($this->keys, $this->context)) {
                throw new \LogicException('Auto needs the keys and the context to read what Signed writes');
            }
            if ($writer instanceof Compressed && $writer->maxLength() > $this->maxLength) {
                throw new \LogicException("Auto reads $this->maxLength bytes, and Compressed writes more");
            }
            if (!$writer instanceof self && !$writer instanceof Signed && !$writer instanceof Compressed) {
                throw self::unreadable($writer);
            }
        }

        return $writer;
    }

    /**
     * What has to be read because it is written.
     *
     * @throws \LogicException if that cannot be
     */
    private static function foreignOf(Serializer $writer, ?Format $foreign): ?Format
    {
        $written = match ($writer::class) {
            BrineSerializer::class, IgbinarySerializer::class, NativeSerializer::class => null,
            MessagePackSerializer::class => Format::MessagePack,
            JsonSerializer::class => Format::Json,
            default => throw self::unreadable($writer),
        };
        if ($written !== null && $foreign !== null && $foreign !== $written) {
            throw new \LogicException("Auto cannot read $foreign->name where $written->name is written");
        }

        return $foreign ?? $written;
    }

    private static function unreadable(Serializer $writer): \LogicException
    {
        return new \LogicException('Auto could not read what ' . $writer::class . ' writes');
    }

    /**
     * Auto reads by its own options: those that only the writer has would not count.
     *
     * @param Options $options
     * @throws \LogicException if there are such
     */
    private static function checkOptions(Serializer $writer, array $options): void
    {
        if (!$writer instanceof BrineSerializer && !$writer instanceof IgbinarySerializer && !$writer instanceof NativeSerializer) {
            return;
        }
        foreach ($writer->options() as $name => $option) {
            if ($option !== ($options[$name] ?? null)) {
                throw new \LogicException("Auto reads by its own options, which lack \"$name\" of what writes");
            }
        }
    }

    /** @param list<Format> $formats */
    private function firstOf(array $formats): Serializer
    {
        foreach ($formats as $format) {
            $serializer = match ($format) {
                Format::Brine => \extension_loaded('brine') ? $this->brine : null,
                Format::Igbinary => IgbinarySerializer::canWrite() ? $this->igbinary : null,
                Format::Native => $this->native,
                default => throw new \ValueError("$format->name needs a serializer to write it"),
            };
            if ($serializer !== null) {
                return $serializer;
            }
        }
        throw new \LogicException('PHP has none of the formats that are to be written');
    }

    private function read(?Format $format, string $data): mixed
    {
        return match ($format) {
            Format::Brine => $this->brine->unserialize($data),
            Format::Igbinary => $this->igbinary->unserialize($data),
            Format::Native => $this->native->unserialize($data),
            Format::Compressed => $this->unserializeCompressed($data),
            Format::MessagePack, Format::Json => $this->foreignReader?->unserialize($data),
            default => throw Failure::decoding('The first bytes are of no format that is read here', 0, 'unknown_format'),
        };
    }

    private function unserializeSigned(string $data): mixed
    {
        if ($this->keys === []) {
            throw Failure::decoding('The data is signed, and there is no key', 0, 'not_verified');
        }
        // Of what is signed nothing else is known: it has a format of its own, but no other signature.
        $unsigned = clone $this;
        $unsigned->keys = [];

        return Signed::read($data, $this->keys, $this->context, $unsigned);
    }

    private function unserializeCompressed(string $data): mixed
    {
        $content = Envelope::open($data, $this->maxLength);
        $format = Format::of($content, $this->foreign);
        try {
            return $this->read($format === Format::Compressed ? null : $format, $content);
        } catch (DecodeException $error) {
            throw Failure::decoding(
                "In the envelope's content: " . $error->getMessage(),
                Envelope::HEAD,
                $error->getReason(),
                $error,
            );
        }
    }
}
