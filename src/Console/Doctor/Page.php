<?php

declare(strict_types=1);

namespace Brine\Console\Doctor;

use Brine\Console\Failed;

/** Gets the facts of another PHP: by a page of a web server, or from php-fpm. */
final class Page
{
    /** In seconds. */
    private const TIMEOUT = 10;

    /** Bytes of an answer. */
    private const MOST = 1 << 20;

    private function __construct()
    {
    }

    /** The code of a page that tells the facts to those who know the token, and to others that it is not there. */
    public static function code(string $token): string
    {
        $facts = (string) \file_get_contents(__DIR__ . '/facts.php');
        $body = \substr($facts, (int) \strpos($facts, 'return static function'));

        return "<?php\n// Made by brine doctor. Delete it when you have asked it.\n"
            . "if (!hash_equals('$token', (string) (\$_GET['token'] ?? ''))) {\n    http_response_code(404);\n    exit;\n}\n"
            . "header('Content-Type: application/json');\necho json_encode((static function () {\n    " . \str_replace("\n", "\n    ", \rtrim($body))
            . "\n})()());\n";
    }

    /** @throws Failed */
    public static function fromUrl(string $url): Facts
    {
        $context = \stream_context_create(['http' => ['timeout' => self::TIMEOUT, 'ignore_errors' => true]]);
        if (\preg_match('~\Ahttps?://~i', $url) !== 1) {
            throw new Failed('The URL begins with http:// or https://');
        }
        $answer = @\file_get_contents($url, false, $context, 0, self::MOST);

        return self::parse($answer !== false ? $answer : throw new Failed('The page does not answer: ' . (\error_get_last()['message'] ?? '')));
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
            $answer = FastCgi::get($address, $file, "token=$token", self::TIMEOUT, self::MOST);
        } finally {
            \unlink($file);
        }

        return self::parse($answer);
    }

    private static function parse(string $answer): Facts
    {
        $data = \json_decode($answer, true);

        return \is_array($data) && isset($data['php'], $data['sapi'])
            ? Facts::of($data)
            : throw new Failed('The answer is not that of the page that brine doctor --make-page makes: ' . \substr(\trim($answer), 0, 200));
    }
}
