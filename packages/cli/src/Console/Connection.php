<?php

declare(strict_types=1);

namespace Brine\Console;

/**
 * A connection to an untrusted server: each answer has a limit of time and bytes.
 *
 * @internal
 */
final class Connection
{
    /** Seconds for a whole answer. */
    private const SECONDS = 10;

    /** Bytes per read: PHP allocates as many as are requested, even if fewer arrive. */
    private const STEP = 8192;

    private float $end = 0.0;
    private int $left = 0;

    /** Received bytes that are still unread. */
    private string $ahead = '';

    /**
     * @param resource $stream
     * @param string   $name   name for error messages
     * @param int      $most   limit of an answer in bytes
     */
    private function __construct(private $stream, private readonly string $name, private readonly int $most)
    {
    }

    /**
     * @param string $address as for stream_socket_client()
     * @throws Failed
     */
    public static function open(string $address, string $name, int $most): self
    {
        $stream = @\stream_socket_client($address, $code, $message, self::SECONDS);
        if ($stream === false) {
            throw new Failed("$name does not answer: " . ($message !== '' ? $message : (\error_get_last()['message'] ?? '')));
        }
        \stream_set_timeout($stream, self::SECONDS);

        return new self($stream, $name, $most);
    }

    /** Sends a request. The answer's time and bytes count from here. */
    public function write(string $bytes): void
    {
        @\fwrite($this->stream, $bytes);
        $this->end = \microtime(true) + self::SECONDS;
        $this->left = $this->most;
    }

    /** @throws Failed if fewer bytes arrive */
    public function read(int $size): string
    {
        while (\strlen($this->ahead) < $size) {
            $this->fill();
        }
        $bytes = \substr($this->ahead, 0, $size);
        $this->ahead = \substr($this->ahead, $size);

        return $bytes;
    }

    /**
     * The next line, without its line break.
     *
     * @throws Failed if it does not end, or exceeds the bytes of one read
     */
    public function line(): string
    {
        for (;;) {
            $size = \strpos($this->ahead, "\n");
            if ($size !== false) {
                return \rtrim($this->read($size + 1), "\r\n");
            }
            if (\strlen($this->ahead) > self::STEP) {
                throw new Failed("$this->name answers a line of more than " . self::STEP . ' bytes');
            }
            $this->fill();
        }
    }

    /** @throws Failed */
    public function readAll(): string
    {
        while (($part = $this->part()) !== '') {
            $this->ahead .= $part;
        }

        return $this->read(\strlen($this->ahead));
    }

    private function fill(): void
    {
        $part = $this->part();
        $this->ahead .= $part !== '' ? $part : throw new Failed("$this->name does not answer to the end");
    }

    /** Available bytes; empty at the end. */
    private function part(): string
    {
        $seconds = $this->end - \microtime(true);
        if ($seconds <= 0 || $this->left <= 0) {
            throw new Failed($this->left <= 0 ? "$this->name answers more than $this->most bytes" : "$this->name takes more than " . self::SECONDS . ' seconds');
        }
        \stream_set_timeout($this->stream, (int) $seconds, (int) (\fmod($seconds, 1) * 1e6) + 1);
        $part = (string) @\fread($this->stream, \min(self::STEP, $this->left));
        $this->left -= \strlen($part);
        if ($part === '' && !\feof($this->stream)) {
            throw new Failed("$this->name takes more than " . self::SECONDS . ' seconds');
        }

        return $part;
    }
}
