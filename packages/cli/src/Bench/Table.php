<?php

declare(strict_types=1);

namespace Brine\Bench;

use Brine\Bench\Result\Comparison;

/**
 * One comparison of the benchmark: rows that are measured with several serializers, or with several ways to do one thing.
 *
 * How a table is added:
 *
 * 1. Write a class of this interface in packages/cli/src/Bench/Tables/. Where its rows are values that serializers encode and decode, it is an object of
 *    WorkloadTable already: give it the workloads.
 * 2. Name it in Catalog::tables(), at the place that it has in the report. The tables that have cold calls come first: nothing that they
 *    measure may have been called in this process before.
 * 3. measure() asks the method for what the user wants: wants() for each row, rounds and the length of a sample, serializers() for those that
 *    are loaded. It checks first that values come back as they were. What does not, is said by Row::fail() and left out.
 * 4. It takes samples by Method::sampler() and Method::rounds(), which warm up, rotate the order, and give one sample a round for each
 *    serializer. Row::set() takes them as they are, as nanoseconds. Numbers that do not vary (bytes, roots) are set as numbers.
 * 5. What a measure's name means, and its unit, is in Result\Measures: a new one is added there.
 *
 * Figures that others have published are a Result\Published with their source.
 */
interface Table
{
    /** What --only selects it by: lower-case letters, digits, "_" and "-". */
    public function id(): string;

    public function title(): string;

    /** @return list<string> the names of its rows, for --list and --only */
    public function rows(): array;

    /** Whether it is measured where --only is not given. */
    public function isDefault(): bool;

    /** Measures the rows that the method wants, of which there is at least one. */
    public function measure(Method $method): Comparison;
}
