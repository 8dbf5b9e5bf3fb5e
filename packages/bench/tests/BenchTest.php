<?php

declare(strict_types=1);

namespace Brine\Tests\Bench;

use Brine\Bench\Html\Page;
use Brine\Bench\Method;
use Brine\Bench\Result\Comparison;
use Brine\Bench\Result\Environment;
use Brine\Bench\Result\InvalidResult;
use Brine\Bench\Result\Published;
use Brine\Bench\Result\Ratio;
use Brine\Bench\Result\ResultFile;
use Brine\Bench\Result\Row;
use Brine\Bench\Result\TextReport;
use Brine\Bench\Result\Verdict;
use Brine\Bench\Serializer;
use Brine\Bench\Statistics;
use Brine\Bench\Workload;
use Brine\Bench\Workloads;
use Brine\Tests\Console\ConsoleTestCase;
use Brine\Tests\Console\Suit;
use PHPUnit\Framework\Attributes\DataProvider;

/** bench: how figures become a report, and which rows are measured. No time decides anything. */
final class BenchTest extends ConsoleTestCase
{
    private const PROGRAM = __DIR__ . '/../../cli/bin/brine';

    public function testMediansAndSpread(): void
    {
        $four = Statistics::of([4.0, 1.0, 3.0, 2.0]);
        self::assertSame([2.5, 1.75, 3.25, 0.3], [$four->median, $four->lower, $four->upper, $four->spread()]);
        $one = Statistics::of([7]);
        self::assertSame([7.0, 7.0, 7.0, 0.0], [$one->median, $one->lower, $one->upper, $one->spread()]);
        // The second round was slow for both.
        $ratios = Statistics::ofRatios([1.0, 10.0, 1.0], [2.0, 20.0, 2.0]);
        self::assertSame([0.5, 0.0], [$ratios->median, $ratios->spread()]);
        self::assertSame(4.0, \round(Statistics::geometricMean([2.0, 8.0]), 12));
    }

    public function testOrderOfARoundIsRotatedAndReversed(): void
    {
        $orders = \array_map(static fn (int $round): string => \implode('', Method::ordered(['a', 'b', 'c'], $round)), \range(0, 6));
        self::assertSame(['abc', 'cba', 'bca', 'acb', 'cab', 'bac', 'abc'], $orders);
        $order = '';
        $samplers = [];
        foreach (['a', 'b'] as $name) {
            $samplers[$name] = static function () use (&$order, $name): float {
                $order .= $name;

                return (float) \strlen($order);
            };
        }
        self::assertEquals(['a' => [1.0, 4.0, 6.0], 'b' => [2.0, 3.0, 5.0]], (new Method(rounds: 3))->rounds($samplers));
        self::assertSame('abbaba', $order);
        // The rounds of a process go on where those of the one before have ended.
        (new Method(rounds: 2, firstRound: 1))->rounds($samplers);
        self::assertSame('abbabababa', $order);
    }

    public function testASampleIsTheFastestSliceOfWarmLoops(): void
    {
        // A pass takes 0.1 ms; a slice of 5 ms has 50 passes. The third of the five slices is the one that nothing disturbs.
        $calls = [];
        $loop = static function (int $passes) use (&$calls): int {
            $calls[] = $passes;

            return $passes * 100_000 + (\count($calls) === 10 ? 0 : 50);
        };
        $sampler = (new Method(sampleMs: 25))->sampler($loop, 4);
        self::assertSame([1, 2, 4, 8, 16, 32], $calls);
        self::assertSame(25_000.0, $sampler());
        self::assertSame([1, 2, 4, 8, 16, 32, 1, 50, 50, 50, 50, 50], $calls);
    }

    public function testAResultFileIsReadAsItIsWritten(): void
    {
        $file = self::resultFile(self::rows());
        $json = (string) \json_encode($file->data());
        self::assertStringStartsWith('{"format":"brine-bench 1","environment":{"php":"8.2.0","processes":5},"tables":[{"id":"shapes","title":"Shapes","note":"A note.",'
            . '"baseline":"igbinary","serializers":["native","igbinary","brine"],"measures":["bytes","encode","decode","memory"],'
            . '"rows":[{"name":"one","results":{"igbinary":{"bytes":100,"encode":[10,20],"decode":[10,10],"memory":50000},', $json);
        self::assertStringContainsString('{"name":"two","group":"g","values":3,"results":{"igbinary":{"bytes":10', $json);
        self::assertStringContainsString('"native":{"failed":"no reason"}', $json);
        self::assertStringEndsWith('"published":[{"source":"somebody","unit":"ns","rows":{"one":{"igbinary":{"bytes":99}}}}]}]}', $json);
        self::assertEquals($file, ResultFile::read($json, 'file'));
    }

