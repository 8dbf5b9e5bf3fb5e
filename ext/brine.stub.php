<?php

/** @generate-class-entries */

namespace {
    /**
     * Encodes a value.
     *
     * @param mixed $value any value that serialize() takes
     * @return string the payload (docs/format.md); binary
     * @throws Brine\EncodeException if the value holds an object that cannot be serialised, or is nested too deeply
     */
    function brine_serialize(mixed $value): string {}

    /**
     * Decodes a payload of brine_serialize().
     *
     * @param array $options
     *     "allowed_classes": true for all (default), false for none, or a list of names, letter case aside; objects of
     *     other classes become __PHP_Incomplete_Class.
     *     "max_depth": int, 1 to 4096 levels of arrays and objects (default 4096).
     *     "max_elements": int, how many elements and properties the value may have in all (default 2^24).
     * @return mixed the value
     * @throws TypeError|ValueError if an option is unknown, of the wrong type, or out of range
     * @throws Brine\DecodeException if the payload is not valid, or beyond a limit
     */
    function brine_unserialize(string $payload, array $options = []): mixed {}

    /**
     * Encodes a value and signs the payload with HMAC-SHA256 (docs/format.md, section 1.1).
     *
     * @param string $key the secret, at least one byte; 32 random bytes are best
     * @param array $options
     *     "context": string, covered by the signature and not part of the result: the payload verifies only with the
     *     same context. For a cache this is the entry's key (default "").
     * @return string the signed payload; binary
     * @throws ValueError if the key is empty
     * @throws TypeError|ValueError if an option is unknown or of the wrong type
     * @throws Brine\EncodeException if the value cannot be encoded; see brine_serialize()
     */
    function brine_serialize_signed(mixed $value, #[\SensitiveParameter] string $key, array $options = []): string {}

    /**
     * Decodes a payload of brine_serialize_signed(), after its signature was verified.
     *
     * @param string|array $keys the secret, or a list of secrets of which any may have signed
     * @param array $options "context" as for brine_serialize_signed(), and the options of brine_unserialize()
     * @return mixed the value; null if none of the keys verifies the payload, of which nothing is decoded then
     * @throws ValueError if a key is empty, or the list is
     * @throws TypeError|ValueError if an option is unknown, of the wrong type, or out of range
     * @throws Brine\DecodeException if the signature is right and the payload is not valid, or beyond a limit
     */
    function brine_unserialize_signed(string $payload, #[\SensitiveParameter] string|array $keys, array $options = []): mixed {}
}

namespace Brine {
    /** Everything that Brine throws of its own. */
    class Exception extends \Exception
    {
    }

    /** A value cannot be encoded. */
    final class EncodeException extends Exception
    {
        protected string $path = "";

        /** The place of the fault inside the value, such as $value['rows'][3]->owner */
        public function getPath(): string {}
    }

    /** A payload cannot be decoded. */
    final class DecodeException extends Exception
    {
        protected int $offset = 0;
        protected string $reason = "";

        /** The byte offset in the payload of the value, key or name at fault; the payload's size if it ends too early. */
        public function getOffset(): int {}

        /** A short, stable word for what is wrong, such as "truncated" or "max_depth". */
        public function getReason(): string {}
    }
}
