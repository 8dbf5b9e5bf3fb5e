<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

use Brine\Console\Doctor\Diagnosis;
use Brine\Console\Doctor\Facts;
use Brine\Console\Doctor\Finding;
use PHPUnit\Framework\Attributes\DataProvider;

/** doctor: how PHP is set up. */
final class DoctorTest extends ConsoleTestCase
{
    /** A PHP without findings. */
    private const FINE = [
        'php' => '8.3.1', 'sapi' => 'fpm-fcgi', 'bits' => 64, 'threads' => false, 'debug' => false, 'ini' => '/etc/php/php.ini', 'directory' => '/etc/php/conf.d',
        'extensions' => ['brine' => '0.1', 'apcu' => '5.1', 'session' => '8.3.1', 'Zend OPcache' => '8.3.1'],
        'settings' => [
            'session.serialize_handler' => 'brine', 'session.save_handler' => 'files', 'apc.serializer' => 'brine', 'brine.resident_memory' => '8M',
            'opcache.enable' => '1', 'unserialize_callback_func' => '',
        ],
        'resident' => ['limit' => 8388608, 'admitted' => 10, 'evicted' => 0], 'dictionaries' => true,
    ];

    public function testNothingToSay(): void
    {
        self::assertSame([], Diagnosis::of(Facts::of(self::FINE)));
        self::assertSame([], Diagnosis::between('one', Facts::of(self::FINE), 'other', Facts::of(self::FINE)));
    }

    /**
     * @param array<string, mixed> $changes
     * @param list<string>         $expected
     */
    #[DataProvider('troubles')]
    public function testFinds(array $changes, array $expected): void
    {
        $shown = static fn (Finding $finding): string => ($finding->isProblem ? 'problem' : 'hint') . ": $finding->text; $finding->line; $finding->file";
        self::assertSame($expected, \array_map($shown, Diagnosis::of(Facts::of(self::with($changes)))));
    }