    /** @return array<string, array{string, string}> */
    public static function invalid(): array
    {
        $table = '{"id":"t","title":"t","note":"","baseline":"a","serializers":["a"],"measures":["encode"],"rows":[%s]}';
        $of = static fn (string $tables): string => '{"format":"brine-bench 1","environment":{},"tables":' . $tables . '}';
        $row = static fn (string $row): string => $of('[' . \sprintf($table, $row) . ']');

        return [
            'no JSON' => ['x', 'f is no result of brine bench --json, of the format "brine-bench 1"'],
            'another format' => ['{"format":"brine-bench 2"}', 'f is no result of brine bench --json, of the format "brine-bench 1"'],
            'no tables' => ['{"format":"brine-bench 1","environment":{}}', 'f: tables is not a list'],
            'a table that is none' => [$of('[5]'), 'f: tables.0.rows is not a list'],
            'a row without a name' => [$row('{"results":{}}'), 'f: tables.0.rows.0.name is not a string'],
            'results that are none' => [$row('{"name":"r","results":{"a":1}}'), 'f: tables.0.rows.0.results.a.of is not an object'],
            'a figure that is none' => [$row('{"name":"r","results":{"a":{"encode":"1"}}}'), 'f: tables.0.rows.0.results.a.encode is not a number or a list of numbers'],
            'no samples' => [$row('{"name":"r","results":{"a":{"encode":[]}}}'), 'f: tables.0.rows.0.results.a.encode is not a number or a list of numbers'],
            'a sample that is none' => [$row('{"name":"r","results":{"a":{"encode":[1,null]}}}'), 'f: tables.0.rows.0.results.a.encode is not a number or a list of numbers'],
        ];
    }

    #[DataProvider('invalid')]
    public function testAFileThatIsNoResult(string $json, string $message): void
    {
        $this->expectExceptionObject(new InvalidResult($message));
        ResultFile::read($json, 'f');
    }

    public function testRatiosAreFormedWithinARound(): void
    {
        $row = self::rows()[0];
        $ratio = Ratio::of($row, 'encode', 'brine', 'igbinary');
        self::assertSame([0.5, 0.0], [$ratio?->value, $ratio?->spread]);
        self::assertSame(0.8, Ratio::of($row, 'bytes', 'brine', 'igbinary')?->value);
        self::assertNull(Ratio::of($row, 'bytes', 'brine', 'phpser'));
        self::assertNull(Ratio::of(self::rows()[1], 'encode', 'native', 'igbinary'));
    }

    public function testVerdict(): void
    {
        $table = self::resultFile(self::rows())->tables[0];
        self::assertSame('size: first, 0.57 of igbinary; encoding: second behind igbinary (1.00), 1.22 of igbinary; decoding: first, 0.50 of igbinary', Verdict::of($table));
        self::assertSame('phpser was not measured', Verdict::of($table, 'phpser'));
        $row = new Row('r');
        $row->set('before', 'bytes', 1000);
        $row->set('this', 'bytes', 1003);
        self::assertSame('size: level with before', Verdict::of(new Comparison('t', 'T', '', 'before', ['before', 'this'], ['bytes'], [$row])));
        $row = new Row('r');
        foreach (['native' => 5, 'brine' => 8, 'igbinary' => 10, 'brine-x' => 1] as $name => $time) {
            $row->set($name, 'decode', [$time]);
        }
        $table = new Comparison('t', 'T', '', 'igbinary', ['native', 'igbinary', 'brine', 'brine-x'], ['decode'], [$row]);
        self::assertSame('decoding: second behind native (0.50), 0.80 of igbinary', Verdict::of($table));
        self::assertSame(['native' => 0.5, 'brine' => 0.8, 'igbinary' => 1.0], \array_map(static fn (float $mean): float => \round($mean, 9), Verdict::means($table, 'decode', 'brine')));
    }

