<?php

/*
 * The extension's functions, where it is not loaded: the same names, parameters, values and exceptions. The
 * extension's stub (ext/brine.stub.php) describes them.
 */

declare(strict_types=1);

if (!\function_exists('brine_serialize')) {
    /** @throws Brine\EncodeException if the value holds an object that cannot be serialised, or is nested too deeply */
    function brine_serialize(mixed $value): string
    {
        return Brine\Codec\Encoder::encode($value);
    }

    /**
     * @param array<mixed> $options "allowed_classes", "max_depth", "max_elements"
     * @throws TypeError|ValueError if an option is unknown, of the wrong type, or out of range
     * @throws Brine\DecodeException if the payload is not valid, or beyond a limit
     */
    function brine_unserialize(string $payload, array $options = []): mixed
    {
        return Brine\Codec\Functions::unserialize($payload, $options);
    }

    /**
     * @param array<mixed> $options "context"
     * @throws TypeError|ValueError if the key is empty, or an option is unknown or of the wrong type
     * @throws Brine\EncodeException if the value cannot be encoded
     */
    function brine_serialize_signed(mixed $value, #[SensitiveParameter] string $key, array $options = []): string
    {
        return Brine\Codec\Functions::serializeSigned($value, $key, $options);
    }

    /**
     * @param string|array<mixed> $keys
     * @param array<mixed>        $options "context", and those of brine_unserialize()
     * @return mixed the value; null if none of the keys verifies the payload
     * @throws TypeError|ValueError if a key is empty, or an option is unknown, of the wrong type, or out of range
     * @throws Brine\DecodeException if the signature is right and the payload is not valid, or beyond a limit
     */
    function brine_unserialize_signed(
        string $payload,
        #[SensitiveParameter]
        string|array $keys,
        array $options = [],
    ): mixed {
        return Brine\Codec\Functions::unserializeSigned($payload, $keys, $options);
    }
}
