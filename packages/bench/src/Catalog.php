<?php

declare(strict_types=1);

namespace Brine\Bench;

use Brine\Bench\MessagePack\Settings;
use Brine\Bench\Tables\CodecsTable;
use Brine\Bench\Tables\DictionariesTable;
use Brine\Bench\Tables\DrupalTable;
use Brine\Bench\Tables\MessagePackTable;
use Brine\Bench\Tables\PayloadsTable;
use Brine\Bench\Tables\ResidentTable;
use Brine\Bench\Tables\WorkloadTable;

/** All tables of the benchmark, in the order of the report. */
final class Catalog
{
    /**
     * Cold calls come first: they are measured in forks of this process, which must not have called a serializer.
     *
     * @return list<Table>
     */
    public static function tables(?Corpus $corpus, ?Settings $messagePack = null): array
    {
        $tables = [
            self::mixed(Workloads::mixed($corpus)),
            new WorkloadTable(
                'real_caches',
                'Real caches, totals of each group',
                'All values of a group, one after the other, again and again.',
                Workloads::realCaches($corpus),
            ),
            new WorkloadTable('real_values', 'Single real values', 'Well-known values of Drupal.', Workloads::realValues($corpus)),
            new WorkloadTable(
                'shapes',
                'Synthetic shapes',
                'The shapes that serializers are compared by: rows, objects, numbers, models. The same value again and again.',
                Workloads::shapes(),
                published: [PublishedFigures::phpser()],
            ),
            new WorkloadTable(
                'weak_spots',
                'Weak spots of other serializers',
                'Shapes at which serializers are slow, or large: a key missing, rows by id, shared arrays.',
                Workloads::weakSpots(),
            ),
            new WorkloadTable(
                'variants',
                'Variants of the shapes',
                'Neighbours of the shapes, which show whether what is fast for one is fast for others.',
                Workloads::variants(),
            ),
            new WorkloadTable(
                'kept',
                'Decoded values that are kept',
                '200 decoded values are kept while the collector of cycles is on. Roots are what it has to look at.',
                Workloads::kept(),
            ),
            new WorkloadTable(
                'signed',
                'Signed with HMAC-SHA256',
                'With a signature; igbinary has none, and gets it as an application would add it. Plain Brine shows what the signature costs.',
                Workloads::signed($corpus),
                ['igbinary-hmac', 'phpser-signed', 'brine-signed', 'brine'],
                baseline: 'igbinary-hmac',
            ),
            new WorkloadTable(
                '2011',
                'The table of 2011',
                'Small arrays of one type each. JSON has no objects and is left out where there are any.',
                Workloads::of2011(),
                ['native', 'json', 'igbinary', 'msgpack', 'brine'],
                PublishedFigures::of2011(),
                baseline: 'native',
            ),
            new MessagePackTable($messagePack ?? Settings::of(), $corpus),
            new DrupalTable($corpus),
            ResidentTable::of($corpus),
            ResidentTable::apcu(),
            new DictionariesTable($corpus),
            new CodecsTable($corpus),
            new PayloadsTable($corpus),
            new WorkloadTable('files', 'Files of the corpus', 'Every file by itself.', Workloads::files($corpus), isDefault: false),
        ];

        return self::withRows($tables);
    }

    /**
     * The tables for the user's own values.
     *
     * @param array<string, list<string>> $texts       native text, by group
     * @param bool                        $withClasses whether to create objects of their classes
     * @return list<Table>
     */
    public static function own(array $texts, bool $withClasses): array
    {
        $workloads = Workloads::own($texts, $withClasses);

        return self::withRows([
            self::mixed(Workloads::select($workloads, ['mixed'])),
            new WorkloadTable(
                'own',
                'Your values, totals of each group',
                'All values of a group, one after the other, again and again.',
                Workloads::select($workloads, ['own']),
            ),
        ]);
    }

    /** @param list<Workload> $workloads */
    private static function mixed(array $workloads): Table
    {
        return new WorkloadTable(
            'mixed',
            'Different values, each once',
            'What a request does: many small values, each encoded or decoded once. In the rows "evicted" other code runs between the calls; '
            . 'in the last two each value has a process of its own.',
            $workloads,
        );
    }

    /**
     * @param list<Table> $tables
     * @return list<Table>
     */
    private static function withRows(array $tables): array
    {
        return \array_values(\array_filter($tables, static fn (Table $table): bool => $table->rows() !== []));
    }
}