    /** A prefix with few entries does not represent a store. */
    public function testTheVerdictOnAStoreIsByBytes(): void
    {
        $rows = [];
        foreach (['small:' => [1000, 10, 5], 'large:' => [99_000, 89_990, 200]] as $name => [$before, $after, $time]) {
            $rows[] = $row = new Row($name, values: 10);
            $row->set('igbinary', 'bytes', $before);
            $row->set('brine', 'bytes', $after);
            $row->set('igbinary', 'decode', [100]);
            $row->set('brine', 'decode', [$time]);
        }
        $table = static fn (string $id): Comparison => new Comparison($id, 'T', 'N', 'igbinary', ['igbinary', 'brine'], ['bytes', 'decode'], $rows);
        self::assertSame('size: first, 0.90 of igbinary; decoding: second behind igbinary (1.00), 1.98 of igbinary', Verdict::of($table('own')));
        self::assertMatchesRegularExpression('/^mean by bytes +0\.90 \/ 1\.98$/m', TextReport::table($table('own')));
        self::assertStringContainsString('mean by bytes<small>of 2 rows</small>', Page::of(new ResultFile([], [$table('own')])));
        // Of shapes that nobody has in one store none counts more than another.
        self::assertStringStartsWith('size: first, 0.10 of igbinary;', Verdict::of($table('shapes')));
    }

    public function testDoubtsTimesOfABusyMachine(): void
    {
        $environment = ['php' => '8.2.0', 'load' => 5.25, 'processors' => 2];
        $doubt = 'The load was 5.25 when it began, and there are 2 processors: times are longer than they should be, and not alike';
        self::assertStringContainsString("\nWarning: $doubt.\n", Environment::text($environment));
        self::assertStringContainsString($doubt, Page::of(new ResultFile($environment, [])));
        foreach ([['load' => 2.0], ['processors' => 0], ['processors' => null], ['load' => '9']] as $changes) {
            self::assertStringNotContainsString('Warning', Environment::text($changes + $environment));
        }
        self::assertGreaterThan(0, Environment::processors());
        $now = Environment::now(new Method(), 5.25);
        self::assertSame([5.25, Environment::processors()], [$now['load'], $now['processors']]);
    }

    /** An hour's measurement must not be lost at its end. */
    public function testAsksBeforeWhetherItCanWrite(): void
    {
        $directory = $this->directory();
        \file_put_contents("$directory/entry", \serialize(\range(1, 9)));
        foreach (['--html', '--json'] as $option) {
            foreach (["$directory/none/file" => "there is no directory $directory/none", $directory => 'it is a directory'] as $path => $why) {
                $start = \hrtime(true);
                $this->brine(1, 'bench', ['--only' => '2011_integers', '--rounds' => '1', '--sample-ms' => '20000', $option => $path]);
                self::assertSame("brine: The file $path cannot be written: $why\n", \substr($this->errors(), (int) \strpos($this->errors(), 'brine: ')));
                self::assertLessThan(10e9, \hrtime(true) - $start);
            }
        }
        self::assertSame(['.', '..', 'entry'], \scandir($directory));
        $this->brine(1, 'train', ['sources' => [$directory], '--out' => "$directory/none/file"]);
        self::assertStringContainsString('cannot be written: there is no directory', $this->errors());
    }

    public function testTextReport(): void
    {
        self::assertSame(
            <<<'TEXT'
                Shapes
                A note.
                brine: size: first, 0.57 of igbinary; encoding: second behind igbinary (1.00), 1.22 of igbinary; decoding: first, 0.50 of igbinary

                bytes / encode / decode to igbinary  bytes  encode  decode                  native               brine  +-%
                -----------------------------------------------------------------------------------------------------------
                one                                    100   15 ns   10 ns      2.00 / 1.00 / 0.50  0.80 / 0.50 / 0.50    0
                two                                     10    4 ns  2.0 us                       -  0.40 / 3.00 / 0.50    0
                geometric mean                                              2.00 / 1.00 / 0.50 (1)  0.57 / 1.22 / 0.50

                memory   native  igbinary   brine
                ---------------------------------
                one     100,000    50,000  25,000

                Published: somebody (ns)
                bytes  igbinary
                ---------------
                one          99

                native left out, no reason: two

                TEXT,
            TextReport::table(self::resultFile(self::rows())->tables[0]),
        );
    }

