<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

final class PdoPostgresqlTest extends PdoServerTestCase
{
    protected static function server(): array
    {
        return ['BRINE_PGSQL', 'pgsql', 'BYTEA'];
    }
}
