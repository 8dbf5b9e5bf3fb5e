<?php

declare(strict_types=1);

namespace Brine\WordPress\Tests;

use Brine\WordPress\Command;
use Brine\WordPress\DropIn;
use Brine\WordPress\SiteHealth;

/** The file object-cache.php in directories like those of sites, in processes of their own; the commands; Site Health. */
final class DropInTest extends TestCase
{
    private string $site;

    protected function setUp(): void
    {
        parent::setUp();
        $this->site = \sys_get_temp_dir() . '/brine-wordpress-' . \bin2hex(\random_bytes(6));
        \mkdir("$this->site/wp-content/plugins", recursive: true);
    }

    protected function tearDown(): void
    {
        \exec('rm -rf ' . \escapeshellarg($this->site));
        parent::tearDown();
    }

    /**
     * A request of the site, which loads the drop-in as WordPress does.
     *
     * @param array<string, mixed> $constants
     * @return array{string, string} output and log
     */
    private function request(string $code, array $constants = []): array
    {
        $constants += ['ABSPATH' => "$this->site/", 'WP_CONTENT_DIR' => "$this->site/wp-content"] + Servers::settings('phpredis', self::socket('phpredis'));
        $start = '';
        foreach ($constants as $name => $value) {
            $start .= "define('$name', " . \var_export($value, true) . ');';
        }
        $start .= <<<'PHP'
            $table_prefix = 'wp_';
            function is_multisite() { return false; }
            function get_current_blog_id() { return 1; }
            function wp_suspend_cache_addition() { return false; }
            function add_filter($name, $callback) {}
            if (is_file(WP_CONTENT_DIR . '/object-cache.php')) {
                require_once WP_CONTENT_DIR . '/object-cache.php';
            }
            if (!function_exists('wp_cache_init')) {
                exit("WordPress' own cache");
            }
            wp_cache_init();
            PHP;
        $log = "$this->site/log";
        @\unlink($log);
        $process = \proc_open(
            [\PHP_BINARY, '-n', '-d', "error_log=$log", '-d', 'display_errors=1', ...Extensions::arguments(), '-r', $start . $code],
            [1 => ['pipe', 'w'], 2 => ['redirect', 1]],
            $pipes,
        );
        self::assertIsResource($process);
        $output = (string) \stream_get_contents($pipes[1]);
        \proc_close($process);

        return [$output, \is_file($log) ? (string) \file_get_contents($log) : ''];
    }

    private const WRITE = "wp_cache_set('x', ['of' => 'a request'], 'g'); echo get_class(\$GLOBALS['wp_object_cache']);";
    private const READ = "echo json_encode(wp_cache_get('x', 'g'));";

    private static function package(): string
    {
        return \dirname(__DIR__);
    }

    /** The package as a plugin with the library inside. */
    private function copyPlugin(string $directory): void
    {
        \mkdir("$directory/library", recursive: true);
        foreach (['src', 'object-cache.php', 'autoload.php', 'brine.php'] as $name) {
            \exec('cp -r ' . \escapeshellarg(self::package() . "/$name") . ' ' . \escapeshellarg($directory));
        }
        \exec('cp -r ' . \escapeshellarg(self::package() . '/../../src') . ' ' . \escapeshellarg("$directory/library"));
    }

    public function testAPluginWithTheLibraryInside(): void
    {
        $this->copyPlugin("$this->site/wp-content/plugins/brine");
        \copy(self::package() . '/object-cache.php', "$this->site/wp-content/object-cache.php");
        self::assertSame(['WP_Object_Cache', ''], $this->request(self::WRITE));
        self::assertSame(['{"of":"a request"}', ''], $this->request(self::READ));
        self::assertSame(['wp:g:x'], self::redis()->keys('*'));
        // The plugin loads the classes that the drop-in has loaded.
        self::assertSame(['loaded', ''], $this->request("require WP_CONTENT_DIR . '/plugins/brine/brine.php'; echo 'loaded';"));
        // Taken away: entries stay, and nobody reads them.
        \unlink("$this->site/wp-content/object-cache.php");
        self::assertSame(["WordPress' own cache", ''], $this->request(self::READ));
        self::assertSame(['wp:g:x'], self::redis()->keys('*'));
    }

