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

/** What $settings['brine'] makes of values and of bytes. */
final class Codec
{
    /** That of current(), if it was asked for. */
    public static ?self $current = null;

    /** Whether entries are signed, and others refused. */
    public readonly bool $signs;
    /** What writes. */
    private readonly EntryCodec $writer;
    /** What writes a value that the writer refuses. */
    private readonly EntryCodec $native;
    /** What reads all that is not signed. */
    private readonly EntryCodec $reader;
    private readonly EntryCodec $residentReader;
    /** The same for what is signed, where there are keys. */
    private readonly ?EntryCodec $signedReader;
    private readonly ?EntryCodec $signedResidentReader;

    /** @throws \InvalidArgumentException|\LogicException if the configuration is wrong, or asks for what PHP does not have here */
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

    /** That of the settings, which are the same for all of a request; serializers of Drupal are static. */
    public static function current(): self
    {
        return self::$current ??= new self(new Configuration(Settings::get('brine', [])));
    }

    /** For who changes the settings in the middle, as tests do. */
    public static function forget(): void
    {
        self::$current = null;
    }

    /** @throws \Exception if the value cannot be written natively, either */
    public function encode(mixed $value, string $context = ''): string
    {
        try {
            return $this->writer->encode($value, $context);
        } catch (EncodeException) {
            // What is nested too deep for the format, for one. Of other values native's own exception is what callers expect.
            return $this->native->encode($value, $context);
        }
    }

    /**
     * @param \Throwable|null $error of reader(), where that has read the bytes: hooks are not called again
     * @throws \Throwable if the bytes are no entry, or make no value here
     */
    public function decode(string $bytes, string $bin, string $cid, bool $isResident, ?\Throwable $error = null): mixed
    {
        $signed = $isResident ? $this->signedResidentReader : $this->signedReader;
        if ($signed !== null && ($this->signs || Format::of($bytes) === Format::Signed)) {
            return $signed->read($bytes, self::contextOf($bin, $cid));
        }

        return $error === null ? ($isResident ? $this->residentReader : $this->reader)->read($bytes) : throw $error;
    }

    /** What a signature covers: an entry is read only where it was written for. */
    public static function contextOf(string $bin, string $cid): string
    {
        return "drupal cache $bin:$cid";
    }

    /** What reads entries of a bin without their names, and throws where it cannot; null where entries have to be signed. */
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
        $options = $isResident ? ['resident' => true] : [];
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
