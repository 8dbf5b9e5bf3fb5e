<?php

declare(strict_types=1);

use Brine\Format;
use Brine\Integration\Typo3Frontend;
use Brine\Integration\Typo3ReadingFrontend;
use Brine\Tests\Checks;
use Brine\Tests\Frameworks\Client;
use Brine\Tests\Frameworks\Frameworks;
use Brine\Tests\Frameworks\Scenario;
use Psr\Log\AbstractLogger;
use Psr\Log\LoggerInterface;
use TYPO3\CMS\Core\Cache\Backend\AbstractBackend;
use TYPO3\CMS\Core\Cache\Backend\TransientMemoryBackend;
use TYPO3\CMS\Core\Cache\Frontend\VariableFrontend;
use TYPO3\CMS\Core\Log\LogManager;
use TYPO3\CMS\Core\Utility\GeneralUtility;

require __DIR__ . '/../start.php';

Frameworks::load(VariableFrontend::class, ['typo3', 'class-alias-loader'], 'typo3');
$GLOBALS['TYPO3_CONF_VARS'] = ['SYS' => ['encryptionKey' => str_repeat('0123456789abcdef', 6)], 'SC_OPTIONS' => []];
Frameworks::example('Typo3Frontend::class');
Checks::same('the page names the frontend', Typo3Frontend::class, $GLOBALS['TYPO3_CONF_VARS']['SYS']['caching']['cacheConfigurations']['pages']['frontend']);

$log = new class extends LogManager {
    /** @var list<string> */
    public array $messages = [];

    public function __construct()
    {
    }

    public function getLogger(string $name = ''): LoggerInterface
    {
        return new class ($this->messages) extends AbstractLogger {
            /** @param list<string> $messages */
            public function __construct(private array &$messages)
            {
            }

            public function log($level, $message, array $context = []): void
            {
                $this->messages[] = "$level: $context[entry]";
            }
        };
    }
};
GeneralUtility::setSingletonInstance(LogManager::class, $log);
// TYPO3's own backends need its configuration and its log.
$backend = new class ($redis) extends AbstractBackend {
    public function __construct(private Redis $redis)
    {
    }

    public function set(mixed $entryIdentifier, mixed $data, array $tags = [], mixed $lifetime = null): void
    {
        $this->redis->set($entryIdentifier, $data);
    }

    public function get(mixed $entryIdentifier): mixed
    {
        return $this->redis->get($entryIdentifier);
    }

    public function has(mixed $entryIdentifier): bool
    {
        return $this->redis->exists($entryIdentifier) === 1;
    }

    public function remove(mixed $entryIdentifier): bool
    {
        return $this->redis->del($entryIdentifier) === 1;
    }

    public function flush(): void
    {
        $this->redis->flushAll();
    }

    public function collectGarbage(): void
    {
    }
};
$frontend = static function (string $class, string $identifier = 'pages') use ($backend): VariableFrontend {
    return new $class($identifier, $backend);
};
$client = static function (string $class) use ($frontend): Client {
    $cache = $frontend($class);

    return new Client(static fn (string $key, mixed $value): mixed => $cache->set($key, $value, [], 600), $cache->get(...));
};
$scenario = new Scenario(
    $client(VariableFrontend::class),
    $client(Typo3Frontend::class),
    $client(Typo3ReadingFrontend::class),
    $bytes,
    $put,
    miss: false,
    format: Format::Signed,
);
$scenario->run(["\xc1\x14\xff"], []);
Checks::same('unreadable entries are logged', ['warning: pages/damaged', 'warning: pages/damaged'], $log->messages);

// A signature is for its cache and identifier.
$cache = $frontend(Typo3Frontend::class);
$cache->set('one', ['secret'], [], 600);
$cache->set('two', ['open'], [], 600);
$put('two', $bytes('one'));
Scenario::same('an entry at another identifier', false, $cache->get('two'));
Scenario::same('an entry of another cache', false, $frontend(Typo3Frontend::class, 'hash')->get('one'));
Scenario::same('the entry itself', ['secret'], $frontend(Typo3Frontend::class)->get('one'));
$GLOBALS['TYPO3_CONF_VARS']['SYS']['encryptionKey'] = str_repeat('f', 96);
Scenario::same('an entry of another key', false, $frontend(Typo3Frontend::class)->get('one'));
$GLOBALS['TYPO3_CONF_VARS']['SYS']['encryptionKey'] = '';
try {
    $frontend(Typo3Frontend::class)->set('three', 3);
    Checks::that('no encryption key is refused', false);
} catch (LogicException $error) {
    Checks::same('no encryption key', 'TYPO3 has no encryption key, by which cache entries are signed', $error->getMessage());
}
$GLOBALS['TYPO3_CONF_VARS']['SYS']['encryptionKey'] = str_repeat('f', 96);

// What TYPO3 does besides.
$GLOBALS['TYPO3_CONF_VARS']['SC_OPTIONS']['t3lib/cache/frontend/class.t3lib_cache_frontend_variablefrontend.php']['set'] = [
    static function (array &$parameters): void {
        $parameters['variable'] = ['changed', $parameters['variable']];
    },
];
$cache = $frontend(Typo3Frontend::class);
$cache->set('hooked', 5, ['tag'], 600);
Scenario::same('a hook of TYPO3 changes the value', ['changed', 5], $frontend(Typo3Frontend::class)->get('hooked'));
foreach ([['not valid!', []], ['valid', ['not valid!']]] as [$identifier, $tags]) {
    try {
        $cache->set($identifier, 1, $tags);
        Checks::that("refused: $identifier", false);
    } catch (InvalidArgumentException $error) {
        Checks::that($error->getMessage(), str_starts_with($error->getMessage(), '"not valid!" is not a valid '));
    }
}
$GLOBALS['TYPO3_CONF_VARS']['SC_OPTIONS'] = [];
$transient = new Typo3Frontend('runtime', new class extends TransientMemoryBackend {
    public function __construct()
    {
    }
});
$transient->set('object', $object = new stdClass());
Checks::same('a transient backend keeps the value itself', $object, $transient->get('object'));

require __DIR__ . '/../end.php';
