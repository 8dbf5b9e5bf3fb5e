<?php

declare(strict_types=1);

namespace Wikimedia\ObjectCache;

use Psr\Log\LoggerInterface;

class RedisBagOStuff
{
    /** @var LoggerInterface */
    protected $logger;
    private \Redis $redis;

    /** @param array<string, mixed> $params */
    public function __construct($params)
    {
        $this->logger = $params['logger'];
        $this->redis = new \Redis();
        [$host, $port] = \explode(':', $params['servers'][0]);
        $this->redis->connect($host, (int) $port);
    }

    /**
     * @param string $key
     * @param mixed $value
     * @return bool
     */
    public function set($key, $value)
    {
        return $this->redis->set($key, $this->serialize($value));
    }

    /**
     * @param string $key
     * @return mixed false for a miss
     */
    public function get($key)
    {
        $bytes = $this->redis->get($key);

        return \is_string($bytes) ? $this->unserialize($bytes) : false;
    }

    /**
     * @param mixed $value
     * @return bool
     */
    final protected function isInteger($value)
    {
        return \is_int($value) || (\is_string($value) && $value === (string) (int) $value);
    }

    /**
     * @param mixed $value
     * @return string|int|false
     */
    protected function serialize($value)
    {
        return \is_int($value) ? $value : \serialize($value);
    }

    /**
     * @param string|int $value
     * @return mixed
     */
    protected function unserialize($value)
    {
        return $this->isInteger($value) ? (int) $value : \unserialize((string) $value);
    }
}