    public function testCompare(): void
    {
        $before = self::resultFile(self::rows());
        $rows = self::rows();
        // Within the spread; beyond; a number that differs; a row that fails now.
        $rows[0]->set('brine', 'encode', [5.1, 10.2]);
        $rows[0]->set('brine', 'decode', [6, 6]);
        $rows[0]->set('brine', 'bytes', 81);
        $rows[1]->fail('brine', 'value 0 comes back changed');
        // The baseline's own time says nothing.
        $rows[0]->set('igbinary', 'encode', [10.2, 20.4]);
        $rows[] = new Row('three');
        [$a, $b] = [$this->save($before), $this->save(self::resultFile($rows))];
        self::assertSame(
            "shapes three: only after\n"
            . "shapes one: brine: bytes 80 -> 81 (+1.2%)\n"
            . "shapes one: brine: decode 0.500 -> 0.600 (+20.0%), ranges 0% and 0%, of igbinary\n"
            . "shapes two: brine: measured -> value 0 comes back changed\n"
            . "3 changed\n",
            $this->brine(1, 'bench', ['files' => [$a, $b], '--compare' => true]),
        );
        self::assertSame("0 changed\n", $this->brine(0, 'bench', ['files' => [$a, $a], '--compare' => true]));
        // What would be compared are ratios to something else.
        $native = $this->save(self::resultFile($rows, baseline: 'native'));
        self::assertSame(
            "shapes: ratios are to igbinary before, and to native after\nshapes three: only after\n0 changed\n",
            $this->brine(0, 'bench', ['files' => [$a, $native], '--compare' => true]),
        );
    }

    /** Differences between samples of a run, or between equal processes, are not a change. */
    public function testCompareKnowsWhatIsChance(): void
    {
        $run = function (int $processes, int $first, int ...$more): string {
            $row = new Row('r');
            $row->set('native', 'decode', [100, ...\array_fill(0, \count($more), 100)]);
            $row->set('brine', 'decode', [$first, ...\array_values($more)]);

            return $this->save(self::resultFile([$row], ['native', 'brine'], 'native', $processes));
        };
        // The ranges are 4 and 2 %, together 6: that is not exceeded, then is.
        $runs = [$run(3, 98, 100, 102), $run(3, 105, 106, 107), $run(3, 106, 107, 108)];
        self::assertSame("0 changed\n", $this->brine(0, 'bench', ['files' => [$runs[0], $runs[1]], '--compare' => true]));
        self::assertSame(
            "shapes r: brine: decode 1.000 -> 1.070 (+7.0%), ranges 4% and 2%, of native\n1 changed\n",
            $this->brine(1, 'bench', ['files' => [$runs[0], $runs[2]], '--compare' => true]),
        );
        // Without any range: five per cent, and twenty where one of both has few processes.
        $runs = [$run(3, 100, 100), $run(3, 104, 104), $run(3, 106, 106), $run(2, 119, 119), $run(2, 121, 121)];
        self::assertSame("0 changed\n", $this->brine(0, 'bench', ['files' => [$runs[0], $runs[1]], '--compare' => true]));
        self::assertStringEndsWith("\n1 changed\n", $this->brine(1, 'bench', ['files' => [$runs[0], $runs[2]], '--compare' => true]));
        self::assertSame("0 changed\n", $this->brine(0, 'bench', ['files' => [$runs[0], $runs[3]], '--compare' => true]));
        self::assertStringEndsWith("\n1 changed\n", $this->brine(1, 'bench', ['files' => [$runs[4], $runs[0]], '--compare' => true]));
    }

