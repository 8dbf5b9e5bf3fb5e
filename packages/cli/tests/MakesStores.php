<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

use Brine\Console\Command\MigrateCommand;
use Brine\Format;
use Symfony\Component\Console\Tester\CommandTester;

/**
 * Stores to migrate, and interrupted runs.
 *
 * @phpstan-require-extends ConsoleTestCase
 */
trait MakesStores
{
    private const ENTRIES = 60;

    /**
     * Migrates one batch.
     *
     * @param array<string, mixed> $arguments
     * @return string the file of --state that is left
     */
    private function brokenOff(array $arguments, int $batch): string
    {
        $state = $this->directory() . '/state';
        $command = new MigrateCommand();
        $command->handleSignal(2);
        $tester = new CommandTester($command);
        self::assertSame(1, $tester->execute($arguments + ['--state' => $state, '--batch' => "$batch"], ['interactive' => false, 'capture_stderr_separately' => true]));
        self::assertFileExists($state, $tester->getDisplay());

        return $state;
    }

    /** @return string the DSN of a database with a table of native text, and a number */
    private function database(): string
    {
        $name = 'sqlite:' . $this->file('');
        $database = new \PDO($name);
        $database->exec('CREATE TABLE cache (cid TEXT PRIMARY KEY, data BLOB)');
        $insert = $database->prepare('INSERT INTO cache VALUES (?, ?)');
        $database->beginTransaction();
        for ($i = 1; $i < self::ENTRIES; ++$i) {
            $insert->execute([($i % 2 === 0 ? 'node:' : 'user:') . $i, \serialize(['id' => $i, 'roles' => ['editor', 'author'], 'thing' => new LoudThing()])]);
        }
        $insert->execute(['node:', '123456789']);
        $database->commit();

        return $name;
    }

    /** @return array<string, int> how many rows are of each format */
    private static function formats(string $name): array
    {
        $formats = [];
        $rows = (new \PDO($name))->query('SELECT data FROM cache');
        \assert($rows !== false);
        foreach ($rows->fetchAll(\PDO::FETCH_COLUMN) as $data) {
            \assert(\is_string($data));
            $format = Format::of($data)?->value;
            if ($format !== null) {
                $formats[$format] = ($formats[$format] ?? 0) + 1;
            }
        }
        \ksort($formats);

        return $formats;
    }
}
