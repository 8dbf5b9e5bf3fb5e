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
        $stream = self::open($socket, $script, $query, 0, $more);
        if (\is_string($stream)) {
            return $stream;
        }
        $answer = self::answer($stream);
        \fclose($stream);

        return $answer;
    }

    /**
     * Sends a request. Of a body of so many bytes nothing follows.
     *
     * @param array<string, string> $more parameters of the request
     * @return resource|string the connection, or what is wrong
     */
    public static function open(string $socket, string $script, string $query, int $body, array $more = []): mixed
    {
        $stream = @\stream_socket_client("unix://$socket", $code, $message, 30);
        if ($stream === false) {
            return "no connection: $message";
        }
        \stream_set_timeout($stream, 300);
        $parameters = '';
        $values = [
            'SCRIPT_FILENAME' => $script, 'QUERY_STRING' => $query, 'REQUEST_METHOD' => $body > 0 ? 'PUT' : 'GET', 'SCRIPT_NAME' => '/request.php',
            'REQUEST_URI' => "/request.php?$query", 'GATEWAY_INTERFACE' => 'CGI/1.1', 'SERVER_PROTOCOL' => 'HTTP/1.1',
            ...($body > 0 ? ['CONTENT_LENGTH' => (string) $body] : []),
        ];
        foreach ($values + $more as $name => $value) {
            $parameters .= \pack('CN', \strlen($name), \strlen($value) | 0x80000000) . $name . $value;
        }
        $record = static fn (int $type, string $content): string => \pack('CCnnCC', 1, $type, 1, \strlen($content), 0, 0) . $content;
        \fwrite($stream, $record(1, \pack('nCx5', 1, 0)) . $record(4, $parameters) . $record(4, '') . ($body > 0 ? '' : $record(5, '')));

        return $stream;
    }

    /**
     * The body of the answer, or what is wrong with it. The server may go on while the connection is open.
     *
     * @param resource $stream
     * @param bool $isJson whether to stop where the body is complete JSON, because the server waits for the request's
     */
    public static function answer(mixed $stream, bool $isJson = false): string
    {
        $output = $errors = $body = '';
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
            $body = \explode("\r\n\r\n", $output, 2)[1] ?? $output;
            $ended = $ended || ($isJson && \str_ends_with($body, '}') && \json_decode(\substr($body, (int) \strpos($body, '{"wrong"')), true) !== null);
        }

        return ($ended ? '' : 'the answer breaks off: ') . $body . ($errors === '' ? '' : "errors: $errors");
    }
}
