<?php

declare(strict_types=1);

namespace Brine\Console\Doctor;

use Brine\Console\Connection;
use Brine\Console\Failed;

/**
 * Makes php-fpm run one file, with a minimal FastCGI 1.0.
 *
 * @internal
 */
final class FastCgi
{
    private const BEGIN = 1;
    private const END = 3;
    private const PARAMS = 4;
    private const STDIN = 5;
    private const STDOUT = 6;

    private function __construct()
    {
    }

    /**
     * @param string $address a path of a socket, or host:port
     * @return string the body of the answer
     * @throws Failed
     */
    public static function get(string $address, string $file, string $query): string
    {
        $path = (string) \preg_replace('~\Aunix:(//)?~', '', $address);
        $connection = Connection::open(\str_starts_with($path, '/') ? "unix://$path" : "tcp://$path", 'php-fpm', Page::MAX);
        $parameters = '';
        $names = [
            'GATEWAY_INTERFACE' => 'FastCGI/1.0', 'REQUEST_METHOD' => 'GET', 'SCRIPT_FILENAME' => $file, 'SCRIPT_NAME' => '/brine-doctor.php',
            'QUERY_STRING' => $query, 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REQUEST_URI' => '/brine-doctor.php', 'REMOTE_ADDR' => '127.0.0.1',
        ];
        foreach ($names as $name => $value) {
            $parameters .= \pack('CN', \strlen($name), \strlen($value) | 1 << 31) . $name . $value;
        }
        $connection->write(self::record(self::BEGIN, \pack('nCx5', 1, 0)) . self::record(self::PARAMS, $parameters)
            . self::record(self::PARAMS, '') . self::record(self::STDIN, ''));
        $answer = '';
        for (;;) {
            $head = $connection->read(8);
            /** @var array{type: int, size: int, padding: int} $fields of eight bytes */
            $fields = \unpack('Cversion/Ctype/nid/nsize/Cpadding', $head);
            $content = $connection->read($fields['size'] + $fields['padding']);
            if ($fields['type'] === self::END) {
                break;
            }
            $answer .= $fields['type'] === self::STDOUT ? \substr($content, 0, $fields['size']) : '';
        }
        $end = \strpos($answer, "\r\n\r\n");

        return $end === false ? $answer : \substr($answer, $end + 4);
    }

    private static function record(int $type, string $content): string
    {
        return \pack('CCnnCx', 1, $type, 1, \strlen($content), 0) . $content;
    }
}
