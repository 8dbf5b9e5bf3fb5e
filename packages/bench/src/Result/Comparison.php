<?php

declare(strict_types=1);

namespace Brine\Bench\Result;

/** The results of one table. */
final class Comparison
{
    /**
     * @param string                 $note        how to read it, in one or two sentences
     * @param string                 $baseline    the serializer that ratios refer to
     * @param non-empty-list<string> $serializers measured serializers, in the order of the columns
     * @param non-empty-list<string> $measures    measured quantities, see Measures
     * @param list<Row>              $rows
     * @param list<Published>        $published
     */
    public function __construct(
        public readonly string $id,
        public readonly string $title,
        public readonly string $note,
        public readonly string $baseline,
        public readonly array $serializers,
        public readonly array $measures,
        public readonly array $rows,
        public readonly array $published = [],
    ) {
    }

    /** Adds the samples that another process took in later rounds of the same table. */
    public function append(self $later): void
    {
        $rows = \array_column($later->rows, null, 'name');
        foreach ($this->rows as $row) {
            if (isset($rows[$row->name])) {
                $row->append($rows[$row->name]);
            }
        }
    }
}
