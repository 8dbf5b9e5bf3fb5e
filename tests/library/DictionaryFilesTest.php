<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\BrineSerializer;
use Brine\Dictionary;
use Brine\Dictionary\Directory;
use Brine\Format\Dictionary\Checker;
use Brine\Format\Encoder;
use Brine\Internal\BoundedFile;

/** The cost of reading a dictionary's file, and which of its two files is read. */
final class DictionaryFilesTest extends DictionaryTestCase
{
    /** A stream with its buffer of 8 KB, what stat() says, an exception, and what PHP's allocator rounds a string up by. */
    private const OVERHEAD = 20480;

    private const SIZE = 1 << 16;

    public function testAFileTakesTheMemoryOfItsBytes(): void
    {
        $id = '0123456789abcdef';
        $file = "$this->directory/$id.dictionary";
        $directory = new Directory($this->directory);
        $readers = [
            static fn (): mixed => Dictionary::fromFile($file),
            static fn (): mixed => $directory->find($id),
            static fn (): mixed => Directory::open($file),
        ];
        foreach ($readers as $i => $read) {
            // No dictionary: so nothing is kept but the bytes. The first time classes are loaded.
            \file_put_contents($file, 'no dictionary');
            self::assertRefused('not_brine', $read);
            \file_put_contents($file, \str_repeat('no dictionary ', 5000));
            $size = (int) \filesize($file);
            $peak = self::peak(static fn (): mixed => self::assertRefused('not_brine', $read));
            self::assertGreaterThan($size, $peak, "reader $i");
            self::assertLessThan($size + self::OVERHEAD, $peak, "reader $i");
        }
    }

    public function testADictionaryTakesNoMoreThanItsBytesBesidesWhatIsInIt(): void
    {
        $dictionary = self::large();
        $directory = new Directory($this->directory);
        $file = $directory->store($dictionary);
        \unlink("$this->directory/{$dictionary->id()}.php");
        $bytes = $dictionary->bytes();
        $id = $dictionary->id();
        self::assertEquals($dictionary, $directory->find($id));
        $checked = self::peak(static fn (): mixed => Dictionary::fromBytes($bytes));
        foreach ([static fn (): mixed => $directory->find($id), static fn (): mixed => Dictionary::fromFile($file)] as $read) {
            self::assertLessThan($checked + \strlen($bytes) + self::OVERHEAD, self::peak($read));
        }
    }

    public function testALongFileIsReadToTheLimit(): void
    {
        $file = "$this->directory/long";
        foreach ([99 => 99, 100 => 100, 101 => 101, 102 => 101, 100_000 => 101] as $size => $read) {
            \file_put_contents($file, \str_repeat('x', $size));
            self::assertSame(\str_repeat('x', $read), BoundedFile::read($file, 100));
        }
        $handle = \fopen($file, 'wb');
        self::assertIsResource($handle);
        \ftruncate($handle, 1 << 30);
        \fclose($handle);
        $error = self::assertRefused('bad_dictionary', static fn (): mixed => Dictionary::fromFile($file));
        self::assertSame('the dictionary is malformed: the file has more than 16777216 bytes, at byte 2', \lcfirst($error->getMessage()));
        $peak = self::peak(static fn (): mixed => self::assertRefused('bad_dictionary', static fn (): mixed => Dictionary::fromFile($file)));
        self::assertLessThan(Checker::MAX_SIZE + self::OVERHEAD, $peak);
        \file_put_contents($file, \str_repeat('x', 100_000));
        self::assertLessThan(self::OVERHEAD, self::peak(static fn (): mixed => BoundedFile::read($file, 100)));
    }

    public function testFilesHaveWhatIsReadAndNotWhatTheirSizeSays(): void
    {
        \stream_wrapper_register('lying', LyingStream::class);
        try {
            foreach ([0, 1, 999, 1000, 1001, 65535, 65536, 65537, 300_000] as $length) {
                LyingStream::$content = \random_bytes(\max($length, 1));
                $length = \strlen(LyingStream::$content);
                foreach ([0, 1, $length - 1, $length, $length + 1, 10 * $length, null] as $size) {
                    LyingStream::$size = $size;
                    self::assertSame(LyingStream::$content, BoundedFile::read('lying://file', 1 << 24), "$length bytes");
                    self::assertSame(\substr(LyingStream::$content, 0, 1001), BoundedFile::read('lying://file', 1000), "$length bytes");
                }
            }
            $dictionary = self::dictionary();
            LyingStream::$content = $dictionary->bytes();
            foreach ([0, 5, \PHP_INT_MAX, null] as LyingStream::$size) {
                self::assertEquals($dictionary, Dictionary::fromFile('lying://file'));
            }
        } finally {
            \stream_wrapper_unregister('lying');
        }
        if (\is_file('/proc/self/cmdline')) {
            self::assertSame(0, \filesize('/proc/self/cmdline'));
            self::assertSame(\file_get_contents('/proc/self/cmdline'), BoundedFile::read('/proc/self/cmdline', 1 << 24));
            self::assertRefused('not_brine', static fn (): mixed => Dictionary::fromFile('/proc/self/cmdline'));
        }
    }

