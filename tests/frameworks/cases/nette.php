<?php

declare(strict_types=1);

use Brine\Auto;
use Brine\Format;
use Brine\Integration\NetteStorage;
use Brine\Tests\Checks;
use Brine\Tests\Frameworks\Client;
use Brine\Tests\Frameworks\Frameworks;
use Brine\Tests\Frameworks\Scenario;
use Nette\Bridges\CacheDI\CacheExtension;
use Nette\Caching\Cache;
use Nette\Caching\Storage;
use Nette\Caching\Storages\FileStorage;
use Nette\DI\Compiler;
use Nette\Utils\FileSystem;

require __DIR__ . '/../start.php';

Frameworks::load(Storage::class, ['nette-caching', 'nette-utils', 'nette-di', 'nette-neon', 'nette-php-generator', 'nette-schema'], 'nette');
$directory = sys_get_temp_dir() . '/brine-nette-' . getmypid();
mkdir($directory);
$client = static fn (Storage $storage): Client => new Client(
    static fn (string $key, mixed $value): mixed => (new Cache($storage))->save($key, $value),
    (new Cache($storage))->load(...),
);
/** The file of a key: the length of a header in six digits, the header, the data. */
$file = static function (string $key) use ($directory): string {
    (new Cache($named = new class implements Storage {
        public string $key = '';

        public function read(string $key): mixed
        {
            $this->key = $key;

            return null;
        }

        public function lock(string $key): void
        {
        }

        public function write(string $key, mixed $data, array $dependencies): void
        {
        }

        public function remove(string $key): void
        {
        }

        public function clean(array $conditions): void
        {
        }
    }))->load($key);

    return $directory . '/_' . preg_replace('/(?<=.)%00/', '/_', urlencode($named->key));
};
$head = static fn (string $key): int => 6 + (int) file_get_contents($file($key), length: 6);
$reports = [];
$recipe = Frameworks::example('NetteStorage', ['directory' => $directory])['storage'];
$scenario = new Scenario(
    $client(new FileStorage($directory)),
    $client($recipe),
    $client(new NetteStorage(new FileStorage($directory), new Auto([Format::Native]))),
    static fn (string $key): string => (string) file_get_contents($file($key), offset: $head($key)),
    static fn (string $key, string $bytes): mixed => file_put_contents($file($key), file_get_contents($file($key), length: $head($key)) . $bytes),
);
$scenario->run(["\xc1\x10\xff", "\xc1"], []);

// A text that looks like Brine, in each state that we write.
foreach ([new Auto(), new Auto([Format::Native])] as $serializer) {
    $storage = new NetteStorage(new FileStorage($directory), $serializer, static function (Throwable $error, string $key) use (&$reports): void {
        $reports[] = $key;
    });
    ($client($storage)->set)('text', "\xc1\x10 is no payload");
    Checks::same('a text that looks like Brine', "\xc1\x10 is no payload", ($client($storage)->get)('text'));
}
$storage->write('damaged', 'x', []);
(new FileStorage($directory))->write('damaged', "\xc1\x10\xff", []);
Checks::same('a damaged entry', null, $storage->read('damaged'));
Checks::same('is reported', ['damaged'], $reports);
// What the inner storage does.
$storage->write('gone', 1, []);
$storage->remove('gone');
Checks::same('removed', null, $storage->read('gone'));
$storage->lock('locked');
Checks::that('locked', is_file("$directory/_locked"));
$storage->write('locked', 2, []);
Checks::same('locked and written', 2, $storage->read('locked'));
$storage->lock('refused');
try {
    $storage->write('refused', static fn (): int => 1, []);
} catch (Throwable $refusal) {
}
Checks::that('a closure is refused', isset($refusal));
Checks::that('a refused value leaves no lock', !is_file("$directory/_refused"));
$storage->clean([Cache::All => true]);
Checks::same('cleaned', null, $storage->read('locked'));

// The services of an application, by the page's configuration.
if (class_exists(Compiler::class)) {
    file_put_contents("$directory/services.neon", Frameworks::block('cache.storage'));
    $compiler = (new Compiler())->setClassName('BrineContainer')->addExtension('cache', new CacheExtension("$directory/cache"));
    $compiler->addConfig(['parameters' => ['tempDir' => $directory]])->loadConfig("$directory/services.neon");
    eval($compiler->compile());
    $service = (new BrineContainer())->getByType(Storage::class);
    Checks::same('service', NetteStorage::class, $service::class);
    $cache = new Cache($service, 'products');
    $cache->save('tagged', ['tea'], [Cache::Tags => ['drinks']]);
    Checks::same('a tagged entry', ['tea'], $cache->load('tagged'));
    $cache->clean([Cache::Tags => ['drinks']]);
    Checks::same('its tag is cleaned', null, $cache->load('tagged'));
    unset($service, $cache);
    FileSystem::delete("$directory/cache");
    unlink("$directory/services.neon");
} elseif (Frameworks::$isReal) {
    echo "left out: the services, without nette-di\n";
}
array_map(unlink(...), array_filter((array) glob("$directory/{,_/}_*", GLOB_BRACE), is_file(...)));
array_map(rmdir(...), array_filter((array) glob("$directory/*"), is_dir(...)));
rmdir($directory);

require __DIR__ . '/../end.php';
