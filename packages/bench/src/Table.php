<?php

declare(strict_types=1);

namespace Brine\Bench;

use Brine\Bench\Result\Comparison;

/**
 * One comparison of the benchmark. To add one, implement this in Bench/Tables/ (or give a WorkloadTable workloads) and name it in
 * Catalog::tables(), cold calls first. New measures go to Result\Measures.
 *
 * measure() checks round trips first; failures go to Row::fail().
 */
interface Table
{
    /** Id for --only: lower-case letters, digits, "_" and "-". */
    public function id(): string;

    public function title(): string;

    /** @return list<string> names of the rows, for --list and --only */
    public function rows(): array;

    /** Whether it is measured without --only. */
    public function isDefault(): bool;

    /** Measures the selected rows, at least one, with samples of Method::sampler() and Method::rounds(). */
    public function measure(Method $method): Comparison;
}
