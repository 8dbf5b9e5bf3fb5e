<?php

declare(strict_types=1);

namespace Brine\Tests\Bench;

use Brine\Bench\Result\Behind;
use Brine\Bench\Result\Comparison;
use Brine\Bench\Result\Place;
use Brine\Bench\Result\Reasons;
use Brine\Bench\Result\ResultFile;
use Brine\Bench\Result\Row;
use Brine\Bench\Result\Standing;
use Brine\Bench\Result\Verdict;
use Brine\Tests\Console\ConsoleTestCase;
use PHPUnit\Framework\Attributes\DataProvider;

/** Bench's reports of a result file; text and page must agree. report/ opens the page itself. */
final class BenchReportTest extends ConsoleTestCase
{
    private const RESULT = __DIR__ . '/report/result.json';

    public function testTextAndPageHaveTheSameVerdict(): void
    {
        $page = $this->file('');
        $text = $this->brine(0, 'bench', ['--result' => self::RESULT, '--html' => $page]);
        $html = (string) \file_get_contents($page);
        \preg_match_all('~<p class="verdict">([^<]+)</p>~', $html, $verdicts);
        self::assertCount(2, $verdicts[1]);
        foreach ($verdicts[1] as $verdict) {
            self::assertStringContainsString("\n$verdict\n", $text);
        }
        self::assertSame(1, \substr_count($html, '<script'));
        self::assertSame(0, \preg_match('~\b(src|srcset|style)=|url\(|@import~', $html));
    }

    public function testWritesTheSameResultAgain(): void
    {
        $json = $this->file('');
        $this->brine(0, 'bench', ['--result' => self::RESULT, '--json' => $json]);
        self::assertJsonFileEqualsJsonFile(self::RESULT, $json);
    }

    /** @return iterable<string, array{string, mixed, string}> */
    public static function damage(): iterable
    {
        yield 'a sample is a string' => ['tables.0.rows.1.results.brine.encode', [1, '2'], 'is not a number or a list of numbers'];
        yield 'a sample is below 0' => ['tables.0.rows.1.results.brine.bytes', -1, 'is not a number from 0 to 1e18'];
        yield 'a sample is too large' => ['tables.0.rows.1.results.brine.encode', [1, 1.5e308], 'is not a number from 0 to 1e18'];
        yield 'a sample is too small' => ['tables.0.rows.1.results.brine.encode', [1, 4.9e-324], 'is not a number from 0 to 1e18'];
        yield 'a name is an integer' => ['tables.0.rows.1.results', [5 => ['encode' => 1]], 'is not an object with names that are no integers'];
        yield 'there is no sample' => ['tables.0.rows.0.results.native.decode', [], 'is not a number or a list of numbers'];
        yield 'a name is missing' => ['tables.1.rows.0.name', null, 'is not a string'];
        yield 'the rows are an object' => ['tables.1.rows', ['a' => 1], 'is not a list'];
    }

    #[DataProvider('damage')]
    public function testNamesThePlaceOfWhatIsWrong(string $place, mixed $value, string $message): void
    {
        $data = \json_decode((string) \file_get_contents(self::RESULT), true);
        $at = &$data;
        foreach (\explode('.', $place) as $key) {
            self::assertIsArray($at);
            $at = &$at[$key];
        }
        $at = $value;
        $file = $this->file((string) \json_encode($data));
        $page = $this->directory() . '/page.html';
        self::assertSame('', $this->brine(2, 'bench', ['--result' => $file, '--html' => $page]));
        self::assertSame("brine: $file: $place $message\n", $this->errors());
        self::assertFileDoesNotExist($page);
    }

