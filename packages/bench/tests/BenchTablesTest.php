<?php

declare(strict_types=1);

namespace Brine\Tests\Bench;

use Brine\Bench\Dictionary\Trial;
use Brine\Bench\Drupal\Entries;
use Brine\Bench\Drupal\Network;
use Brine\Bench\MessagePack\Cases;
use Brine\Bench\MessagePack\Filter;
use Brine\Bench\MessagePack\PublishedFigures;
use Brine\Bench\MessagePack\Settings;
use Brine\Bench\PublishedFigures as Published;
use Brine\Bench\Resident;
use Brine\Bench\Result\Comparison;
use Brine\Bench\Result\ResultFile;
use Brine\Bench\Result\Row;
use Brine\Bench\Values2011;
use Brine\Bench\Worker;
use Brine\Tests\Console\ConsoleTestCase;
use PHPUnit\Framework\Attributes\DataProvider;

/** The tables of MessagePack, Drupal's entries, resident values, dictionaries and codecs: what they select, compute and write. */
final class BenchTablesTest extends ConsoleTestCase
{
    private const VARIABLES = ['BRINE_CORPUS', 'MP_BENCH_TARGETS', 'MP_BENCH_ITERATIONS', 'MP_BENCH_DURATION', 'MP_BENCH_ROUNDS', 'MP_BENCH_TESTS', 'PATH'];

    /** @var array<string, string|false> */
    private array $variables = [];

    protected function setUp(): void
    {
        foreach (self::VARIABLES as $name) {
            $this->variables[$name] = \getenv($name);
        }
        foreach (self::VARIABLES as $name) {
            if ($name !== 'PATH') {
                \putenv($name);
            }
        }
        \putenv('BRINE_CORPUS=/nowhere');
    }

    protected function tearDown(): void
    {
        parent::tearDown();
        foreach ($this->variables as $name => $value) {
            \putenv($value === false ? $name : "$name=$value");
        }
    }

    /** @param list<string> $expected */
    #[DataProvider('filters')]
    public function testFilters(string $tests, array $expected): void
    {
        $filter = new Filter($tests);
        $cases = ['nil' => Cases::PLAIN, '8-bit binary #1' => Cases::BIN, 'fixext 1' => Cases::EXT, '32-bit map' => Cases::SLOW, 'arrays/jwks' => Cases::ARRAYS];
        $accepted = [];
        foreach ($cases as $name => $section) {
            if ($filter->accepts($name, $section)) {
                $accepted[] = $name;
            }
        }
        self::assertSame($expected, $accepted);
    }

    /** @return iterable<string, array{string, list<string>}> */
    public static function filters(): iterable
    {
        yield 'a name' => ['nil', ['nil']];
        yield 'names' => ['fixext 1, nil', ['nil', 'fixext 1']];
        yield 'all but one' => ['-nil', ['8-bit binary #1', 'fixext 1', '32-bit map', 'arrays/jwks']];
        yield 'by default' => [Filter::DEFAULT, ['nil', '8-bit binary #1', 'fixext 1', 'arrays/jwks']];
        yield 'slow ones' => ['@slow', ['32-bit map']];
        yield 'what pecl does' => ['@pecl_comp', ['nil', '32-bit map']];
        yield 'what pecl does not' => ['-@pecl_comp', ['8-bit binary #1', 'fixext 1', 'arrays/jwks']];
        yield 'groups and names' => ['@bin,@ext,nil,-fixext 1', ['nil', '8-bit binary #1']];
        yield 'an expression' => ['/^(nil|.*map)$/', ['nil', '32-bit map']];
        yield 'none' => ['nothing of that name', []];
    }

    /** @param array<string, string> $environment */
    #[DataProvider('wrongSettings')]
    public function testWrongSettings(string $message, array $environment): void
    {
        foreach ($environment as $name => $value) {
            \putenv("$name=$value");
        }
        $this->brine(2, 'bench', ['--list' => true]);
        self::assertStringContainsString($message, $this->errors());
    }