    /** @return iterable<string, array{array<string, mixed>, list<string>}> */
    public static function troubles(): iterable
    {
        $file = '/etc/php/conf.d/20-brine.ini';
        $noBrine = ['extensions' => ['session' => '8', 'apcu' => '5', 'Zend OPcache' => '8'], 'resident' => null];
        yield 'no extension' => [$noBrine, [
            "problem: The extension brine is not loaded; extension=brine; $file",
            "problem: Sessions want the handler brine, which is not there; session.serialize_handler = php; $file",
            'problem: APCu wants the serializer brine, which is not there; ; ',
        ]];
        yield '32 bits' => [['bits' => 32, 'extensions' => []] + $noBrine, [
            'problem: PHP has 32-bit integers; ; ', "problem: The extension brine is not loaded; extension=brine; $file",
            'problem: OPcache is off; opcache.enable = 1; /etc/php/conf.d/10-opcache.ini',
        ]];
        yield 'sessions' => [['session.serialize_handler' => 'php'], [
            "hint: Sessions are written by the handler php; session.serialize_handler = brine; $file",
        ]];
        yield 'between two' => [['session.serialize_handler' => 'brine_php'], []];
        yield 'apcu' => [['apc.serializer' => 'php'], ["hint: APCu stores with the serializer php; apc.serializer = brine; $file"]];
        yield 'no resident memory' => [['resident' => ['limit' => 0], 'brine.resident_memory' => '0'], [
            "hint: Nothing is kept of what APCu has (brine.resident_memory is 0); brine.resident_memory = 8M; $file",
        ]];
        yield 'beside an extension that writes into values' => [['resident' => ['limit' => 0, 'off' => 'the extension rrd writes into values that it is given']], [
            'hint: No value is kept resident: the extension rrd writes into values that it is given; ; ',
        ]];
        yield 'little resident memory' => [['resident' => ['limit' => 1, 'admitted' => 10, 'evicted' => 6]], [
            "hint: Of resident values, 6 had to go for others; brine.resident_memory = 32M; $file",
        ]];
        yield 'no OPcache' => [['opcache.enable' => '0', 'directory' => ''], ['problem: OPcache is off; opcache.enable = 1; /etc/php/php.ini']];
        yield 'callback' => [['unserialize_callback_func' => 'load'], ['hint: unserialize_callback_func is load(); ; ']];
        $place = '/etc/php/conf.d/20-brine_igbinary.ini';
        $with = static fn (string ...$names): array => ['extensions' => \array_fill_keys(['session', 'apcu', 'Zend OPcache', ...$names], '1')];
        yield 'igbinary is used' => [$with('brine', 'igbinary') + ['clients' => ['redis'], 'apc.serializer' => 'igbinary', 'session.serialize_handler' => 'brine_igbinary'], [
            "hint: igbinary is used by redis (where code asks for it), APCu; extension=brine_igbinary; $place",
            "hint: APCu stores with the serializer igbinary; apc.serializer = brine; $file",
        ]];
        yield 'igbinary is not used' => [$with('brine', 'igbinary'), []];
        yield 'in place, writes igbinary' => [$with('brine', 'igbinary', 'brine_igbinary') + ['clients' => ['redis'], 'igbinary.format' => 'igbinary'], [
            "hint: brine_igbinary writes igbinary's format; igbinary.format = brine; $place",
        ]];
        yield 'in place, writes Brine' => [$with('brine', 'igbinary', 'brine_igbinary') + ['clients' => ['redis'], 'igbinary.format' => 'brine'], []];
        yield 'in place, without brine' => [$with('igbinary', 'brine_igbinary') + ['session.serialize_handler' => 'igbinary', 'apc.serializer' => 'igbinary', 'resident' => null], [
            "problem: The extension brine is not loaded; extension=brine; $file",
            "problem: brine_igbinary is in igbinary's place, and brine is not loaded; extension=brine; $file",
        ]];
        $versions = ['brine' => '2', 'igbinary' => '3', 'brine_igbinary' => '1', 'session' => '1', 'apcu' => '1', 'Zend OPcache' => '1'];
        yield 'in place, of another release' => [['extensions' => $versions], ['problem: brine_igbinary is 1, and brine is 2; ; ']];
        yield 'signed' => [['brine.signing_key' => '2 keys', 'brine.signing_unsigned' => 'read'], []];
        yield 'a key that is too short' => [['brine.signing_key' => 'unusable'], ['problem: brine.signing_key is unusable; ; ']];
        yield 'debug' => [['debug' => true], ['hint: This is a debug build of PHP; ; ']];
    }

    public function testFindsWhatDiffers(): void
    {
        $other = self::with(['extensions' => ['igbinary' => '3.2'], 'php' => '8.4.0', 'session.serialize_handler' => 'php', 'ini' => '/b/php.ini']);
        $found = Diagnosis::between('one', Facts::of(self::FINE), 'other', Facts::of($other));
        self::assertSame(
            [
                'one writes Brine, and other text of serialize()', 'PHP is 8.3.1 for one, and 8.4.0 for other',
                'session.serialize_handler is "brine" for one, and "php" for other',
            ],
            \array_map(static fn (Finding $finding): string => $finding->text, $found),
        );
        $newer = self::with(['extensions' => ['brine' => '0.2']]);
        $found = Diagnosis::between('one', Facts::of(self::FINE), 'other', Facts::of($newer));
        self::assertSame('brine is 0.1 for one, and 0.2 for other', $found[0]->text);
        self::assertCount(1, $found);
    }

