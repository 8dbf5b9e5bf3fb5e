<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Deployment;

use Brine\Dictionary\Directory;
use Brine\Training\Trainer;

/** For tests of a framework: entries that outlive a deployment of changed classes, in php-fpm. */
// @phpstan-ignore trait.unused (tests of the bridges use it)
trait Deploys
{
    /** @var list<Host> */
    private array $hosts = [];

    /**
     * @param string $application script of the framework
     * @param array<string, mixed> $settings for it
     */
    private function prepare(string $directory, string $application, array $settings): void
    {
        if (Host::program() === null) {
            self::markTestSkipped('there is no php-fpm');
        }
        Releases::make($directory, $application, $settings);
    }

    /** @param list<string> $settings of php.ini */
    private function host(string $directory, string $link, array $settings = []): Host
    {
        return $this->hosts[] = new Host("$directory/host" . \count($this->hosts), "$directory/$link", $settings);
    }

    private function switchTo(string $directory, string $release): void
    {
        // As `ln -sfn` and `mv -T` do it: at no time there is no link.
        \symlink("$directory/releases/$release", "$directory/next");
        \rename("$directory/next", "$directory/current");
    }

    /**
     * The release changes, and changes back.
     *
     * @param list<string> $stores
     * @param bool $reloads whether OPcache keeps scripts, so php-fpm is reloaded; otherwise its workers live on, with their resident values
     * @param list<string> $settings of php.ini
     * @param (\Closure(): void)|null $check of the entries of the old release
     */
    private function assertDeployed(string $directory, array $stores, bool $reloads, array $settings = [], ?\Closure $check = null): void
    {
        require_once \dirname(__DIR__, 2) . '/resident/opcache.php';
        $opcache = \Brine\Tests\Resident\opcache();
        $reloads = $reloads && $opcache !== null;
        $host = $this->host($directory, 'current', $reloads ? [...$opcache, 'opcache.validate_timestamps=0', ...$settings] : $settings);
        $isResident = $settings !== [];
        foreach ($stores as $store) {
            self::assertSame([], $host->write($store));
            for ($time = 0; $time < ($isResident ? 6 : 2); ++$time) {
                $hits = $this->assertOutcomes($host, $store, static fn (): Outcome => Outcome::Hit);
            }
            self::assertSame($isResident, $hits > 0, "resident values in $store");
            $check?->__invoke();
        }
        $this->switchTo($directory, 'new');
        $reloads && $host->reload();
        $forwards = static fn (string $name): Outcome => Releases::outcome($name, 'new');
        foreach ($stores as $store) {
            $this->assertOutcomes($host, $store, $forwards);
            $this->assertOutcomes($host, $store, $forwards);
            self::assertSame([], $host->write($store));
            for ($time = 0; $time < ($isResident ? 6 : 2); ++$time) {
                $this->assertOutcomes($host, $store, static fn (string $name): Outcome => Releases::hasObjects($name) ? Outcome::Hit : $forwards($name));
            }
        }
        $this->switchTo($directory, 'old');
        $reloads && $host->reload();
        foreach ($stores as $store) {
            $this->assertOutcomes($host, $store, static fn (string $name): Outcome => Releases::hasObjects($name) ? Releases::outcome($name, 'old') : Outcome::Hit);
        }
    }

    /**
     * Hosts of both releases share the stores, and overwrite each other's entries.
     *
     * @param list<string> $stores
     */
    private function assertRolling(string $directory, array $stores): void
    {
        $old = $this->host($directory, 'releases/old');
        $new = $this->host($directory, 'releases/new');
        $hit = static fn (): Outcome => Outcome::Hit;
        $forwards = static fn (string $name): Outcome => Releases::outcome($name, 'new');
        $backwards = static fn (string $name): Outcome => Releases::hasObjects($name) ? Releases::outcome($name, 'old') : Outcome::Hit;
        foreach ($stores as $store) {
            foreach ([1, 2] as $time) {
                self::assertSame([], $old->write($store));
                $this->assertOutcomes($old, $store, $hit);
                $this->assertOutcomes($new, $store, $forwards);
                // A miss of one leaves the entry to the other.
                $this->assertOutcomes($old, $store, $hit);
                self::assertSame([], $new->write($store));
                $this->assertOutcomes($old, $store, $backwards);
                $this->assertOutcomes($new, $store, static fn (string $name): Outcome => Releases::hasObjects($name) ? Outcome::Hit : $forwards($name));
            }
        }
    }

    /**
     * @param \Closure(string $name): Outcome $expected of each change
     * @return int hits of resident values so far
     */
    private function assertOutcomes(Host $host, string $store, \Closure $expected): int
    {
        $hits = $stale = [];
        $damaged = 0;
        foreach (\array_keys(Releases::changes()) as $number => $name) {
            $outcome = $expected($name);
            match ($outcome) {
                Outcome::Hit => $hits[] = $name,
                Outcome::Stale => $stale[] = \sprintf('N%02d\T', $number + 1),
                Outcome::Damaged => ++$damaged,
            };
        }
        $read = $host->read($store);
        self::assertSame([], $read['wrong'], $store);
        self::assertSame([[], []], [\array_diff($hits, $read['hits']), \array_diff($read['hits'], $hits)], $store);
        \sort($read['logged']['stale']);
        self::assertSame(['stale' => $stale, 'damaged' => $damaged], $read['logged'], $store);

        return $read['resident'];
    }

    /**
     * A dictionary with the classes of the second change: a property is added.
     *
     * @return array{string, string} its directory and id
     */
    private static function dictionary(string $in): array
    {
        $trainer = new Trainer();
        $value = eval('namespace N02; ' . Releases::changes()['added, default'][0] . ' return $v;');
        for ($time = 0; $time < 10; ++$time) {
            $trainer->add([$value, $time]);
        }
        $dictionary = $trainer->train();
        \mkdir("$in/dictionaries");
        (new Directory("$in/dictionaries"))->store($dictionary);

        return ["$in/dictionaries", $dictionary->id()];
    }

    protected function stopHosts(): void
    {
        $hosts = $this->hosts;
        $this->hosts = [];
        foreach ($hosts as $host) {
            self::assertDoesNotMatchRegularExpression('/WARNING: (?!\[pool|child)|PHP (Warning|Fatal|Deprecated|Notice)|signal|status \d/', $host->stop());
        }
    }
}