    /** The MessagePack figures have one: a time from which that of the loop was taken. */
    public function testPublishedFiguresMayBeBelow0(): void
    {
        $data = (string) \file_get_contents(self::RESULT);
        $file = $this->file(\str_replace('"decode": 1.25', '"decode": -2', $data, $count));
        self::assertSame(1, $count);
        $page = $this->file('');
        $text = $this->brine(0, 'bench', ['--result' => $file, '--html' => $page]);
        self::assertStringContainsString('148 / -2', $text);
        self::assertStringContainsString('>-2<small>', (string) \file_get_contents($page));
    }

    public function testWhatIsAsGoodIsLevelAndNotFirst(): void
    {
        $table = static fn (int $brine): Comparison => new Comparison('a', 'A', '', 'native', ['native', 'brine'], ['decode'], [self::row('r', ['native' => [1000], 'brine' => [$brine]])]);
        self::assertSame('decoding: level with native', Verdict::of($table(1000)));
        self::assertSame('decoding: level with native', Verdict::of($table(1004)));
        self::assertSame('decoding: first, 0.99 of native', Verdict::of($table(990)));
        self::assertSame('decoding: first, 0.0040 of native', Verdict::of($table(4)));
        self::assertSame('decoding: second behind native (1.00), 1.01 of native', Verdict::of($table(1010)));
    }

    public function testSamplesOf0AreReported(): void
    {
        $table = new Comparison('a', 'A', '', 'native', ['native', 'brine'], ['decode'], [self::row('r', ['native' => [10, 10, 10], 'brine' => [0, 0, 0]])]);
        self::assertSame('brine was not measured', Verdict::of($table));
        self::assertSame('first in all 1 rows', Verdict::standing($table, 'decode')->text());
    }

    public function testCountsRowByRowWhatIsFirstLevelAndBehind(): void
    {
        $rows = [
            self::row('first', ['native' => [10, 10, 10], 'brine' => [5, 5, 5]]),
            self::row('level', ['native' => [10, 10, 10], 'brine' => [9, 10, 11]]),
            self::row('behind', ['native' => [10, 10, 10], 'brine' => [20, 20, 20], 'brine-php' => [1, 1, 1]]),
            self::row('without a peer', ['brine' => [1, 1, 1]]),
        ];
        $table = new Comparison('a', 'A', '', 'native', ['native', 'brine', 'brine-php'], ['decode'], $rows);
        $standing = Verdict::standing($table, 'decode');
        self::assertSame('first in 1 of 3 rows, level in 1; behind native in 1', $standing->text());
        self::assertSame(['behind' => 'native'], $standing->behind);
        self::assertSame([['brine'], ['native', 'brine'], ['brine-php']], \array_map(static fn (Row $row): array => Verdict::best($table, $row, 'decode'), \array_slice($rows, 0, 3)));
        self::assertSame('', Verdict::standing($table, 'encode')->text());
        self::assertSame('first in all 2 rows', (new Standing(2, 0, []))->text());
        self::assertSame('first in none of 3 rows; behind a in 2; behind b in 1', (new Standing(0, 0, ['x' => 'b', 'y' => 'a', 'z' => 'a']))->text());
    }

    public function testNamesWhereBrineIsNotFirstByReason(): void
    {
        $behind = Behind::of(ResultFile::read((string) \file_get_contents(self::RESULT), self::RESULT));
        self::assertSame('Brine is not first in 5 of 24 figures: one row by one measure. Ratios are to the first; rows that are level with it are not named.', $behind->summary());
        self::assertSame([
            Reasons::of('first', 'bytes', 'integers', 'msgpack') => ['first: Size, behind msgpack: integers 1.03'],
            'Not known' => ['first: Encode, behind native: strings 1.15, integers 1.09', 'first: Encode, behind msgpack: floats 1.52', 'first: Memory, behind msgpack: integers 1.00'],
        ], self::listed($behind));
    }

