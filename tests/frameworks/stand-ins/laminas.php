<?php

declare(strict_types=1);

namespace Laminas\Serializer\Adapter {
    interface AdapterInterface
    {
        /**
         * @param mixed $value
         * @return string
         */
        public function serialize($value);

        /**
         * @param string $serialized
         * @return mixed
         */
        public function unserialize($serialized);
    }

    final class PhpSerialize implements AdapterInterface
    {
        public function serialize($value)
        {
            return \serialize($value);
        }

        public function unserialize($serialized)
        {
            return \unserialize($serialized);
        }
    }
}

namespace Laminas\Serializer\Exception {
    class RuntimeException extends \RuntimeException
    {
    }
}
