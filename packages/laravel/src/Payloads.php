<?php

declare(strict_types=1);

namespace Brine\Laravel;

/** What writes and reads the bytes that a store keeps under a key. */
interface Payloads
{
    /**
     * @param string $context what a signature covers besides: the key with the store's prefix; of a file, its name
     * @return string|int what the store keeps
     * @throws \Brine\EncodeException if the value cannot be written
     */
    public function encode(mixed $value, string $context): string|int;

    /**
     * @return mixed null if it cannot be read
     * @throws \Throwable if it cannot be read, where that is an exception
     */
    public function decode(string $data, string $context): mixed;
}
