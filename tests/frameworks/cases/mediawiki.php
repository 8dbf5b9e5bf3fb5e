<?php

declare(strict_types=1);

use Brine\Auto;
use Brine\Format;
use Brine\Tests\Checks;
use Brine\Tests\Frameworks\Client;
use Brine\Tests\Frameworks\Frameworks;
use Brine\Tests\Frameworks\Scenario;
use Psr\Log\AbstractLogger;
use Wikimedia\ObjectCache\RedisBagOStuff as NamespacedBagOStuff;

foreach ([(string) getenv('BRINE_FRAMEWORKS') . '/mediawiki', '/usr/share/mediawiki'] as $directory) {
    if (is_file("$directory/includes/AutoLoader.php") && !defined('MEDIAWIKI')) {
        define('MEDIAWIKI', true);
        define('MW_ENTRY_POINT', 'cli');
        $IP = $directory;
        require "$directory/includes/AutoLoader.php";
        require "$directory/includes/Defines.php";
        require_once "$directory/vendor/autoload.php";
        $hasOwnPackages = true;
    }
}

require __DIR__ . '/../start.php';

class_exists('RedisBagOStuff') || Frameworks::load(NamespacedBagOStuff::class, ['mediawiki'], 'mediawiki');
$class = class_exists(NamespacedBagOStuff::class) ? NamespacedBagOStuff::class : 'RedisBagOStuff';

$logger = new class extends AbstractLogger {
    /** @var list<string> */
    public array $messages = [];

    public function log($level, $message, array $context = []): void
    {
        if ($level === 'warning' && str_starts_with("$message", 'Unreadable')) {
            $this->messages[] = "$message";
        }
    }
};
$make = static fn (array $parameters): object => new $parameters['class'](['logger' => $logger, 'servers' => ["127.0.0.1:$server->port"]] + $parameters);
$page = Frameworks::example('MediaWikiRedis')['wgObjectCaches']['brine'];
$recipe = $make($page);
$client = static fn (object $cache): Client => new Client($cache->set(...), $cache->get(...));
$scenario = new Scenario(
    $client($make(['class' => $class])),
    $client($recipe),
    $client($make(['serializer' => new Auto([Format::Native])] + $page)),
    $bytes,
    $put,
    miss: false,
);
$scenario->run();
$scenario->readsIgbinary();
Checks::same('unreadable entries are logged', array_fill(0, 4, 'Unreadable cache entry: {message}'), $logger->messages);
if (Frameworks::$isReal) {
    Scenario::same('several', ['new-rows' => Scenario::values()['rows'], 'new-integer' => 42], $recipe->getMulti(['new-rows', 'new-integer', 'absent']));
    $recipe->set('large', str_repeat('many bytes ', 400_000), 0, BagOStuff::WRITE_ALLOW_SEGMENTS);
    Checks::same('a value in segments', str_repeat('many bytes ', 400_000), $recipe->get('large'));
    Checks::same('counting', 43, $recipe->incrWithInit('new-integer', 0));
    Checks::that('merging', $recipe->merge('merged', static fn (): array => ['merged']));
    Checks::same('merged', ['merged'], $recipe->get('merged'));
}

require __DIR__ . '/../end.php';