    /** @return iterable<array{string, array<string, string>}> */
    public static function wrongSettings(): iterable
    {
        yield ['There is no group @fast of cases', ['MP_BENCH_TESTS' => '@fast']];
        yield ['/( is not a regular expression', ['MP_BENCH_TESTS' => '/(']];
        yield ['There is no target "pure"', ['MP_BENCH_TARGETS' => 'pure']];
        yield ['There is no target " fast_p"', ['MP_BENCH_TARGETS' => 'pure_p, fast_p']];
        yield ['MP_BENCH_ROUNDS is a number of at least 1, not "0"', ['MP_BENCH_ROUNDS' => '0']];
        yield ['MP_BENCH_ITERATIONS is a number of at least 1, not "-5"', ['MP_BENCH_ITERATIONS' => '-5']];
        yield ['MP_BENCH_DURATION is a number of seconds, not "long"', ['MP_BENCH_DURATION' => 'long']];
    }

    /** The arrays are those that the published figures of 2011 are of: they have the published sizes. */
    public function testPublishedSizesOf2011(): void
    {
        $values = Values2011::all();
        $floatsAsThen = ['2011_floats', '2011_mixed', '2011_all'];
        foreach (Published::of2011() as $i => $published) {
            self::assertSame(\array_map(static fn (string $name): string => "2011_$name", \array_keys($values)), \array_keys($published->rows));
            foreach ($values as $name => $build) {
                $value = $build();
                $row = $published->rows["2011_$name"];
                self::assertSame($row['json']['bytes'], \strlen((string) \json_encode($value)), $name);
                if (!\in_array("2011_$name", $floatsAsThen, true)) {
                    self::assertSame($row['native']['bytes'], \strlen(\serialize($value)), $name);
                }
                if (\extension_loaded('igbinary')) {
                    self::assertSame($row['igbinary']['bytes'], \strlen((string) \igbinary_serialize($value)), $name);
                }
            }
        }
        // Beside a row stand the figures of this row.
        $arguments = ['--only' => '2011_integers', '--serializers' => 'native', '--rounds' => '1', '--sample-ms' => '1'];
        $text = $this->brine(0, 'bench', $arguments);
        self::assertMatchesRegularExpression('~^Published: .*PHP 5\.4\.16.*niden\.net/.*\nbytes / encode / decode +native +json +igbinary *\n-+\n2011_integers +121 / 1366 / 1061 +34 / 463 / 1405 +58 / 651 / 709 *\n~m', $text);
        self::assertStringNotContainsString('2011_floats', $text);
        self::assertStringNotContainsString('Published', $this->brine(0, 'bench', ['--only' => 'small_nulls'] + $arguments));
    }

    public function testSettings(): void
    {
        $settings = Settings::of();
        self::assertSame([null, null, null], [$settings->rounds, $settings->iterations, $settings->seconds]);
        self::assertSame(
            ['brine-php', 'brine-php-jit', 'msgpack', 'brine', 'brine-classes', 'native', 'igbinary'],
            \array_keys($settings->columns),
        );
        $variables = ['MP_BENCH_TARGETS' => 'pecl_u, pure_p,pure_u', 'MP_BENCH_ROUNDS' => '7', 'MP_BENCH_ITERATIONS' => '100_000', 'MP_BENCH_TESTS' => ''];
        $settings = Settings::of([], $variables);
        self::assertSame(['msgpack' => ['decode'], 'brine-php' => ['encode', 'decode'], 'brine-php-jit' => ['encode', 'decode']], $settings->columns);
        self::assertSame([7, 100_000, null], [$settings->rounds, $settings->iterations, $settings->seconds]);
        self::assertTrue($settings->filter->accepts('nil', Cases::PLAIN));
        self::assertFalse($settings->filter->accepts('32-bit map', Cases::SLOW));
        // Options come first, and a duration before a number of calls.
        $settings = Settings::of(['targets' => 'brine_p', 'rounds' => '2', 'duration' => '0.5'], $variables);
        self::assertSame(['brine' => ['encode']], $settings->columns);
        self::assertSame([2, null, 0.5], [$settings->rounds, $settings->iterations, $settings->seconds]);
    }

    public function testCasesAreThoseThatArePublished(): void
    {
        $cases = \array_filter(Cases::cases(), static fn ($case): bool => $case->section !== Cases::SLOW);
        $published = PublishedFigures::of(\array_column($cases, 'name'))[0]->rows;
        self::assertSame(\array_column($cases, 'name'), \array_keys($published));
        self::assertCount(81, $published);
        // The sums that are published, too, are of seconds before they were rounded to four digits.
        foreach (['rybakit' => [27618, 40820], 'rybakit JIT' => [16432, 19674]] as $column => $sums) {
            foreach (['encode', 'decode'] as $i => $direction) {
                $sum = \array_sum(\array_map(static fn (array $row): int|float => $row[$column][$direction], $published));
                self::assertEqualsWithDelta($sums[$i], $sum, 81 / 2, "$column $direction");
            }
        }
        self::assertSame([], PublishedFigures::of(['arrays/jwks']));
    }