    public function testOneLineForEachHost(): void
    {
        self::assertSame('brine=0.1 igbinary=none sessions=brine apcu=brine dictionary=none', Diagnosis::line(Facts::of(self::FINE)));
        $place = self::with(['extensions' => ['brine' => '0.1', 'igbinary' => '3.2', 'brine_igbinary' => '0.1'], 'igbinary.format' => 'brine', 'brine.dictionary' => '0123456789abcdef']);
        self::assertSame('brine=0.1 igbinary=brine_igbinary(brine) sessions=brine apcu=brine dictionary=0123456789abcdef', Diagnosis::line(Facts::of($place)));
        self::assertSame('Brine in its place, writes brine', Diagnosis::igbinary(Facts::of($place)));
        self::assertSame('no key', Diagnosis::signing(Facts::of(self::with([]))));
        self::assertSame('2 keys, unsigned: read', Diagnosis::signing(Facts::of(self::with(['brine.signing_key' => '2 keys', 'brine.signing_unsigned' => 'read']))));
        self::assertSame('the key is unusable: nothing is read or written', Diagnosis::signing(Facts::of(self::with(['brine.signing_key' => 'anything else']))));
        self::assertSame('igbinary 3.2, writes igbinary', Diagnosis::igbinary(Facts::of(self::with(['extensions' => ['igbinary' => '3.2']]))));
        $found = Diagnosis::between('one', Facts::of($place), 'other', Facts::of(self::with(['igbinary.format' => 'igbinary', 'brine.dictionary' => '0123456789abcdef'])));
        self::assertSame('igbinary.format is "brine" for one, and "igbinary" for other', $found[0]->text ?? '');
    }

    /** igbinary itself, where brine_igbinary has written. */
    public function testFindsEntriesThatIgbinaryCannotRead(): void
    {
        $finding = Diagnosis::plainIgbinary(Facts::of(self::with(['extensions' => ['brine' => '1', 'igbinary' => '3.2']])));
        self::assertSame([true, "igbinary cannot read the store's entries of Brine", 'extension=brine_igbinary'], [$finding?->isProblem, $finding?->text, $finding?->line]);
        self::assertNull(Diagnosis::plainIgbinary(Facts::of(self::with(['extensions' => ['brine' => '1', 'igbinary' => '3.2', 'brine_igbinary' => '1']]))));
        self::assertNull(Diagnosis::plainIgbinary(Facts::of(self::with(['extensions' => ['brine' => '1']]))));
        $directory = $this->directory();
        \file_put_contents("$directory/entry", "\0\0\0\2\xC1\x10\xC0\x01");
        $text = $this->tryBrine('doctor', ['--store' => $directory])[1];
        $isNamed = \str_contains($text, "problem  The command line: igbinary cannot read the store's entries of Brine.\n");
        self::assertSame(\extension_loaded('igbinary') && !\extension_loaded('brine_igbinary'), $isNamed);
        if ($isNamed) {
            // The line that PHP logs for each read.
            self::assertSame(1, \preg_match('/Each read warns "(.+?)"/', $text, $match));
            $warning = '';
            \set_error_handler(static function (int $code, string $message) use (&$warning): bool {
                $warning = $message;

                return true;
            });
            self::assertNull(\igbinary_unserialize("\0\0\0\2\xC1\x10\xC0\x01"));
            \restore_error_handler();
            self::assertStringStartsWith($match[1] ?? 'none', $warning);
        }
        \unlink("$directory/entry");
        \file_put_contents("$directory/entry", 'a:0:{}');
        self::assertStringNotContainsString('entries of Brine', $this->tryBrine('doctor', ['--store' => $directory])[1]);
    }

    /** The formats of a store's entries, those in igbinary's place apart; stats and inspect count them as Brine. */
    public function testCountsTheFormatsOfAStore(): void
    {
        $directory = $this->directory();
        $payload = "\xC1\x10\xC0\x01";
        foreach (["\0\0\0\2$payload", "\0\0\0\2$payload", $payload, "\0\0\0\2\x06\x01", 'a:0:{}'] as $i => $bytes) {
            \file_put_contents("$directory/entry$i", $bytes);
        }
        $text = $this->tryBrine('doctor', ['--store' => $directory])[1];
        self::assertStringContainsString(
            "\nThe first entries of the store\n  brine, in igbinary's place 2\n  brine                      1\n  igbinary                   1\n  native                     1\n",
            $text,
        );
        self::assertStringContainsString("\n  brine stats $directory\n", $this->errors());
        $data = \json_decode($this->tryBrine('doctor', ['--store' => $directory, '--json' => true])[1], true);
        self::assertIsArray($data);
        self::assertSame(['brine, in igbinary\'s place' => 2, 'brine' => 1, 'igbinary' => 1, 'native' => 1], $data['formats']);
        $stats = \json_decode($this->brine(0, 'stats', ['store' => $directory, '--json' => true]), true);
        self::assertIsArray($stats);
        self::assertIsArray($stats['formats']);
        self::assertSame(['entries' => 3, 'bytes' => 20], $stats['formats']['brine'] ?? null);
        self::assertStringContainsString('Brine, 8 bytes, version 1, in place of igbinary', $this->brine(0, 'inspect', ['file' => "$directory/entry0"]));
    }

