<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Drupal\brine\Codec;
use Drupal\brine\Hook\BrineHooks;
use Drupal\brine\Install\Requirements\BrineRequirements;
use Drupal\brine\Severity;
use Drupal\brine\Status\Backends;
use Drupal\brine\Status\Record;
use Drupal\Core\Extension\Requirement\RequirementSeverity;
use Drupal\Core\Hook\Attribute\Hook;
use Drupal\Core\Site\Settings;

/** Hooks as Drupal calls them: by functions before 11.1, and by attributes from then on. */
final class HooksTest extends BackendTestCase
{
    private BrineHooks $hooks;

    protected function setUp(): void
    {
        parent::setUp();
        $this->hooks = new BrineHooks(new Record($this->keyValues), new Backends($this->container, []));
        $this->container->set(BrineHooks::class, $this->hooks);
        require_once \dirname(__DIR__) . '/brine.install';
        require_once \dirname(__DIR__) . '/brine.module';
    }

    public function testFunctionsAndMethodsAreTheSame(): void
    {
        self::assertSame($this->hooks->runtimeRequirements(), \brine_requirements('runtime'));
        self::assertSame(BrineRequirements::getRequirements(), \brine_requirements('install'));
        self::assertSame([], \brine_requirements('install'));
        self::assertSame([], \brine_requirements('update'));
        $this->keyValues->store->set('damaged', 5);
        \brine_rebuild();
        self::assertSame(0, $this->keyValues->store->get('damaged'));
    }

    public function testMethodsHaveTheNamesOfHooks(): void
    {
        $names = [];
        foreach ((new \ReflectionClass(BrineHooks::class))->getMethods() as $method) {
            foreach ($method->getAttributes(Hook::class) as $attribute) {
                $names[$method->getName()] = $attribute->newInstance()->hook;
            }
        }
        self::assertSame(['rebuild' => 'rebuild', 'runtimeRequirements' => 'runtime_requirements'], $names);
    }

    public function testDoubleCompressionIsTold(): void
    {
        Codec::forget();
        new Settings(['brine' => ['write' => 'brine', 'compress' => true], 'redis_compress_length' => 100]);
        $requirement = $this->hooks->runtimeRequirements()['brine'];
        self::assertSame(RequirementSeverity::Warning, $requirement['severity']);
        self::assertSame("Entries are compressed twice: remove \$settings['redis_compress_length'], or \$settings['brine']['compress'].", $requirement['description']);
        Codec::forget();
        new Settings(['brine' => ['write' => 'brine'], 'redis_compress_length' => 100]);
        self::assertSame(RequirementSeverity::OK, $this->hooks->runtimeRequirements()['brine']['severity']);
    }

    public function testSeveritiesAreThoseOfDrupal(): void
    {
        self::assertSame([RequirementSeverity::OK, RequirementSeverity::Warning, RequirementSeverity::Error], [Severity::ok(), Severity::warning(), Severity::error()]);
    }
}
