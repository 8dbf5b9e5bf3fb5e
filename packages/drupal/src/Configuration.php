<?php

declare(strict_types=1);

namespace Drupal\brine;

use Brine\Compression\Algorithm;
use Brine\Dictionary;
use Brine\Dictionary\Directory;
use Brine\Internal\SigningKey;

/** The checked $settings['brine'] of settings.php. */
final class Configuration
{
    private const NAMES = ['compress', 'sign_keys', 'dictionary', 'write', 'resident_bins', 'stale_classes'];

    /** Bins whose entries most pages read. */
    public const RESIDENT_BINS = ['bootstrap', 'config', 'container', 'default', 'discovery'];

    /** Whether entries are written as native text, which Drupal can read itself. */
    public readonly bool $writesNative;
    public readonly ?Algorithm $algorithm;
    public readonly ?int $level;
    public readonly int $minBytes;
    /** @var list<string> */
    public readonly array $keys;
    /** @var list<string> */
    public readonly array $residentBins;
    /** Whether entries with a class that has changed are read. */
    public readonly bool $acceptsStale;
    /** The dictionary for writing. */
    public readonly ?Dictionary $dictionary;
    /** Where to find dictionaries that entries name. */
    public readonly ?Directory $dictionaries;

    /**
     * @param mixed $settings array{compress?: bool|array{algorithm?: string, level?: int, min_bytes?: int}, sign_keys?: string|list<string>,
     *     dictionary?: string, write?: 'brine'|'native', resident_bins?: list<string>, stale_classes?: 'throw'|'accept'}
     * @throws \InvalidArgumentException if a setting is unknown or has the wrong type, or the key that signs is too short
     */
    public function __construct(mixed $settings)
    {
        if (!\is_array($settings)) {
            throw self::wrong('', 'an array', $settings);
        }
        foreach (\array_keys($settings) as $name) {
            if (!\in_array($name, self::NAMES, true)) {
                throw new \InvalidArgumentException("There is no \$settings['brine']['$name']: there are " . \implode(', ', self::NAMES));
            }
        }
        // During installation, processes without the module must read the new entries: settings.brine.php is written later.
        $write = $settings['write'] ?? 'native';
        if ($write !== 'brine' && $write !== 'native') {
            throw self::wrong('write', '"brine" or "native"', $write);
        }
        $this->writesNative = $write === 'native';
        [$this->algorithm, $this->level, $this->minBytes] = self::compression($settings['compress'] ?? false);
        $this->keys = self::strings('sign_keys', (array) ($settings['sign_keys'] ?? []));
        $fault = $this->writesNative || $this->keys === [] ? null : SigningKey::fault($this->keys[0]);
        if ($fault !== null) {
            throw new \InvalidArgumentException("\$settings['brine']['sign_keys']: $fault");
        }
        $this->residentBins = self::strings('resident_bins', $settings['resident_bins'] ?? self::RESIDENT_BINS);
        $stale = $settings['stale_classes'] ?? 'throw';
        $this->acceptsStale = $stale === 'accept' || $stale !== 'throw' && throw self::wrong('stale_classes', '"throw" or "accept"', $stale);
        [$this->dictionary, $this->dictionaries] = self::dictionary($settings['dictionary'] ?? null);
    }

    /** @return array{?Algorithm, ?int, int} */
    private static function compression(mixed $compress): array
    {
        if (\is_bool($compress)) {
            return [$compress ? Algorithm::Zlib : null, null, 1024];
        }
        if (!\is_array($compress)) {
            throw self::wrong('compress', 'a bool or an array', $compress);
        }
        foreach (\array_keys($compress) as $name) {
            if (!\in_array($name, ['algorithm', 'level', 'min_bytes'], true)) {
                throw new \InvalidArgumentException("There is no \$settings['brine']['compress']['$name']: there are algorithm, level, min_bytes");
            }
        }
        $algorithms = ['zlib' => Algorithm::Zlib, 'zstd' => Algorithm::Zstd, 'lz4' => Algorithm::Lz4];
        $name = $compress['algorithm'] ?? 'zlib';
        $algorithm = \is_string($name) ? $algorithms[$name] ?? null : null;
        if ($algorithm === null) {
            throw self::wrong("compress']['algorithm", '"zlib", "zstd" or "lz4"', $name);
        }
        $level = $compress['level'] ?? null;
        $minBytes = $compress['min_bytes'] ?? 1024;
        if ($level !== null && !\is_int($level)) {
            throw self::wrong("compress']['level", 'an integer', $level);
        }
        if (!\is_int($minBytes)) {
            throw self::wrong("compress']['min_bytes", 'an integer', $minBytes);
        }

        return [$algorithm, $level, $minBytes];
    }

    /** @return list<string> */
    private static function strings(string $name, mixed $list): array
    {
        if (!\is_array($list)) {
            throw self::wrong($name, 'a list of strings', $list);
        }
        $strings = [];
        foreach ($list as $string) {
            if (!\is_string($string) || $string === '') {
                throw self::wrong($name, 'a list of strings that are not empty', $list);
            }
            $strings[] = $string;
        }

        return $strings;
    }

    /** @return array{?Dictionary, ?Directory} */
    private static function dictionary(mixed $path): array
    {
        if ($path === null) {
            return [null, null];
        }
        if (!\is_string($path)) {
            throw self::wrong('dictionary', 'a directory, or a file', $path);
        }
        if (\is_dir($path)) {
            return [null, new Directory($path)];
        }

        return [Directory::open($path), new Directory(\dirname($path))];
    }

    /** The message does not show the value, which may be a key. */
    private static function wrong(string $name, string $expected, mixed $value): \InvalidArgumentException
    {
        $setting = $name === '' ? "\$settings['brine']" : "\$settings['brine']['$name']";

        return new \InvalidArgumentException("$setting has to be $expected, and not " . \get_debug_type($value));
    }
}