    public function testAPluginThatIsDeletedBeforeTheDropIn(): void
    {
        $this->copyPlugin("$this->site/wp-content/plugins/brine");
        \copy(self::package() . '/object-cache.php', "$this->site/wp-content/object-cache.php");
        \exec('rm -rf ' . \escapeshellarg("$this->site/wp-content/plugins/brine"));
        [$output, $log] = $this->request(self::READ);
        self::assertSame("WordPress' own cache", $output);
        self::assertStringContainsString('Brine: object-cache.php finds neither the plugin nor the package brine/wordpress', $log);
    }

    public function testAPackageOfComposer(): void
    {
        // As Composer has it: packages beside each other, and an autoloader that knows both.
        \mkdir("$this->site/vendor/brine", recursive: true);
        \symlink(self::package(), "$this->site/vendor/brine/wordpress");
        \symlink(self::package() . '/../..', "$this->site/vendor/brine/brine");
        \file_put_contents("$this->site/vendor/autoload.php", '<?php return require ' . \var_export(self::package() . '/vendor/autoload.php', true) . ';');
        \copy(self::package() . '/object-cache.php', "$this->site/wp-content/object-cache.php");
        self::assertSame(['WP_Object_Cache', ''], $this->request(self::WRITE));
        self::assertSame(['{"of":"a request"}', ''], $this->request(self::READ));
    }

    public function testALinkAndADirectoryByItsName(): void
    {
        $this->copyPlugin("$this->site/elsewhere");
        \symlink("$this->site/elsewhere/object-cache.php", "$this->site/wp-content/object-cache.php");
        self::assertSame(['WP_Object_Cache', ''], $this->request(self::WRITE));
        \unlink("$this->site/wp-content/object-cache.php");
        \copy(self::package() . '/object-cache.php', "$this->site/wp-content/object-cache.php");
        self::assertSame(['{"of":"a request"}', ''], $this->request(self::READ, ['BRINE_DIRECTORY' => "$this->site/elsewhere"]));
        self::assertSame("WordPress' own cache", $this->request(self::READ)[0]);
    }

    public function testSwitchedOff(): void
    {
        $this->copyPlugin("$this->site/wp-content/plugins/brine");
        \copy(self::package() . '/object-cache.php', "$this->site/wp-content/object-cache.php");
        self::assertSame(["WordPress' own cache", ''], $this->request('', ['BRINE_DISABLED' => true]));
        self::assertSame(["WordPress' own cache", ''], $this->request('', ['WP_REDIS_DISABLED' => true]));
        self::assertSame(['yes', ''], $this->request("echo 'yes';", ['BRINE_DISABLED' => false]));
    }

    public function testConstantsAndEnvironment(): void
    {
        $this->copyPlugin("$this->site/wp-content/plugins/brine");
        \copy(self::package() . '/object-cache.php', "$this->site/wp-content/object-cache.php");
        \putenv('BRINE_SIGNING_KEY=' . self::KEY);
        \putenv('WP_REDIS_PREFIX=of the environment:');
        try {
            $this->request(self::WRITE);
            self::assertSame(['{"of":"a request"}', ''], $this->request(self::READ));
            self::assertSame(['of the environment:wp:g:x'], self::redis()->keys('*'));
            self::assertSame("\xc1\x14", \substr(self::raw('of the environment:wp:g:x'), 0, 2));
            self::assertSame(['{"of":"a request"}', ''], $this->request(self::READ, ['WP_REDIS_PREFIX' => ' of the environment:']));
            self::assertSame(['false', ''], $this->request(self::READ, ['WP_CACHE_KEY_SALT' => 'salt', 'WP_REDIS_PREFIX' => 'prefix']));
        } finally {
            \putenv('BRINE_SIGNING_KEY');
            \putenv('WP_REDIS_PREFIX');
        }
        $this->request(self::WRITE, ['WP_CACHE_KEY_SALT' => 'salt:']);
        self::assertContains('salt:wp:g:x', self::redis()->keys('*'));
    }