    /** A file that two directories link to is one file under each name. */
    public function testNamesALinkedFileOnce(): void
    {
        $links = [
            '/etc/php/8.2/cli/conf.d/20-brine.ini' => '/etc/php/8.2/mods-available/brine.ini', '/etc/php/8.2/fpm/conf.d/20-brine.ini' => '/etc/php/8.2/mods-available/brine.ini',
            '/etc/php/linked' => '/etc/php/conf.d', '/etc/php/cli.ini' => '/etc/php/php.ini',
        ];
        $file = static function (string $directory, string $ini = '/etc/php/php.ini') use ($links): string {
            $found = Diagnosis::of(Facts::of(self::with(['apc.serializer' => 'php', 'directory' => $directory, 'ini' => $ini, 'links' => $links])));

            return $found[0]->file ?? '';
        };
        foreach (['cli', 'fpm'] as $sapi) {
            self::assertSame('/etc/php/8.2/mods-available/brine.ini', $file("/etc/php/8.2/$sapi/conf.d"));
        }
        self::assertSame('/etc/php/conf.d/20-brine.ini', $file('/etc/php/linked'));
        self::assertSame('/etc/php/php.ini', $file('', '/etc/php/cli.ini'));
        $directory = $this->directory();
        \file_put_contents("$directory/real.ini", "memory_limit = 99M\n");
        \mkdir("$directory/conf.d");
        \symlink("$directory/real.ini", "$directory/conf.d/linked.ini");
        $process = \proc_open([\PHP_BINARY, '-r', 'echo json_encode((require $argv[1])());', \dirname((string) (new \ReflectionClass(Facts::class))->getFileName()) . '/facts.php'], [1 => ['pipe', 'w']], $pipes, null, ['PHP_INI_SCAN_DIR' => "$directory/conf.d"] + \getenv());
        \assert($process !== false);
        $facts = \json_decode((string) \stream_get_contents($pipes[1]), true);
        \proc_close($process);
        self::assertIsArray($facts);
        self::assertIsArray($facts['links']);
        self::assertSame("$directory/real.ini", $facts['links']["$directory/conf.d/linked.ini"] ?? '');
        \unlink("$directory/conf.d/linked.ini");
    }

    /** A setting is shown as written, and advice names only existing files. */
    public function testShowsSettingsAsTheyAreWritten(): void
    {
        $directory = $this->directory();
        \file_put_contents("$directory/page.php", '<?php echo ' . \var_export(\json_encode(self::FINE), true) . ';');
        $server = new Server([\PHP_BINARY, '-n', '-S', '127.0.0.1:PORT', '-t', $directory]);
        try {
            $text = $this->tryBrine('doctor', ['--url' => "http://127.0.0.1:$server->port/page.php"])[1];
        } finally {
            $server->stop();
        }
        self::assertStringContainsString("\n  resident      0 bytes of 8M for each process, 0 hits, 0 misses\n", $text);
        $found = Diagnosis::of(Facts::of(self::with(['extensions' => ['Zend OPcache' => '8'], 'resident' => null])));
        self::assertStringNotContainsString('pie install', $found[0]->advice ?? '');
        self::assertStringContainsString('phpize && ./configure && make && sudo make install', $found[0]->advice ?? '');
    }

