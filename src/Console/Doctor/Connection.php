<?php

declare(strict_types=1);

namespace Brine\Console\Doctor;

use Brine\Console\Failed;

/** A connection to what may be anybody: what comes ends after some time and so many bytes, however it comes. */
final class Connection
{
    /** For all that is asked and answered. */
    private const SECONDS = 10;

    /** An answer takes some thousand bytes. */
    private const MOST = 1 << 16;

    private readonly float $end;
    private int $left = self::MOST;

    /**
     * @param resource $stream
     * @param string   $name   what it is called where it fails
     */
    private function __construct(private $stream, private readonly string $name)
    {
        $this->end = \microtime(true) + self::SECONDS;
    }

    /**
     * @param string $address as stream_socket_client() takes it
     * @throws Failed
     */
    public static function open(string $address, string $name): self
    {
        $stream = @\stream_socket_client($address, $code, $message, self::SECONDS);
        if ($stream === false) {
            throw new Failed("$name does not answer: " . ($message !== '' ? $message : (\error_get_last()['message'] ?? '')));
        }

        return new self($stream, $name);
    }

    public function write(string $bytes): void
    {
        @\fwrite($this->stream, $bytes);
    }

    /** @throws Failed if fewer bytes come */
    public function read(int $size): string
    {
        $bytes = '';
        while (\strlen($bytes) < $size) {
            $part = $this->part($size - \strlen($bytes));
            $bytes .= $part !== '' ? $part : throw new Failed("$this->name does not answer to the end");
        }

        return $bytes;
    }

    /** @throws Failed */
    public function readAll(): string
    {
        $bytes = '';
        while (($part = $this->part(8192)) !== '') {
            $bytes .= $part;
        }

        return $bytes;
    }

    /** What is there of so many bytes; empty at the end. */
    private function part(int $most): string
    {
        $seconds = $this->end - \microtime(true);
        if ($seconds <= 0 || $this->left <= 0) {
            throw new Failed($this->left <= 0 ? "$this->name answers more than " . self::MOST . ' bytes' : "$this->name takes more than " . self::SECONDS . ' seconds');
        }
        \stream_set_timeout($this->stream, (int) $seconds, (int) (\fmod($seconds, 1) * 1e6) + 1);
        $part = (string) @\fread($this->stream, \max(1, \min($most, $this->left)));
        $this->left -= \strlen($part);
        if ($part === '' && !\feof($this->stream)) {
            throw new Failed("$this->name takes more than " . self::SECONDS . ' seconds');
        }

        return $part;
    }
}
