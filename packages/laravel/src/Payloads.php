<?php

declare(strict_types=1);

namespace Brine\Laravel;

/** Writes and reads the stored form of values. */
interface Payloads
{
    /**
     * @param string $context also covered by the signature: the key with the store's prefix; for a file, its name
     * @return string|int the stored form
     * @throws \Brine\EncodeException if the value cannot be written
     */
    public function encode(mixed $value, string $context): string|int;

    /**
     * @return mixed null if it cannot be read
     * @throws \Throwable if it cannot be read, and unreadable entries throw
     */
    public function decode(string $data, string $context): mixed;
}
