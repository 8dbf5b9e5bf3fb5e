<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** The examples of the documentation do what it says: a line of code that ends in "// prints: …" prints that. */
final class DocumentationTest extends TestCase
{
    use RunsExamples;

    private const PAGES = ['compression', 'custom-serializer', 'dictionaries', 'migrating', 'resident', 'serializers', 'signing', 'stores'];

    #[DataProvider('pages')]
    public function testExamples(string $page): void
    {
        $text = (string) \file_get_contents(\dirname(__DIR__, 2) . "/docs/$page.md");
        \preg_match_all('/^```php\n(.*?)^```/ms', $text, $blocks);
        self::assertNotSame([], $blocks[1]);
        $code = \implode('', $blocks[1]);
        self::assertPrintsWhatItSays($code, $this->prepare($code));
    }

    /** @return iterable<string, array{string}> */
    public static function pages(): iterable
    {
        foreach (self::PAGES as $page) {
            yield $page => [$page];
        }
    }

    /** What the example needs of this machine. */
    private function prepare(string $code): string
    {
        if (\str_contains($code, 'new PDO') && !\extension_loaded('pdo_sqlite')) {
            self::markTestSkipped('there is no SQLite');
        }
        if (!\extension_loaded('brine') && (\str_contains($code, 'prints: Brine') || \str_contains($code, 'brine_resident_status'))) {
            self::markTestSkipped('the example is one of the extension');
        }
        if (!\str_contains($code, 'redis-server.sock')) {
            return $code;
        }
        if (!\extension_loaded('redis')) {
            self::markTestSkipped('there is no client for Redis');
        }
        $server = RedisServer::get() ?? self::markTestSkipped('there is no redis-server');

        return \str_replace('/run/redis/redis-server.sock', $server->socket, $code);
    }
}
