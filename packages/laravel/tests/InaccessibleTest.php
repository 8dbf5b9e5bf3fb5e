<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

/** Files and folders of a store that the user of the command may not read or write. */
final class InaccessibleTest extends TestCase
{
    private const COUNT = 60;

    /** Migrates the files of an application. */
    private const WORKER = <<<'PHP'
        require $argv[1] . '/vendor/autoload.php';
        $app = Brine\Laravel\Tests\Host::start($argv[1], json_decode($argv[2], true));
        $kernel = $app->make(Illuminate\Contracts\Console\Kernel::class);
        $code = $kernel->call('brine:migrate', ['store' => 'file'] + json_decode($argv[3], true));
        echo $kernel->output();
        exit($code);
        PHP;

    /** @var list<string> below the store's directory */
    private array $files = [];
    private string $application = '';

    protected function setUp(): void
    {
        parent::setUp();
        $app = $this->app('file', isBrine: false);
        $this->application = $app->basePath();
        for ($i = 0; $i < self::COUNT; $i++) {
            self::store($app)->put("key-$i", ['id' => $i, 'text' => \str_repeat('text ', 60)], 1000);
        }
        $files = \glob($this->servers()['files'] . '/*/*/*');
        $this->files = \array_map(fn (string $file): string => \substr($file, \strlen($this->servers()['files']) + 1), $files === false ? [] : $files);
        self::assertCount(self::COUNT, $this->files);
    }

    protected function tearDown(): void
    {
        \exec('chmod -R u+rwx ' . \escapeshellarg($this->servers()['files']));
        parent::tearDown();
    }

    public function testFilesAndFoldersAreCountedAndNamed(): void
    {
        $closed = \array_slice($this->files, 0, 12);
        foreach ($closed as $file) {
            $this->permit($file, 0);
        }
        [$code, $output] = $this->migrate();
        self::assertSame([1, '48', '12', '0'], [$code, self::of('migrated', $output), self::of('inaccessible', $output), self::of('unwritable', $output)], $output);
        foreach ($closed as $i => $file) {
            self::assertSame($i < 10, \str_contains($output, "  inaccessible: $file: The file cannot be read\n"), $output);
            $this->permit($file, 0o666);
        }
        self::assertStringContainsString("\n  …\n", $output);

        $folders = \array_values(\array_unique(\array_map(static fn (string $file): string => \substr($file, 0, 2), $this->files)));
        $this->permit($folders[0], 0);
        $this->permit($folders[1], 0o444);
        $inner = $this->folderIn($folders[2]);
        $this->permit($inner, 0);
        // Each batch alone, so that each place is a cursor.
        [$code, $output] = $this->migrate(['--batch' => '1']);
        self::assertSame([1, '3'], [$code, self::of('inaccessible', $output)], $output);
        self::assertStringContainsString("  inaccessible: $folders[0]: The folder cannot be listed\n  inaccessible: $folders[1]: The folder cannot be entered\n  inaccessible: $inner: The folder cannot be listed\n", $output);
        $this->permit('.', 0);
        [$code, $output] = $this->migrate(['--batch' => '1']);
        self::assertSame([1, '1'], [$code, self::of('inaccessible', $output)], $output);
        self::assertStringContainsString("  inaccessible: .: The folder cannot be listed\n", $output);
        $this->permit('.', 0o777);
    }

    /** They are not the work of another program, which "overtaken" would mean. */
    public function testFilesThatCannotBeWritten(): void
    {
        $key = \basename($this->files[0]);
        $this->permit($this->files[0], 0o444);
        $before = \file_get_contents($this->servers()['files'] . '/' . $this->files[0]);
        [$code, $output] = $this->migrate();
        self::assertSame([1, (string) (self::COUNT - 1), '0', '1'], [$code, self::of('migrated', $output), self::of('overtaken', $output), self::of('unwritable', $output)], $output);
        self::assertStringContainsString("  unwritable: $key: The file {$this->files[0]} cannot be written\n", $output);
        self::assertSame($before, \file_get_contents($this->servers()['files'] . '/' . $this->files[0]));
    }

    /** As on a full disk: the system writes a part of the new bytes. */
    public function testADiskThatIsFullLeavesTheEntry(): void
    {
        $this->migrate();
        $path = $this->servers()['files'] . '/' . $this->files[0];
        // Native text becomes longer than what the system lets a file have.
        \file_put_contents($path, '9999999999' . \brine_serialize(\array_fill(0, 20_000, 'one text many times')));
        $before = \file_get_contents($path);
        [$code, $output] = $this->migrate(['--to' => 'native'], "trap '' XFSZ; ulimit -f 200; ");
        self::assertSame([1, (string) (self::COUNT - 1), '1'], [$code, self::of('migrated', $output), self::of('unwritable', $output)], $output);
        self::assertSame($before, \file_get_contents($path));
    }

    private function permit(string $path, int $mode): void
    {
        self::assertTrue(\chmod($this->servers()['files'] . "/$path", $mode));
    }

    private function folderIn(string $folder): string
    {
        foreach ($this->files as $file) {
            if (\str_starts_with($file, "$folder/")) {
                return \dirname($file);
            }
        }
        self::fail("There is no file in $folder");
    }

    private static function of(string $outcome, string $output): string
    {
        return \preg_match("/^ *$outcome \.+ (\d+) *$/m", $output, $match) === 1 ? $match[1] : "no $outcome";
    }

    /**
     * @param array<string, string> $options
     * @param string $before of a shell, which runs it
     * @return array{int, string} exit code and output, as a user for whom permissions count
     */
    private function migrate(array $options = [], string $before = ''): array
    {
        $isRoot = \posix_geteuid() === 0;
        $setpriv = $isRoot ? \trim((string) \shell_exec('command -v setpriv')) : '';
        if ($isRoot && $setpriv === '') {
            self::markTestSkipped('there is no setpriv(1)');
        }
        $as = $isRoot ? [$setpriv, '--bounding-set=-dac_override,-dac_read_search'] : [];
        [, $config] = Host::store('file', $this->servers());
        $command = [...$as, \PHP_BINARY, '-n', ...Extensions::arguments(), '-r', self::WORKER, '--', $this->application, (string) \json_encode($config), (string) \json_encode((object) $options)];
        $line = $before . 'exec ' . \implode(' ', \array_map(\escapeshellarg(...), $command)) . ' 2>&1';
        $process = \proc_open(['/bin/sh', '-c', $line], [1 => ['pipe', 'w']], $pipes);
        self::assertIsResource($process);
        $output = (string) \stream_get_contents($pipes[1]);

        return [\proc_close($process), $output];
    }
}
