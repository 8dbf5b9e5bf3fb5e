<?php

declare(strict_types=1);

use Brine\Auto;
use Brine\DecodeException;
use Brine\Format;
use Brine\Integration\LaminasSerializer;
use Brine\Tests\Checks;
use Brine\Tests\Frameworks\Client;
use Brine\Tests\Frameworks\Frameworks;
use Brine\Tests\Frameworks\Scenario;
use Laminas\Cache\Storage\Adapter\Memory;
use Laminas\Cache\Storage\Plugin\PluginOptions;
use Laminas\Cache\Storage\Plugin\Serializer;
use Laminas\Serializer\Adapter\AdapterInterface;
use Laminas\Serializer\Adapter\PhpSerialize;
use Laminas\Serializer\Exception\RuntimeException as SerializerException;

require __DIR__ . '/../start.php';

Frameworks::load(AdapterInterface::class, [
    'laminas-cache', 'laminas-serializer', 'laminas-eventmanager', 'laminas-servicemanager', 'laminas-stdlib', 'laminas-cache-storage-adapter-memory',
], 'laminas');

try {
    (new LaminasSerializer())->unserialize('a:1:{i:0;');
    Checks::that('damaged bytes throw', false);
} catch (SerializerException $error) {
    Checks::that('the exception of the library is the previous one', $error->getPrevious() instanceof DecodeException);
}

if (!Frameworks::$isReal) {
    // Only the serializer, on an array.
    $store = new ArrayObject();
    $client = static fn (object $serializer): Client => new Client(
        static fn (string $key, mixed $value): mixed => $store[$key] = $serializer->serialize($value),
        static function (string $key) use ($store, $serializer): mixed {
            try {
                return isset($store[$key]) ? $serializer->unserialize($store[$key]) : null;
            } catch (SerializerException) {
                return null;
            }
        },
    );
    $scenario = new Scenario(
        $client(new PhpSerialize()),
        $client(new LaminasSerializer()),
        $client(new LaminasSerializer(new Auto([Format::Native]))),
        static fn (string $key): string => $store[$key],
        static fn (string $key, string $bytes): string => $store[$key] = $bytes,
    );
    $scenario->run(plain: []);
    $scenario->readsIgbinary();
    require __DIR__ . '/../end.php';
}

$storage = new Memory();
/** Calls a function with plugins on the storage, which all states share. */
$with = static function (Closure $plugins, Closure $call) use ($storage): mixed {
    $plugins();
    try {
        return $call($storage);
    } finally {
        foreach (iterator_to_array($storage->getPluginRegistry(), false) as $plugin) {
            $storage->removePlugin($plugin);
        }
    }
};
$client = static fn (Closure $plugins): Client => new Client(
    static fn (string $key, mixed $value): mixed => $with($plugins, static fn (Memory $storage): bool => $storage->setItem($key, $value)),
    static fn (string $key): mixed => $with($plugins, static function (Memory $storage) use ($key): mixed {
        $value = $storage->getItem($key, $success);

        return $success ? $value : null;
    }),
);
$page = static function () use ($storage): void {
    Frameworks::example('LaminasSerializer', ['storage' => $storage], ['error_log($error->getMessage())' => 'null']);
};
$serializer = static fn (AdapterInterface|string $serializer): Closure => static function () use ($storage, $serializer): void {
    $storage->addPlugin((new Serializer())->setOptions(new PluginOptions(['serializer' => $serializer])));
};
$scenario = new Scenario(
    $client($serializer(new PhpSerialize())),
    $client($page),
    $client($serializer(new LaminasSerializer(new Auto([Format::Native])))),
    static fn (string $key): string => $storage->getItem($key),
    static fn (string $key, string $bytes): bool => $storage->setItem($key, $bytes),
);
$scenario->run(plain: []);
$scenario->readsIgbinary();
$storage->setItem('damaged', 'a:1:{i:0;');
foreach ([SerializerException::class => $serializer(new LaminasSerializer()), '' => $page] as $class => $plugins) {
    try {
        $with($plugins, static fn (Memory $storage): mixed => $storage->getItem('damaged'));
        Checks::same('a damaged entry does not throw', '', $class);
    } catch (Throwable $error) {
        Checks::same('a damaged entry throws', $class, $error::class);
    }
}
Scenario::same('several, one of them damaged', [], $with($page, static fn (Memory $storage): array => $storage->getItems(['damaged', 'new-rows'])));
Scenario::same('several', ['new-float' => 2.5], $with($page, static fn (Memory $storage): array => $storage->getItems(['new-float', 'absent'])));

require __DIR__ . '/../end.php';
