<?php

declare(strict_types=1);

namespace Brine\WordPress;

use Brine\Auto;
use Brine\Compressed;
use Brine\Compression\Algorithm;
use Brine\Format;
use Brine\Internal\SigningKey;
use Brine\Serializer;
use Brine\Signed;

/** Settings of a site: constants of wp-config.php, those of Redis Object Cache too; those of Brine also from the environment. */
final class Settings
{
    /** A longer time to live means no end: a hundred years. */
    private const FOR_EVER = 3_155_760_000;

    /** Names of the constants. */
    public const NAMES = [...self::OWN, ...self::REDIS];

    private const OWN = [
        'BRINE_SIGNING_KEY', 'BRINE_TRUST_UNSIGNED', 'BRINE_RESIDENT', 'BRINE_COMPRESSION', 'BRINE_WRITE', 'BRINE_MEMCACHED_SERVERS',
        'BRINE_STALE_CLASSES',
    ];

    private const REDIS = [
        'WP_REDIS_CLIENT', 'WP_REDIS_CLUSTER', 'WP_REDIS_DATABASE', 'WP_REDIS_GLOBAL_GROUPS', 'WP_REDIS_HOST', 'WP_REDIS_IGNORED_GROUPS',
        'WP_REDIS_MAXTTL', 'WP_REDIS_PASSWORD', 'WP_REDIS_PATH', 'WP_REDIS_PORT', 'WP_REDIS_PREFIX', 'WP_REDIS_READ_TIMEOUT', 'WP_REDIS_SCHEME',
        'WP_REDIS_SENTINEL', 'WP_REDIS_SERVERS', 'WP_REDIS_SSL_CONTEXT', 'WP_REDIS_TIMEOUT', 'WP_REDIS_USERNAME', 'WP_CACHE_KEY_SALT',
    ];

    /** @var \WeakMap<self, array<string, mixed>> of all objects: plugins print what they find in the cache, and this has secrets */
    private static \WeakMap $all;