    public function testWhatIsNoPlainFileIsNotRead(): void
    {
        $id = '0123456789abcdef';
        $file = "$this->directory/$id.dictionary";
        $files = [$file, "$this->directory/$id.php", $this->directory, '/dev/null'];
        if (\function_exists('posix_mkfifo')) {
            self::assertTrue(\posix_mkfifo($file, 0600) && \posix_mkfifo("$this->directory/$id.php", 0600));
        }
        // Nobody writes to the pipes: opening one would wait for ever.
        self::assertNull((new Directory($this->directory))->find($id));
        $readers = [Dictionary::fromFile(...), Dictionary::fromExport(...), Directory::open(...)];
        foreach ($files as $name) {
            foreach ($readers as $read) {
                try {
                    $read($name);
                    self::fail("$name was read");
                } catch (\RuntimeException $error) {
                    self::assertSame("The file $name cannot be read", $error->getMessage());
                }
            }
        }
    }

    public function testTheExportIsTakenFirst(): void
    {
        $directory = new Directory($this->directory);
        $dictionary = self::unknown();
        $id = $dictionary->id();
        $file = $directory->store($dictionary);
        $export = "$this->directory/$id.php";
        self::assertSame($dictionary->export(), \file_get_contents($export));
        self::assertSame($dictionary->bytes(), \file_get_contents($file));
        self::assertSame([$id], $directory->ids());
        // Altered, the file would be refused, and removed, it would not be there.
        \file_put_contents($file, 'no dictionary');
        self::assertEquals($dictionary, $directory->find($id));
        \unlink($file);
        self::assertEquals($dictionary, $directory->find($id));
        self::assertEquals($dictionary, Directory::open($file));
        self::assertEquals($dictionary, Directory::open($export));
        self::assertSame([$id], $directory->ids());
        $data = Encoder::encodeWith(self::value(), $dictionary->contents());
        self::assertSame(self::value(), (new BrineSerializer(dictionaries: $directory))->unserialize($data));
        // Without the export the file is read again.
        $directory->store($dictionary);
        \unlink($export);
        self::assertEquals($dictionary, $directory->find($id));
        self::assertEquals($dictionary, Directory::open($file));
        self::assertSame([$id], $directory->ids());
        \unlink($file);
        self::assertNull($directory->find($id));
        self::assertSame([], $directory->ids());
    }

    public function testAnExportThatIsNotWholeIsPassedOver(): void
    {
        $directory = new Directory($this->directory);
        $dictionary = self::dictionary();
        $id = $dictionary->id();
        $file = $directory->store($dictionary);
        $export = "$this->directory/$id.php";
        $code = $dictionary->export();
        $damaged = [
            'empty' => '',
            'cut off' => \substr($code, 0, -10),
            'no code behind the tag' => "<?php\n",
            'another form' => \str_replace('export 2', 'export 1', $code),
            'another dictionary' => self::dictionary(['another one', 'of another id'])->export(),
            'a constant that there is not' => '<?php return [nothing];',
            'a string' => '<?php return "brine dictionary, export 2";',
            'the form alone' => '<?php return ["brine dictionary, export 2"];',
            'a string of the dictionary' => \str_replace('another one that is there', 'another one that is here', $code),
            'an element more' => \str_replace('"x","y","z"', '"x","y","z","z"', $code),
        ];
        foreach ($damaged as $how => $text) {
            self::assertNotSame($code, $text);
            \file_put_contents($export, $text);
            self::assertEquals($dictionary, $directory->find($id), $how);
            self::assertEquals($dictionary, Directory::open($export), $how);
            \rename($file, "$file.away");
            $error = self::assertRefused('bad_dictionary', static fn (): mixed => $directory->find($id));
            self::assertStringContainsString($how === 'another dictionary' ? "and not $id" : "the file $export is no whole export of a dictionary by this version of Brine", $error->getMessage());
            \rename("$file.away", $file);
            // Storing it again makes it whole.
            $directory->store($dictionary);
            self::assertSame($code, \file_get_contents($export), $how);
        }
        self::assertSame(['.', '..', "$id.dictionary", "$id.php"], \scandir($this->directory));
    }