    public function testWrongCalls(): void
    {
        $file = $this->save(self::resultFile(self::rows()));
        $broken = $this->file('{}');
        $calls = [
            'There is no table and no row no_such_row: see brine bench --list' => ['--only' => 'small_assoc,no_such_row'],
            'There is no serializer nobody. There are igbinary, ' => ['--serializers' => 'native,nobody'],
            'There is no serializer none. There are igbinary, ' => ['--baseline' => 'none'],
            '--rounds is a number of at least 1, not "0"' => ['--rounds' => '0'],
            '--encode is one of fresh, warm' => ['--encode' => 'cold'],
            '--compare takes two files of --json' => ['--compare' => true, 'files' => [$file]],
            "$broken is no result of brine bench --json" => ['--compare' => true, 'files' => [$file, $broken]],
            'There is no file /no/such/file' => ['--compare' => true, 'files' => [$file, '/no/such/file']],
            'Files are given with --compare' => ['files' => [$file]],
            'There is no store nowhere://x' => ['--from' => 'nowhere://x'],
        ];
        foreach ($calls as $message => $arguments) {
            $this->brine(2, 'bench', $arguments);
            self::assertStringContainsString("brine: $message", $this->errors());
        }
    }

    public function testListsTablesAndRows(): void
    {
        self::assertSame(
            "2011  2011_strings\n2011  2011_integers\n2011  2011_booleans\n2011  2011_floats\n2011  2011_mixed\n2011  2011_objects\n2011  2011_all\n",
            $this->brine(0, 'bench', ['--only' => '2011', '--list' => true]),
        );
        self::assertSame("shapes  rowset_100\nshapes  rowset_1000\nshapes  packed_1k\n", $this->brine(0, 'bench', ['--only' => 'rowset_1*,packed_1k', '--list' => true]));
    }

    /** Without a corpus the benchmark makes values to mix; files are rows only where they are named. */
    public function testListsACorpus(): void
    {
        $mixed = "mixed  mixed_2k\nmixed  mixed_20k\nmixed  mixed_2k_evicted\nmixed  mixed_20k_evicted\nmixed  mixed_first_call\nmixed  mixed_tenth_call\n";
        $list = fn (string $only, string $corpus): string => self::program(['--only', $only, '--list'], ['BRINE_CORPUS' => $corpus]);
        self::assertSame($mixed, $list('mixed', '/no/such/directory'));
        $values = $this->values();
        self::assertSame($mixed, $list('mixed', $values));
        self::assertSame("real_caches  " . \basename($values) . "\nreal_caches  pages\n", $list('real_caches', "$values/"));
        self::assertSame("files  0.ser\nfiles  pages/home.ser\n", $list('files', $values));
    }

    /** One name for a row, on pages and in the report. */
    public function testPagesCallRowsAsTheReportDoes(): void
    {
        $real = (new \ReflectionClass(Workloads::class))->getConstant('REAL_VALUES');
        self::assertIsArray($real);
        $known = ['real_caches', 'shapes', ...\array_keys($real), ...\array_map(static fn (Workload $workload): string => $workload->name, Workloads::all(null))];
        $text = (string) \file_get_contents(\dirname(__DIR__, 3) . '/docs/internals/measurements.md');
        \preg_match_all("~^\\| (?:size / encode / decode|shape)\\b.*\n\\|[-:|]+\n((?:\\|.*\n)+)~m", $text, $tables);
        \preg_match_all('/^\| `?(.*?)`?(?::.*?)? \|/m', \implode('', $tables[1]), $names);
        self::assertSame([[], 13], [\array_values(\array_diff($names[1], $known)), \count($names[1])]);
    }

    /** One sample per round and row, of its values, by available serializers. */
    public function testMeasuresEachValueOnceARound(): void
    {
        $json = self::program(
            ['--only', 'mixed_2*,mixed_first_call,small_nulls', '--serializers', 'native,igbinary', '--rounds', '2', '--sample-ms', '1', '--json'],
            ['BRINE_CORPUS' => $this->values()],
        );
        $file = ResultFile::read($json, 'output');
        $found = [];
        foreach ($file->tables as $table) {
            self::assertSame([['native'], 'native', ['bytes', 'encode', 'decode', 'memory']], [$table->serializers, $table->baseline, $table->measures]);
            foreach ($table->rows as $row) {
                self::assertSame(['bytes', 'memory', 'encode', 'decode'], \array_keys($row->results['native']));
                $samples = [$row->results['native']['encode'], $row->results['native']['decode']];
                $found[$row->name] = [$row->values, $row->results['native']['bytes'], ...\array_map(static fn (mixed $list): int => \is_array($list) ? \count($list) : 0, $samples)];
            }
        }
        $two = [2, 28, 2, 2];
        $children = \function_exists('pcntl_fork') ? ['mixed_first_call' => $two] : [];
        $size = \strlen(\serialize((\Brine\Bench\Variants::all()['small_nulls'])()));
        self::assertSame(
            ['mixed_2k' => $two, 'mixed_20k' => $two, 'mixed_2k_evicted' => $two, 'mixed_20k_evicted' => $two] + $children + ['small_nulls' => [1, $size, 2, 2]],
            $found,
        );
        self::assertSame(['2', '1', 'the extension igbinary is not loaded'], [
            self::shown($file->environment['rounds']), self::shown($file->environment['sample_ms']), self::missing($file, 'igbinary'),
        ]);
    }

