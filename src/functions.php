<?php

/*
 * The extension's functions, in case it is not loaded: the same names, parameters, values and exceptions. The
 * extension's stub (ext/brine.stub.php) describes them.
 *
 * PHP itself refuses arguments of the wrong type, with messages of its own.
 */

declare(strict_types=1);

if (!\function_exists('brine_serialize')) {
    /**
     * @param array<mixed> $options "dictionary"
     * @throws TypeError|ValueError if an option is unknown or of the wrong type, or there is no such dictionary
     * @throws Brine\EncodeException if the value contains an object that cannot be serialised, or is nested too deeply
     */
    function brine_serialize(mixed $value, array $options = []): string
    {
        return Brine\Format\Functions::serialize($value, $options);
    }

    /**
     * @param array<mixed> $options "allowed_classes", "max_depth", "max_elements", "max_memory"; "resident", which only
     *     affects the extension; "open"
     * @throws TypeError|ValueError if an option is unknown, of the wrong type, or out of range; TypeError if "open" returns anything but a
     *     string or null; and exceptions of "open"
     * @throws Brine\DecodeException if the payload is not valid, or exceeds a limit
     */
    function brine_unserialize(?string $payload, array $options = []): mixed
    {
        return Brine\Format\Functions::unserialize($payload ?? '', $options);
    }

    /**
     * @param array<mixed> $options "context", "dictionary"
     * @throws TypeError|ValueError if the key is empty, an option is unknown or of the wrong type, or there is no such dictionary
     * @throws Brine\EncodeException if the value cannot be encoded
     */
    function brine_serialize_signed(mixed $value, #[SensitiveParameter] string $key, array $options = []): string
    {
        return Brine\Format\Functions::serializeSigned($value, $key, $options);
    }

    /**
     * @param string|array<mixed> $keys
     * @param array<mixed>        $options "context", and those of brine_unserialize()
     * @return mixed the value; null if none of the keys verifies the payload
     * @throws TypeError|ValueError if a key is empty, or an option is unknown, of the wrong type, or out of range
     * @throws Brine\DecodeException if the signature is right and the payload is not valid, beyond a limit, or names a dictionary that is not known
     */
    function brine_unserialize_signed(
        ?string $payload,
        #[SensitiveParameter]
        string|array $keys,
        array $options = [],
    ): mixed {
        return Brine\Format\Functions::unserializeSigned($payload ?? '', $keys, $options);
    }

    /**
     * Unlike with the extension, the dictionary is known only until the end of the request, not of the process.
     *
     * @throws Brine\DecodeException if the bytes are not a dictionary, another dictionary has the same id, or there are too many
     */
    function brine_dictionary_load(string $bytes): string
    {
        return Brine\Format\Functions::loadDictionary($bytes);
    }

    /**
     * @return array<mixed> as in the extension, except that "memory" is 0
     * @throws ValueError if the id is not valid
     */
    function brine_dictionary_info(?string $id = null): array
    {
        return Brine\Format\Functions::dictionaryInfo($id);
    }

    /** @throws ValueError if the id is not valid, or the algorithm is neither "zlib" nor "zstd" */
    function brine_dictionary_preset(string $id, string $algorithm): ?string
    {
        return Brine\Format\Functions::preset($id, $algorithm);
    }
}
