<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Composer\Autoload\ClassLoader;
use Drupal\brine\CacheSerializer;
use Drupal\brine\Configuration;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Yaml\Yaml;

/** The lines for settings.php of the README do what it says, with the module where Composer puts it. */
final class ReadmeTest extends TestCase
{
    private string $root;

    protected function setUp(): void
    {
        $this->root = \sys_get_temp_dir() . '/brine-drupal-' . \bin2hex(\random_bytes(6));
        \mkdir("$this->root/modules/contrib", recursive: true);
        \symlink(\dirname(__DIR__), "$this->root/modules/contrib/brine");
    }

    protected function tearDown(): void
    {
        \unlink("$this->root/modules/contrib/brine");
        \rmdir("$this->root/modules/contrib");
        \rmdir("$this->root/modules");
        \rmdir($this->root);
    }

    public function testTheSnippetLetsBrineWrite(): void
    {
        [$snippet] = self::examples();
        $settings = $this->settingsOf($snippet);
        self::assertFalse((new Configuration($settings['brine'] ?? null))->writesNative);
        self::assertIsArray($settings['bootstrap_container_definition'] ?? null);
        self::assertIsArray($settings['bootstrap_container_definition']['services']);
        self::assertSame(['class' => CacheSerializer::class], $settings['bootstrap_container_definition']['services']['serialization.phpserialize']);
    }

    public function testTheSnippetIsNothingWithoutTheModule(): void
    {
        [$snippet] = self::examples();
        \unlink("$this->root/modules/contrib/brine");
        self::assertSame([], $this->settingsOf($snippet));
        \symlink(\dirname(__DIR__), "$this->root/modules/contrib/brine");
    }

    public function testTheSettingsAreTaken(): void
    {
        [$snippet, $example] = self::examples();
        $configuration = new Configuration($this->settingsOf($example . $snippet)['brine'] ?? null);
        self::assertFalse($configuration->writesNative);
        self::assertNotNull($configuration->algorithm);
        self::assertSame(['a secret of 32 random bytes'], $configuration->keys);
        self::assertSame(Configuration::RESIDENT_BINS, $configuration->residentBins);
    }

    public function testNativeTextIsWrittenBeforeTheModuleIsUninstalled(): void
    {
        [$snippet, , $native] = self::examples();
        self::assertTrue((new Configuration($this->settingsOf($native . $snippet)['brine'] ?? null))->writesNative);
    }

    /** The module's files that Drupal reads, besides classes. */
    public function testFilesNameClassesThatExist(): void
    {
        $services = Yaml::parseFile(\dirname(__DIR__) . '/brine.services.yml');
        self::assertIsArray($services);
        self::assertIsArray($services['services']);
        foreach ($services['services'] as $id => $service) {
            self::assertIsArray($service);
            self::assertIsString($service['class']);
            self::assertTrue(\class_exists($service['class']), "$id: $service[class]");
        }
        $routes = Yaml::parseFile(\dirname(__DIR__) . '/brine.routing.yml');
        self::assertIsArray($routes);
        self::assertIsArray($routes['brine.status']);
        self::assertIsArray($routes['brine.status']['defaults']);
        self::assertSame('\Drupal\brine\Controller\StatusController::page', $routes['brine.status']['defaults']['_controller']);
        self::assertSame(['name' => 'brine/drupal', 'installer' => 'brine'], self::package());
    }

    /** @return array{name: mixed, installer: mixed} */
    private static function package(): array
    {
        $package = \json_decode((string) \file_get_contents(\dirname(__DIR__) . '/composer.json'), true);
        self::assertIsArray($package);
        self::assertIsArray($package['extra']);

        return ['name' => $package['name'], 'installer' => $package['extra']['installer-name']];
    }

    /** @return list<string> the examples of PHP */
    private static function examples(): array
    {
        \preg_match_all('/^```php\n(.*?)^```/ms', (string) \file_get_contents(\dirname(__DIR__) . '/README.md'), $blocks);
        self::assertCount(3, $blocks[1]);

        return $blocks[1];
    }

    /**
     * Runs code as Drupal runs settings.php.
     *
     * @return array<mixed>
     */
    private function settingsOf(string $code): array
    {
        return (static function (string $app_root, ClassLoader $class_loader, string $code): array {
            $settings = [];
            eval($code);

            return $settings;
        })($this->root, new ClassLoader(), $code);
    }
}
