<?php

declare(strict_types=1);

namespace Drupal\brine;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\EncodeException;
use Brine\Format;
use Brine\NativeSerializer;
use Brine\Serializer;
use Brine\Signed;
use Drupal\Core\Site\Settings;

/** What $settings['brine'] makes of values and of bytes. */
final class Codec
{
    private const OPTIONS = ['missing_classes' => 'throw'];

    /** That of current(), if it was asked for. */
    public static ?self $current = null;

    /** Whether entries are signed, and others refused. */
    public readonly bool $signs;
    private readonly Configuration $configuration;
    private readonly Serializer $writer;
    /** Whether brine_serialize() is all that it does. */
    private readonly bool $isPlain;
    private readonly Auto $reader;
    private readonly Auto $residentReader;
    /** The same for what is signed, where there are keys. */
    private readonly ?Signed $signedReader;
    private readonly ?Signed $signedResidentReader;
    /** What writes a value that the writer refuses. */
    private readonly Serializer $native;

    /** @throws \InvalidArgumentException|\LogicException if the configuration is wrong, or asks for what PHP does not have here */
    public function __construct(Configuration $configuration)
    {
        $this->configuration = $configuration;
        $hasKeys = $configuration->keys !== [];
        $this->signs = $hasKeys && !$configuration->writesNative;
        $auto = new Auto(dictionary: $configuration->dictionary, dictionaries: $configuration->dictionaries);
        if ($configuration->writesNative) {
            $auto = new Auto([Format::Native], dictionaries: $configuration->dictionaries);
        }
        $compresses = $configuration->algorithm !== null && !$configuration->writesNative;
        $this->writer = $this->signed($compresses ? new Compressed($auto, $configuration->algorithm, $configuration->level, $configuration->minBytes) : $auto);
        $inner = $this->writer instanceof Auto ? $this->writer->inner() : null;
        $this->isPlain = $inner instanceof BrineSerializer && $inner->isPlain();
        $this->native = $this->signed(new NativeSerializer());
        // An object without its class would break the page later.
        $options = self::OPTIONS;
        $this->reader = new Auto(options: $options, dictionaries: $configuration->dictionaries);
        $this->residentReader = new Auto(options: $options + ['resident' => true], dictionaries: $configuration->dictionaries);
        $this->signedReader = $hasKeys ? new Signed($this->reader, $configuration->keys) : null;
        $this->signedResidentReader = $hasKeys ? new Signed($this->residentReader, $configuration->keys) : null;
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
            return $this->isPlain ? \brine_serialize($value) : self::write($this->writer, $context, $value);
        } catch (EncodeException) {
            // What is nested too deep for the format, for one. Of other values native's own exception is what callers expect.
            return self::write($this->native, $context, $value);
        }
    }

    /**
     * @param \Throwable|null $error what brine_unserialize() has thrown, where it has read the bytes
     * @throws \Throwable if the bytes are no entry, or make no value here
     */
    public function decode(string $bytes, string $bin, string $cid, bool $isResident, ?\Throwable $error = null): mixed
    {
        if ($error !== null) {
            $brine = ($isResident ? $this->residentReader : $this->reader)->brine();

            return $brine->readAgain($bytes, $error, $brine->options(), (string) (new \ReflectionClass(CacheSerializer::class))->getFileName());
        }
        $signed = $isResident ? $this->signedResidentReader : $this->signedReader;
        if ($signed !== null && ($this->signs || Format::of($bytes) === Format::Signed)) {
            return $signed->unserializeIn(self::contextOf($bin, $cid), $bytes);
        }
        if (($bytes[0] ?? '') === 'x' && Zlib::recognises($bytes)) {
            $bytes = Zlib::open($bytes);
        }

        return ($isResident ? $this->residentReader : $this->reader)->unserialize($bytes);
    }

    /** What a signature covers: an entry is read only where it was written for. */
    public static function contextOf(string $bin, string $cid): string
    {
        return "drupal cache $bin:$cid";
    }

    /**
     * By which brine_unserialize() reads what begins as its payloads do.
     *
     * @return array{missing_classes?: 'throw', resident?: bool}|null null where entries have to be signed
     */
    public function options(string $bin): ?array
    {
        return match (true) {
            $this->signs => null,
            $this->isResident($bin) => self::OPTIONS + ['resident' => true],
            default => self::OPTIONS,
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

    private function signed(Serializer $serializer): Serializer
    {
        return $this->signs ? new Signed($serializer, $this->configuration->keys) : $serializer;
    }

    private static function write(Serializer $serializer, string $context, mixed $value): string
    {
        return $serializer instanceof Signed ? $serializer->serializeIn($context, $value) : $serializer->serialize($value);
    }
}
