<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use PHPUnit\Framework\TestCase;

/** Sessions of the extension in the save handler of phpredis, which knows an id in strict mode once something was stored for it. */
#[RequiresPhpExtension('brine')]
#[RequiresPhpExtension('redis')]
final class RedisSessionTest extends TestCase
{
    use RunsPhp;

    /** @return iterable<string, array{string}> */
    public static function handlers(): iterable
    {
        foreach (['php', 'brine', 'brine_php', 'brine_php_serialize'] as $handler) {
            yield $handler => [$handler];
        }
    }

    #[DataProvider('handlers')]
    public function testANewSessionKeepsItsIdWhileItIsEmpty(string $handler): void
    {
        [$id, $session] = self::request($handler, '');
        self::assertSame('[]', $session);
        foreach (['second', 'third'] as $request) {
            self::assertSame([$id, '[]'], self::request($handler, $id), "$request request");
        }
        self::assertSame([$id, '{"added":["one"]}'], self::request($handler, $id, 'one'));
        self::assertSame([$id, '{"added":["one"]}'], self::request($handler, $id));
        self::assertSame([$id, '{"added":["one","two"]}'], self::request($handler, $id, 'two'));
        self::assertNotSame($id, self::request($handler, 'unknown')[0]);
    }

    public function testHostsOfDifferentHandlersShareASession(): void
    {
        [$id] = self::request('php', '');
        $added = [];
        foreach (['php', 'brine_php', 'php', 'brine_php', 'brine', 'brine_php', 'brine', 'brine_php', 'php'] as $step => $handler) {
            $added[] = "$step";
            self::assertSame([$id, \json_encode(['added' => $added])], self::request($handler, $id, "$step"));
        }
    }

    /** @return array{string, string} the id and the session after the request */
    private static function request(string $handler, string $id, string $added = ''): array
    {
        $server = RedisServer::get() ?? self::markTestSkipped('there is no redis-server');
        $settings = [
            'session.save_handler=redis', "session.save_path=unix://$server->socket", 'session.use_strict_mode=1',
            'session.lazy_write=1', "session.serialize_handler=$handler",
        ];
        $extensions = [...(\extension_loaded('igbinary') ? ['igbinary'] : []), 'redis', ...($handler === 'php' ? [] : ['brine'])];
        $output = self::runPhp('session_request.php', $settings, $extensions, $id, $added);
        [$id, $session] = \explode(' ', $output, 2) + ['', ''];

        return [$id, $session];
    }
}
