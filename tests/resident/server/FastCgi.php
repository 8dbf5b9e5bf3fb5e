<?php

declare(strict_types=1);

namespace Brine\Tests\Resident\Server;

/** A client of php-fpm. */
final class FastCgi
{
    /**
     * The body of the answer to a request, or what is wrong with it.
     *
     * @param array<string, string> $more parameters of the request
     */
    public static function ask(string $socket, string $script, string $query, array $more = []): string
    {
        $stream = @\stream_socket_client("unix://$socket", $code, $message, 30);
        if ($stream === false) {
            return "no connection: $message";
        }
        \stream_set_timeout($stream, 300);
        $parameters = '';
        $values = [
            'SCRIPT_FILENAME' => $script, 'QUERY_STRING' => $query, 'REQUEST_METHOD' => 'GET', 'SCRIPT_NAME' => '/request.php',
            'REQUEST_URI' => "/request.php?$query", 'GATEWAY_INTERFACE' => 'CGI/1.1', 'SERVER_PROTOCOL' => 'HTTP/1.1',
        ];
        foreach ($values + $more as $name => $value) {
            $parameters .= \pack('CN', \strlen($name), \strlen($value) | 0x80000000) . $name . $value;
        }
        $record = static fn (int $type, string $content): string => \pack('CCnnCC', 1, $type, 1, \strlen($content), 0, 0) . $content;
        \fwrite($stream, $record(1, \pack('nCx5', 1, 0)) . $record(4, $parameters) . $record(4, '') . $record(5, ''));
        $output = $errors = '';
        $ended = false;
        while (!$ended && \strlen($head = (string) \stream_get_contents($stream, 8)) === 8) {
            ['type' => $type, 'size' => $size, 'padding' => $padding] = \unpack('Cversion/Ctype/nid/nsize/Cpadding', $head);
            $content = $size > 0 ? (string) \stream_get_contents($stream, $size) : '';
            $padding > 0 && \stream_get_contents($stream, $padding);
            match ($type) {
                6 => $output .= $content,
                7 => $errors .= $content,
                3 => $ended = true,
                default => null,
            };
        }
        \fclose($stream);
        $body = \explode("\r\n\r\n", $output, 2)[1] ?? $output;

        return ($ended ? '' : 'the answer breaks off: ') . $body . ($errors === '' ? '' : "errors: $errors");
    }
}
