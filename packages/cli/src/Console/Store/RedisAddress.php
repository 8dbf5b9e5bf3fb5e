<?php

declare(strict_types=1);

namespace Brine\Console\Store;

use Brine\Console\UsageError;

/**
 * The URL of one Redis server, of a cluster, or of what Sentinel watches. Valkey has the same ones.
 *
 * @internal
 */
final class RedisAddress
{
    private const SCHEME = '~\A(?:(?:redis|valkey)(s?)(?:\+(cluster|sentinel))?|(unix))://~';
    private const MAX_PORT = 65_535;

    /** Names in the query, with those of PHP's contexts for TLS. */
    private const TLS = ['cafile' => 'cafile', 'certfile' => 'local_cert', 'keyfile' => 'local_pk', 'peer_name' => 'peer_name', 'verify_peer' => 'verify_peer'];
    private const SENTINEL = ['sentinel_user', 'sentinel_password_env'];

    /**
     * @param string                        $kind     empty for one server, or "cluster", "sentinel"
     * @param non-empty-list<array{string, int}> $nodes hosts and ports; with "sentinel", those of the Sentinels
     * @param string                        $socket   path of the socket; empty without one
     * @param string                        $service  what Sentinel watches by that name
     * @param array<string, string|bool>|null $tls    the context of TLS; null without TLS
     * @param array{string, string|null}    $sentinel user and password of the Sentinels
     */
    private function __construct(
        public readonly string $kind,
        public readonly array $nodes,
        public readonly string $socket,
        public readonly string $user,
        #[\SensitiveParameter]
        public readonly ?string $password,
        public readonly int $database,
        public readonly string $service,
        public readonly ?array $tls,
        #[\SensitiveParameter]
        public readonly array $sentinel,
    ) {
    }

    public static function is(string $name): bool
    {
        return \preg_match(self::SCHEME, $name) === 1;
    }

