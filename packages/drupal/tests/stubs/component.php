<?php

declare(strict_types=1);

namespace Drupal\Component\Serialization {
    interface SerializationInterface
    {
        /**
         * @param mixed $data
         * @return string
         */
        public static function encode($data);

        /**
         * @param string $raw
         * @return mixed
         */
        public static function decode($raw);

        /** @return string */
        public static function getFileExtension();
    }

    interface ObjectAwareSerializationInterface extends SerializationInterface
    {
    }

    class PhpSerialize implements ObjectAwareSerializationInterface
    {
        public static function encode($data)
        {
            return \serialize($data);
        }

        public static function decode($raw)
        {
            return \unserialize($raw);
        }

        public static function getFileExtension()
        {
            return 'serialized';
        }
    }
}

namespace Drupal\Component\Datetime {
    interface TimeInterface
    {
    }

    class Time implements TimeInterface
    {
    }
}