    public function testVariablesSelectCases(): void
    {
        \putenv('MP_BENCH_TESTS=complex array, complex map');
        self::assertSame([0, "msgpack  complex array\nmsgpack  complex map\n"], $this->tryBrine('bench', ['--list' => true, '--only' => 'msgpack']));
        self::assertSame([0, "msgpack  nil\n"], $this->tryBrine('bench', ['--list' => true, '--only' => 'msgpack', '--tests' => 'nil']));
    }

    public function testMessagePack(): void
    {
        \putenv('MP_BENCH_ITERATIONS=50');
        $table = $this->measured(['--only' => 'msgpack', '--tests' => 'nil,32-bit uint #1,fixext 1', '--targets' => 'pure_p,classes_p,classes_u,native_u', '--rounds' => '2']);
        self::assertSame(['bytes', 'encode', 'decode'], $table->measures);
        self::assertSame(
            ['nil', '32-bit uint #1', 'fixext 1', 'all cases', 'all cases below 64 KB'],
            \array_column($table->rows, 'name'),
        );
        [$nil, $uint, $ext, $all] = $table->rows;
        self::assertSame([1.0, 5.0, 3.0], \array_map(static fn (Row $row): ?float => $row->figure('brine-php', 'bytes'), [$nil, $uint, $ext]));
        self::assertSame(['bytes', 'encode'], \array_keys($nil->results['brine-php']));
        self::assertSame(['bytes', 'decode'], \array_keys($nil->results['native']));
        self::assertSame('has no such type', $ext->failed['native']);
        self::assertSame('lacks a case', $all->failed['native']);
        self::assertTrue($all->isTotal());
        $first = static fn (Row $row): float => self::samples($row, 'brine-php', 'encode')[0];
        self::assertSame($first($nil) + $first($uint) + $first($ext), $first($all));
        self::assertSame(['nil', '32-bit uint #1', 'fixext 1'], \array_keys($table->published[0]->rows));
        self::assertSame(['encode' => 116, 'decode' => 326], $table->published[0]->rows['32-bit uint #1']['rybakit']);
    }

    public function testEntriesThatAreMade(): void
    {
        foreach ([3, 1000] as $most) {
            $entries = Entries::of(null, $most);
            self::assertSame(['small', 'medium', 'large', 'page'], \array_keys($entries));
            foreach (['small' => [0, 1024], 'medium' => [1024, 10240], 'large' => [10240, \PHP_INT_MAX], 'page' => [10240, \PHP_INT_MAX]] as $size => [$least, $limit]) {
                foreach ($entries[$size] as $value) {
                    $bytes = \strlen(\serialize($value));
                    self::assertTrue($bytes >= $least && $bytes < $limit, "$size: $bytes");
                }
                self::assertSame($most === 3, \count($entries[$size]) === 3, $size);
            }
        }
        self::assertCount(12, Entries::of(null, 1000)['page']);
    }

    public function testWhatANetworkTakes(): void
    {
        $times = [];
        foreach (Network::all() as $network) {
            $times[$network->name()] = [$network->nanoseconds(0), $network->nanoseconds(125_000)];
        }
        self::assertSame([
            '10gbit_0.1ms' => [100_000.0, 200_000.0],
            '10gbit_1.0ms' => [1_000_000.0, 1_100_000.0],
            '1gbit_0.1ms' => [100_000.0, 1_100_000.0],
            '1gbit_1.0ms' => [1_000_000.0, 2_000_000.0],
        ], $times);
    }

