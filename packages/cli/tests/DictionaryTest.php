<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

use Brine\Compressed;
use Brine\Dictionary;
use Brine\NativeSerializer;

/** train, and the commands of dictionary. */
final class DictionaryTest extends ConsoleTestCase
{
    public function testTrains(): void
    {
        $out = $this->file('');
        $text = $this->brine(0, 'train', ['sources' => [$this->store()], '--out' => $out]);
        $dictionary = Dictionary::fromFile($out);
        self::assertStringStartsWith("$out: dictionary {$dictionary->id()}, " . \strlen($dictionary->bytes()) . " bytes, of 100 different entries\n", $text);
        self::assertStringContainsString("Entries that it has not seen:\n\nprefix ", $text);
        self::assertMatchesRegularExpression('/^node\. +\d+ +\d+ +\d+ +\d\d\.\d % +\d+ *$/m', $text);
        self::assertContains('published', $dictionary->entries()['strings']);

        $files = \array_slice((array) \glob($this->store() . '/*'), 0, 30);
        $this->brine(0, 'train', ['sources' => $files, '--out' => $out, '--max-bytes' => '64', '--min-support' => '10']);
        self::assertLessThanOrEqual(64, \filesize($out));
        $this->brine(1, 'train', ['sources' => \array_slice($files, 0, 5), '--out' => $out]);
        self::assertStringStartsWith('brine: Only 5 different entries of 5 are read', $this->errors());
        $this->brine(2, 'train', ['sources' => $files]);
        $this->brine(2, 'train', ['sources' => $files, '--out' => $out, '--max-bytes' => '99999999999']);
    }

    public function testWarnsOfSecrets(): void
    {
        $directory = $this->directory();
        for ($i = 0; $i < 40; ++$i) {
            \file_put_contents("$directory/$i", \serialize(['id' => $i, 'mail' => 'admin@example.org', 'settings' => ['password' => 'hunter2', 'on' => true]]));
        }
        $out = $this->file('');
        $text = $this->brine(1, 'train', ['sources' => [$directory], '--out' => $out]);
        self::assertStringContainsString("admin@example.org looks like an e-mail address\n", $text);
        self::assertStringContainsString("hunter2 looks like the value of \"password\"\n", $text);
        self::assertStringContainsString("2 things look as if they should not be in a dictionary. Everybody who has it can read it.\n", $text);
        self::assertStringContainsString("admin@example.org looks like an e-mail address\n", $this->brine(1, 'dictionary:show', ['file' => $out]));
    }

    /** A string does not show its key: the samples do; in a dictionary alone, only keys are a hint. */
    public function testWarnsOfValuesUnderTheNamesOfSecrets(): void
    {
        $directory = $this->directory();
        $thing = 'O:5:"Thing":2:{s:5:"title";s:9:"published";s:16:"' . "\0Thing\0smtpToken" . '";s:8:"letmein!";}';
        for ($i = 0; $i < 40; ++$i) {
            \file_put_contents("$directory/$i", 'a:3:{s:2:"id";i:' . $i . ';s:8:"password";s:7:"hunter2";s:5:"thing";' . $thing . '}');
        }
        $out = $this->file('');
        $text = $this->brine(1, 'train', ['sources' => [$directory], '--out' => $out]);
        self::assertSame([], \array_diff(['hunter2', 'letmein!'], Dictionary::fromFile($out)->entries()['strings']));
        self::assertStringContainsString("letmein! looks like the value of \"smtpToken\"\nhunter2 looks like the value of \"password\"\n2 things look", $text);
        $text = $this->brine(1, 'dictionary:show', ['file' => $out]);
        self::assertStringContainsString("password looks like the key of a secret, which may be among the strings\n", $text);
        // Where each value is another one, none is in the dictionary.
        for ($i = 0; $i < 40; ++$i) {
            \file_put_contents("$directory/$i", \serialize(['id' => $i, 'password' => \md5("$i")]));
        }
        $this->brine(0, 'train', ['sources' => [$directory], '--out' => $out]);
        $this->brine(0, 'dictionary:show', ['file' => $out]);
    }

    public function testSaysWhatIsNoDictionary(): void
    {
        $others = [
            'a payload of Brine' => \brine_serialize(['a' => 'b']), 'a text of serialize()' => 'i:5;', 'a signed frame' => "\xC1\x14" . \str_repeat('x', 40),
            'an envelope of compressed bytes' => (new Compressed(new NativeSerializer()))->serialize(\str_repeat('a', 99_999)),
        ];
        $file = '';
        foreach ($others as $name => $bytes) {
            $file = $this->file($bytes);
            foreach ([['dictionary:show', ['file' => $file]], ['inspect', ['file' => $file, '--dictionary' => [$file]]], ['dictionary:store', ['file' => $file, 'directory' => $this->directory()]]] as [$command, $arguments]) {
                $this->brine(1, $command, $arguments);
                self::assertSame("brine: The file $file is $name, and no dictionary. See: brine inspect '$file'\n", $this->errors());
            }
        }
        $this->brine(2, 'inspect', ['file' => $file, '--dictionary' => ['/no/such/file']]);
        // One that is damaged is one.
        $out = $this->file('');
        $this->brine(0, 'train', ['sources' => [$this->store()], '--out' => $out]);
        $this->brine(1, 'dictionary:show', ['file' => $this->file(\substr((string) \file_get_contents($out), 0, -5))]);
        self::assertStringStartsWith('brine: the payload ends too early at byte', $this->errors());
    }

