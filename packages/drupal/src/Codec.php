<?php

declare(strict_types=1);

namespace Drupal\brine;

use Brine\Auto;
use Brine\Compressed;
use Brine\Deflated;
use Brine\EncodeException;
use Brine\EntryCodec;
use Brine\Format;
use Brine\NativeSerializer;
use Brine\Serializer;
use Brine\Signed;
use Drupal\Core\Site\Settings;

/** Writes and reads values as $settings['brine'] says. */
final class Codec
{
    /** Cached result of current(). */
    public static ?self $current = null;

    /** Whether unsigned entries are rejected. */
    public readonly bool $signs;
    /** Writer. */
    private readonly EntryCodec $writer;
    /** Fallback for values that the writer rejects. */
    private readonly EntryCodec $native;
    /** Reader of unsigned entries. */
    private readonly EntryCodec $reader;
    private readonly EntryCodec $residentReader;
    /** Reader of signed entries, if there are keys. */
    private readonly ?EntryCodec $signedReader;
    private readonly ?EntryCodec $signedResidentReader;

    /** @throws \InvalidArgumentException|\LogicException if the configuration is wrong, or requires an extension that this PHP lacks */
    public function __construct(private readonly Configuration $configuration)
    {
        $this->signs = $configuration->keys !== [] && !$configuration->writesNative;
        $serializer = $this->serializer(false);
        $resident = $this->serializer(true);
        $this->reader = self::codec(new Deflated($serializer));
        $this->residentReader = self::codec(new Deflated($resident));
        $this->signedReader = $this->signed($serializer);
        $this->signedResidentReader = $this->signed($resident);
        $this->writer = $this->signs ? $this->signedReader ?? $this->reader : $this->reader;
        $native = new NativeSerializer();
        $this->native = $this->signs ? $this->signed($native) ?? self::codec($native) : self::codec($native);
    }

    /** The codec of the settings, which are constant during a request; static because Drupal's serializers are. */
    public static function current(): self
    {
        return self::$current ??= new self(new Configuration(Settings::get('brine', [])));
    }

    /** For code that changes the settings during a request, such as tests. */
    public static function forget(): void
    {
        self::$current = null;
    }

    /** @throws \Exception if the value cannot be written natively either */
    public function encode(mixed $value, string $context = ''): string
    {
        try {
            return $this->writer->encode($value, $context);
        } catch (EncodeException) {
            // For example values that are nested too deep for the format. For others, callers expect native's own exception.
            return $this->native->encode($value, $context);
        }
    }

    /**
     * @param \Throwable|null $error error of reader() for these bytes, if it tried them: hooks must not run twice
     * @throws \Throwable if the bytes are not an entry, or cannot be restored here
     */
    public function decode(string $bytes, string $bin, string $cid, bool $isResident, ?\Throwable $error = null): mixed
    {
        $signed = $isResident ? $this->signedResidentReader : $this->signedReader;
        if ($signed !== null && ($this->signs || Format::of($bytes) === Format::Signed)) {
            return $signed->read($bytes, self::contextOf($bin, $cid));
        }

        return $error === null ? ($isResident ? $this->residentReader : $this->reader)->read($bytes) : throw $error;
    }

    /** Context of a signature: an entry is valid only under its own bin and name. */
    public static function contextOf(string $bin, string $cid): string
    {
        return "drupal cache $bin:$cid";
    }

    /** Reader of a bin's entries without their names; throws if it cannot read. Null if entries must be signed. */
    public function reader(string $bin): ?EntryCodec
    {
        return match (true) {
            $this->signs => null,
            $this->isResident($bin) => $this->residentReader,
            default => $this->reader,
        };
    }

    public function isResident(string $bin): bool
    {
        return \in_array($bin, $this->configuration->residentBins, true);
    }

    public function configuration(): Configuration
    {
        return $this->configuration;
    }

    private function serializer(bool $isResident): Serializer
    {
        $configuration = $this->configuration;
        $options = ($isResident ? ['resident' => true] : []) + ($configuration->acceptsStale ? ['stale_classes' => 'accept'] : []);
        if ($configuration->writesNative) {
            return new Auto([Format::Native], $options, dictionaries: $configuration->dictionaries);
        }
        $auto = new Auto(options: $options, dictionary: $configuration->dictionary, dictionaries: $configuration->dictionaries);

        return $configuration->algorithm === null
            ? $auto
            : new Compressed($auto, $configuration->algorithm, $configuration->level, $configuration->minBytes);
    }

    private function signed(Serializer $serializer): ?EntryCodec
    {
        return $this->configuration->keys === [] ? null : self::codec(new Signed($serializer, $this->configuration->keys));
    }

    private static function codec(Serializer $serializer): EntryCodec
    {
        return new EntryCodec($serializer, static fn (\Throwable $error): never => throw $error);
    }
}
