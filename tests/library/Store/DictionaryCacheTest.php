<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Store;

use Brine\Auto;
use Brine\Dictionary\Directory;
use Brine\Format\Dictionary\Registry;
use Brine\Signed;
use Brine\Store\PredisCache;
use Brine\Tests\Library\DictionaryTestCase;
use Brine\Tests\Library\RedisServer;
use Predis\Client;

/** A dictionary, and where dictionaries are looked for, come with the serializer. */
final class DictionaryCacheTest extends DictionaryTestCase
{
    public function testEntriesThatNameADictionary(): void
    {
        $server = RedisServer::get() ?? self::markTestSkipped('there is no redis-server');
        $client = new Client(['scheme' => 'unix', 'path' => $server->socket]);
        $source = new Directory($this->directory);
        $source->store($dictionary = self::dictionary());
        foreach (['plain:' => null, 'signed:' => 'secret of a test'] as $prefix => $key) {
            $of = static fn (Auto $auto): Auto|Signed => $key === null ? $auto : new Signed($auto, $key);
            $writer = new PredisCache($client, $of(new Auto(new \Brine\BrineSerializer([], $dictionary))), $prefix);
            self::assertTrue($writer->set('key', self::value()));
            self::assertStringContainsString("\xc1\x12", (string) $client->get("{$prefix}key"));
            $log = new Log();
            // As on a host that has not read the dictionary; what the extension knows, it never forgets.
            if (!\extension_loaded('brine')) {
                Registry::clear();
                self::assertNull((new PredisCache($client, $of(new Auto()), $prefix, $log))->get('key'));
                self::assertSame(["unknown_dictionary {$prefix}key"], $log->entries);
                $log->entries = [];
            }
            $reader = new PredisCache($client, $of(new Auto(dictionaries: $source)), $prefix, $log);
            self::assertSame(self::value(), $reader->get('key'));
            self::assertSame(['key' => self::value()], $reader->getMultiple(['key']));
            self::assertSame([], $log->entries);
        }
    }
}
