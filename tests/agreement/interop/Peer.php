<?php

declare(strict_types=1);

namespace Brine\Tests\Interop;

use Brine\MessagePack\Backend;
use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\Extension\TimestampExtension;
use Brine\MessagePack\Packer;
use Brine\MessagePack\Type\Bin;
use Brine\MessagePack\Type\Ext;
use Brine\MessagePack\Type\Map;
use Brine\MessagePack\Type\Timestamp;

/**
 * Another implementation of MessagePack, as a program that answers a line with a line: a message in hexadecimal with
 * the value that it read, as JSON, and with the same value as it packs it.
 */
final class Peer
{
    /** @var resource */
    private $process;
    /** @var list<resource> its input and its output */
    private array $pipes = [];

    /**
     * @param list<string> $command
     * @param bool $hasIntegers or has floats only, but for integers of 64 bits
     */
    public function __construct(array $command, private bool $hasIntegers)
    {
        $this->process = \proc_open($command, [['pipe', 'r'], ['pipe', 'w'], \STDERR], $this->pipes);
    }

    /** @return array{string, string} what it read, and what it packed */
    public function ask(string $packed): array
    {
        \fwrite($this->pipes[0], \bin2hex($packed) . "\n");
        $line = \fgets($this->pipes[1]);
        if ($line === false) {
            throw new \RuntimeException('the peer has ended');
        }
        [$json, $hex] = \explode("\t", \rtrim($line));

        return [$json, \hex2bin($hex)];
    }

    /** @return list<mixed> the value with its types, as the peer says it */
    public function describe(mixed $value): array
    {
        return match (true) {
            $value === null => ['nil'],
            \is_bool($value) => ['bool', $value],
            \is_int($value) => $this->hasIntegers || $value < -0x80000000 || $value > 0xffffffff
                ? ['int', (string) $value]
                : ['number', \bin2hex(\pack('E', $value))],
            \is_float($value) => [
                $this->hasIntegers ? 'float' : 'number',
                \is_nan($value) ? 'nan' : \bin2hex(\pack('E', $value)),
            ],
            \is_string($value) => ['str', \bin2hex($value)],
            $value instanceof Bin => ['bin', \bin2hex($value->data)],
            $value instanceof Ext => ['ext', $value->type, \bin2hex($value->data)],
            $value instanceof Timestamp => ['timestamp', (string) $value->getSeconds(), $value->getNanoseconds()],
            $value instanceof Map => $this->describeMap($value->map),
            \array_is_list($value) => ['array', \array_map($this->describe(...), $value)],
            default => $this->describeMap($value),
        };
    }

    /**
     * Gives random values to the peer and back, by each backend that there is, and prints the counts.
     *
     * @return int the exit code
     */
    public function run(int $count, int $seed, string $name): int
    {
        echo "$name, seed $seed\n";
        $failed = 0;
        $done = 0;
        foreach (['php' => Backend::forcePhp(...), 'native' => Backend::forceNative(...)] as $backend => $force) {
            try {
                $force();
            } catch (\LogicException) {
                echo "without the extension\n";
                continue;
            }
            $extensions = [new TimestampExtension()];
            $packer = new Packer(null, $extensions);
            $unpacker = new BufferUnpacker('', null, $extensions);
            $values = new Values($seed, portable: true);
            for ($index = 0; $index < $count; $index++, $done++) {
                $problem = $this->problem($values->value($index), $packer, $unpacker);
                if ($problem !== null && ++$failed <= 10) {
                    echo "value $index of seed $seed by $backend: ", \substr($problem, 0, 1000), "\n";
                }
            }
        }
        echo $done - $failed, " passed, $failed failed\n";

        return $failed === 0 ? 0 : 1;
    }

    private function problem(mixed $value, Packer $packer, BufferUnpacker $unpacker): ?string
    {
        $packed = $packer->pack($value);
        [$read, $again] = $this->ask($packed);
        $expected = \json_encode($this->describe($value), \JSON_THROW_ON_ERROR);
        if (\json_encode(\json_decode($read, depth: 2000)) !== $expected) {
            return "it read $read instead of $expected";
        }
        // It packs the same value, possibly with wider integers, or integers for whole floats.
        $back = $unpacker->reset($again)->unpack();
        $plain = self::plain($value, !$this->hasIntegers);
        if ($unpacker->hasRemaining() || \serialize(self::plain($back, !$this->hasIntegers)) !== \serialize($plain)) {
            return 'it packed ' . \bin2hex($again) . ' instead of ' . \bin2hex($packed);
        }
        if ($this->hasIntegers && $again !== $packed) {
            return 'it packed ' . \bin2hex($again) . ', an equal value, instead of ' . \bin2hex($packed);
        }

        return null;
    }

    /** @param array<mixed> $map */
    private function describeMap(array $map): array
    {
        $entries = [];
        foreach ($map as $key => $item) {
            $entries[] = [$this->describe($key), $this->describe($item)];
        }

        return ['map', $entries];
    }

    /** The value as it is unpacked; with all numbers that have no fraction as integers, where the peer does not keep them apart. */
    private static function plain(mixed $value, bool $numbers): mixed
    {
        return match (true) {
            $value instanceof Bin => $value->data,
            $value instanceof Map => self::plain($value->map, $numbers),
            \is_array($value) => \array_map(static fn (mixed $item): mixed => self::plain($item, $numbers), $value),
            $numbers && \is_int($value) && \abs($value) < 2 ** 53 => (float) $value,
            $numbers && $value === -0.0 => 0.0,
            default => $value,
        };
    }
}
