<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

final class PdoMysqlTest extends PdoServerTestCase
{
    protected static function server(): array
    {
        return ['BRINE_MYSQL', 'mysql', 'LONGBLOB'];
    }

    protected static function settings(): array
    {
        // As many sites have it: what does not fit is cut.
        return ["SET SESSION sql_mode = ''"];
    }

    public function testTheModeOfTheSessionStays(): void
    {
        $store = $this->createStore(['key' => 'i:1;']);
        self::assertTrue($store->replace($store->next(null, 1)->entries[0], 'i:2;'));
        self::assertSame('', $this->mode());
        $this->database->exec("SET SESSION sql_mode = 'ANSI_QUOTES'");
        self::assertTrue($store->replace($store->next(null, 1)->entries[0], 'i:3;'));
        self::assertSame('ANSI_QUOTES', $this->mode());
    }

    private function mode(): mixed
    {
        $rows = $this->database->query('SELECT @@SESSION.sql_mode');
        self::assertNotFalse($rows);

        return $rows->fetchColumn();
    }
}
