<?php

declare(strict_types=1);

namespace Brine\WordPress;

use Brine\EntryCodec;
use Brine\Format;
use Brine\Serializer;
use Brine\StaleEntries;

/**
 * Writes and reads entries, and reads what Redis Object Cache has written: texts of serialize(), payloads of igbinary; strings and numbers as they
 * are, which it reads as strings.
 */
final class Codec implements Serializer
{
    private readonly EntryCodec $codec;
    private readonly bool $readsUnsigned;

    /** What serialize() and unserialize() take for the entry's name. */
    private string $name = '';

    /**
     * @param (callable(\Throwable $error, string $name, bool|null $isFirst): mixed)|null $report is called for each entry that read() treats as a
     *     miss; $isFirst as of StaleEntries::note()
     * @throws \InvalidArgumentException|\LogicException if a setting is wrong
     */
    public function __construct(Settings $settings, ?callable $report = null)
    {
        $stale = new StaleEntries();
        $tell = $report === null ? null : static fn (\Throwable $error, string $name): mixed => $report($error, $name, $stale->note($error));
        $this->codec = new EntryCodec($settings->serializer(), $tell);
        $this->readsUnsigned = $settings->readsUnsigned();
    }

    /** @throws \Throwable if the value cannot be written */
    public function encode(mixed $value, string $name): string
    {
        return $this->codec->encode($value, $name);
    }

    /** @param mixed $miss returned for an entry that cannot be read */
    public function read(string $bytes, string $name, mixed $miss): mixed
    {
        if ($this->readsUnsigned && $bytes[0] !== "\xc1" && self::isText($bytes)) {
            return $bytes;
        }

        return @$this->codec->read($bytes, $name, $miss);
    }

    /** A serializer for the entry of this name. */
    public function named(string $name): self
    {
        $new = clone $this;
        $new->name = $name;

        return $new;
    }

    public function serialize(mixed $value): string
    {
        return $this->encode($value, $this->name);
    }

    public function unserialize(string $data): mixed
    {
        return $this->readsUnsigned && self::isText($data) ? $data : $this->codec->decode($data, $this->name);
    }

    /**
     * Whether it is a string as Redis Object Cache stores it: text that begins as no format does, so that damaged payloads are
     * not taken for strings.
     */
    private static function isText(string $bytes): bool
    {
        return Format::of($bytes) === null && \preg_match('/\A(?![abisCEO]:(?:[-0-9]|\z)|d:(?:[-0-9IN]|\z))[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]++\z/u', $bytes) === 1;
    }
}