    public function testCommands(): void
    {
        Site::define(self::socket('phpredis'));
        $dropIn = DropIn::ofSite();
        @\unlink($dropIn->file);
        $GLOBALS['wp_object_cache'] = null;
        self::redis()->set('wp:g:stale', 1);
        $command = new Command();
        $command->enable([], []);
        self::assertSame(['current', []], [$dropIn->state(), self::redis()->keys('*')]);
        self::assertFileEquals(self::package() . '/object-cache.php', $dropIn->file);
        $GLOBALS['wp_object_cache'] = new \WP_Object_Cache();
        self::assertInstanceOf(\WP_Object_Cache::class, $GLOBALS['wp_object_cache']);
        // Entries of Redis Object Cache, among them one that cannot be read.
        $old = ['wp:posts:1' => \serialize(['ID' => 1, 'list' => \range(1, 50)]), 'wp:default:text' => 'plain', 'wp:default:n' => '5', 'wp:default:gone' => 'O:4:"Gone":0:{}'];
        self::redis()->mset($old);
        \WP_CLI::taken();
        $command->migrate([], ['dry-run' => true]);
        $isBrine = \extension_loaded('brine');
        $lines = \WP_CLI::taken();
        self::assertSame($isBrine ? ['migrated: 3', 'unreadable: 1'] : ['migrated: 2', 'unchanged: 1'], \array_slice($lines, 0, 2));
        self::assertSame('Success: Nothing was written', \end($lines));
        self::assertSame($old, \array_combine(\array_keys($old), \array_map(self::raw(...), \array_keys($old))));
        $command->migrate([], []);
        $lines = \WP_CLI::taken();
        self::assertSame('Success: Migrated', \end($lines));
        self::assertSame($isBrine ? "\xc1\x10" : 'a:', \substr(self::raw('wp:posts:1'), 0, 2));
        \WP_CLI::taken();
        $command->status();
        $text = \implode("\n", \WP_CLI::taken());
        self::assertStringStartsWith(
            "object-cache.php: current\nPHP: " . \PHP_VERSION . ' of the command line. The site may run another PHP, with other extensions: '
                . "see Tools, Site Health\nServer: Redis by phpredis, ",
            $text,
        );
        self::assertStringContainsString($isBrine ? "\nFormat: brine\n" : "\nFormat: native\n", $text);
        self::assertMatchesRegularExpression('/\nWritten now: \d+ bytes; by serialize\(\): \d+\z/', $text);
        // Back, for Redis Object Cache: what it stores as it is comes back as text of serialize(), which it reads.
        $command->migrate([], ['to' => 'native']);
        self::assertSame(
            [$old['wp:posts:1'], 's:5:"plain";', 's:1:"5";', $old['wp:default:gone']],
            self::redis()->mget(\array_keys($old)),
        );
        $command->flush(['posts']);
        self::assertSame(3, self::redis()->dbSize());
        $command->disable([], ['keep' => true]);
        self::assertSame(['missing', 3], [$dropIn->state(), self::redis()->dbSize()]);
        $command->enable([], []);
        $command->disable([], []);
        self::assertSame(['missing', 0], [$dropIn->state(), self::redis()->dbSize()]);
    }

    public function testCommandsLeaveOtherPluginsAlone(): void
    {
        Site::define(self::socket('phpredis'));
        $dropIn = DropIn::ofSite();
        \file_put_contents($dropIn->file, '<?php // Plugin Name: Redis Object Cache Drop-In');
        self::assertSame('foreign', $dropIn->state());
        foreach (['enable', 'disable'] as $name) {
            try {
                (new Command())->{$name}([], []);
                self::fail("$name has not ended");
            } catch (\DomainException $error) {
                self::assertStringContainsString($name === 'enable' ? 'is of another plugin; --force overwrites it' : 'is not of Brine', $error->getMessage());
            }
        }
        // Its entries are current; those that were there before another plugin may be stale.
        foreach (['Redis Object Cache Drop-In' => ['wp:g:x'], 'Another Object Cache' => []] as $plugin => $kept) {
            \file_put_contents($dropIn->file, "<?php\n/*\n * Plugin Name: $plugin\n */");
            $GLOBALS['wp_object_cache'] = null;
            self::redis()->set('wp:g:x', 'an entry');
            (new Command())->enable([], ['force' => true]);
            self::assertSame(['current', $kept], [$dropIn->state(), self::redis()->keys('*')]);
        }
        $GLOBALS['wp_object_cache'] = self::cache(settings: ['BRINE_SIGNING_KEY' => [self::KEY, 'an old secret of sixteen bytes']]);
        self::assertStringContainsString('Entries: signed<', SiteHealth::test()['description']);
        \file_put_contents($dropIn->file, \file_get_contents($dropIn->file) . '// of an older version');
        self::assertSame('outdated', $dropIn->state());
        \unlink($dropIn->file);
    }

