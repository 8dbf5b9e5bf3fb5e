<?php

/** @generate-class-entries */

namespace {
    /**
     * Encodes a value.
     *
     * @param mixed $value any value that serialize() takes
     * @param array $options
     *     "dictionary": string, the id of a loaded dictionary, 16 hexadecimal digits: it is used if that makes the payload smaller.
     *     "layouts": bool, whether objects tell what their class declares, where their properties do not, for readers with "stale_classes"
     *     (default false). #[Brine\Version(2)] gives a class a version, an integer.
     * @return string the payload (docs/format.md); binary
     * @throws TypeError|ValueError if an option is unknown or of the wrong type, or there is no such dictionary
     * @throws Brine\EncodeException if the value contains an object that cannot be serialised, or is nested too deeply
     */
    function brine_serialize(mixed $value, array $options = []): string {}

    /**
     * Decodes a payload of brine_serialize().
     *
     * @param string|null $payload null, which cache clients return for a missing entry, throws like an empty string
     * @param array $options
     *     "allowed_classes": true for all (default), false for none, or a list of names, letter case aside; objects of
     *     other classes become __PHP_Incomplete_Class.
     *     "missing_classes": "incomplete" (default), objects of allowed classes that do not exist become __PHP_Incomplete_Class too; or "throw":
     *     they cause a DecodeException with the reason "missing_class". Autoloaders and the ini setting unserialize_callback_func are tried before.
     *     "stale_classes": "accept" (default); or "throw": an object whose class has changed since it was written, with "layouts", causes a
     *     DecodeException with the reason "stale_class". What counts are declared properties, __serialize() and versions.
     *     "max_depth": int, 1 to 4096 levels of arrays and objects (default 4096).
     *     "max_elements": int, limit of the value's elements and properties in all (default 2^24).
     *     "max_memory": int, limit in bytes of an estimate for its arrays, objects, PHP references and strings, without the strings' contents
     *     (default 2^25, plus 256 for each byte of the payload). The decoder takes at most twice as much, plus 2.7 for each byte of the payload;
     *     without the extension up to seven times as much.
     *     "resident": bool, whether the value may be kept for the process (default false): payloads that are read repeatedly, such as
     *     configuration, are decoded twice, then found by comparing bytes. The value is the same.
     *     "open": Closure(string $payload): ?string, for bytes that contain the payload, such as compressed ones. It returns the payload, or null
     *     if there is none: then the result is null too. With "resident" it is not called if a value of these bytes is kept, so its result must
     *     depend on the bytes alone, and it must not check access rights. Limits and offsets of errors apply to the payload that it returns. Nested
     *     calls are limited like those of hooks.
     * @return mixed the value
     * @throws TypeError|ValueError if an option is unknown, of the wrong type, or out of range; TypeError if "open" returns something else; "open"
     *     may throw anything
     * @throws Brine\DecodeException if the payload is not valid, or exceeds a limit
     */
    function brine_unserialize(?string $payload, array $options = []): mixed {}

