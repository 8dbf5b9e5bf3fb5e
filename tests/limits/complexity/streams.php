<?php

/*
 * What it takes to unpack MessagePack that arrives in pieces, by both backends. Is well where the time for a megabyte is the same for
 * all sizes, and where the memory for many small messages does not depend on how many there are.
 *
 *     scripts/php.sh release tests/limits/complexity/streams.php [--megabytes 1024] [--chunk 65536]
 */

declare(strict_types=1);

namespace Brine\Tests\Complexity;

use Brine\MessagePack\Backend;
use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\Packer;

require __DIR__ . '/../../bootstrap.php';

ini_set('memory_limit', '2G');
$options = getopt('', ['megabytes:', 'chunk:']);
$megabytes = (int) ($options['megabytes'] ?? 1024);
$chunkSize = (int) ($options['chunk'] ?? 65536);

function line(string $title, int $bytes, int $nanoseconds, int $peak): void
{
    printf("%-32s %6d MB  %8.2f ms a MB  peak %9.1f KB\n", $title, $bytes >> 20, $nanoseconds / ($bytes / (1 << 20)) / 1e6, $peak / 1024);
}

/** Consecutive small messages, in chunks that end anywhere. */
function small(string $backend, int $bytes, int $chunkSize): void
{
    $message = (new Packer())->pack(['id' => 12345, 'name' => 'a small message', 'tags' => [1, 2], 'ok' => true]);
    // As many bytes as a whole number of messages and of chunks.
    $stream = str_repeat($message, $chunkSize);
    $chunks = str_split(substr($stream, 0, strlen($message) * $chunkSize), $chunkSize);
    unset($stream);
    $unpacker = new BufferUnpacker();
    gc_collect_cycles();
    memory_reset_peak_usage();
    $before = memory_get_usage();
    $count = 0;
    $fed = 0;
    $start = hrtime(true);
    while ($fed < $bytes) {
        foreach ($chunks as $chunk) {
            $count += count($unpacker->append($chunk)->tryUnpack());
            $fed += $chunkSize;
            if ($fed >= $bytes) {
                break;
            }
        }
    }
    $time = hrtime(true) - $start;
    if ($count !== intdiv($fed, strlen($message))) {
        exit("$count messages of " . intdiv($fed, strlen($message)) . "\n");
    }
    line("$backend, small messages", $fed, $time, memory_get_peak_usage() - $before);
}

/** One message, in chunks of 1 KB. */
function large(string $backend, string $title, string $packed): void
{
    $unpacker = new BufferUnpacker();
    $bytes = strlen($packed);
    memory_reset_peak_usage();
    $before = memory_get_usage();
    $messages = [];
    $start = hrtime(true);
    for ($offset = 0; $offset < $bytes; $offset += 1024) {
        $messages = $unpacker->append(substr($packed, $offset, 1024))->tryUnpack();
    }
    $time = hrtime(true) - $start;
    if (count($messages) !== 1) {
        exit("not one message\n");
    }
    line("$backend, $title", $bytes, $time, memory_get_peak_usage() - $before);
}

foreach (['C' => Backend::forceNative(...), 'PHP' => Backend::forcePhp(...)] as $backend => $force) {
    try {
        $force();
    } catch (\LogicException) {
        continue;
    }
    foreach ([16, 4, 1] as $part) {
        small($backend, intdiv($megabytes << 20, $part), $chunkSize);
    }
    foreach ([6, 25, 100] as $size) {
        large($backend, 'one string in 1 KB chunks', (new Packer())->packStr(str_repeat('x', $size << 20)));
    }
    $row = (new Packer())->pack(str_repeat('a row', 10)) . "\x07";
    foreach ([6, 25, 100] as $size) {
        $rows = intdiv($size << 20, strlen($row));
        large($backend, 'one array in 1 KB chunks', (new Packer())->packArrayHeader(2 * $rows) . str_repeat($row, $rows));
    }
}
