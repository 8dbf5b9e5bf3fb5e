<?php

declare(strict_types=1);

namespace Brine;

use Brine\Compression\Envelope;
use Brine\Dictionary\Source;
use Brine\Internal\Budget;
use Brine\Internal\Failure;
use Brine\Internal\ReadOptions;
use Brine\Internal\ReadsWithin;

/**
 * Writes with the best serializer available in this PHP, and reads what any of them has written: the first bytes name the format.
 *
 * Unknown formats throw. So do signed bytes: wrap Auto in a Signed.
 *
 * @phpstan-import-type Options from ReadOptions
 */
final class Auto implements Decorator, ReadsWithin, RefusesMissing
{
    /** The option that brine_unserialize() lacks: it concerns envelopes, which only the library reads. */
    private const MAX_LENGTH = 'max_length';
    private const DEFAULT_MAX_LENGTH = 1 << 26;

    private Serializer $writer;
    private BrineSerializer $brine;
    private IgbinarySerializer $igbinary;
    private NativeSerializer $native;
    private ?Serializer $foreignReader;
    private int $maxLength;

    /**
     * @param list<Format>|Serializer|null $write the first available of these formats (Brine, Igbinary or Native) is written; values that
     *     the extension igbinary refuses and PHP accepts become native text. Or one of Brine's own serializers, decorated or not.
     *     null: Brine, else Igbinary if $igbinaryTrusted, else Native
     * @param array{allowed_classes?: bool|list<string>, missing_classes?: 'incomplete'|'throw', stale_classes?: 'accept'|'throw', max_depth?: int,
     *     max_elements?: int, max_memory?: int, resident?: bool, max_length?: int} $options of brine_unserialize(), for all readers: native text ignores "max_elements", MessagePack and
     *     JSON ignore all, and only Brine's own format knows "resident" and "stale_classes". Also "max_length": limit in bytes of decompressed content, 64 MiB by default
     * @param Format|null $foreign MessagePack or Json, to read it too; the format that is written is always read
     * @param bool $igbinaryTrusted whether the extension igbinary, if loaded, reads objects, several times as fast as PHP. Only for a
     *     store that nobody else can write to and that damages no bit: damaged objects can crash the process.
     * @param Dictionary|null $dictionary used to write Brine's own format, unless $write is a serializer
     * @param Source|null $dictionaries finds dictionaries that payloads name and nobody has loaded
     * @throws \LogicException if no format is available for writing, or Auto could not read it, or its options differ from the
     *     writer's; MissingPackageException if MessagePack is to be read and no implementation is installed
     * @throws \TypeError|\ValueError if $write is neither formats nor a serializer, $options is not an array, or an option is
     *     unknown, of the wrong type, or out of range
     */
    public function __construct(
        mixed $write = null,
        mixed $options = [],
        private ?Format $foreign = null,
        bool $igbinaryTrusted = false,
        ?Dictionary $dictionary = null,
        ?Source $dictionaries = null,
    ) {
        // Otherwise objects of igbinary are read in PHP, which takes longer than native text.
        $write ??= $igbinaryTrusted ? [Format::Brine, Format::Igbinary, Format::Native] : [Format::Brine, Format::Native];
        $write = self::checkWrite($write);
        $this->maxLength = self::takeMaxLength($options);
        $options = ReadOptions::check($options, 'new Auto(options: ', [...ReadOptions::NAMES, self::MAX_LENGTH]);
        $written = null;
        if ($write instanceof Serializer) {
            $written = $this->innermost($write);
            $this->foreign = self::foreignOf($written, $foreign);
            self::checkOptions($written, $options);
        }
        $this->brine = new BrineSerializer($options, $dictionary, $dictionaries);
        unset($options['resident'], $options['stale_classes']);
        $this->igbinary = new IgbinarySerializer($options, $igbinaryTrusted);
        unset($options['max_elements']);
        $this->native = new NativeSerializer($options);
        $this->foreignReader = match ($this->foreign) {
            null => null,
            // The writer has its own extension types, or depth.
            Format::MessagePack => $written instanceof MessagePackSerializer ? $written : new MessagePackSerializer(),
            Format::Json => $written instanceof JsonSerializer ? $written : new JsonSerializer(),
            default => throw new \ValueError("{$this->foreign->name} is read without being asked for"),
        };
        $this->writer = $write instanceof Serializer ? $write : $this->firstOf($write);
    }

    /**
     * @return list<Format>|Serializer
     * @throws \TypeError if it is something else
     * @throws \LogicException if it is an empty list
     */
    private static function checkWrite(mixed $write): array|Serializer
    {
        if ($write instanceof Serializer) {
            return $write;
        }
        if (!\is_array($write)) {
            throw new \TypeError('What Auto writes must be a list of formats, or a serializer, not ' . self::called($write) . ': new Auto([' . self::meant($write) . '])');
        }
        $formats = [];
        foreach ($write as $name => $format) {
            if (\is_string($name)) {
                throw new \TypeError("Auto's first argument is what it writes, and \"$name\" is none of that: options are given by name, as in new Auto(options: ['$name' => …])");
            }
            $formats[] = $format instanceof Format
                ? $format
                : throw new \TypeError('Auto writes formats of the enum Brine\Format, not ' . self::called($format) . ': new Auto([' . self::meant($format) . '])');
        }

        return $formats !== [] ? $formats : throw new \LogicException('Auto has no format to write: it is new Auto() for the best one, or new Auto([Format::Native])');
    }

