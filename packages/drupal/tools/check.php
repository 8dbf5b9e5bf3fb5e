<?php

/*
 * The steps of check.sh, which explains them.
 */

declare(strict_types=1);

require __DIR__ . '/Site.php';
require __DIR__ . '/Pages.php';

/** Each step changes something while pages are requested, and checks all pages afterwards. */
final class Check
{
    private const BOTH = ['brine', 'igbinary'];
    private const IGBINARY = ['igbinary'];
    private const NONE = [];

    private int $passed = 0;
    private int $failed = 0;
    private readonly Pages $pages;

    public function __construct(private readonly Site $site, private readonly string $work)
    {
        $this->pages = new Pages($site->url());
    }

    /** @param list<string> $only names of steps; all if empty */
    public function run(array $only): bool
    {
        $this->site->serve(self::NONE);
        $this->site->inside(self::NONE, 'rebuild');
        $this->pages->crawl();
        $this->pages->learn();
        for ($i = 0; $i < 3; ++$i) {
            $this->site->startLoad($this->pages->paths());
            $this->site->inside(self::NONE, 'rebuild');
            $this->site->stopLoad();
            $this->pages->learn();
        }
        echo count($this->pages->paths()), ' pages are compared';
        $variable = $this->pages->variable();
        echo $variable === [] ? "\n" : '; by themselves they are not always the same: ' . implode(' ', $variable) . "\n";
        $this->step('a site without the module', fn () => null);
        $this->site->serve(self::BOTH);
        $this->step('install on a warm site', fn () => $this->site->inside(self::BOTH, 'install'));
        $this->step('the container bin, too', fn () => $this->settings([]));
        $this->isThere('it is there');
        $steps = [
            'removed' => $this->removed(...),
            'rewritten' => $this->rewritten(...),
            'dumped' => $this->dumped(...),
            'damaged' => $this->damaged(...),
            'settings' => $this->settingsOfAllKinds(...),
        ];
        foreach ($steps as $name => $step) {
            if ($only === [] || in_array($name, $only, true)) {
                $step();
            }
        }
        $this->uninstalled();
        $this->site->restore();
        $this->step('the settings are gone, too', fn () => null);
        $this->again();
        echo "$this->passed passed, $this->failed failed\n";

        return $this->failed === 0;
    }

    private function removed(): void
    {
        $this->switchTo('the extension is removed', self::NONE);
        $this->switchTo('igbinary instead', self::IGBINARY);
        $this->switchTo('the extension is back', self::BOTH);
        $this->step('rebuilt by a command line without the extension', fn () => $this->site->inside(self::NONE, 'rebuild'));
        $this->step('rebuilt by a command line with it', fn () => $this->site->inside(self::BOTH, 'rebuild'));
    }

    private function rewritten(): void
    {
        foreach (['igbinary', 'igbinary_gz', 'native_gz', 'native', 'brine'] as $format) {
            $this->step("all entries are $format", fn () => $this->rewrite($format));
        }
        $this->rewrite('igbinary_gz');
        $this->switchTo('all entries are igbinary_gz, without extensions', self::NONE);
        $this->switchTo('with them', self::BOTH);
    }

    private function dumped(): void
    {
        $this->rewrite('brine');
        $file = "$this->work/dump.json";
        $this->site->inside(self::BOTH, 'dump', $file);
        $this->rewrite('emptied');
        $this->site->serve(self::NONE);
        $this->site->inside(self::NONE, 'load', $file);
        $this->step('a dump is read without extensions', fn () => null, 0);
        $this->site->serve(self::BOTH);
    }

    private function damaged(): void
    {
        foreach (['cut', 'emptied'] as $damage) {
            $this->step("all entries are $damage", function () use ($damage): void {
                $this->site->inside(self::BOTH, 'rewrite', $damage);
            }, null);
        }
        $this->site->inside(self::BOTH, 'rebuild');
        $this->step('damage is forgotten after a rebuild', fn () => null, 0);
    }

    private function settingsOfAllKinds(): void
    {
        $this->step('compressed', fn () => $this->settings(['compress' => true]), 0);
        $this->step('rebuilt compressed', fn () => $this->site->inside(self::BOTH, 'rebuild'), 0);
        $this->step('no longer compressed', fn () => $this->settings([]), 0);
        $this->step('signed: what is not is a miss', fn () => $this->settings(['sign_keys' => ['a secret of the check']]), null);
        $this->site->inside(self::BOTH, 'rebuild');
        $this->step('rebuilt signed', fn () => null, 0);
        $this->switchTo('signed, without the extension', self::NONE);
        $this->switchTo('signed, with it', self::BOTH);
        $this->step('another key', fn () => $this->settings(['sign_keys' => ['another secret of the check', 'a secret of the check']]), 0);
        $this->step('the old key is gone', fn () => $this->settings(['sign_keys' => ['another secret of the check']]), null);
        $this->settings([]);
        $this->site->inside(self::BOTH, 'rebuild');
        $this->step('no longer signed', fn () => null, 0);
    }

