<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Brine\Tests\Library\Deployment\Deploys;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** Classes change, under php-fpm: each entry of a bin is a hit, or a miss that the log explains. */
final class DeploymentTest extends TestCase
{
    use Deploys;

    private string $directory;

    protected function setUp(): void
    {
        $this->directory = \sys_get_temp_dir() . '/brine-drupal-' . \bin2hex(\random_bytes(8));
        \mkdir($this->directory);
    }

    protected function tearDown(): void
    {
        $this->stopHosts();
        \exec('rm -rf ' . \escapeshellarg($this->directory));
    }

    /** @param array<string, mixed> $brine of settings.php */
    private function site(array $brine = []): void
    {
        (new \PDO("sqlite:$this->directory/site.db"))->exec('PRAGMA journal_mode = WAL');
        $this->prepare($this->directory, __DIR__ . '/deployed.php', ['brine' => $brine, 'database' => "$this->directory/site.db"]);
    }

    /** @return iterable<string, array{array<string, mixed>}> */
    public static function configurations(): iterable
    {
        $compress = ['compress' => ['min_bytes' => 1]];
        $sign = ['sign_keys' => 'secret of a test'];
        foreach (['plain' => [], 'compressed' => $compress, 'signed' => $sign, 'signed and compressed' => $sign + $compress] as $name => $brine) {
            yield $name => [$brine + ['resident_bins' => []]];
        }
    }

    /** @param array<string, mixed> $brine */
    #[DataProvider('configurations')]
    public function testAReload(array $brine): void
    {
        $this->site($brine);
        $this->assertDeployed($this->directory, ['default', 'render'], true);
    }

    public function testADictionary(): void
    {
        [$directory, $id] = self::dictionary($this->directory);
        $this->site(['dictionary' => "$directory/$id.php", 'resident_bins' => []]);
        $this->assertDeployed($this->directory, ['default'], true, check: function () use ($id): void {
            $row = (new \PDO("sqlite:$this->directory/site.db"))->query("SELECT data FROM cache_default WHERE cid = 'N02'");
            self::assertNotFalse($row);
            $bytes = $row->fetchColumn();
            self::assertIsString($bytes);
            self::assertStringStartsWith("\xc1\x12" . \hex2bin($id), $bytes);
            self::assertStringNotContainsString('N02', $bytes);
        });
    }

    /** @return iterable<string, array{list<string>}> */
    public static function residents(): iterable
    {
        yield 'own' => [['brine.resident_memory=16M']];
        yield 'shared' => [['brine.resident_shared=16M']];
    }

    /** @param list<string> $settings */
    #[DataProvider('residents')]
    public function testResidentValuesOutliveTheClasses(array $settings): void
    {
        $this->site();
        $this->assertDeployed($this->directory, ['default', 'discovery'], false, $settings);
    }

    public function testOldAndNewHostsSideBySide(): void
    {
        $this->site();
        $this->assertRolling($this->directory, ['default', 'render']);
    }
}
