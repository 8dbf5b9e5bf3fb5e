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
    private static mixed $settings = null;

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

    /** That of the settings; serializers of Drupal are static. */
    public static function current(): self
    {
        $settings = Settings::get('brine', []);
        if (self::$current === null || self::$settings !== $settings) {
            self::$current = new self(new Configuration($settings));
            self::$settings = $settings;
        }

        return self::$current;
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
    public function decode(string $bytes, string $context, bool $isResident): mixed
    {
        $reader = $isResident ? $this->residentReader : $this->reader;
        if ($this->hasKeys() && ($this->signs() || Format::of($bytes) === Format::Signed)) {
            $reader = new Signed($reader, $this->configuration->keys, $context);
        } elseif (Zlib::recognises($bytes)) {
            $bytes = Zlib::open($bytes);
        }
        $before = \ini_set('unserialize_callback_func', self::class . '::refuseMissing');
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

    /** Whether entries are signed, and others refused. */
    public function signs(): bool
    {
        return $this->hasKeys() && !$this->configuration->writesNative;
    }

    public function hasKeys(): bool
    {
        return $this->configuration->keys !== [];
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
        return $this->signs() ? new Signed($serializer, $this->configuration->keys) : $serializer;
    }

    private static function of(Serializer $serializer, string $context): Serializer
    {
        return $serializer instanceof Signed ? $serializer->withContext($context) : $serializer;
    }
}
