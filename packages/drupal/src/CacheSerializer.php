<?php

declare(strict_types=1);

namespace Drupal\brine;

use Brine\EntryCodec;
use Drupal\Component\Serialization\ObjectAwareSerializationInterface;

/**
 * What cache backends have for a serializer. Most entries it decodes; what it cannot is handed on to TolerantBackend, which stands around each of these
 * backends, and knows the entry's name: a backend that the serializer failed in the middle of could only make a value of the failure.
 */
class CacheSerializer implements ObjectAwareSerializationInterface
{
    /** What reads the entries of the bin that TolerantBackend asks. Null where it is not to read, since entries have to be signed, or nobody has asked yet. */
    public static ?EntryCodec $reader = null;

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
        $reader = CacheSerializer::$reader;
        try {
            if ($reader !== null) {
                return $reader->read($raw);
            }
        } catch (\Throwable $error) {
            // open() of TolerantBackend tells it.
        }
        self::$hasLeft = true;
        $incoming = new Incoming();
        $incoming->bytes = $raw;
        $incoming->error = $error ?? null;

        return $incoming;
    }

    /** @return string */
    public static function getFileExtension()
    {
        return 'brine';
    }
}