    public function testSigningByMigration(): void
    {
        Site::define(self::socket('phpredis'));
        self::redis()->set('wp:g:x', \serialize(['old']));
        \putenv('BRINE_SIGNING_KEY=' . self::KEY);
        try {
            $GLOBALS['wp_object_cache'] = null;
            (new Command())->migrate([], []);
            self::assertSame(\serialize(['old']), self::redis()->get('wp:g:x'));
            (new Command())->migrate([], ['trust-unsigned' => true]);
            self::assertSame("\xc1\x14", \substr(self::raw('wp:g:x'), 0, 2));
            (new Command())->migrate([], ['to' => 'native']);
            self::assertSame(\serialize(['old']), self::redis()->get('wp:g:x'));
        } finally {
            \putenv('BRINE_SIGNING_KEY');
        }
    }

    public function testAStaleEntryDoesNotPassAsFreshByMigration(): void
    {
        Site::define(self::socket('phpredis'));
        $GLOBALS['wp_object_cache'] = null;
        $stale = \brine_serialize(new Versioned());
        self::redis()->mset(['wp:g:stale' => $stale, 'wp:g:fresh' => \serialize(new Versioned())]);
        (new Command())->migrate([], []);
        self::assertSame($stale, self::raw('wp:g:stale'));
        $fresh = \extension_loaded('brine') ? \brine_serialize(new Versioned(), ['layouts' => true]) : \serialize(new Versioned());
        self::assertSame($fresh, self::raw('wp:g:fresh'));
        // Redis Object Cache checks no classes.
        (new Command())->migrate([], ['to' => 'native']);
        self::assertSame([\serialize(new Versioned()), \serialize(new Versioned())], [self::raw('wp:g:stale'), self::raw('wp:g:fresh')]);
    }

    public function testSiteHealth(): void
    {
        Site::define(self::socket('phpredis'));
        $dropIn = DropIn::ofSite();
        @\unlink($dropIn->file);
        $tests = SiteHealth::add(['direct' => ['other' => 1]]);
        self::assertIsArray($tests['direct']);
        self::assertSame(['brine', 'other'], \array_keys($tests['direct']));
        $GLOBALS['wp_object_cache'] = null;
        self::assertSame('recommended', SiteHealth::test()['status']);
        self::assertStringContainsString('is missing', SiteHealth::test()['label']);
        $dropIn->enable();
        self::assertStringContainsString('not in use, though', SiteHealth::test()['label']);
        $GLOBALS['wp_object_cache'] = $cache = self::cache();
        $cache->set('x', \array_fill(0, 50, ['ID' => 5, 'title' => 'a title']));
        $test = SiteHealth::test();
        self::assertSame(['good', 'Brine is the object cache'], [$test['status'], $test['label']]);
        self::assertMatchesRegularExpression('/Server: Redis by phpredis, .*Entries: not signed.*Sample: 1 values of this request: \d+ bytes, and 2\d\d\d by serialize/', $test['description']);
        \file_put_contents($dropIn->file, \file_get_contents($dropIn->file) . '// of an older version');
        $test = SiteHealth::test();
        self::assertStringContainsString('of another version', $test['label']);
        $dropIn->enable();
        $GLOBALS['wp_object_cache'] = self::cache(settings: ['WP_REDIS_PATH' => '/nowhere', 'BRINE_SIGNING_KEY' => self::KEY]);
        $test = SiteHealth::test();
        self::assertSame(['critical', true], [$test['status'], \str_contains($test['description'], 'Server: none: ')]);
        \file_put_contents($dropIn->file, '<?php // Plugin Name: another');
        $test = SiteHealth::test();
        self::assertStringContainsString('that of another plugin', $test['label']);
        \unlink($dropIn->file);
    }
}
