<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;

/** What the tests of the object cache use of WordPress' class of this name. */
abstract class WP_UnitTestCase extends TestCase
{
    /** @var list<string> functions that were used wrongly */
    private array $wrong = [];
    /** @var list<string> those that a test expects */
    private array $expectedWrong = [];

    public function set_up()
    {
    }

    public function tear_down()
    {
    }

    final protected function setUp(): void
    {
        // With true, the tests ask for less. One compares two caches, whose connections differ.
        wp_using_ext_object_cache($this->name() === 'test_wp_cache_init');
        $this->wrong = $this->expectedWrong = [];
        add_action('doing_it_wrong_run', function (string $function): void {
            $this->wrong[] = $function;
        });
        add_filter('doing_it_wrong_trigger_error', '__return_false');
        self::flush_cache();
        $this->set_up();
    }

    final protected function assertPostConditions(): void
    {
        self::assertSame($this->expectedWrong, array_values(array_unique($this->wrong)));
    }

    final protected function tearDown(): void
    {
        $this->tear_down();
        remove_all_actions('doing_it_wrong_run');
        wp_suspend_cache_addition(false);
        self::assertNull($GLOBALS['wp_object_cache']->fault());
    }

    public static function flush_cache(): void
    {
        wp_cache_flush();
    }

    public function setExpectedIncorrectUsage(string $function): void
    {
        $this->expectedWrong[] = $function;
    }
}
