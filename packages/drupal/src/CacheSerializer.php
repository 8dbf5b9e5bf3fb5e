<?php

declare(strict_types=1);

namespace Drupal\brine;

use Drupal\Component\Serialization\ObjectAwareSerializationInterface;

/**
 * What cache backends have for a serializer. Most entries it decodes; what it cannot is handed on to TolerantBackend, which stands around each of these
 * backends, and knows the entry's name: a backend that the serializer failed in the middle of could only make a value of the failure.
 */
class CacheSerializer implements ObjectAwareSerializationInterface
{
    /**
     * By which brine_unserialize() reads what begins as its payloads do: those of the bin that TolerantBackend asks. Null where it is not to read, since entries
     * have to be signed, or nobody has asked yet.
     *
     * @var array{missing_classes?: 'throw', resident?: bool}|null
     */
    public static ?array $options = null;
    /** Whether there was an Incoming in this request. */
    public static bool $hasLeft = false;

    /**
     * @param mixed $data
     * @return string
     */
    public static function encode($data)
    {
        $codec = Codec::$current ?? Codec::current();

        return $data instanceof Outgoing ? $codec->encode($data->value, $data->context) : $codec->encode($data);
    }

    /**
     * @param string $raw
     * @return mixed the value, or an Incoming
     */
    public static function decode($raw)
    {
        $error = null;
        // Payloads of Brine's own format, and what has this byte by chance, which is refused for the one before.
        if (($raw[1] ?? '') === "\x10" && CacheSerializer::$options !== null) {
            try {
                return \brine_unserialize($raw, CacheSerializer::$options);
            } catch (\Throwable $error) {
                // open() of TolerantBackend tells it, where there was such a payload.
                $error = \str_starts_with($raw, "\xC1") ? $error : null;
            }
        }
        self::$hasLeft = true;
        $incoming = new Incoming();
        $incoming->bytes = $raw;
        $incoming->error = $error;

        return $incoming;
    }

    /** @return string */
    public static function getFileExtension()
    {
        return 'brine';
    }
}
