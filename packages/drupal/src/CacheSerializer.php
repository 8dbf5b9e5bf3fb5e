<?php

declare(strict_types=1);

namespace Drupal\brine;

use Brine\EntryCodec;
use Drupal\Component\Serialization\ObjectAwareSerializationInterface;

/**
 * The serializer of cache backends. Entries that it cannot decode are passed on as an Incoming to TolerantBackend, which decorates the backend
 * and knows the entry's name; an exception here would break the backend's call.
 */
class CacheSerializer implements ObjectAwareSerializationInterface
{
    /** Reader of the bin that TolerantBackend reads; null if entries must be signed, or no bin is being read. */
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
            // TolerantBackend::open() reports it.
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