    public function testShows(): void
    {
        $out = $this->file('');
        $this->brine(0, 'train', ['sources' => [$this->store()], '--out' => $out]);
        $dictionary = Dictionary::fromFile($out);
        $text = $this->brine(0, 'dictionary:show', ['file' => $out]);
        self::assertStringStartsWith("Dictionary {$dictionary->id()}, " . \strlen($dictionary->bytes()) . " bytes\n", $text);
        self::assertStringContainsString("1 shapes, number, bytes saved each time, and what it is\n     0     23  keys id, status, roles, title\n", $text);
        self::assertStringContainsString("1 arrays, number, bytes saved each time, and what it is\n     0     14  [\"editor\",\"author\"]\n", $text);
        self::assertMatchesRegularExpression('/^ +\d+      9  published$/m', $text);
        $data = \json_decode($this->brine(0, 'dictionary:show', ['file' => $out, '--json' => true]), true);
        self::assertIsArray($data);
        self::assertSame($dictionary->id(), $data['id']);
        $this->brine(1, 'dictionary:show', ['file' => $this->file("\xC1\x12 no dictionary")]);
        $this->brine(2, 'dictionary:show', ['file' => '/no/such/file']);
    }

    public function testPresets(): void
    {
        $out = $this->file('');
        $directory = $this->directory();
        for ($i = 0; $i < 40; ++$i) {
            \file_put_contents("$directory/$i", \serialize(['id' => $i, 'body' => "<a href=\"https://example.org/$i\">", 'mail' => "$i, support@mail.test"]));
        }
        $text = $this->brine(1, 'train', ['sources' => [$directory], '--out' => $out, '--preset-bytes' => '300']);
        self::assertStringContainsString("\nsupport@mail.test looks like an e-mail address, in a preset\n", $text);
        $presets = Dictionary::fromFile($out)->presets();
        self::assertSame(['zlib', 'zstd'], \array_keys($presets));
        $text = $this->brine(1, 'dictionary:show', ['file' => $out]);
        self::assertStringContainsString("\nPreset of zlib, " . \strlen($presets['zlib']) . " bytes, of which the last are used most:\n  ", $text);
        self::assertStringContainsString("\nPreset of zstd, ", $text);
        self::assertStringContainsString('href="https://example.org/', $text);
        $this->brine(2, 'train', ['sources' => [$directory], '--out' => $out, '--preset-bytes' => '32769']);
    }

    public function testCompares(): void
    {
        $old = $this->file('');
        $new = $this->file('');
        $this->brine(0, 'train', ['sources' => [$this->store()], '--out' => $old]);
        $this->brine(0, 'train', ['sources' => [$this->store('archived')], '--out' => $new]);
        $text = $this->brine(1, 'dictionary:diff', ['old' => $old, 'new' => $new]);
        self::assertStringContainsString("  - published\n", $text);
        self::assertStringContainsString("  + archived\n", $text);
        self::assertStringContainsString("arrays: 1 in both, 0 gone, 0 new\n", $text);
        self::assertStringContainsString("arrays: 1 in both, 0 gone, 0 new\n", $this->brine(0, 'dictionary:diff', ['old' => $old, 'new' => $old]));
    }

    public function testStores(): void
    {
        $out = $this->file('');
        $this->brine(0, 'train', ['sources' => [$this->store()], '--out' => $out]);
        $dictionary = Dictionary::fromFile($out);
        $id = $dictionary->id();
        self::assertStringContainsString("brine dictionary store $out DIRECTORY\n", $this->errors());
        self::assertStringContainsString("Brine\Dictionary\Directory::open('DIRECTORY/$id.php')", $this->errors());
        $directory = $this->directory();
        $text = $this->brine(0, 'dictionary:store', ['file' => $out, 'directory' => $directory]);
        self::assertSame("$directory/$id.dictionary\n$directory/$id.php\n", $text);
        self::assertSame($dictionary->bytes(), \file_get_contents("$directory/$id.dictionary"));
        self::assertEquals($dictionary, Dictionary::fromExport("$directory/$id.php"));
        self::assertSame($text, $this->brine(0, 'dictionary:store', ['file' => $out, 'directory' => $directory]));
        self::assertSame(['.', '..', "$id.dictionary", "$id.php"], \scandir($directory));
        $this->brine(2, 'dictionary:store', ['file' => $out, 'directory' => "$directory/none"]);
        $this->brine(1, 'dictionary:store', ['file' => $this->file('no dictionary'), 'directory' => $directory]);
    }

    private function store(string $status = 'published'): string
    {
        $directory = $this->directory();
        for ($i = 0; $i < 100; ++$i) {
            $value = ['id' => $i, 'status' => $status, 'roles' => ['editor', 'author'], 'title' => "Title $i"];
            \file_put_contents("$directory/node.$i", $i % 2 === 0 ? \serialize($value) : \brine_serialize($value));
        }

        return $directory;
    }
}