    private function uninstalled(): void
    {
        $this->expect('uninstalling is refused', $this->reasons() !== []);
        $this->settings(['write' => 'native']);
        $this->expect('it is refused before the rebuild', $this->reasons() !== []);
        $this->step('native text, rebuilt', fn () => $this->site->inside(self::BOTH, 'rebuild'), 0);
        $this->expect('it is allowed after it', $this->reasons() === []);
        $this->step('uninstalled', fn () => $this->site->inside(self::BOTH, 'uninstall'));
        $this->expect('it is gone', $this->site->inside(self::BOTH, 'installed') === 'no');
        $this->site->serve(self::NONE);
        $this->step('without the extension', fn () => null);
    }

    /** Drupal kept a container that it built with the settings, but without the module. */
    private function again(): void
    {
        $this->site->serve(self::BOTH);
        $this->site->inside(self::BOTH, 'install');
        $this->step('installed again, with the settings', fn () => $this->settings([]));
        $this->isThere('it is there again');
        $this->settings(['write' => 'native']);
        $this->site->inside(self::BOTH, 'rebuild');
        $this->site->inside(self::BOTH, 'uninstall');
        $this->site->restore();
    }

    private function isThere(string $name): void
    {
        $this->expect($name, $this->site->inside(self::BOTH, 'installed') === 'yes');
    }

    /** @return list<string> */
    private function reasons(): array
    {
        return json_decode($this->site->inside(self::BOTH, 'reasons'), true, flags: JSON_THROW_ON_ERROR);
    }

    private function rewrite(string $format): void
    {
        $this->site->inside(self::BOTH, 'rewrite', $format);
    }

    /** @param array<string, mixed> $brine */
    private function settings(array $brine): void
    {
        $file = $this->site->module() . '/settings.brine.php';
        $this->site->setSettings('$settings["brine"] = ' . var_export($brine, true) . ";\nif (file_exists(\$app_root . '/$file')) {\n  include \$app_root . '/$file';\n}");
    }

    /** @param list<string> $extensions */
    private function switchTo(string $name, array $extensions): void
    {
        $this->site->serve($extensions);
        $this->step($name, fn () => null, 0);
    }

    /** @param int|null $damaged expected unreadable entries: a number, null for at least one, or -1 to skip the check */
    private function step(string $name, Closure $do, ?int $damaged = -1): void
    {
        $before = $damaged !== -1 ? $this->state() : null;
        $this->site->startLoad($this->pages->paths());
        usleep(500_000);
        try {
            $do();
            $error = null;
        } catch (Throwable $error) {
        }
        usleep(500_000);
        $load = $this->site->stopLoad();
        $wrong = array_map(static fn (string $what, int $times): string => "$what, $times times", array_keys($load['failures']), $load['failures']);
        if ($error !== null) {
            $wrong[] = $error->getMessage();
        }
        $login = $this->state()['login'];
        array_push($wrong, ...$this->pages->differences($this->work, $login));
        if ($before !== null) {
            $after = $this->state();
            $found = $after['damaged'] - $before['damaged'];
            $lines = $after['logged'] - $before['logged'];
            if ($damaged === 0 ? $found > 0 : $found < 1 || $lines === 0) {
                $wrong[] = "$found entries were damaged, and there are $lines lines in the log";
            }
            $name .= $damaged === null ? " ($found misses, $lines lines in the log)" : '';
        }
        $this->expect("$name: $load[requests] requests at the same time", $wrong === [], $wrong);
    }

    /** @return array{damaged: int, logged: int, login: string} */
    private function state(): array
    {
        return json_decode($this->site->inside(self::BOTH, 'state'), true, flags: JSON_THROW_ON_ERROR);
    }

    /** @param list<string> $wrong */
    private function expect(string $name, bool $isRight, array $wrong = []): void
    {
        $isRight ? ++$this->passed : ++$this->failed;
        echo $isRight ? 'ok   ' : 'FAIL ', $name, "\n";
        foreach (array_slice($wrong, 0, 10) as $line) {
            echo "       $line\n";
        }
    }
}

$work = sys_get_temp_dir() . '/drupal-check-' . bin2hex(random_bytes(4));
mkdir($work);
echo "logs are in $work\n";
$site = new Site($argv[1], $work);
try {
    $isRight = (new Check($site, $work))->run(array_slice($argv, 2));
} finally {
    $site->stop();
    $site->restore();
}
exit($isRight ? 0 : 1);