    /** The rounds of a run are divided between fresh processes, so that its spread is that of other runs, too. */
    public function testDividesTheRoundsBetweenProcesses(): void
    {
        $arguments = ['--only', 'small_nulls,mixed_2k', '--serializers', 'native,igbinary', '--rounds', '3', '--sample-ms', '1', '--json'];
        $corpus = ['BRINE_CORPUS' => $this->values()];
        $files = [];
        foreach (['1' => ['--processes', '1'], '2' => ['--processes', '2'], '3' => []] as $processes => $more) {
            $file = ResultFile::read(self::program([...$arguments, ...$more], $corpus), 'output');
            self::assertSame([3, \is_dir('/proc/self') ? $processes : 1], [$file->environment['rounds'], $file->environment['processes']]);
            self::assertSame('the extension igbinary is not loaded', self::missing($file, 'igbinary'));
            $files[] = \array_map(static fn (Comparison $table): array => \array_map(static fn (Row $row): array => [
                $row->name, $row->values, $row->results['native']['bytes'], \count($row->samples('native', 'encode')), \count($row->samples('native', 'decode')),
            ], $table->rows), $file->tables);
        }
        self::assertSame([3, 3], \array_slice($files[0][0][0], 3));
        self::assertSame([$files[0], $files[0]], [$files[1], $files[2]]);
    }

    public function testAddsRoundsOfAnotherProcess(): void
    {
        $first = self::sampled(['native' => [1, 2], 'brine' => [3, 4]], 10);
        $later = self::sampled(['native' => [5]], 11);
        $later->fail('brine', 'changed');
        $table = static fn (Row $row): Comparison => new Comparison('t', 'T', '', 'native', ['native', 'brine'], ['bytes', 'decode'], [$row]);
        $table($first)->append($table($later));
        self::assertSame(['native' => ['bytes' => 10, 'decode' => [1, 2, 5]]], $first->results);
        self::assertSame(['brine' => 'changed'], $first->failed);
    }

    /** @param array<string, non-empty-list<int>> $samples by serializer */
    private static function sampled(array $samples, int $bytes): Row
    {
        $row = new Row('r');
        foreach ($samples as $name => $list) {
            $row->set($name, 'bytes', $bytes);
            $row->set($name, 'decode', $list);
        }

        return $row;
    }

    public function testAPhpThatCannotFork(): void
    {
        $json = self::program(
            ['--only', 'mixed_2k,mixed_*_call', '--serializers', 'native', '--rounds', '1', '--json'],
            ['BRINE_CORPUS' => $this->values()],
            ['-d', 'disable_functions=pcntl_fork'],
        );
        $file = ResultFile::read($json, 'output');
        self::assertSame(['mixed_2k'], \array_map(static fn (Row $row): string => $row->name, $file->tables[0]->rows));
        self::assertSame('PHP has no extension pcntl', self::missing($file, 'mixed_first_call'));
        self::assertSame('PHP has no extension pcntl', self::missing($file, 'mixed_tenth_call'));
    }

