<?php

/*
 * A consumer as messenger:consume: a kernel that boots once, and Messenger's Worker, whose listener resets the services after each message.
 * usage: loop.php DIRECTORY BRINE DEBUG REQUESTS LEAK
 */

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

use Brine\Tests\Library\Loop\Acting;
use Brine\Tests\Library\Loop\Loop;
use Symfony\Component\Cache\Adapter\AdapterInterface;
use Symfony\Component\EventDispatcher\EventDispatcher;
use Symfony\Component\HttpKernel\DependencyInjection\ServicesResetter;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\EventListener\ResetServicesListener;
use Symfony\Component\Messenger\EventListener\StopWorkerOnMessageLimitListener;
use Symfony\Component\Messenger\Handler\HandlersLocator;
use Symfony\Component\Messenger\MessageBus;
use Symfony\Component\Messenger\Middleware\HandleMessageMiddleware;
use Symfony\Component\Messenger\Transport\InMemory\InMemoryTransport;
use Symfony\Component\Messenger\Worker;

require __DIR__ . '/bootstrap.php';

[, $directory, $brine, $debug, $requests, $leak] = $argv;
/** @var array<string, mixed> $brine */
$brine = \json_decode($brine, true, flags: \JSON_THROW_ON_ERROR);
$kernel = new TestKernel($brine, $directory, [], $debug === '1');
$kernel->boot();
$container = $kernel->getContainer();
$resetter = $container->get('services_resetter');
$log = $container->get('logger');
\assert($resetter instanceof ServicesResetter && $log instanceof TestLogger);

/** @return array{bool, mixed} */
$fetch = static function (AdapterInterface $pool, string $key): array {
    $item = $pool->getItem($key);

    return [$item->isHit(), $item->get()];
};
$handle = static function (\stdClass $message) use ($container, $fetch, $log): void {
    $number = $message->number;
    \assert(\is_int($number));
    $value = ['id' => $number % 40, 'rows' => \array_fill(0, $number % 40, ['name' => 'a name', 'price' => 1.5]), 'object' => new Acting($number % 40)];
    foreach (['app.redis', 'app.tagged', 'app.memcached', 'app.database'] as $name) {
        $pool = $container->get($name);
        \assert($pool instanceof AdapterInterface);
        Loop::same('save', true, $pool->save($pool->getItem("value-{$value['id']}")->set($value)));
        Loop::equal('hit', [true, $value], $fetch($pool, "value-{$value['id']}"));
        Loop::equal('again', [true, $value], $fetch($pool, "value-{$value['id']}"));
        Loop::same('miss', [false, null], $fetch($pool, "unique-$number"));
        $pool->saveDeferred($pool->getItem("unique-$number")->set("text of $number"));
        Loop::same('deferred', [true, "text of $number"], $fetch($pool, "unique-$number"));
        Acting::$reading = static fn (): never => throw new \DomainException("request $number");
        Loop::same('unreadable', [false, null], $fetch($pool, "value-{$value['id']}"));
        Acting::$reading = static fn (): mixed => \Fiber::suspend();
        Loop::drop('a fiber', static fn (): array => $fetch($pool, "value-{$value['id']}"));
        Acting::$reading = null;
        Loop::same('delete', true, $pool->deleteItem("unique-$number"));
    }
    // No pattern with the number: PHP keeps patterns.
    $isUnread = static fn (string $message): bool => \str_starts_with($message, 'Failed to fetch key ') && \str_ends_with($message, ": request $number");
    Loop::same('the log', [true, true, true, true], \array_map($isUnread, $log->take()));
};
$database = $container->get('app.database');
\assert($database instanceof AdapterInterface);
// Makes the table, and says so.
$database->save($database->getItem('first')->set('first'));
$log->take();
$receiver = new InMemoryTransport();
$bus = new MessageBus([new HandleMessageMiddleware(new HandlersLocator([\stdClass::class => [$handle]]))]);
Loop::run(static function (int $number) use ($receiver, $bus, $resetter): void {
    $receiver->send(new Envelope((object) ['number' => $number]));
    $dispatcher = new EventDispatcher();
    $dispatcher->addSubscriber(new ResetServicesListener($resetter));
    $dispatcher->addSubscriber(new StopWorkerOnMessageLimitListener(1));
    (new Worker(['async' => $receiver], $bus, $dispatcher))->run();
    Loop::same('handled', 0, \count($receiver->getRejected()));
    $receiver->reset();
}, (int) $requests, leak: $leak);