    /**
     * Encodes a value and signs the payload with HMAC-SHA256 (docs/format.md, section 1.1).
     *
     * @param string $key the secret, at least 16 bytes; 32 random bytes are best
     * @param array $options
     *     "context": string, covered by the signature and not part of the result: the payload verifies only with the
     *     same context. For a cache this is the entry's key (default "").
     *     "dictionary" and "layouts": as for brine_serialize(); the signature covers the dictionary's id.
     * @return string the signed payload; binary
     * @throws ValueError if the key is empty
     * @throws TypeError|ValueError if an option is unknown or of the wrong type, or there is no such dictionary
     * @throws Brine\EncodeException if the key is too short, or the value cannot be encoded; see brine_serialize()
     */
    function brine_serialize_signed(mixed $value, #[\SensitiveParameter] string $key, array $options = []): string {}

    /**
     * Decodes a payload of brine_serialize_signed(), after its signature was verified.
     *
     * @param string|null $payload null is no bytes, which no key verifies
     * @param string|array $keys the secret, or a list of secrets of which any may have signed; each has at least one byte
     * @param array $options "context" as for brine_serialize_signed(), and the options of brine_unserialize() but "open"
     * @return mixed the value; null if none of the keys verifies the payload, of which nothing is decoded then
     * @throws ValueError if a key is empty, or the list is
     * @throws TypeError|ValueError if an option is unknown, of the wrong type, or out of range
     * @throws Brine\DecodeException if the signature is right and the payload is not valid, beyond a limit, or names a dictionary that is not known
     */
    function brine_unserialize_signed(?string $payload, #[\SensitiveParameter] string|array $keys, array $options = []): mixed {}

    /**
     * Statistics of values that are kept because they were decoded with the option "resident", or through APCu.
     *
     * @return array<string, int|string|array<string, int|string>> of the process: "off" (why no value is kept; empty if they are), "limit" (bytes,
     *     the ini setting brine.resident_memory; 0: no value is kept), "entries", "templates" (entries with objects), "bytes", "admitted", "evicted". Of the thread: "hits", "misses",
     *     "fallbacks" (an entry existed, but a limit, an option or a class required a decode), and "refused", by reason: "scalar",
     *     "references", "serializable", "internal_class", "missing_class", "properties", "too_deep", "too_large",
     *     "full", "blocked" (other requests keep evicted values) and "busy" (another worker was inserting): after these two it is tried again. "shared",
     *     of the setting brine.resident_shared: "state" ("on", or why it is off), "retired" (bytes of evicted values that requests keep), "hits" of all
     *     workers, "workers", and "ignored" (bytes that the setting was changed to after the start, in vain). While it is "on", the numbers of the
     *     process are those of all workers of its user. "held", of values without objects that a script holds itself after its first minute: "limit",
     *     "entries", "bytes" and "evicted", all 0 before.
     */
    function brine_resident_status(): array {}

    /**
     * Registers a dictionary for the life of the process (docs/reference/dictionary-format.md). Registering it again has no effect.
     *
     * @param string $bytes contents of the dictionary's file
     * @return string its id, 16 hexadecimal digits, by which payloads name it
     * @throws Brine\DecodeException if the bytes are not a dictionary: "bad_dictionary", or the reason of a malformed payload; if another
     *     dictionary has the same id; or if 64 are registered already, or they would exceed 32 MB in all: "too_many_dictionaries"
     */
    function brine_dictionary_load(string $bytes): string {}

    /**
     * Describes the dictionaries that the process knows.
     *
     * @param string|null $id 16 hexadecimal digits, or null for all
     * @return array for one dictionary: "id", "hash" (SHA-256 of the file, 64 hexadecimal digits), "bytes" (of the file), "memory" (bytes in
     *     memory),
     *     "strings", "shapes" and "arrays" (how many entries), "elements" (of all arrays), "presets" (list of "zlib" and "zstd"). Empty if it is
     *     not known. Without an id, a list of such arrays in the order of loading
     * @throws ValueError if the id is not valid
     */
    function brine_dictionary_info(?string $id = null): array {}

    /**
     * Returns a dictionary's compression preset.
     *
     * @param string $id 16 hexadecimal digits
     * @param string $algorithm "zlib" or "zstd"
     * @return string|null its bytes; null if the dictionary is not known, or has none for this algorithm
     * @throws ValueError if the id is not valid, or the algorithm is unknown
     */
    function brine_dictionary_preset(string $id, string $algorithm): ?string {}

    /**
     * Encodes a value in igbinary's format, version 2: the bytes of igbinary_serialize().
     *
     * @param mixed $value any value that serialize() takes; resources become null
     * @param bool $compact_strings false writes repeated strings in full each time, as with igbinary.compact_strings=0
     * @return string the payload; binary
     * @throws Brine\EncodeException if the value holds an object that cannot be serialised, or is nested too deeply
     */
    function brine_igbinary_serialize(mixed $value, bool $compact_strings = true): string {}

    /**
     * Decodes a payload of igbinary, version 1 or 2. Damaged and forged bytes are safe: the limits of brine_unserialize() hold.
     *
     * @param string|null $payload null is no bytes, which is an exception: the client of a cache returns it for a missing entry
     * @param array $options those of brine_unserialize() but "stale_classes", "resident" and "open"
     * @return mixed the value
     * @throws TypeError|ValueError if an option is unknown, of the wrong type, or out of range
     * @throws Brine\DecodeException if the payload is not valid, or beyond a limit
     */
    function brine_igbinary_unserialize(?string $payload, array $options = []): mixed {}

    /**
     * Packs a value as one MessagePack message. Every value takes the smallest form that MessagePack has for it.
     *
     * @param mixed $value PHP references inside arrays are followed
     * @param int $flags the constants of Brine\MessagePack\PackOptions, at most one of each group: FORCE_STR (1, default),
     *     FORCE_BIN (2) or DETECT_STR_BIN (4) for strings and string keys; FORCE_ARR (8), FORCE_MAP (16) or
     *     DETECT_ARR_MAP (32, default) for arrays; FORCE_FLOAT32 (64) or FORCE_FLOAT64 (128, default) for floats. With 256
     *     objects of the library's classes Bin, Map and Ext in Brine\MessagePack\Type are packed as the types that they represent, with 512 those
     *     of Timestamp. With 1024 $other receives another argument: int $depth, the number of arrays around the value
     * @param callable|null $other (mixed $value): ?string is called for every other object and resource; returns its packed bytes, which are not
     *     checked, or null if it cannot pack it
     * @return string the message; binary
     * @throws Brine\MessagePack\Exception\InvalidOptionException if flags are unknown or contradict each other
     * @throws Brine\MessagePack\Exception\PackingFailedException if a part of the value cannot be packed, or is nested too deeply (4096 levels)
     * @throws TypeError if $other returns something else; $other may throw anything
     */
    function brine_msgpack_pack(mixed $value, int $flags = 0, ?callable $other = null): string {}

    /**
     * Unpacks one MessagePack message.
     *
     * Maps become arrays: their keys must be integers, strings or binaries; of equal keys, the last one wins.
     *
     * @param string|null $bytes null throws like an empty string
     * @param array $options
     *     "bigint": "str" (default), "gmp" or "dec": integers beyond PHP_INT_MAX become decimal digits, a GMP object, or a Decimal\Decimal object.
     *     As map keys they become digits.
     *     "extensions": array<int, callable(string $payload): mixed>, by type, -128 to 127. True for type -1: timestamps become
     *     objects of the library's class Brine\MessagePack\Type\Timestamp.
     *     "other": callable(int $type, string $payload): mixed, for other extension types; true: they become objects of the library's class
     *     Brine\MessagePack\Type\Ext; null: they are an error (default).
     *     "pass_depth": bool, whether both kinds of callables receive another argument: int $depth, the number of arrays and maps around the value
     *     (default false).
     *     "utf8": bool, whether strings, but not binaries, must be valid UTF-8 (default false).
     *     "max_depth": int, 1 to 4096 levels of arrays and maps (default 4096).
     *     "max_elements": int, limit of the value's elements and entries in all (default 2^24).
     * @return mixed the value
     * @throws TypeError|ValueError if an option is unknown, of the wrong type, or out of range
     * @throws Brine\MessagePack\Exception\InvalidOptionException if "bigint" names an extension that is not loaded
     * @throws Brine\MessagePack\Exception\InsufficientDataException if the message ends too early
     * @throws Brine\MessagePack\Exception\UnpackingFailedException if the bytes are not exactly one message, or exceed a limit. Callables may throw
     *     anything.
     */
    function brine_msgpack_unpack(?string $bytes, array $options = []): mixed {}

    /**
     * Unpacks the message that begins at $offset, and moves $offset to its end. An exception leaves $offset unchanged.
     *
     * @param int $offset
     * @param array $options as for brine_msgpack_unpack(), which also lists the exceptions
     * @throws ValueError if $offset is not inside $bytes or at its end
     */
    function brine_msgpack_unpack_at(string $bytes, int &$offset, array $options = []): mixed {}

    /**
     * Finds the end of a message that may be incomplete yet. Only the heads of values are parsed: no value is built, and no complete value is
     * scanned twice.
     *
     * @param int $offset where to continue: at first the message's beginning. It moves past all complete values, and stops at the head of an
     *     incomplete one.
     * @param int $pending how many values are still missing: 1 at first. Each array adds its elements, each map twice its entries.
     * @param int $elements limit of array elements and map entries still to come; reduced by those of the scanned heads.
     * @return bool true if the message is complete: $offset is at its end and $pending is 0. False if bytes are missing: call again with the same
     *     variables and more bytes.
     * @throws ValueError if $offset is not inside $bytes or at its end, or $pending or $elements is negative
     * @throws Brine\MessagePack\Exception\UnpackingFailedException if no value begins with a byte, or there are more elements than $elements
     */
    function brine_msgpack_scan(string $bytes, int &$offset, int &$pending, int &$elements = PHP_INT_MAX): bool {}
}

namespace Brine {
    /** Base of all exceptions that Brine throws itself. */
    class Exception extends \Exception
    {
    }

    /** A value cannot be encoded, or a key is too short to sign it. */
    final class EncodeException extends Exception
    {
        protected string $path = "";

        /** The place of the fault inside the value, such as $value['rows'][3]->owner; empty if the value is not at fault. */
        public function getPath(): string {}
    }

    /** A payload cannot be decoded. */
    final class DecodeException extends Exception
    {
        protected int $offset = 0;
        protected string $reason = "";
        protected string $path = '$value';

        /** The byte offset in the payload of the value, key or name at fault; the payload's size if it ends too early. */
        public function getOffset(): int {}

        /** A short, stable word for what is wrong, such as "truncated" or "max_depth". */
        public function getReason(): string {}

        /** The place of the fault inside the value, such as $value['rows'][3]->owner; $value if it is not known. */
        public function getPath(): string {}
    }
}

namespace Brine\MessagePack\Exception {
    /** A value cannot be packed. */
    class PackingFailedException extends \Brine\Exception
    {
        protected string $reason = "";

        public function __construct(string $message = "", int $code = 0, ?\Throwable $previous = null, string $reason = "") {}

        /** A short, stable word for what is wrong, such as "unsupported_type" or "max_depth". */
        public function getReason(): string {}
    }

    /** Bytes cannot be unpacked. */
    class UnpackingFailedException extends \Brine\Exception
    {
        protected int $offset = 0;
        protected string $reason = "";

        public function __construct(string $message = "", int $code = 0, ?\Throwable $previous = null, int $offset = 0, string $reason = "") {}

        /** The byte offset of the first byte of the value or key at fault. */
        public function getOffset(): int {}

        /** A short, stable word for what is wrong, such as "bad_key" or "max_depth". */
        public function getReason(): string {}
    }

    /** A message ends too early. */
    class InsufficientDataException extends UnpackingFailedException
    {
    }

    /** An option is unknown, contradicts another, or needs an extension that is not loaded. */
    class InvalidOptionException extends \Brine\Exception
    {
    }
}
