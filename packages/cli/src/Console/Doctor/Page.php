<?php

declare(strict_types=1);

namespace Brine\Console\Doctor;

use Brine\Console\Connection;
use Brine\Console\Failed;

/**
 * Fetches the facts of another PHP, from a page on a web server or from php-fpm.
 *
 * @internal
 */
final class Page
{
    /** Limit of an answer in bytes; a real one has some thousand. */
    public const MAX = 1 << 16;

    /** Limit of an answer's levels. */
    private const LEVELS = 8;

    private function __construct()
    {
    }

    /** Code of a page that shows the facts to callers with the token, and a 404 to others. */
    public static function code(string $token): string
    {
        $facts = (string) \file_get_contents(__DIR__ . '/facts.php');
        $body = \substr($facts, (int) \strpos($facts, 'return static function'));

        return "<?php\n// Made by brine doctor. Delete it when you have asked it.\n"
            . "if (!is_string(\$_GET['token'] ?? null) || !hash_equals('$token', \$_GET['token'])) {\n    http_response_code(404);\n    exit;\n}\n"
            . "header('Content-Type: application/json');\necho json_encode((static function () {\n    " . \str_replace("\n", "\n    ", \rtrim($body))
            . "\n})()());\n";
    }

    /** @throws Failed */
    public static function fromUrl(string $url): Facts
    {
        $parts = \parse_url($url);
        if ($parts === false || !isset($parts['host']) || !\in_array($scheme = \strtolower($parts['scheme'] ?? ''), ['http', 'https'], true)) {
            throw new Failed('The URL begins with http:// or https://, and has a host');
        }
        $port = $parts['port'] ?? ($scheme === 'https' ? 443 : 80);
        $connection = Connection::open(($scheme === 'https' ? 'tls' : 'tcp') . "://{$parts['host']}:$port", 'The page', self::MAX);
        $login = isset($parts['user']) ? \rawurldecode($parts['user']) . ':' . \rawurldecode($parts['pass'] ?? '') : null;
        $connection->write(\implode("\r\n", [
            'GET ' . ($parts['path'] ?? '/') . (isset($parts['query']) ? "?{$parts['query']}" : '') . ' HTTP/1.0',
            "Host: {$parts['host']}" . (isset($parts['port']) ? ":$port" : ''),
            ...($login === null ? [] : ['Authorization: Basic ' . \base64_encode($login)]),
            'Connection: close',
            '',
            '',
        ]));
        [$head, $body] = \explode("\r\n\r\n", $connection->readAll(), 2) + ['', ''];
        if (\preg_match('~\AHTTP/\S+ 3.*?^location:\s*(\S+)~smi', $head, $match) === 1) {
            throw new Failed("The page is said to be elsewhere: ask that one, if you trust it: $match[1]");
        }

        return self::parse($body);
    }

    /**
     * @param string $address a path of a socket, or host:port
     * @throws Failed
     */
    public static function fromFpm(string $address): Facts
    {
        $token = \bin2hex(\random_bytes(16));
        $file = \sys_get_temp_dir() . "/brine-doctor-$token.php";
        if (@\file_put_contents($file, self::code($token)) === false) {
            throw new Failed("The file $file is not written, which php-fpm is to run");
        }
        \chmod($file, 0644);
        try {
            $answer = FastCgi::get($address, $file, "token=$token");
        } finally {
            \unlink($file);
        }

        return self::parse($answer);
    }

    private static function parse(string $answer): Facts
    {
        $data = \json_decode($answer, true, self::LEVELS);

        return \is_array($data) && isset($data['php'], $data['sapi'])
            ? Facts::of($data)
            : throw new Failed('The answer is not that of the page that brine doctor --make-page makes: ' . \substr(\trim($answer), 0, 200));
    }
}
