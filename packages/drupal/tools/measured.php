<?php

/*
 * Router of the server of times.php, before the site's own.
 *
 * X-Record: FILE records all entries that the request decodes. X-Replay: FILE FORMAT encodes these entries once, decodes them, and reports bytes,
 * nanoseconds and memory.
 */

declare(strict_types=1);

namespace Brine\Scripts\Measured;

use Brine\Auto;
use Brine\Compressed;
use Brine\Dictionary;

/** Records the entries that its parent decodes. */
final class Record
{
    /** @var list<string> */
    public static array $entries = [];

    /** Replaces the module's CacheSerializer by one that records its input. Must run before the autoloader, which would find the original. */
    public static function define(): void
    {
        foreach (['SerializationInterface', 'ObjectAwareSerializationInterface'] as $interface) {
            require "core/lib/Drupal/Component/Serialization/$interface.php";
        }
        $code = (string) \file_get_contents((string) \getenv('BRINE_MODULE') . '/src/CacheSerializer.php');
        // Both classes share the static properties.
        eval(\str_replace(['<?php', 'declare(strict_types=1);', 'class CacheSerializer '], ['', '', 'class CacheSerializerAsItIs '], $code));
        eval('namespace Drupal\brine; class CacheSerializer extends CacheSerializerAsItIs {
            public static function decode($raw) { \\' . self::class . '::$entries[] = $raw; return parent::decode($raw); }
        }');
    }

    public static function write(): void
    {
        \file_put_contents($_SERVER['HTTP_X_RECORD'], \serialize(self::$entries));
    }
}

/**
 * Functions that write and read the format.
 *
 * @return array{\Closure(mixed): string, \Closure(string): mixed}
 */
function codec(string $format): array
{
    $options = ['missing_classes' => 'throw'];
    $auto = new Auto(options: $options);
    switch ($format) {
        case 'native':
            return [\serialize(...), \unserialize(...)];
        case 'igbinary':
            return [\igbinary_serialize(...), \igbinary_unserialize(...)];
        case 'compressed':
            $compressed = new Compressed($auto);

            return [$compressed->serialize(...), $auto->unserialize(...)];
        case 'dictionary':
            $dictionary = new Auto(options: $options, dictionary: Dictionary::fromFile((string) \getenv('BRINE_DICTIONARY')));

            return [$dictionary->serialize(...), static fn (string $data): mixed => \brine_unserialize($data, $options)];
        default:
            $options += $format === 'resident' ? ['resident' => true] : [];

            return [\brine_serialize(...), static fn (string $data): mixed => \brine_unserialize($data, $options)];
    }
}

function replay(string $file, string $format): void
{
    // The entries' classes are in modules.
    $loader = require 'autoload.php';
    $kernel = \Drupal\Core\DrupalKernel::createFromRequest(\Symfony\Component\HttpFoundation\Request::createFromGlobals(), $loader, 'prod');
    $kernel->boot();
    [$encode, $decode] = codec($format);
    if (!\is_file("$file.$format")) {
        $auto = new Auto();
        $payloads = [];
        foreach (\unserialize((string) \file_get_contents($file)) as $entry) {
            $payloads[] = $encode($auto->unserialize($entry));
        }
        \file_put_contents("$file.$format", \serialize($payloads));
    }
    $payloads = \unserialize((string) \file_get_contents("$file.$format"));
    // Loads the classes.
    \array_map($decode, $payloads);
    \gc_collect_cycles();
    $values = [];
    \memory_reset_peak_usage();
    $memory = \memory_get_usage();
    $start = \hrtime(true);
    foreach ($payloads as $payload) {
        $values[] = $decode($payload);
    }
    $time = \hrtime(true) - $start;
    $peak = \memory_get_peak_usage() - $memory;
    echo \json_encode(['entries' => \count($payloads), 'bytes' => \array_sum(\array_map(\strlen(...), $payloads)), 'time' => $time, 'memory' => $peak, 'hash' => \md5(\serialize($values))]);
}

if (isset($_SERVER['HTTP_X_REPLAY'])) {
    replay(...\explode(' ', $_SERVER['HTTP_X_REPLAY']));

    return true;
}
if (isset($_SERVER['HTTP_X_RECORD'])) {
    Record::define();
    \register_shutdown_function(Record::write(...));
}

return require $_SERVER['DOCUMENT_ROOT'] . '/.ht.router.php';
