<?php

declare(strict_types=1);

namespace Drupal\brine;

use Drupal\Component\Serialization\ObjectAwareSerializationInterface;

/**
 * What cache backends have for a serializer. It does not decode: a backend that it fails in the middle of could only make a value of the failure. It
 * hands the bytes on to TolerantBackend, which stands around each of these backends, and knows the entry's name.
 */
class CacheSerializer implements ObjectAwareSerializationInterface
{
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
     * @return Incoming
     */
    public static function decode($raw)
    {
        // Without a constructor, which takes as long as all else here.
        $incoming = new Incoming();
        $incoming->bytes = $raw;

        return $incoming;
    }

    /** @return string */
    public static function getFileExtension()
    {
        return 'brine';
    }
}
