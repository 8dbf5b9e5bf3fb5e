<?php

declare(strict_types=1);

namespace Brine\Laravel;

use Brine\EntryCodec;
use Brine\Serializer;
use Brine\Signed;

/** Writes and reads the entries of a store. Unreadable entries are misses. */
final class Codec implements Payloads
{
    private readonly EntryCodec $codec;
    private readonly bool $signs;

    /** @param Unreadable|null $unreadable handles unreadable entries; null if they throw */
    public function __construct(Serializer $serializer, private readonly ?Unreadable $unreadable = null)
    {
        $this->codec = new EntryCodec($serializer, $unreadable === null ? static fn (\Throwable $error): never => throw $error : $unreadable->tell(...));
        $this->signs = $serializer instanceof Signed;
    }

    public function signs(): bool
    {
        return $this->signs;
    }

    public function encode(mixed $value, string $context): string
    {
        return $this->codec->encode($value, $context);
    }

    public function decode(string $data, string $context): mixed
    {
        $value = $this->codec->read($data, $context);
        if (!$value instanceof \__PHP_Incomplete_Class) {
            return $value;
        }
        $error = ClassUnavailable::of($value);
        if ($this->unreadable === null) {
            throw $error;
        }
        $this->unreadable->tell($error, $context, $data);

        return null;
    }
}