    public function testShowsTheMemoryOfAllWorkers(): void
    {
        $resident = ['limit' => 32_000_000, 'bytes' => 3_000_000, 'entries' => 500, 'hits' => 7, 'misses' => 1, 'shared' => ['state' => 'on', 'hits' => 4000, 'workers' => 8, 'ignored' => 0]];
        self::assertSame("\n  resident      3.0 MB of 32.0 MB for 8 workers, 500 entries, 4000 hits\n", self::shownResident($this, $resident));
        $resident['shared']['state'] = 'server';
        self::assertSame("\n  resident      3.0 MB of 8M for each process, 7 hits, 1 misses\n", self::shownResident($this, $resident));
    }

    public function testShowsWhyNoValueIsKept(): void
    {
        $resident = ['limit' => 0, 'bytes' => 0, 'off' => 'the extension rrd writes into values that it is given', 'shared' => ['state' => 'module']];
        self::assertSame("\n  resident      off: the extension rrd writes into values that it is given\n", self::shownResident($this, $resident));
    }

    /** @param array<string, mixed> $resident what a server says of its values */
    private static function shownResident(self $test, array $resident): string
    {
        $directory = $test->directory();
        $facts = \json_encode(['resident' => $resident] + self::FINE);
        \file_put_contents("$directory/page.php", '<?php echo ' . \var_export($facts, true) . ';');
        $server = new Server([\PHP_BINARY, '-n', '-S', '127.0.0.1:PORT', '-t', $directory]);
        try {
            $text = $test->tryBrine('doctor', ['--url' => "http://127.0.0.1:$server->port/page.php"])[1];
        } finally {
            $server->stop();
        }

        // This PHP comes first.
        \preg_match_all("/\n  resident .*\n/", $text, $rows);

        return $rows[0][1] ?? $text;
    }

    public function testTellsOfThisPhp(): void
    {
        [$code, $text] = $this->tryBrine('doctor', []);
        self::assertSame(\extension_loaded('brine') ? 0 : 1, $code, $text);
        self::assertStringStartsWith("The command line\n  PHP           " . \PHP_VERSION . ', cli, 64 bits', $text);
        self::assertStringContainsString("\n  new Auto()    writes " . (\extension_loaded('brine') ? 'Brine' : 'text of serialize()') . "\n", $text);
        $data = \json_decode($this->tryBrine('doctor', ['--json' => true])[1], true);
        self::assertIsArray($data);
        self::assertSame(['facts', 'findings'], \array_keys($data));
    }

    public function testAsksAPage(): void
    {
        $directory = $this->directory();
        $text = $this->brine(0, 'doctor', ['--make-page' => "$directory/page.php"]);
        self::assertSame(1, \preg_match('/token=[0-9a-f]{32}/', $text, $match));
        $query = $match[0] ?? '';
        $server = new Server([\PHP_BINARY, '-n', '-S', '127.0.0.1:PORT', '-t', $directory]);
        try {
            $page = "http://127.0.0.1:$server->port/page.php";
            [$code, $text] = $this->tryBrine('doctor', ['--url' => "$page?$query"]);
            self::assertSame(1, $code, $text . $this->errors());
            self::assertStringContainsString("The web server\n  PHP           " . \PHP_VERSION . ', cli-server, 64 bits', $text);
            self::assertStringContainsString('problem  The web server: The extension brine is not loaded.', $text);
            $this->brine(1, 'doctor', ['--url' => "$page?token=wrong"]);
            self::assertStringStartsWith('brine: The answer is not that of the page', $this->errors());
            // Other callers get no facts, not even by a warning.
            foreach (['', '?token=', '?token[]=', '?token[a][b]=wrong'] as $wrong) {
                self::assertSame('', \file_get_contents($page . $wrong, false, \stream_context_create(['http' => ['ignore_errors' => true]])), $wrong);
            }
        } finally {
            $server->stop();
        }
        $this->brine(1, 'doctor', ['--url' => $page]);
        self::assertStringStartsWith('brine: The page does not answer', $this->errors());
    }