    /** @param array<string, mixed> $values by the names of the constants */
    public function __construct(#[\SensitiveParameter] array $values)
    {
        self::$all ??= new \WeakMap();
        self::$all[$this] = $values;
    }

    /** @return never */
    public function __serialize(): array
    {
        throw new \LogicException('Settings have secrets, which are not written');
    }

    /** Those of the site that runs here. */
    public static function ofSite(): self
    {
        $values = [];
        foreach (self::NAMES as $name) {
            if (\defined($name)) {
                $values[$name] = \constant($name);
            } elseif (($text = \getenv($name)) !== false && ($name === 'WP_REDIS_PREFIX' || \in_array($name, self::OWN, true))) {
                $values[$name] = $text;
            }
        }
        $values['WP_REDIS_PREFIX'] ??= $values['WP_CACHE_KEY_SALT'] ?? null;
        // The hoster Cloudways, as Redis Object Cache has it.
        if ($values['WP_REDIS_PREFIX'] === null && isset($_SERVER['cw_allowed_ip'])) {
            $values['WP_REDIS_PREFIX'] = \getenv('HTTP_X_APP_USER');
        }

        return new self($values);
    }

    public function get(string $name): mixed
    {
        return self::$all[$this][$name] ?? null;
    }

    public function text(string $name, string $default = ''): string
    {
        $value = $this->get($name);

        return \is_scalar($value) ? (string) $value : $default;
    }

    /** @throws \InvalidArgumentException if it is neither true nor false */
    public function isOn(string $name): bool
    {
        $value = $this->get($name) ?? false;

        return \filter_var($value, \FILTER_VALIDATE_BOOL, \FILTER_NULL_ON_FAILURE) ?? throw new \InvalidArgumentException("$name must be true or false");
    }

    /** @return list<string> of a constant with an array, or with a text of parts between commas */
    public function texts(string $name): array
    {
        $value = $this->get($name) ?? [];
        $texts = \is_string($value) ? \explode(',', $value) : (\is_array($value) ? $value : []);
        $texts = \array_map(static fn (mixed $text): string => \is_scalar($text) ? \trim((string) $text) : '', $texts);

        return \array_values(\array_filter($texts, static fn (string $text): bool => $text !== ''));
    }

    /** What all names of the site begin with. */
    public function salt(): string
    {
        return \trim($this->text('WP_REDIS_PREFIX'));
    }

    /** @return int seconds until an entry with this time to live expires; 0 for no end */
    public function seconds(mixed $expire): int
    {
        $seconds = \is_float($expire) ? (int) \max(-1, \min($expire, self::FOR_EVER + 1)) : (\is_scalar($expire) ? (int) $expire : 0);
        // It has expired already: there is no shorter time.
        $seconds = $seconds < 0 ? 1 : $seconds;
        $longest = (int) $this->text('WP_REDIS_MAXTTL', '0');
        if ($longest > 0 && ($seconds === 0 || $seconds > $longest)) {
            $seconds = $longest;
        }

        return $seconds > self::FOR_EVER ? 0 : $seconds;
    }

    /** Whether entries are signed when they are written. */
    public function signs(): bool
    {
        return $this->keys() !== [] && ($this->format() === 'brine' || !$this->readsUnsigned());
    }

    /** Whether entries without a signature are read. */
    public function readsUnsigned(): bool
    {
        return $this->keys() === [] || $this->isOn('BRINE_TRUST_UNSIGNED');
    }

    /** @return list<string> secrets; none if nothing is signed */
    private function keys(): array
    {
        return $this->texts('BRINE_SIGNING_KEY');
    }

    /** "brine", "native" or "igbinary". */
    public function format(): string
    {
        return $this->choice('BRINE_WRITE', ['brine', 'native', 'igbinary']) ?? 'brine';
    }

    /**
     * What writes and reads the entries.
     *
     * @throws \InvalidArgumentException if a setting is wrong
     */
    public function serializer(): Serializer
    {
        $serializer = $this->unsigned();
        $keys = $this->keys();
        if ($keys === []) {
            // A key that is set and empty is a mistake, and must not switch signing off.
            return $this->get('BRINE_SIGNING_KEY') === null
                ? $serializer
                : throw new \InvalidArgumentException('BRINE_SIGNING_KEY must be a text of 16 bytes and more, or several with commas between');
        }
        foreach ($keys as $key) {
            // All of them: a secret with a comma would become two, and everybody could guess a short one.
            $fault = SigningKey::fault($key);
            if ($fault !== null) {
                throw new \InvalidArgumentException('BRINE_SIGNING_KEY' . (\count($keys) > 1 ? ', several keys with commas between' : '') . ": $fault");
            }
        }

        // What Redis Object Cache is to read cannot be signed.
        return $this->readsUnsigned() ? Signed::alsoUnsigned($serializer, $keys, sign: $this->signs()) : new Signed($serializer, $keys);
    }

    /** @param array<string, mixed> $values others, by name */
    public function with(array $values): self
    {
        return new self($values + self::$all[$this]);
    }

    private function unsigned(): Serializer
    {
        $options = $this->isOn('BRINE_RESIDENT') ? ['resident' => true] : [];
        $options += $this->choice('BRINE_STALE_CLASSES', ['throw', 'accept']) === 'accept' ? ['stale_classes' => 'accept'] : [];
        $format = $this->format();
        $auto = new Auto(match ($format) {
            'native' => [Format::Native],
            'igbinary' => [Format::Igbinary],
            default => [Format::Brine, Format::Native],
        }, $options);
        $algorithm = match ($this->choice('BRINE_COMPRESSION', ['zlib', 'zstd', 'lz4'])) {
            'zlib' => Algorithm::Zlib,
            'zstd' => Algorithm::Zstd,
            'lz4' => Algorithm::Lz4,
            default => null,
        };

        return $algorithm === null || $format !== 'brine' ? $auto : new Compressed($auto, $algorithm);
    }

    /** @param list<string> $choices */
    private function choice(string $name, array $choices): ?string
    {
        $value = $this->text($name);

        return match (true) {
            $value === '' => null,
            \in_array($value, $choices, true) => $value,
            default => throw new \InvalidArgumentException("$name must be one of " . \implode(', ', $choices) . ", not \"$value\""),
        };
    }
}
