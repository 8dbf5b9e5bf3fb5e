<?php

declare(strict_types=1);

use Brine\Auto;
use Brine\Format;
use Brine\Integration\CakeRedisEngine;
use Brine\Tests\Frameworks\Client;
use Brine\Tests\Frameworks\Frameworks;
use Brine\Tests\Frameworks\Scenario;
use Cake\Cache\Cache;
use Cake\Cache\Engine\RedisEngine;

require __DIR__ . '/../start.php';

Frameworks::load(RedisEngine::class, ['cakephp'], 'cakephp');
$common = ['server' => '127.0.0.1', 'port' => $server->port, 'persistent' => false, 'prefix' => 'app:', 'duration' => 600];
$engine = static function (string $class, array $configuration = []) use ($common): RedisEngine {
    $engine = new $class();
    $engine->init($common + $configuration);

    return $engine;
};
$page = Frameworks::example('CakeRedisEngine')['return']['Cache']['default'];
$recipe = $engine($page['className'], $page);
$client = static fn (RedisEngine $engine): Client => new Client($engine->set(...), $engine->get(...));
$scenario = new Scenario(
    $client($engine(RedisEngine::class)),
    $client($recipe),
    $client($engine(CakeRedisEngine::class, ['serializer' => new Auto([Format::Native])])),
    static fn (string $key): string => $bytes("app:$key"),
    static fn (string $key, string $data): bool => $put("app:$key", $data),
);
$scenario->run();
$scenario->readsIgbinary();
$redis->set('app:damaged', 'a:1:{i:0;');
Scenario::same('the default, for a damaged entry', 'default', $recipe->get('damaged', 'default'));
Scenario::same('the default, for no entry', 'default', $recipe->get('absent', 'default'));
$recipe->set('counter', 5);
Scenario::same('increment', 8, $recipe->increment('counter', 3));
Scenario::same('counter', 8, $recipe->get('counter'));
$recipe->set('digits', '12');
Scenario::same('digits stay text', '12', $recipe->get('digits'));
if (Frameworks::$isReal) {
    Cache::setConfig('default', $common + $page);
    Cache::write('written', ['by' => 'the facade']);
    Scenario::same('by the facade', ['by' => 'the facade'], Cache::read('written'));
    Scenario::same('remembered', [5], Cache::remember('damaged', static fn (): array => [5]));
    Scenario::same('several', ['written' => ['by' => 'the facade'], 'absent' => null], Cache::readMany(['written', 'absent']));
}

require __DIR__ . '/../end.php';