    /** The extension in igbinary's place is measured with igbinary's format, whatever its clients write, and not under igbinary's name. */
    public function testMeasuresIgbinarysFormatInItsPlace(): void
    {
        $build = (string) \getenv('BRINE_BUILD');
        $module = "$build/igbinary/modules/brine_igbinary.so";
        if (!\extension_loaded('brine') || !\is_file($module)) {
            self::markTestSkipped('needs the extensions brine and brine_igbinary, built for this PHP');
        }
        $value = ['a' => 1, 'b' => \range(1, 40)];
        $page = $this->file('');
        $json = self::program(
            ['--from', $this->file(\serialize($value)), '--serializers', 'igbinary,igbinary-hmac,brine', '--baseline', 'igbinary', '--only', 'own', '--rounds', '1', '--sample-ms', '1', '--json', '--html', $page],
            options: ['-d', "extension=$build/modules/brine.so", '-d', "extension=$module", '-d', 'igbinary.format=brine'],
        );
        $file = ResultFile::read($json, 'output');
        $table = $file->tables[0];
        $names = ['igbinary (brine_igbinary)', 'igbinary-hmac (brine_igbinary)', 'brine'];
        self::assertSame([$names[0], $names], [$table->baseline, $table->serializers]);
        $bytes = \strlen(\brine_igbinary_serialize($value));
        self::assertSame(\array_combine($names, [$bytes, $bytes + 32, \strlen(\brine_serialize($value))]), \array_map(static fn (array $of): mixed => $of['bytes'], $table->rows[0]->results));
        self::assertSame(['the extension igbinary' => "Brine's extension is in its place, and measured as $names[0]"], $file->environment['missing']);
        self::assertSame(['brine', 'brine_igbinary'], \array_slice(\array_keys((array) $file->environment['extensions']), 0, 2));
        self::assertStringContainsString("bytes / encode / decode to $names[0]  ", TextReport::of($file));
        self::assertStringContainsString("$names[0]</span>", (string) \file_get_contents($page));
        foreach ([$json, TextReport::of($file), (string) \file_get_contents($page)] as $report) {
            self::assertDoesNotMatchRegularExpression('/(?<!_|extension )igbinary(?:-hmac)?["<]/', $report);
        }
    }

    /** One's own values are grouped by what their keys begin with. Objects are left out unless their classes are given. */
    public function testMeasuresOnesOwnValues(): void
    {
        $directory = $this->directory();
        foreach (['page:1' => ['a' => 1], 'page:2' => ['b' => [2]], 'count' => 17, 'user:1' => (object) ['c' => 3], 'number' => null] as $key => $value) {
            \file_put_contents("$directory/$key", $value === null ? '12345' : \serialize($value));
        }
        \file_put_contents("$directory/page:3", 'no value at all');
        $read = static function (string ...$more) use ($directory): array {
            $arguments = ['--from', $directory, '--serializers', 'native', '--only', 'own', '--rounds', '1', '--sample-ms', '1', '--json', ...\array_values($more)];
            $file = ResultFile::read(self::program($arguments), 'output');

            return [\array_column(\array_map(static fn (Row $row): array => [$row->name, $row->values], $file->tables[0]->rows), 1, 0), $file->environment['missing']];
        };
        self::assertSame(
            [['(none)' => 1, 'page:' => 2], ['values not readable' => '2', 'values with objects, for which --autoload is needed' => '1']],
            $read(),
        );
        self::assertSame(
            [['(none)' => 1, 'page:' => 2, 'user:' => 1], ['values not readable' => '2']],
            $read('--autoload', $this->file('<?php')),
        );
        // Keys cannot add lines to a report, and exceptions of hooks do not end the run.
        \file_put_contents("$directory/a\n\e[31m:1", 'i:5;');
        \file_put_contents("$directory/user:2", 'O:7:"Refuser":0:{}');
        self::assertSame(
            [['(none)' => 1, 'a\n\e[31m:' => 1, 'page:' => 2, 'user:' => 1], ['values not readable' => '3']],
            $read('--autoload', $this->file('<?php class Refuser { public function __wakeup() { throw new Error("no"); } }')),
        );
        self::assertSame("brine: No value of $directory/page:3 can be measured: 1 not readable\n", self::program(['--from', "$directory/page:3"], code: 1));
    }

    /** @return array<string, array{string}> */
    public static function serializers(): array
    {
        $names = \array_filter(Serializer::names(), static fn (string $name): bool => \extension_loaded(Serializer::extension($name)));

        return \array_combine($names, \array_map(static fn (string $name): array => [$name], $names));
    }

    /** Each serializer's calls give back what they got: round trips come before times. */
    #[DataProvider('serializers')]
    public function testRoundTrips(string $name): void
    {
        $serializer = Serializer::load($name);
        self::assertNotNull($serializer);
        $values = [[1, 'two', 3.5, null, true, ['k' => 'v']]];
        $payloads = $serializer->payloads($values, \array_map(serialize(...), $values));
        self::assertSame($values[0], $serializer->decode($payloads[0]));
    }

