<?php

/*
 * Does the work of times.sh: records the entries that four requests decode, and decodes them again, each request's entries together,
 * alternating formats, in one worker with its resident values. The dictionary is trained on all entries.
 */

declare(strict_types=1);

require __DIR__ . '/Site.php';
require __DIR__ . '/Pages.php';

final class Times
{
    private const EXTENSIONS = ['brine', 'igbinary'];
    private const FORMATS = ['native', 'igbinary', 'brine', 'compressed', 'resident', 'dictionary'];

    public function __construct(private readonly Site $site, private readonly string $work, private readonly int $rounds)
    {
    }

    public function run(): void
    {
        $this->site->inside(self::EXTENSIONS, 'install');
        $file = $this->site->module() . '/settings.brine.php';
        $this->site->setSettings("if (file_exists(\$app_root . '/$file')) {\n  include \$app_root . '/$file';\n}");
        putenv('BRINE_MODULE=' . $this->site->root . '/' . $this->site->module());
        putenv("BRINE_DICTIONARY=$this->work/dictionary");
        $this->site->serve(self::EXTENSIONS, __DIR__ . '/measured.php', 1);
        $this->site->inside(self::EXTENSIONS, 'rebuild');
        $pages = new Pages($this->site->url());
        $pages->crawl();
        $this->record($pages->paths());
        $this->site->inside(self::EXTENSIONS, 'train', "$this->work/dictionary");
        $sums = [];
        foreach (['a cached page', 'a page from the dynamic page cache', '`/admin/content`', 'a page that is not cached'] as $i => $name) {
            $sums[$name] = $this->measure("$this->work/request-$i");
        }
        $this->print($sums);
        $this->site->stop();
        $this->switchOff();
    }

    /** @param non-empty-list<string> $paths */
    private function record(array $paths): void
    {
        $page = $paths[intdiv(count($paths), 2)];
        $past = 'SESS' . substr(hash('sha256', '127.0.0.1'), 0, 32) . '=none; big_pipe_nojs=1';
        for ($i = 0; $i < 3; ++$i) {
            $this->get($page, ["X-Record: $this->work/request-0"]);
            $this->get($page, ["X-Record: $this->work/request-1", "Cookie: $past"]);
        }
        $login = json_decode($this->site->inside(self::EXTENSIONS, 'state'), true, flags: JSON_THROW_ON_ERROR)['login'];
        foreach ([$login, '/admin/content', '/admin/content'] as $path) {
            $this->get($path, ["X-Record: $this->work/request-2"]);
        }
        $this->site->inside(self::EXTENSIONS, 'empty', 'page,dynamic_page_cache,render');
        $this->get($page, ["X-Record: $this->work/request-3", "Cookie: $past"]);
    }

    /** @param list<string> $headers */
    private function get(string $path, array $headers): string
    {
        $handle = curl_init(str_starts_with($path, 'http') ? $path : $this->site->url() . $path);
        curl_setopt_array($handle, [
            CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 120, CURLOPT_FOLLOWLOCATION => true, CURLOPT_HTTPHEADER => $headers,
            CURLOPT_COOKIEJAR => "$this->work/cookies", CURLOPT_COOKIEFILE => "$this->work/cookies",
        ]);
        $body = (string) curl_exec($handle);
        $status = curl_getinfo($handle, CURLINFO_RESPONSE_CODE);

        return $status === 200 ? $body : throw new RuntimeException("$path is $status: " . substr($body, 0, 1000));
    }

    /** @return array<string, array{entries: int, bytes: int, time: float, memory: int}> by format: the least time, and the median of the memory */
    private function measure(string $file): array
    {
        $found = $hashes = [];
        for ($round = 0; $round < $this->rounds; ++$round) {
            foreach (self::FORMATS as $format) {
                $reply = json_decode($this->get('/', ["X-Replay: $file $format"]), true, flags: JSON_THROW_ON_ERROR);
                $found[$format][] = $reply;
                $hashes[$reply['hash']] = true;
            }
        }
        if (count($hashes) !== 1) {
            throw new RuntimeException("The values of $file are not the same in all formats");
        }
        $sums = [];
        foreach ($found as $format => $replies) {
            $memory = array_column($replies, 'memory');
            sort($memory);
            $sums[$format] = ['time' => min(array_column($replies, 'time')) / 1e6, 'memory' => $memory[intdiv(count($memory), 2)]] + $replies[0];
        }

        return $sums;
    }

    /** @param array<string, array<string, array{entries: int, bytes: int, time: float, memory: int}>> $sums */
    private function print(array $sums): void
    {
        $columns = [
            'KB: native, igbinary, Brine, compressed, dictionary' => [
                ['native', 'igbinary', 'brine', 'compressed', 'dictionary'], static fn (array $sum): string => sprintf('%.0f', $sum['bytes'] / 1024),
            ],
            'ms: native, igbinary, Brine, compressed, dictionary, resident' => [
                ['native', 'igbinary', 'brine', 'compressed', 'dictionary', 'resident'], static fn (array $sum): string => sprintf('%.2f', $sum['time']),
            ],
            'MB for the values: native, igbinary, Brine, resident' => [
                ['native', 'igbinary', 'brine', 'resident'], static fn (array $sum): string => sprintf('%.2f', $sum['memory'] / (1 << 20)),
            ],
        ];
        echo '| a request for | entries | ', implode(' | ', array_keys($columns)), " |\n|---|---|---|---|---|\n";
        foreach ($sums as $name => $formats) {
            $cells = array_map(static fn (array $column): string => implode(', ', array_map(static fn (string $format): string => $column[1]($formats[$format]), $column[0])), $columns);
            echo "| $name | {$formats['native']['entries']} | ", implode(' | ', $cells), " |\n";
        }
    }

    private function switchOff(): void
    {
        $file = $this->site->module() . '/settings.brine.php';
        $this->site->setSettings("\$settings['brine'] = ['write' => 'native'];\ninclude \$app_root . '/$file';");
        $this->site->inside(self::EXTENSIONS, 'rebuild');
        $this->site->inside(self::EXTENSIONS, 'uninstall');
    }
}

$work = sys_get_temp_dir() . '/drupal-times-' . bin2hex(random_bytes(4));
mkdir($work);
echo "logs are in $work\n";
$site = new Site($argv[1], $work);
try {
    (new Times($site, $work, (int) ($argv[2] ?? 31)))->run();
} finally {
    $site->stop();
    $site->restore();
}