    public function testAsksFpm(): void
    {
        $program = (string) \getenv('PHP_FPM');
        if ($program === '') {
            self::markTestSkipped('there is no php-fpm');
        }
        $directory = $this->directory();
        $user = \trim((string) \shell_exec('id -un'));
        \file_put_contents("$directory/fpm.conf", "[global]\nerror_log = $directory/log\n[www]\nuser = $user\ngroup = $user\n"
            . "listen = $directory/socket\npm = static\npm.max_children = 1\n");
        $server = new Server([$program, '-n', '-R', '-F', '-y', "$directory/fpm.conf"], "$directory/socket");
        try {
            [$code, $text] = $this->tryBrine('doctor', ['--fpm' => "$directory/socket"]);
        } finally {
            $server->stop();
        }
        self::assertSame(1, $code, $text . $this->errors());
        self::assertStringContainsString("\nphp-fpm\n  PHP           " . \PHP_VERSION . ', fpm-fcgi, 64 bits', $text);
        self::assertStringContainsString('problem  php-fpm: The extension brine is not loaded.', $text);
        $this->brine(1, 'doctor', ['--fpm' => "$directory/socket"]);
        self::assertStringStartsWith('brine: php-fpm does not answer', $this->errors());
    }

    public function testDoesNotTrustThePage(): void
    {
        $directory = $this->directory();
        $evil = ['php' => "8\e[31m", 'sapi' => "\u{9B}", 'extensions' => ["a\nb" => "\x7F", 'x' => ['y']], 'settings' => ['apc.serializer' => 5], 'resident' => ['limit' => 'no']];
        \file_put_contents("$directory/page.php", '<?php echo ' . \var_export(\json_encode($evil), true) . ';');
        $server = new Server([\PHP_BINARY, '-n', '-S', '127.0.0.1:PORT', '-t', $directory]);
        try {
            $text = $this->brine(1, 'doctor', ['--url' => "http://127.0.0.1:$server->port/page.php"]);
        } finally {
            $server->stop();
        }
        self::assertStringContainsString('PHP           8\e[31m, \u{9B}, 64 bits', $text);
        self::assertStringContainsString('extensions    a\nb \x7F', $text);
    }

    /** Whatever the page does, the command ends in some seconds, and says what was wrong. */
    public function testAHostilePage(): void
    {
        $server = new Server([\PHP_BINARY, '-n', __DIR__ . '/hostile_server.php', 'PORT']);
        try {
            $answers = [];
            foreach (['endless-head', 'endless-body', 'slow', 'elsewhere', 'deep'] as $path) {
                $this->brine(1, 'doctor', ['--url' => "http://127.0.0.1:$server->port/$path"]);
                $answers[$path] = \rtrim($this->errors());
            }
            // Keys that meet in PHP's hash table: 64 KiB of them are few enough to be read.
            self::assertStringContainsString(' 262078464', $this->tryBrine('doctor', ['--url' => "http://127.0.0.1:$server->port/colliding"])[1]);
        } finally {
            $server->stop();
        }
        self::assertSame([
            'endless-head' => 'brine: The page answers more than 65536 bytes',
            'endless-body' => 'brine: The page answers more than 65536 bytes',
            'slow' => 'brine: The page takes more than 10 seconds',
            'elsewhere' => 'brine: The page is said to be elsewhere: ask that one, if you trust it: file:///etc/\e[31mpasswd',
            'deep' => 'brine: The answer is not that of the page that brine doctor --make-page makes: ' . \str_repeat('[', 200),
        ], $answers);
    }

    /**
     * @param array<string, mixed> $changes of facts, or of settings
     * @return array<string, mixed>
     */
    private static function with(array $changes): array
    {
        $facts = self::FINE;
        foreach ($changes as $name => $value) {
            if (\array_key_exists($name, $facts) || $name === 'links' || $name === 'clients') {
                $facts[$name] = $value;
            } else {
                \assert(\is_string($value) && \is_array($facts['settings']));
                $facts['settings'][$name] = $value;
            }
        }

        return $facts;
    }
}
