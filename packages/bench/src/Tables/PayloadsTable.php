<?php

declare(strict_types=1);

namespace Brine\Bench\Tables;

use Brine\Bench\Corpus;
use Brine\Bench\Drupal\Entries;
use Brine\Bench\Method;
use Brine\Bench\Result\Comparison;
use Brine\Bench\Table;
use Brine\Bench\Workload;

/** Brine payloads by size, compressed: the basis for the defaults of Compressed. */
final class PayloadsTable implements Table
{
    /** Exclusive upper limits of the rows' payloads in bytes; each is the lower limit of the next row. */
    private const SIZES = [64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 65536];

    private const COMPRESSIONS = ['uncompressed', 'zlib-1', 'zlib-6', 'zlib-9', 'zstd-3', 'lz4'];

    public function __construct(private readonly ?Corpus $corpus)
    {
    }

    public function id(): string
    {
        return 'payloads';
    }

    public function title(): string
    {
        return 'Payloads of Brine by size, compressed';
    }

    public function rows(): array
    {
        return [...\array_map(static fn (int $size): string => "under $size bytes", self::SIZES), 'longer payloads'];
    }

    public function isDefault(): bool
    {
        return false;
    }

    public function measure(Method $method): Comparison
    {
        $payloads = [];
        foreach (\array_merge(...\array_values(Entries::of($this->corpus, \PHP_INT_MAX))) as $value) {
            $payload = \brine_serialize($value);
            $payloads[self::row(\strlen($payload))][] = static fn (): string => $payload;
        }
        $workloads = [];
        foreach ($this->rows() as $row) {
            if (isset($payloads[$row]) && $method->wants($this, $row)) {
                $workloads[] = new Workload('payloads', $row, $payloads[$row], fresh: false);
            }
        }

        return (new WorkloadTable(
            'payloads',
            $this->title(),
            'Sums of the payloads of that size. encode is to compress, decode to decompress.',
            $workloads,
            self::COMPRESSIONS,
            baseline: 'zlib-1',
        ))->measure($method);
    }

    private static function row(int $bytes): string
    {
        foreach (self::SIZES as $size) {
            if ($bytes < $size) {
                return "under $size bytes";
            }
        }

        return 'longer payloads';
    }
}