    /** @throws \TypeError|\ValueError if it is not a valid length */
    private static function takeMaxLength(mixed &$options): int
    {
        if (!\is_array($options) || !\array_key_exists(self::MAX_LENGTH, $options)) {
            return self::DEFAULT_MAX_LENGTH;
        }
        $maxLength = ReadOptions::checkLimit(self::MAX_LENGTH, $options[self::MAX_LENGTH], Envelope::MAX_LENGTH);
        unset($options[self::MAX_LENGTH]);

        return $maxLength;
    }

    private static function called(mixed $value): string
    {
        return match (true) {
            \is_string($value) => "\"$value\"",
            $value instanceof Format => "Format::$value->name",
            default => \get_debug_type($value),
        };
    }

    /** The enum case that was probably meant. */
    private static function meant(mixed $value): string
    {
        $format = $value instanceof Format ? $value : Format::tryFrom(\is_string($value) ? \strtolower($value) : '');

        return 'Format::' . ($format ?? Format::Brine)->name;
    }

    /** The serializer that writes. */
    public function inner(): Serializer
    {
        return $this->writer;
    }

    /**
     * The reader of Brine's own format.
     *
     * @internal
     */
    public function brine(): BrineSerializer
    {
        return $this->brine;
    }

    public function refusingMissing(bool $andStale): static
    {
        $new = clone $this;
        $new->brine = $this->brine->refusingMissing($andStale);
        $new->igbinary = $this->igbinary->refusingMissing($andStale);
        $new->native = $this->native->refusingMissing($andStale);
        $new->writer = match ($this->writer) {
            $this->brine => $new->brine,
            $this->igbinary => $new->igbinary,
            $this->native => $new->native,
            default => $this->writer instanceof RefusesMissing ? $this->writer->refusingMissing($andStale) ?? $this->writer : $this->writer,
        };

        return $new;
    }

    public function serialize(mixed $value): string
    {
        if ($this->writer !== $this->igbinary) {
            return $this->writer->serialize($value);
        }
        try {
            return $this->igbinary->serialize($value);
        } catch (EncodeException) {
            // igbinary rejects values that PHP accepts. Hooks run again.
            return $this->native->serialize($value);
        }
    }

    public function unserialize(string $data): mixed
    {
        // The most frequent case first.
        if (\str_starts_with($data, "\xc1\x10")) {
            return $this->brine->unserialize($data);
        }
        $format = Format::of($data, $this->foreign);

        return match ($format) {
            Format::Signed => throw Failure::decoding('The data is signed, and Auto has no keys: new Signed(new Auto(), $keys) reads it', 0, 'not_verified'),
            Format::Compressed => $this->unserializeCompressed($data),
            default => $this->readerOf($format, $data)->unserialize($data),
        };
    }

    /** @internal */
    public function unserializeWithin(string $data, int $maxMemory): mixed
    {
        return Budget::read($this->readerOf(Format::of($data, $this->foreign), $data), $data, $maxMemory);
    }

    /**
     * The innermost writer.
     *
     * @throws \LogicException if one of them signs, may compress contents longer than Auto reads, or is not Brine's
     */
    private function innermost(Serializer $writer): Serializer
    {
        for (; $writer instanceof Decorator; $writer = $writer->inner()) {
            if ($writer instanceof Signed) {
                throw new \LogicException('Signed goes around Auto, which has no keys: new Signed(new Auto($serializer), $keys)');
            }
            if ($writer instanceof Compressed && $writer->maxLength() > $this->maxLength) {
                throw new \LogicException("Auto reads $this->maxLength bytes, and Compressed writes more");
            }
            if (!$writer instanceof self && !$writer instanceof Compressed) {
                throw self::unreadable($writer);
            }
        }

        return $writer;
    }

    /**
     * The foreign format to read: $foreign, or the one that the writer writes, if it is MessagePack or JSON.
     *
     * @throws \LogicException if Auto cannot read what the writer writes
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
     * Auto reads with its own options, so those that only the writer has would have no effect.
     *
     * @param Options $options
     * @throws \LogicException if the writer has options of its own
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
                default => throw new \ValueError("Format::$format->name needs a serializer to write it: " . match ($format) {
                    Format::Json => 'new Auto(new JsonSerializer())',
                    Format::MessagePack => 'new Auto(new MessagePackSerializer())',
                    Format::Signed => 'new Signed(new Auto(), $keys)',
                    Format::Compressed => 'new Compressed(new Auto())',
                }),
            };
            if ($serializer !== null) {
                return $serializer;
            }
        }
        throw new \LogicException('None of the requested formats is available for writing');
    }

    /** @throws DecodeException if the bytes are an envelope or a signed frame, or have no known format */
    private function readerOf(?Format $format, string $data): Serializer
    {
        $reader = match ($format) {
            Format::Brine => $this->brine,
            Format::Igbinary => $this->igbinary,
            Format::Native => $this->native,
            Format::MessagePack, Format::Json => $this->foreignReader,
            default => null,
        };

        return $reader ?? throw Failure::decoding(match ($format) {
            null, Format::MessagePack, Format::Json => Recognition::guess($data),
            default => 'It is ' . Recognition::name($format) . ', which an envelope must not contain',
        }, 0, 'unknown_format');
    }

    private function unserializeCompressed(string $data): mixed
    {
        return Envelope::read(
            $data,
            $this->maxLength,
            fn (string $content): Serializer => $this->readerOf(Format::of($content, $this->foreign), $content),
            $this->brine,
        );
    }
}
