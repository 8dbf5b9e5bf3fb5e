<?php

declare(strict_types=1);

namespace Brine\Bench\Tables;

use Brine\Bench\Corpus;
use Brine\Bench\Method;
use Brine\Bench\Result\Comparison;
use Brine\Bench\SmallValues;
use Brine\Bench\Table;
use Brine\Bench\Workload;
use Brine\Igbinary\PlainBytes;
use Closure;

/** Times of the codecs in PHP relative to the extensions, and of igbinary bytes that are checked before the extension reads them. */
final class CodecsTable implements Table
{
    private const SERIALIZERS = ['native', 'brine', 'brine-php', 'igbinary', 'igbinary-php', 'igbinary-default', 'igbinary-trusted'];

    /** All values of a group: values that the extension igbinary may read by default, and the others. */
    private const PARTS = ['codecs', 'codecs-plain', 'codecs-others'];

    public function __construct(private readonly ?Corpus $corpus)
    {
    }

    public function id(): string
    {
        return 'codecs';
    }

    public function title(): string
    {
        return 'Codecs in PHP';
    }

    public function rows(): array
    {
        $rows = [];
        foreach (self::PARTS as $part) {
            foreach (\array_keys($this->groups()) as $group) {
                $rows[] = "$part/$group";
            }
        }

        return $rows;
    }

    public function isDefault(): bool
    {
        return false;
    }

    public function measure(Method $method): Comparison
    {
        $workloads = [];
        foreach ($this->rows() as $row) {
            if ($method->wants($this, $row)) {
                [$part, $group] = \explode('/', $row, 2);
                $values = \array_values(\array_filter($this->groups()[$group], static fn (Closure $build): bool => self::belongs($part, $build)));
                $workloads = $values === [] ? $workloads : [...$workloads, new Workload('codecs', $row, $values, fresh: true)];
            }
        }

        return (new WorkloadTable(
            'codecs',
            $this->title(),
            'brine-php and igbinary-php are the codecs in PHP, which need no extension. igbinary-default looks whether bytes are plain before the extension reads them, and reads the '
            . 'others in PHP; igbinary-trusted gives all to the extension. Run it with OPcache: php -d opcache.enable_cli=1.',
            $workloads,
            self::SERIALIZERS,
        ))->measure($method);
    }

    /** @param Closure(): mixed $build */
    private static function belongs(string $part, Closure $build): bool
    {
        return $part === 'codecs' || (\extension_loaded('igbinary') && PlainBytes::are((string) \igbinary_serialize($build())) === ($part === 'codecs-plain'));
    }

    /** @return array<string, array<string, Closure(): mixed>> builders by group */
    private function groups(): array
    {
        return $this->corpus?->byGroup() ?? ['small values' => SmallValues::all()];
    }
}