    public function testDrupal(): void
    {
        // Without Redis, the other figures are still measured.
        \putenv('PATH=/nowhere');
        [$table, $missing] = $this->measuredWithMissing(['--only' => 'small (under 1 KB)', '--serializers' => 'native', '--rounds' => '2']);
        self::assertSame(['small (under 1 KB)'], \array_column($table->rows, 'name'));
        self::assertSame(['native', 'native zlib-1', 'native zlib-6', 'native zlib-9'], \array_slice($table->serializers, 0, 4));
        $lines = ['10gbit_0.1ms', '10gbit_1.0ms', '1gbit_0.1ms', '1gbit_1.0ms'];
        $computed = \array_merge(...\array_map(static fn (string $verb): array => \array_map(static fn (string $line): string => "{$verb}_$line", $lines), ['get', 'set']));
        self::assertSame(['bytes', 'encode', 'decode', ...$computed], $table->measures);
        self::assertArrayHasKey(\extension_loaded('redis') || isset($missing['drupal: redis_set, redis_get']) ? 'drupal: redis_set, redis_get' : 'drupal: redis', $missing);
        $row = $table->rows[0];
        $values = Entries::of(null, 5)['small'];
        self::assertSame(\round(\array_sum(\array_map(static fn (mixed $value): int => \strlen(\serialize($value)), $values)) / 5), $row->figure('native', 'bytes'));
        self::assertSame(
            \round(\array_sum(\array_map(static fn (mixed $value): int => \strlen((string) \gzcompress(\serialize($value), 9)), $values)) / 5),
            $row->figure('native zlib-9', 'bytes'),
        );
        foreach (['native', 'native zlib-1'] as $name) {
            $way = 1e6 + 8 * (float) $row->figure($name, 'bytes');
            foreach (['get_1gbit_1.0ms' => 'decode', 'set_1gbit_1.0ms' => 'encode'] as $measure => $from) {
                self::assertSame(\array_map(static fn (float $time): float => $time + $way, self::samples($row, $name, $from)), self::samples($row, $name, $measure));
            }
        }
    }

    public function testDrupalWithRedis(): void
    {
        [$table, $missing] = $this->measuredWithMissing(['--only' => 'medium (1 to 10 KB)', '--serializers' => 'native', '--rounds' => '1']);
        $names = \array_keys($missing);
        if (\array_intersect(['drupal: redis', 'drupal: redis_set, redis_get'], $names) !== []) {
            self::markTestSkipped((string) \json_encode($missing));
        }
        foreach (['redis_set', 'redis_get'] as $measure) {
            self::assertContains($measure, $table->measures);
            self::assertCount(1, self::samples($table->rows[0], 'native zlib-1', $measure));
        }
    }

    public function testResidentValues(): void
    {
        $table = $this->measuredWithBrine(['--only' => 'shapes/small_assoc', '--rounds' => '2']);
        self::assertSame(['decode', 'memory', 'worker', 'kept'], $table->measures);
        self::assertSame(['shapes/small_assoc'], \array_column($table->rows, 'name'));
        $row = $table->rows[0];
        foreach (['native', 'brine', 'brine-once', 'brine-first-sight', 'brine-admission', 'brine-hit', 'brine-signed-hit', 'brine-zlib-hit', 'static'] as $way) {
            self::assertContains($way, $table->serializers);
            self::assertCount(2, self::samples($row, $way, 'decode'), $way);
        }
        // It is one value, which is kept, and takes nothing of a request.
        self::assertSame([1.0, 0.0], [$row->figure('brine-hit', 'kept'), $row->figure('brine-hit', 'memory')]);
        self::assertGreaterThan(0, $row->figure('brine-hit', 'worker'));
        self::assertGreaterThan(0, $row->figure('brine', 'memory'));
        if (\PHP_OS_FAMILY === 'Linux' && \PHP_INT_SIZE === 8 && !(bool) \constant('PHP_ZTS')) {
            self::assertCount(2, self::samples($row, Resident::SHARED, 'decode'));
        }
    }

    public function testFetchesFromApcu(): void
    {
        if ((new Worker(['brine', 'apcu']))->lacks() !== null) {
            self::markTestSkipped('this needs the extensions');
        }
        self::assertSame([0, "apcu  apcu/routes\napcu  apcu/config\napcu  apcu/dto_100\n"], $this->tryBrine('bench', ['--list' => true, '--only' => 'apcu']));
        [$table, $missing] = $this->measuredWithMissing(['--only' => 'apcu/config', '--rounds' => '2']);
        self::assertSame([['decode'], 'apcu-php'], [$table->measures, $table->baseline]);
        self::assertSame(['apcu/config'], \array_column($table->rows, 'name'));
        $expected = \array_values(\array_filter(Resident::APCU, static fn (string $way): bool => !isset($missing["apcu: $way"])));
        self::assertSame($expected, $table->serializers);
        self::assertSame([], \array_diff(['apcu-php', 'apcu-brine-copied', 'apcu-brine'], $expected));
        foreach ($expected as $way) {
            self::assertCount(2, self::samples($table->rows[0], $way, 'decode'), $way);
        }
        if (\PHP_OS_FAMILY === 'Linux' && \PHP_INT_SIZE === 8 && !(bool) \constant('PHP_ZTS')) {
            self::assertContains(Resident::APCU_SHARED, $expected);
        }
    }

