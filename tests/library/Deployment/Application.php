<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Deployment;

/**
 * A release under php-fpm. Answers "ready" to a request without a query; do=write stores an object for each change, do=read says what each entry is.
 */
final class Application
{
    /** @param \Closure(string $name, mixed $settings): Store $open the cache that the query names */
    public static function answer(\Closure $open): void
    {
        \ini_set('zend.exception_ignore_args', '1');
        $do = $_GET['do'] ?? null;
        $name = $_GET['store'] ?? null;
        if (!\is_string($do) || !\is_string($name)) {
            echo 'ready';

            return;
        }
        $store = $open($name, \constant('SETTINGS'));
        \set_error_handler(static fn (int $level, string $message): never => throw new \ErrorException($message, 0, $level));
        \spl_autoload_register(static function (string $class): void {
            $file = self::release() . '/' . \strstr($class, '\\', true) . '.php';
            if (\preg_match('/^N\d\d\\\\/', $class) === 1 && \is_file($file)) {
                require_once $file;
            }
        });
        // The text of native serialize() beside each entry.
        $native = \dirname(self::release()) . "/$name-%s.native";
        echo \json_encode($do === 'write' ? self::write($store, $native) : self::read($store, $native), \JSON_THROW_ON_ERROR);
    }

    private static function release(): string
    {
        $release = \constant('RELEASE');

        return \is_string($release) ? $release : throw new \LogicException();
    }

    /** @return list<string> changes whose object was not stored */
    private static function write(Store $store, string $native): array
    {
        $failed = [];
        foreach (\array_keys(Releases::changes()) as $number => $name) {
            $key = \sprintf('N%02d', $number + 1);
            if (\basename(self::release()) === 'old') {
                $value = require self::release() . "/$key.php";
            } elseif (Releases::hasObjects($name)) {
                /** @var class-string $new */
                $new = "$key\\T";
                $class = new \ReflectionClass($new);
                $value = $class->isSubclassOf(\ArrayObject::class) ? $class->newInstance() : $class->newInstanceWithoutConstructor();
            } else {
                continue;
            }
            // With a text, each is worth compressing.
            $value = [$value, \str_repeat('text ', 100)];
            if (!$store->save($key, $value)) {
                $failed[] = $name;
            }
            \file_put_contents(\sprintf($native, $key), \serialize($value));
        }

        return $failed;
    }

    /** @return array<string, mixed> "hits": changes with an entry, "wrong": what should not be, and what was logged */
    private static function read(Store $store, string $native): array
    {
        $hits = $wrong = [];
        foreach (\array_keys(Releases::changes()) as $number => $name) {
            $key = \sprintf('N%02d', $number + 1);
            try {
                $found = $store->find($key);
                if ($found !== null) {
                    $hits[] = $name;
                    // An object is what PHP itself would have made of the same properties, without a warning.
                    [$is, $expected] = [\serialize($found[0]), \serialize(\unserialize((string) \file_get_contents(\sprintf($native, $key))))];
                    if ($is !== $expected) {
                        $wrong[] = "$name: $is instead of $expected";
                    }
                }
                // The second read of a request is the same, and not logged again.
                if (($store->find($key) === null) !== ($found === null)) {
                    $wrong[] = "$name is another at the second time";
                }
            } catch (\Throwable $error) {
                $wrong[] = "$name: " . $error::class . ': ' . $error->getMessage();
            }
        }

        return ['hits' => $hits, 'wrong' => $wrong, 'logged' => $store->logged(), 'resident' => \brine_resident_status()['hits']];
    }
}