    /** A byte that is another letter or digit: the code runs, and gives the dictionary or nothing. */
    public function testADamagedExportIsNeverAnotherDictionary(): void
    {
        $directory = new Directory($this->directory);
        $arrays = [['on' => true, 'off' => null, 'x' => 1.25], [5 => [-7, 12], 6 => \INF]];
        $dictionary = Dictionary::fromBytes(\brine_serialize([['a string'], [[0, 'id', 'k']], $arrays, [1 => 'preset']]));
        $id = $dictionary->id();
        $directory->store($dictionary);
        \unlink("$this->directory/$id.dictionary");
        $code = $dictionary->export();
        $refused = 0;
        for ($i = \strlen("<?php\n\n// "); $i < \strlen($code); ++$i) {
            $other = \strtr($code[$i], 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 'bcdefghijklmnopqrstuvwxyzaBCDEFGHIJKLMNOPQRSTUVWXYZA1234567890');
            if ($other === $code[$i]) {
                continue;
            }
            \file_put_contents("$this->directory/$id.php", \substr_replace($code, $other, $i, 1));
            try {
                $found = $directory->find($id);
                self::assertEquals($dictionary, $found, "byte $i");
                self::assertSame(\serialize($dictionary->entries()), \serialize($found?->entries()), "byte $i");
            } catch (\Brine\DecodeException $error) {
                self::assertSame('bad_dictionary', $error->getReason());
                ++$refused;
            }
        }
        // The rest is the comment, and numbers in other digits.
        self::assertGreaterThan(\strlen($code) / 2, $refused);
    }

    /** The settings of the process that exports and of the one that reads differ. */
    public function testExportsKeepFloatsWhateverSerializePrecisionIs(): void
    {
        $floats = [0.1, 1 / 3, -0.0, \INF, 1e100, 123456789.123456789, 5e-324, \M_PI];
        $dictionary = Dictionary::fromBytes(\brine_serialize([['a string'], [], [$floats]]));
        $file = "$this->directory/file.php";
        $before = (string) \ini_get('serialize_precision');
        try {
            foreach (['-1', '17', '5', '40'] as $exported) {
                \ini_set('serialize_precision', $exported);
                \file_put_contents($file, $dictionary->export());
                self::assertSame($exported, \ini_get('serialize_precision'));
                foreach (['-1', '17', '5', '40'] as $read) {
                    \ini_set('serialize_precision', $read);
                    $again = Dictionary::fromExport($file)->entries()['arrays'][0];
                    self::assertSame(\array_map(static fn (float $float): string => \pack('E', $float), $floats), \array_map(static fn (mixed $float): string => \pack('E', $float), $again));
                }
            }
        } finally {
            \ini_set('serialize_precision', $before);
        }
    }

    public function testFilesOfOtherNamesAreOpenedByTheirEnding(): void
    {
        $dictionary = self::dictionary();
        \file_put_contents("$this->directory/app.dictionary", $dictionary->bytes());
        \file_put_contents("$this->directory/app.php", $dictionary->export());
        self::assertEquals($dictionary, Directory::open("$this->directory/app.dictionary"));
        self::assertEquals($dictionary, Directory::open("$this->directory/app.php"));
        // The export beside it is that of a file of another name.
        \file_put_contents("$this->directory/app.dictionary", 'no dictionary');
        self::assertRefused('not_brine', fn (): mixed => Directory::open("$this->directory/app.dictionary"));
    }

    private static function large(): Dictionary
    {
        \mt_srand(1);
        $strings = [];
        for ($i = 0; $i < self::SIZE / 16; ++$i) {
            $strings[] = \sprintf('%04d %08x', $i, \mt_rand());
        }

        return Dictionary::fromBytes(\brine_serialize([$strings, [], []]));
    }

    /** The bytes that a call takes beyond what is taken before, at most. Only PHP's own allocator counts them. */
    private static function peak(\Closure $call): int
    {
        if (\getenv('USE_ZEND_ALLOC') === '0') {
            self::markTestSkipped('PHP counts no memory without its own allocator');
        }
        \gc_collect_cycles();
        $before = \memory_get_usage();
        \memory_reset_peak_usage();
        $result = $call();
        unset($result);

        return \memory_get_peak_usage() - $before;
    }
}
