<?php

declare(strict_types=1);

namespace Drupal\brine;

use Brine\Auto;
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
    private static ?self $current = null;

    /** Whether entries are signed, and others refused. */
    public readonly bool $signs;
    private readonly bool $hasKeys;
    private readonly Configuration $configuration;
    private readonly Serializer $writer;
    private readonly Auto $reader;
    private readonly Auto $residentReader;
    /** What writes a value that the writer refuses. */
    private readonly Serializer $native;

    /** @throws \InvalidArgumentException|\LogicException if the configuration is wrong, or asks for what PHP does not have here */
    public function __construct(Configuration $configuration)
    {
        $this->configuration = $configuration;
        $this->hasKeys = $configuration->keys !== [];
        $this->signs = $this->hasKeys && !$configuration->writesNative;
        $auto = new Auto(dictionary: $configuration->dictionary, dictionaries: $configuration->dictionaries);
        if ($configuration->writesNative) {
            $auto = new Auto([Format::Native], dictionaries: $configuration->dictionaries);
        }
        $compresses = $configuration->algorithm !== null && !$configuration->writesNative;
        $this->writer = $this->signed($compresses ? new Compressed($auto, $configuration->algorithm, $configuration->level, $configuration->minBytes) : $auto);
        $this->native = $this->signed(new NativeSerializer());
        $this->reader = new Auto(dictionaries: $configuration->dictionaries);
        $this->residentReader = new Auto(options: ['resident' => true], dictionaries: $configuration->dictionaries);
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
            return self::of($this->writer, $context)->serialize($value);
        } catch (EncodeException) {
            // What is nested too deep for the format, for one. Of other values native's own exception is what callers expect.
            return self::of($this->native, $context)->serialize($value);
        }
    }

    /** @throws \Throwable if the bytes are no entry, or make no value here */
    public function decode(string $bytes, string $bin, string $cid, bool $isResident): mixed
    {
        $reader = $isResident ? $this->residentReader : $this->reader;
        if ($this->hasKeys && ($this->signs || Format::of($bytes) === Format::Signed)) {
            $reader = new Signed($reader, $this->configuration->keys, self::contextOf($bin, $cid));
        } elseif (($bytes[0] ?? '') === 'x' && Zlib::recognises($bytes)) {
            $bytes = Zlib::open($bytes);
        }
        $before = \ini_set('unserialize_callback_func', __CLASS__ . '::refuseMissing');
        try {
            return $reader->unserialize($bytes);
        } finally {
            \ini_set('unserialize_callback_func', (string) $before);
        }
    }

    /** PHP calls it for a class that does not exist. An object without its class would break the page later. */
    public static function refuseMissing(string $class): never
    {
        throw new \DomainException("There is no class $class");
    }

    /** What a signature covers: an entry is read only where it was written for. */
    public static function contextOf(string $bin, string $cid): string
    {
        return "drupal cache $bin:$cid";
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

    private static function of(Serializer $serializer, string $context): Serializer
    {
        return $serializer instanceof Signed ? $serializer->withContext($context) : $serializer;
    }
}
