<?php

declare(strict_types=1);

namespace Brine\Laravel;

use Brine\Auto;
use Brine\Compressed;
use Brine\Compression\Algorithm;
use Brine\Dictionary\Directory;
use Brine\Format;
use Brine\Internal\SigningKey;
use Brine\Serializer;
use Brine\Signed;

/** Settings of one store: its own, with those of config/brine.php as defaults. */
final class Settings
{
    private const NAMES = [
        'compression', 'compression_min_bytes', 'keys', 'dictionary', 'resident', 'write', 'on_corrupt', 'stale_classes', 'replace_default_drivers',
    ];

    /** @param array<mixed> $settings */
    private function __construct(private readonly array $settings, private readonly mixed $classes)
    {
    }

    /**
     * @param array<mixed> $own of the store
     * @param array<mixed> $common of config/brine.php
     * @param mixed $classes cache.serializable_classes: null or true for all, false for none, or a list
     * @throws \InvalidArgumentException if a setting is unknown
     */
    public static function of(array $own, array $common, mixed $classes): self
    {
        $settings = $own + $common;
        foreach (\array_keys($settings) as $name) {
            if (!\in_array($name, self::NAMES, true)) {
                throw new \InvalidArgumentException("brine.$name is not a setting. The settings are " . \implode(', ', self::NAMES));
            }
        }

        return new self($settings, $classes);
    }

    /** Action for unreadable entries: "log", "report" or "throw". */
    public function onCorrupt(): string
    {
        return $this->choice('on_corrupt', ['log', 'report', 'throw']) ?? 'log';
    }

    /** The algorithm's name, or null. */
    public function compression(): ?string
    {
        return $this->choice('compression', ['zlib', 'zstd', 'lz4']);
    }

    public function isResident(): bool
    {
        $resident = $this->settings['resident'] ?? false;

        return \is_bool($resident) ? $resident : throw self::wrong('resident', 'true or false', $resident);
    }

    /** "brine" or "native". */
    public function write(): string
    {
        return $this->choice('write', ['brine', 'native']) ?? 'brine';
    }

    /** @return list<string> secrets; none if nothing is signed */
    public function keys(): array
    {
        $keys = $this->settings['keys'] ?? [];
        $keys = \is_string($keys) ? \explode(',', $keys) : $keys;
        $checked = [];
        foreach (\is_array($keys) ? $keys : throw self::wrong('keys', 'a list of secrets', $keys) as $key) {
            $checked[] = \is_string($key) ? \trim($key) : throw self::wrong('keys', 'a list of secrets', $keys);
        }

        return \array_values(\array_filter($checked, static fn (string $key): bool => $key !== ''));
    }

    /** @return string|null the file of the dictionary to write with */
    public function dictionary(): ?string
    {
        $file = $this->settings['dictionary'] ?? null;
        if ($file !== null && !\is_string($file)) {
            throw self::wrong('dictionary', 'the name of a file', $file);
        }

        return $file === '' ? null : $file;
    }

    /**
     * The serializer for these settings.
     *
     * @throws \InvalidArgumentException if a setting is wrong, or the key that signs is too short
     */
    public function serializer(): Serializer
    {
        $serializer = $this->unsigned();
        $keys = $this->keys();
        if ($keys === []) {
            return $serializer;
        }
        $fault = SigningKey::fault($keys[0]);

        return $fault === null ? new Signed($serializer, $keys) : throw new \InvalidArgumentException("brine.keys: $fault");
    }

    /** The same without signatures. */
    public function unsigned(): Serializer
    {
        $options = $this->isResident() ? ['resident' => true] : [];
        if ($this->choice('stale_classes', ['throw', 'accept']) === 'accept') {
            $options['stale_classes'] = 'accept';
        }
        if ($this->classes !== null) {
            $options['allowed_classes'] = $this->classes;
        }
        $file = $this->dictionary();
        /** @var array{allowed_classes?: bool|list<string>, stale_classes?: 'accept', resident?: bool} $options Auto checks them */
        $auto = new Auto(
            $this->write() === 'native' ? [Format::Native] : [Format::Brine, Format::Native],
            $options,
            dictionary: $this->write() === 'native' || $file === null ? null : Directory::open($file),
            dictionaries: $file === null ? null : new Directory(\dirname($file)),
        );
        $compression = $this->compression();
        if ($compression === null || $this->write() === 'native') {
            return $auto;
        }
        $algorithm = match ($compression) {
            'zstd' => Algorithm::Zstd,
            'lz4' => Algorithm::Lz4,
            default => Algorithm::Zlib,
        };
        $minBytes = $this->settings['compression_min_bytes'] ?? 1024;

        return new Compressed($auto, $algorithm, minBytes: \is_int($minBytes) ? $minBytes : throw self::wrong('compression_min_bytes', 'a number', $minBytes));
    }

    /** These settings for writing what Laravel's own drivers read. */
    public function forNative(): self
    {
        return new self(['write' => 'native', 'keys' => []] + $this->settings, $this->classes);
    }

    /** These settings for reading entries for a place that does not check classes. */
    public function acceptingStale(): self
    {
        return new self(['stale_classes' => 'accept'] + $this->settings, $this->classes);
    }

    /** @param list<string> $choices */
    private function choice(string $name, array $choices): ?string
    {
        $value = $this->settings[$name] ?? null;
        if ($value === null || $value === '') {
            return null;
        }

        return \is_string($value) && \in_array($value, $choices, true)
            ? $value
            : throw self::wrong($name, 'null, or one of ' . \implode(', ', $choices), $value);
    }

    private static function wrong(string $name, string $expected, #[\SensitiveParameter] mixed $value): \InvalidArgumentException
    {
        $given = \is_string($value) && $name !== 'keys' ? "\"$value\"" : \get_debug_type($value);

        return new \InvalidArgumentException("brine.$name must be $expected, not $given");
    }
}
