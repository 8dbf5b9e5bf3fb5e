<?php

declare(strict_types=1);

namespace Drupal\brine\Status;

use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\NativeSerializer;
use Brine\Serializer;
use Drupal\brine\Codec;

/** Estimates a bin's size in other formats from its first decoded entries. */
final class Estimate
{
    /** @var array{native: Serializer, brine: Serializer, compressed: Serializer} */
    private readonly array $serializers;
    /** @var array{native: int, brine: int, compressed: int} bytes of the samples */
    private array $sizes = ['native' => 0, 'brine' => 0, 'compressed' => 0];
    private int $sampled = 0;
    private int $sampledBytes = 0;
    private int $bytes = 0;
    private int $stringBytes = 0;

    /** @param int $samples most entries that are decoded */
    public function __construct(private readonly int $samples)
    {
        $this->serializers = [
            'native' => new NativeSerializer(),
            'brine' => new BrineSerializer(),
            'compressed' => new Compressed(new BrineSerializer()),
        ];
    }

    public function add(string $bin, Entry $entry): void
    {
        $size = \strlen($entry->bytes);
        if ($entry->isString) {
            $this->stringBytes += $size;

            return;
        }
        $this->bytes += $size;
        if ($this->sampled >= $this->samples) {
            return;
        }
        try {
            $value = Codec::current()->decode($entry->bytes, $bin, $entry->cid, false);
            $sizes = [];
            foreach ($this->serializers as $name => $serializer) {
                $sizes[$name] = \strlen($serializer->serialize($value));
            }
        } catch (\Throwable) {
            // Unreadable entries count with their present size.
            $sizes = ['native' => $size, 'brine' => $size, 'compressed' => $size];
        }
        ++$this->sampled;
        $this->sampledBytes += $size;
        foreach ($sizes as $name => $bytes) {
            $this->sizes[$name] += $bytes;
        }
    }

    /** @return array{native: int, brine: int, compressed: int} bytes of all entries; strings count unchanged */
    public function bytes(): array
    {
        $factor = $this->sampledBytes > 0 ? $this->bytes / $this->sampledBytes : 0.0;

        return \array_map(fn (int $bytes): int => $this->stringBytes + (int) \round($bytes * $factor), $this->sizes);
    }
}
