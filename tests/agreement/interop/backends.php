<?php

/*
 * Both implementations of MessagePack against each other: random values are packed by both into the same bytes, and each unpacks the other's bytes.
 * Bytes that were cut or changed are the same value, or the same error with the
 * same offset, to both.
 *
 *     scripts/php.sh release tests/agreement/interop/backends.php [--count N] [--seed N] [--only INDEX]
 */

declare(strict_types=1);

namespace Brine\Tests\Interop;

use Brine\MessagePack\Backend;
use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\Exception\UnpackingFailedException;
use Brine\MessagePack\Extension\TimestampExtension;
use Brine\MessagePack\Packer;
use Brine\MessagePack\PackOptions;
use Brine\MessagePack\UnpackOptions;

require __DIR__ . '/bootstrap.php';

$options = \getopt('', ['count:', 'seed:', 'only:']);
$seed = \Brine\Tests\seed($options['seed'] ?? null);
$first = (int) ($options['only'] ?? 0);
$count = isset($options['only']) ? 1 : (int) ($options['count'] ?? 10000);

if (\PHP_INT_SIZE < 8) {
    echo "skipped: this needs 64-bit integers\n";
    exit(0);
}
try {
    Backend::forceNative();
} catch (\LogicException $error) {
    echo 'skipped: ', $error->getMessage(), "\n";
    exit(0);
}

/** @return array{Packer, BufferUnpacker} */
function codec(int $packing, UnpackOptions $unpacking): array
{
    $extensions = [new TimestampExtension()];

    return [new Packer($packing, $extensions), new BufferUnpacker('', $unpacking, $extensions)];
}

/** A value or an error as text. */
function outcome(BufferUnpacker $unpacker, string $bytes): string
{
    try {
        $value = $unpacker->reset($bytes)->unpack();

        return \serialize($value) . ' ' . $unpacker->getRemainingCount();
    } catch (UnpackingFailedException $error) {
        return $error::class . ' ' . $error->getReason() . ' ' . $error->getOffset() . ' ' . $error->getMessage();
    }
}

$modes = [];
foreach ([PackOptions::FORCE_STR, PackOptions::FORCE_BIN, PackOptions::DETECT_STR_BIN] as $strings) {
    foreach ([PackOptions::FORCE_ARR, PackOptions::FORCE_MAP, PackOptions::DETECT_ARR_MAP] as $arrays) {
        foreach ([PackOptions::FORCE_FLOAT32, PackOptions::FORCE_FLOAT64] as $floats) {
            $modes[] = $strings | $arrays | $floats;
        }
    }
}
$unpacking = [
    UnpackOptions::fromDefaults(),
    UnpackOptions::fromDefaults()->withUtf8Validation(),
    UnpackOptions::fromDefaults()->withMaxDepth(3)->withMaxElements(20),
];
$codecs = ['native' => [], 'php' => []];
foreach (['native' => Backend::forceNative(...), 'php' => Backend::forcePhp(...)] as $name => $force) {
    $force();
    foreach ($modes as $i => $mode) {
        $codecs[$name][$i] = codec($mode, $unpacking[$i % 3]);
    }
    $codecs[$name]['default'] = codec(0, $unpacking[0]);
}

echo "seed $seed\n";
$values = new Values($seed);
$failed = 0;
for ($index = $first; $index < $first + $count; $index++) {
    $value = $values->value($index);
    // Half of them as most users have it.
    $mode = $index % 2 === 0 ? 'default' : $index % \count($modes);
    [$nativePacker, $nativeUnpacker] = $codecs['native'][$mode];
    [$phpPacker, $phpUnpacker] = $codecs['php'][$mode];

    $packed = $nativePacker->pack($value);
    $problem = match (true) {
        $packed !== $phpPacker->pack($value) => 'packed differently',
        outcome($nativeUnpacker, $packed) !== outcome($phpUnpacker, $packed) => 'unpacked differently',
        default => null,
    };
    for ($i = 0; $problem === null && $i < 3 && \strlen($packed) < 5000; $i++) {
        $damaged = $values->damage($packed);
        $native = outcome($nativeUnpacker, $damaged);
        $php = outcome($phpUnpacker, $damaged);
        if ($native !== $php) {
            $problem = 'damaged ' . \bin2hex($damaged) . ":\n  native " . \substr($native, 0, 300) . "\n  php    " . \substr($php, 0, 300);
        }
    }
    if ($problem !== null && ++$failed <= 20) {
        echo "value $index (--seed $seed --only $index): $problem\n";
    }
}
echo $count - $failed, " passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