    public function testWhatDoesNotSurviveIsNamed(): void
    {
        $json = Serializer::load('json');
        self::assertNotNull($json);
        $value = (object) ['a' => 1];
        $this->expectExceptionObject(new \RuntimeException('value 1 comes back changed'));
        $json->payloads([[1], $value], [\serialize([1]), \serialize($value)]);
    }

    /** @return array<string, array{mixed}> */
    public static function valuesWithEnums(): array
    {
        return ['a case' => [Suit::Hearts], 'in a list' => [[Suit::Hearts]], 'in an object' => [(object) ['suit' => Suit::Hearts]]];
    }

    /** The extension msgpack 3.0.0 corrupts memory when it decodes them. */
    #[DataProvider('valuesWithEnums')]
    public function testMsgpackIsNotGivenEnums(mixed $value): void
    {
        $msgpack = Serializer::of('msgpack', 'throw new \\LogicException("tried")', '$argument');
        $this->expectExceptionObject(new \RuntimeException('value 0 has enum cases, not tried'));
        $msgpack->payloads([$value], [\serialize($value)]);
    }

    /** @return list<Row> */
    private static function rows(): array
    {
        $one = new Row('one');
        foreach (['igbinary' => [100, [10, 20], [10, 10], 50_000], 'native' => [200, [10, 20], [5, 5], 100_000], 'brine' => [80, [5, 10], [5, 5], 25_000]] as $name => $figures) {
            foreach (['bytes', 'encode', 'decode', 'memory'] as $i => $measure) {
                $one->set($name, $measure, $figures[$i]);
            }
        }
        $two = new Row('two', 'g', 3);
        foreach (['igbinary' => [10, [4, 4], [2000, 2000]], 'brine' => [4, [12, 12], [1000, 1000]]] as $name => $figures) {
            foreach (['bytes', 'encode', 'decode'] as $i => $measure) {
                $two->set($name, $measure, $figures[$i]);
            }
        }
        $two->fail('native', 'no reason');

        return [$one, $two];
    }

    /**
     * @param list<Row>              $rows
     * @param non-empty-list<string> $serializers
     */
    private static function resultFile(array $rows, array $serializers = ['native', 'igbinary', 'brine'], string $baseline = 'igbinary', int $processes = 5): ResultFile
    {
        $published = [new Published('somebody', 'ns', ['one' => ['igbinary' => ['bytes' => 99]]])];
        $table = new Comparison('shapes', 'Shapes', 'A note.', $baseline, $serializers, ['bytes', 'encode', 'decode', 'memory'], $rows, $published);

        return new ResultFile(['php' => '8.2.0', 'processes' => $processes], [$table]);
    }

    private function save(ResultFile $file): string
    {
        return $this->file((string) \json_encode($file->data()));
    }

    /** A directory with two values. */
    private function values(): string
    {
        $directory = $this->directory();
        \mkdir("$directory/pages");
        \file_put_contents("$directory/0.ser", \serialize([1]));
        \file_put_contents("$directory/pages/home.ser", \serialize([1]));

        return $directory;
    }

    private static function missing(ResultFile $file, string $name): string
    {
        $missing = $file->environment['missing'];

        return \is_array($missing) ? self::shown($missing[$name] ?? null) : '';
    }

    private static function shown(mixed $value): string
    {
        return \is_scalar($value) ? (string) $value : '';
    }

    /**
     * Runs "brine bench" by a PHP without any serializer but its own.
     *
     * @param list<string>          $arguments
     * @param array<string, string> $environment
     * @param list<string>          $options of PHP
     * @return string what it writes
     */
    private static function program(array $arguments, array $environment = [], array $options = [], int $code = 0): string
    {
        $command = [\PHP_BINARY, '-n', ...\explode(' ', \trim(self::extensions())), ...$options, self::PROGRAM, 'bench', ...$arguments];
        $process = \proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], ['pipe', 'w']], $pipes, null, $environment + \getenv());
        self::assertIsResource($process);
        $output = \stream_get_contents($pipes[1]) . \stream_get_contents($pipes[2]);
        self::assertSame($code, \proc_close($process), $output);

        return $output;
    }
}
