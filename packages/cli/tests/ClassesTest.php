<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\Console\Doctor\Diagnosis;
use Brine\Console\Doctor\Facts;
use Brine\IgbinarySerializer;
use Brine\Tests\Library\RedisServer;
use Predis\Client;

/** classes: those of a store's entries; and what doctor tells of the list. */
final class ClassesTest extends ConsoleTestCase
{
    public function testListsTheClassesOfEachFormat(): void
    {
        $asked = [];
        $loader = static function (string $class) use (&$asked): void {
            $asked[] = $class;
        };
        $directory = $this->directory();
        $entries = [
            \brine_serialize([new Thing(), new Thing(), new \ArrayObject([new Thing()])]), "\0\0\0\2" . \brine_serialize(new Thing()), \serialize([new Thing(), Suit::Hearts]),
            \brine_serialize_signed(Suit::Hearts, 'a key of sixteen'), (string) \gzcompress(\serialize(new Thing())),
            (new Compressed(new BrineSerializer()))->serialize([new Thing(), \str_repeat('text ', 1000)]),
            'O:6:"Gone\A":0:{}', 'O:6:"gone\a":0:{}', 'C:6:"Gone\C":1:{x}', 'some text', '12', \brine_serialize([1]), 'a:1:{i:0;O:4:"Half":1:{',
        ];
        foreach (IgbinarySerializer::canWrite() ? [...$entries, (new IgbinarySerializer())->serialize(new Thing())] : $entries as $i => $bytes) {
            \file_put_contents("$directory/$i", $bytes);
        }
        $count = IgbinarySerializer::canWrite() ? 6 : 5;
        \spl_autoload_register($loader, prepend: true);
        try {
            $text = $this->brine(1, 'classes', ['store' => $directory]);
        } finally {
            \spl_autoload_unregister($loader);
        }
        $thing = Thing::class;
        $suit = Suit::class;
        self::assertSame(
            "           $count  $thing\n           2  $suit\n           2  Gone\\A\n           1  ArrayObject\n           1  Gone\\C\n\n"
            . "brine.allowed_classes = \"$thing, $suit, Gone\\A, ArrayObject, Gone\\C\"\n",
            $text,
        );
        $all = $count + 8;
        self::assertSame("1 of the $all entries cannot be read: their classes are missing here.\n", $this->errors());
        self::assertSame([], \array_intersect($asked, ['Gone\A', 'gone\a', 'Gone\C', 'Half']));
        $data = \json_decode($this->brine(1, 'classes', ['store' => $directory, '--json' => true]), true);
        self::assertIsArray($data);
        self::assertSame([$all, 1, 0, 0], [$data['entries'], $data['unreadable'], $data['inaccessible'], $data['others']]);
        self::assertIsArray($data['classes']);
        self::assertSame(['class' => $thing, 'entries' => $count], $data['classes'][0]);
        self::assertSame('brine.allowed_classes = "none"' . "\n", \ltrim($this->brine(0, 'classes', ['store' => $this->directory()])));
    }

    /** On a server: entries of each format, other types beside them, and a pattern. */
    public function testListsTheClassesInRedis(): void
    {
        $server = RedisServer::get() ?? self::markTestSkipped('there is no redis-server');
        $client = new Client(['scheme' => 'unix', 'path' => $server->socket]);
        $client->flushdb();
        $entries = [
            \brine_serialize([new Thing(), new Thing()]), "\0\0\0\2" . \brine_serialize(new Thing()), \serialize([new Thing(), Suit::Hearts]),
            (string) \gzcompress(\serialize(new Thing())), 'O:6:"Gone\A":0:{}', 'some text', '12',
        ];
        foreach ($entries as $i => $bytes) {
            $client->set("app:$i", $bytes);
        }
        for ($i = 0; $i < 500; ++$i) {
            $client->set("more:$i", \serialize(new \ArrayObject([$i])));
        }
        $client->rpush('app:list', [\serialize(new \SplObjectStorage())]);
        $thing = Thing::class;
        $suit = Suit::class;
        self::assertSame(
            "         500  ArrayObject\n           4  $thing\n           1  $suit\n           1  Gone\\A\n\nbrine.allowed_classes = \"ArrayObject, $thing, $suit, Gone\\A\"\n",
            $this->brine(0, 'classes', ['store' => "redis://$server->socket"]),
        );
        $client->set('app:half', 'a:1:{i:0;O:4:"Half":1:{');
        $data = \json_decode($this->brine(1, 'classes', ['store' => "redis://$server->socket", '--match' => 'app:*', '--json' => true]), true);
        self::assertIsArray($data);
        self::assertSame([8, 1, 0, "brine.allowed_classes = \"$thing, $suit, Gone\\A\""], [$data['entries'], $data['unreadable'], $data['others'], $data['line']]);
        $client->flushdb();
    }

    public function testDoctorTellsTheState(): void
    {
        $facts = static fn (string $list, string $report): Facts
            => Facts::of(['settings' => ['brine.allowed_classes' => $list, 'brine.allowed_classes_report' => $report]]);
        self::assertSame('every class is allowed', Diagnosis::classes($facts('', '0')));
        self::assertSame('only none', Diagnosis::classes($facts('none', '0')));
        self::assertSame('only App\*, Thing; others are reported, not refused', Diagnosis::classes($facts('App\*, Thing', '1')));
        $exists = \class_exists(...);
        foreach (['', 'none', 'App\*', Thing::class . ', App\*'] as $list) {
            self::assertNull(Diagnosis::missingClasses($facts($list, '0'), $exists), $list);
        }
        $finding = Diagnosis::missingClasses($facts('Nobody, ' . Thing::class . ' ,App\*, App\Nothing', '0'), $exists);
        self::assertSame('brine.allowed_classes has Nobody, App\Nothing, which are no classes', $finding?->text);
        self::assertStringContainsString("\n  classes       every class is allowed\n", $this->tryBrine('doctor', ['--autoload' => $this->file('<?php')])[1] . (\extension_loaded('brine') ? '' : "\n  classes       every class is allowed\n"));
    }
}
