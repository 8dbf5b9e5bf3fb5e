<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

use Brine\Tests\Library\Deployment\Deploys;
use PHPUnit\Framework\Attributes\DataProvider;
use Symfony\Component\Filesystem\Filesystem;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Transport\Serialization\SerializerInterface;

/** Classes change, in an application under php-fpm: each entry is a hit, or a miss that the log explains. */
final class DeploymentTest extends PoolTestCase
{
    use Deploys;

    private const POOLS = ['app.files', 'app.redis', 'app.tagged', 'app.memcached', 'app.database'];

    private string $releases;

    protected function setUp(): void
    {
        parent::setUp();
        $this->releases = self::$directory . '/deployment-' . \bin2hex(\random_bytes(4));
        (new Filesystem())->mkdir($this->releases);
    }

    protected function tearDown(): void
    {
        $this->stopHosts();
        (new Filesystem())->remove($this->releases);
        parent::tearDown();
    }

    /** @param array<string, mixed> $brine the bundle's configuration */
    private function application(array $brine = []): void
    {
        // Builds the container, with the servers of this process.
        $this->boot($brine);
        $this->prepare($this->releases, __DIR__ . '/deployed.php', ['brine' => $brine, 'directory' => self::$directory]);
    }

    /** @return iterable<string, array{array<string, mixed>}> */
    public static function configurations(): iterable
    {
        yield 'plain' => [[]];
        yield 'compressed' => [['compress' => ['min_bytes' => 1]]];
        yield 'signed' => [['sign' => ['keys' => ['a secret of a test'], 'bind' => 'key']]];
        yield 'signed and compressed' => [['sign' => ['keys' => ['a secret of a test'], 'bind' => 'pool'], 'compress' => ['min_bytes' => 1]]];
    }

    /** @param array<string, mixed> $brine */
    #[DataProvider('configurations')]
    public function testAReload(array $brine): void
    {
        $this->application($brine);
        $this->assertDeployed($this->releases, self::POOLS, true);
    }

    public function testADictionary(): void
    {
        [$directory, $id] = self::dictionary($this->releases);
        $brine = ['dictionary' => ['directory' => $directory, 'write' => $id]];
        $this->application($brine);
        $this->assertDeployed($this->releases, ['app.redis'], true, check: function () use ($brine, $id): void {
            $bytes = $this->bytes($this->boot($brine), 'app.redis', 'N02');
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
        $this->application(['resident' => ['pools' => ['app.redis', 'app.files']]]);
        $this->assertDeployed($this->releases, ['app.redis', 'app.files'], false, $settings);
    }

    public function testOldAndNewHostsSideBySide(): void
    {
        $this->application();
        $this->assertRolling($this->releases, ['app.redis', 'app.tagged', 'app.files']);
    }

    /** They are no cache entries: Messenger writes and reads them itself. */
    public function testMessagesAreNotLost(): void
    {
        $serializer = $this->boot([], ['messenger' => ['transports' => ['later' => 'in-memory://']]])->get('messenger.default_serializer');
        self::assertInstanceOf(SerializerInterface::class, $serializer);
        $message = $serializer->encode(new Envelope(new Versioned()));
        $native = \addslashes(\serialize(new Versioned()));
        self::assertIsString($message['body']);
        // From before the class had its property, and its version.
        $old = \str_replace($native, (string) \preg_replace('/1:\{.*\}$/', '0:{}', $native), $message['body'], $count);
        self::assertSame(1, $count);
        self::assertEquals(new Versioned(), $serializer->decode(['body' => $old])->getMessage());
    }
}