    /**
     * @param string      $name     for which is() is true
     * @param string|null $password in place of the URL's
     * @throws UsageError that names the part of the URL
     */
    public static function of(#[\SensitiveParameter] string $name, #[\SensitiveParameter] ?string $password = null): self
    {
        \preg_match(self::SCHEME, $name, $scheme);
        $kind = $scheme[2] ?? '';
        $rest = \substr($name, \strlen($scheme[0] ?? ''));
        if (\str_starts_with($rest, '/') && $kind === '') {
            return ($scheme[1] ?? '') === ''
                ? new self('', [['127.0.0.1', 6379]], $rest, '', $password, 0, '', null, ['', null])
                : throw self::wrong('the host is missing, which TLS needs');
        }
        if (($scheme[3] ?? '') !== '') {
            throw self::wrong('a socket is unix:///path/of/socket');
        }
        \preg_match('~\A([^/?#]*)(/[^?#]*)?(?:\?([^#]*))?~', $rest, $parts);
        [$authority, $path, $query] = [$parts[1] ?? '', $parts[2] ?? '', $parts[3] ?? ''];
        $at = \strrpos($authority, '@');
        if (($at === false && \str_contains($rest, '@')) || \str_contains($path, '@') || \str_contains($rest, '#')) {
            throw self::wrong('Redis is redis://host:port/database, and characters such as / in a password are written %2F');
        }
        /** @var array{string, string|null} $login */
        $login = $at === false ? ['', null] : \explode(':', \substr($authority, 0, $at), 2) + [1 => null];
        [$service, $database] = self::path($kind, \trim($path, '/'));
        $values = self::query($query, [...(($scheme[1] ?? '') === '' ? [] : \array_keys(self::TLS)), ...($kind === 'sentinel' ? self::SENTINEL : [])]);

        return new self(
            $kind,
            self::nodes($at === false ? $authority : \substr($authority, $at + 1), $kind),
            '',
            \rawurldecode($login[0]),
            $password ?? ($login[1] === null ? null : \rawurldecode($login[1])),
            $database,
            $service,
            ($scheme[1] ?? '') === '' ? null : self::tls($values),
            [$values['sentinel_user'] ?? '', self::environment($values['sentinel_password_env'] ?? null)],
        );
    }

    /** What distinguishes it from others, without a password. */
    public function identity(): string
    {
        if ($this->socket !== '') {
            $real = \realpath($this->socket);

            return 'redis://' . ($real !== false ? $real : $this->socket);
        }
        $nodes = \array_map(static fn (array $node): string => \strtolower($node[0]) . ":$node[1]", $this->nodes);
        \sort($nodes);

        return 'redis' . ($this->tls === null ? '' : 's') . ($this->kind === '' ? '' : "+$this->kind") . "://$this->user@" . \implode(',', $nodes)
            . ($this->service === '' ? '' : "/$this->service") . "/$this->database";
    }

    private static function wrong(string $why): UsageError
    {
        return new UsageError("The URL of Redis is wrong: $why");
    }

    /** @return array{string, int} the service and the database */
    private static function path(string $kind, string $path): array
    {
        $service = '';
        if ($kind === 'sentinel') {
            [$service, $path] = \explode('/', $path, 2) + ['', ''];
            if ($service === '') {
                throw self::wrong('the name of the service is missing, as in redis+sentinel://host:26379/service');
            }
        }
        if (\preg_match('/\A\d{0,9}\z/', $path) !== 1) {
            throw new UsageError("A database of Redis is a number, as in redis://host:port/1, not \"$path\"");
        }
        if ($kind === 'cluster' && (int) $path !== 0) {
            throw self::wrong("a cluster has database 0 alone, not $path");
        }

        return [\rawurldecode($service), (int) $path];
    }

    /** @return non-empty-list<array{string, int}> */
    private static function nodes(string $text, string $kind): array
    {
        $nodes = [];
        foreach (\explode(',', $text) as $node) {
            if (\preg_match('/\A(\[[0-9A-Fa-f:.]+\]|[^:\[\]]*)(?::(.*))?\z/s', $node, $match) !== 1) {
                throw self::wrong('a host is a name, or an address such as 127.0.0.1 or [::1]');
            }
            $host = \trim($match[1], '[]');
            if ($host === '' && $text !== '') {
                throw self::wrong('a host is missing');
            }
            $port = $match[2] ?? ($kind === 'sentinel' ? '26379' : '6379');
            if (\preg_match('/\A[0-9]{1,5}\z/', $port) !== 1 || (int) $port < 1 || (int) $port > self::MAX_PORT) {
                throw self::wrong("the port of $host is a number up to " . self::MAX_PORT);
            }
            $nodes[] = [$host === '' ? '127.0.0.1' : \rawurldecode($host), (int) $port];
        }
        if (\count($nodes) > 1 && $kind === '') {
            throw self::wrong('several hosts are redis+cluster://… or redis+sentinel://…');
        }

        return $nodes;
    }

    /**
     * @param list<string> $known
     * @return array<string, string>
     */
    private static function query(string $query, array $known): array
    {
        $values = [];
        foreach (\array_filter(\explode('&', $query), static fn (string $pair): bool => $pair !== '') as $pair) {
            [$name, $value] = \explode('=', $pair, 2) + ['', ''];
            if (!\in_array($name, $known, true)) {
                throw self::wrong("\"$name\" is not known behind the question mark" . match (true) {
                    \array_key_exists($name, self::TLS) => ': TLS is rediss://',
                    $known === [] => '',
                    default => '; known: ' . \implode(', ', $known),
                });
            }
            $values[$name] = \rawurldecode($value);
        }

        return $values;
    }

    /**
     * @param array<string, string> $values
     * @return array<string, string|bool>
     */
    private static function tls(array $values): array
    {
        $context = [];
        foreach (\array_intersect_key(self::TLS, $values) as $name => $option) {
            $value = $values[$name];
            if (\str_ends_with($name, 'file') && !\is_readable($value)) {
                throw self::wrong("$name: the file $value cannot be read");
            }
            if ($name === 'verify_peer' && $value !== '0' && $value !== '1') {
                throw self::wrong("verify_peer is 0 or 1, not \"$value\"");
            }
            $context[$option] = $name === 'verify_peer' ? $value === '1' : $value;
        }
        if (isset($context['local_pk']) && !isset($context['local_cert'])) {
            throw self::wrong('keyfile needs certfile');
        }
        if (($context['verify_peer'] ?? true) === false) {
            $context['verify_peer_name'] = false;
        }

        return $context;
    }

    private static function environment(?string $name): ?string
    {
        $value = $name === null ? null : \getenv($name);

        return $value !== false ? $value : throw self::wrong("sentinel_password_env: the environment variable $name is not set");
    }
}