    public function testWhatHasNoFile(): void
    {
        $table = $this->measuredWithBrine(['--only' => 'shapes/one_dto', '--rounds' => '1']);
        if (\in_array('include', $table->serializers, true)) {
            self::assertSame('a file has arrays and scalars only', $table->rows[0]->failed['include']);
        } else {
            self::assertArrayNotHasKey('include', $table->rows[0]->results);
        }
    }

    public function testDictionaries(): void
    {
        if (\PHP_INT_SIZE < 8) {
            self::markTestSkipped('dictionaries are trained where integers have 64 bits');
        }
        $table = $this->measuredWithBrine(['--only' => 'dictionaries/made/settings', '--rounds' => '2']);
        self::assertSame(['bytes', 'encode', 'decode'], $table->measures);
        $row = $table->rows[0];
        $halves = (new Trial(Trial::small(Trial::entries(null))))->run()['made/settings'];
        self::assertSame(\array_sum(\array_map(static fn (array $half): int => \count($half[1]), $halves)), $row->values);
        $sizes = [0.0, 0.0];
        foreach ($halves as [$dictionary, $values]) {
            $dictionary->load();
            foreach ($values as $value) {
                $sizes[0] += \strlen(\Brine\Format\Encoder::encode($value));
                $sizes[1] += \strlen(\Brine\Format\Dictionaries::serialize($value, $dictionary->contents()));
            }
        }
        self::assertSame($sizes, [$row->figure('brine', 'bytes'), $row->figure('brine-dictionary', 'bytes')]);
        self::assertGreaterThan($sizes[1], $sizes[0]);
        self::assertCount(2, self::samples($row, 'brine-dictionary', 'encode'));
    }

    public function testCodecs(): void
    {
        if (\PHP_INT_SIZE < 8 || !\function_exists('brine_dictionary_load')) {
            self::markTestSkipped('the codecs in PHP need integers of 64 bits, and are compared with the extension');
        }
        $table = $this->measured(['--only' => 'codecs/small values', '--serializers' => 'native,brine,brine-php', '--rounds' => '1']);
        $row = $table->rows[0];
        self::assertSame(['native', 'brine', 'brine-php'], $table->serializers);
        self::assertSame($row->figure('brine', 'bytes'), $row->figure('brine-php', 'bytes'));
        self::assertCount(1, self::samples($row, 'brine-php', 'decode'));
    }

    public function testWorkers(): void
    {
        self::assertNull((new Worker([]))->lacks());
        self::assertSame('the extension none_such is not installed', (new Worker(['standard', 'none_such']))->lacks());
        self::assertFalse((new Worker([]))->run(Worker::compiles(...)));
    }

    /** @param array<string, mixed> $arguments */
    private function measured(array $arguments): Comparison
    {
        return $this->measuredWithMissing($arguments)[0];
    }

    /** @param array<string, mixed> $arguments */
    private function measuredWithBrine(array $arguments): Comparison
    {
        if ((new Worker(['brine']))->lacks() !== null) {
            self::markTestSkipped('this needs the extension');
        }

        return $this->measured($arguments);
    }

    /**
     * Runs the command with a result file, and reads that.
     *
     * @param array<string, mixed> $arguments
     * @return array{Comparison, array<mixed>} its only table, and what was missing
     */
    private function measuredWithMissing(array $arguments): array
    {
        $file = $this->file('');
        $this->brine(0, 'bench', $arguments + ['--quick' => true, '--sample-ms' => '1', '--json' => $file]);
        $result = ResultFile::read((string) \file_get_contents($file), $file);
        self::assertCount(1, $result->tables);
        foreach ($result->tables[0]->rows as $row) {
            foreach (\array_keys($row->results + $row->failed) as $name) {
                self::assertContains($name, $result->tables[0]->serializers);
            }
        }

        return [$result->tables[0], (array) $result->environment['missing']];
    }

    /** @return non-empty-list<float> */
    private static function samples(Row $row, string $serializer, string $measure): array
    {
        $samples = $row->results[$serializer][$measure] ?? null;
        self::assertIsArray($samples, "$row->name: $serializer: $measure");

        return \array_map(floatval(...), $samples);
    }
}