    public function testWhatHasNoReasonIsLast(): void
    {
        $rows = [self::row('mixed_2k', ['native' => [10], 'brine' => [5]]), self::row('mixed_20k', ['native' => [10], 'brine' => [20]])];
        $rows[0]->set('native', 'encode', 10);
        $rows[0]->set('brine', 'encode', 11);
        $behind = Behind::of(new ResultFile([], [new Comparison('mixed', 'M', '', 'native', ['native', 'brine'], ['decode', 'encode'], $rows)]));
        self::assertSame([
            Reasons::of('mixed', 'encode', 'mixed_2k', 'native') => ['mixed: Encode, behind native: mixed_2k 1.10'],
            Reasons::UNKNOWN => ['mixed: Decode, behind native: mixed_20k 2.00'],
        ], self::listed($behind));
    }

    public function testWhereBrineIsFirstThereIsNothingToName(): void
    {
        $table = static fn (string $subject): Comparison => new Comparison('a', 'A', '', 'native', ['native', $subject], ['decode'], [self::row('r', ['native' => [10], $subject => [$subject === 'brine' ? 5 : 20]])]);
        $behind = Behind::of(new ResultFile([], [$table('brine')]));
        self::assertSame([[], 'Brine is first or level in all 1 figures.'], [$behind->reasons, $behind->summary()]);
        // Two builds.
        self::assertSame(0, Behind::of(new ResultFile([], [$table('this')]))->compared);
    }

    /** @return iterable<string, array{string, non-empty-string}> the place, and how its reason begins */
    public static function reasons(): iterable
    {
        yield 'the first call' => ['mixed encode mixed_first_call native', 'The first encode of a process'];
        yield 'different values' => ['mixed encode mixed_2k native', 'Brine looks up each string and key'];
        yield 'caches' => ['real_caches encode symfony native', 'Brine looks up each string and key'];
        yield 'texts' => ['variants encode strings_hex msgpack', 'Brine looks up each string and key'];
        yield 'a scalar' => ['variants bytes true_single msgpack', 'Brine\'s header of two bytes'];
        yield 'one object' => ['variants encode one_moment native', 'One small object'];
        yield 'dates' => ['variants encode moments igbinary', 'Brine packs texts of digits such as dates'];
        yield 'an empty list' => ['variants encode list_empty native', 'A few nanoseconds'];
        yield 'floats' => ['2011 encode 2011_floats igbinary', 'Brine tries to write floats as short decimals'];
        yield 'a signature' => ['signed bytes signed_string_15 igbinary-hmac', 'The frame of a signed entry'];
        yield 'MessagePack' => ['msgpack decode arrays/catalog igbinary', 'MessagePack writes strings, keys and arrays again'];
        yield 'compression' => ['drupal get_1gbit_0.1ms page igbinary lz4', 'Brine without compression'];
        yield 'without compression' => ['drupal get_1gbit_0.1ms page igbinary', 'Not known'];
        yield 'a variable' => ['resident decode pure/laravel static', 'A static variable is no store'];
        yield 'a dictionary' => ['dictionaries encode dictionaries/laravel igbinary', 'Not known'];
        yield 'the other direction' => ['mixed decode mixed_2k native', 'Not known'];
    }

    /** @param non-empty-string $beginning */
    #[DataProvider('reasons')]
    public function testKnowsTheReason(string $place, string $beginning): void
    {
        [$table, $measure, $row, $peer] = \explode(' ', $place, 4);
        self::assertStringStartsWith($beginning, Reasons::of($table, $measure, $row, $peer));
    }

    /** @return array<string, list<string>> */
    private static function listed(Behind $behind): array
    {
        $text = static fn (Place $place): string => "{$place->table->id}: {$place->title()}: " . \implode(', ', $place->rows());

        return \array_map(static fn (array $places): array => \array_map($text, $places), $behind->reasons);
    }

    /** @param array<string, non-empty-list<int>> $samples */
    private static function row(string $name, array $samples): Row
    {
        $row = new Row($name);
        foreach ($samples as $serializer => $figures) {
            $row->set($serializer, 'decode', $figures);
        }

        return $row;
    }
}
