<?php

/*
 * Eviction of values that all workers share, in real servers. BRINE_SHARED_SECONDS: how long workers are killed at random, those of Apache too if
 * BRINE_APACHE names one (see run.php), and from 62 on, a request that takes more than a minute.
 *
 *     scripts/php.sh guard|release|asan tests/resident/shared/eviction.php [WORD]
 */

declare(strict_types=1);

namespace Brine\Tests\Resident\Shared;

use Brine\Tests\Resident\Server\FastCgi;

require __DIR__ . '/support.php';

/** Values that are read at once; a memory of 512 kilobytes has room for about 200. */
const STEP = 40;

/** Values that a request holds: with their names, they take less than an eighth of that memory. */
const FEW = 6;

/** Settings of a server whose workers are killed. */
const KILLED = ['memory_limit=512M', 'brine.resident_shared=4M'];

/** Microseconds after which what was not used may be evicted, and some more. */
const OLD = 2_600_000;

/** @return array<string, mixed> */
function ask(string $pool, string $query): array
{
    $answer = \json_decode(FastCgi::ask(directory() . "/$pool.socket", directory() . '/evicting.php', $query), true);

    return \is_array($answer) ? $answer : [];
}

/**
 * Reads new values, so that others must go, until none of some older ones is found.
 *
 * @param \Closure(string): array<string, mixed> $ask
 */
function replaceAll(\Closure $ask, int $to): void
{
    static $next = 10_000;
    check('all others are evicted', true, Server::await(static function () use ($ask, $to, &$next): bool {
        $answer = $ask('do=read&from=' . $next . '&to=' . ($next += STEP));
        check('right values', [], $answer['wrong'] ?? null, $answer);

        return ($ask("do=probe&until=$to")['found'] ?? -1) === 0;
    }));
}

function retired(string $pool): int
{
    return ask($pool, '')['status']['shared']['retired'] ?? -1;
}

/** Requests that hold values in statics, a shutdown function, a session, a setting, stream wrappers and filters, while others are evicted. */
function held(): void
{
    $requests = (int) (\getenv('BRINE_SHARED_REQUESTS') ?: 1000);
    $fpm = new Fpm(directory(), settings('512K'), ['first' => ['pm = static', 'pm.max_children = 4']]);
    try {
        $answers = clients(\array_map(static fn (int $client): array => [__DIR__ . '/evicting_client.php', directory(), (string) \intdiv($requests, 4), (string) $client], \range(0, 3)));
        check('wrong values', [], \array_merge(...\array_column($answers, 'wrong')));
        check('requests', true, \array_sum(\array_column($answers, 'requests')) >= 4 * \intdiv($requests, 4));
        $status = ask('first', '')['status'];
        check('some are evicted', true, $status['evicted'] > 0, $status);
        check('the bound holds', true, $status['bytes'] + $status['shared']['retired'] <= $status['limit'], $status);
        \usleep(100_000);
        ask('first', '');
        echo "held: {$status['admitted']} admitted, {$status['evicted']} evicted; ", checkExact($fpm, 512 << 10), "\n";
    } finally {
        $fpm->stop();
    }
    checkLog($fpm);
}

/**
 * A request whose client closes late, or holds its body back. Until PHP has ended it, what it could find stays.
 *
 * @param list<string> $settings
 * @return list<string> lines of the log that tell of a crash
 */
function slow(bool $hasBody, array $settings): array
{
    $fpm = new Fpm(directory(), [...settings('512K'), ...$settings], ['first' => [], 'second' => []]);
    try {
        $client = FastCgi::open(directory() . '/first.socket', directory() . '/evicting.php', 'do=hold&from=0&to=' . FEW, $hasBody ? 1000 : 0);
        check('right values', [], \json_decode(FastCgi::answer($client, $hasBody), true)['wrong'] ?? null);
        \usleep(OLD);
        replaceAll(static fn (string $query): array => ask('second', $query), FEW);
        $retired = retired('second');
        \fclose($client);
        Server::await(static fn (): bool => isset(ask('first', '')['pid']));
        check('the first worker goes on', true, isset(ask('first', '')['pid']));
        if ($settings === []) {
            check('what the request could find is kept', true, $retired > 0, $retired);
            check('and is freed afterwards', true, Server::await(static fn (): bool => retired('second') === 0));
            checkExact($fpm, 512 << 10);
        }
    } finally {
        $fpm->stop();
    }

    return \array_values(\preg_grep('/signal 11|SIGSEGV|Sanitizer/', \file($fpm->log) ?: []));
}

function slowClients(): void
{
    foreach (['late' => false, 'body' => true] as $name => $hasBody) {
        check("$name: no crash", [], slow($hasBody, []));
    }
}

/** With workers that free too early, the same crashes: so the test can see it. The build "guard" has such workers. */
function slowClientsOfHastyWorkers(): void
{
    \putenv('BRINE_TEST_QUIET_EARLY=1');
    try {
        foreach (['late' => false, 'body' => true] as $name => $hasBody) {
            check("$name: it crashes", true, slow($hasBody, ['log_errors=1']) !== []);
        }
    } finally {
        \putenv('BRINE_TEST_QUIET_EARLY');
    }
}

/** A child of a request, or its child, holds values longer than the request lives. */
function children(string $more = ''): void
{
    $forking = forking();
    if ($forking === null) {
        echo "a script that forks: left out, this needs pcntl and posix\n";

        return;
    }
    $server = new Cli(directory(), [...settings('512K'), ...$forking], 3, script: 'evicting.php');
    try {
        $file = directory() . "/child{$server->pid()}";
        $answer = $server->get('do=fork&from=0&to=' . FEW . "&file=$file$more");
        check('the parent: right values', [], $answer['wrong'] ?? null, $answer);
        \usleep(OLD);
        replaceAll($server->get(...), FEW);
        check('kept for the child', true, ($server->get()['status']['shared']['retired'] ?? 0) > 0);
        \touch($file);
        check('the child answers', true, Server::await(static fn (): bool => \file_exists("$file.answer")));
        check('the child: right values', '[]', \file_get_contents("$file.answer"));
        check('freed after it', true, Server::await(static fn (): bool => ($server->get()['status']['shared']['retired'] ?? -1) === 0));
        check('the workers share', 'on', state($server->get()));
    } finally {
        $server->stop();
    }
    checkLog($server);
}

/** A child of a request of a user who may not open the file of locks: the worker waits for it, then it shares again. */
function childrenOfOthers(): void
{
    $forking = forkingByFfi();
    if ($forking === null || !isRoot()) {
        echo "children of another user's workers: left out, this needs root and FFI\n";

        return;
    }
    $fpm = new Fpm(directory(), [...settings('512K'), ...$forking], ['first' => ['user = nobody'], 'second' => ['user = nobody']]);
    try {
        $directory = directory() . '/nobody';
        \mkdir($directory);
        \chmod($directory, 0o777);
        $file = "$directory/child";
        check('the parent: right values', [], ask('first', "do=ffi&from=0&to=" . FEW . "&file=$file")['wrong'] ?? null);
        \usleep(OLD);
        replaceAll(static fn (string $query): array => ask('second', $query), FEW);
        check('kept for the child', true, retired('second') > 0);
        $answer = ask('first', 'do=read&from=0&to=' . FEW);
        check('its own memory meanwhile', ['fork', []], [state($answer), $answer['wrong'] ?? null], $answer);
        \touch($file);
        check('the child answers', true, Server::await(static fn (): bool => \file_exists("$file.answer")));
        check('the child: right values', '[]', \file_get_contents("$file.answer"));
        check('it shares again', true, Server::await(static fn (): bool => state(ask('first', '')) === 'on'));
        check('freed', true, Server::await(static fn (): bool => retired('second') === 0));
        $file = "$directory/two";
        ask('first', "do=ffi&from=0&to=1&file=$file");
        ask('first', "do=ffi&from=0&to=1&file=$file.too");
        \touch("$file.too");
        check('the later child answers', true, Server::await(static fn (): bool => \file_exists("$file.too.answer")));
        check('children of two requests', ['fork', 'fork'], [state(ask('first', '')), state(ask('first', ''))]);
        \touch($file);
        check('the earlier child answers', true, Server::await(static fn (): bool => \file_exists("$file.answer")));
        check('they have the place for good', 'fork', state(ask('first', '')));
        checkExact($fpm, 512 << 10);
    } finally {
        $fpm->stop();
        \array_map(\unlink(...), \glob(directory() . '/nobody/*') ?: []);
        \rmdir(directory() . '/nobody');
    }
    checkLog($fpm);
}

/**
 * A request that has run a program keeps nothing once it is over, though its worker is idle.
 *
 * @param list<string> $pool
 */
function programs(array $pool = []): void
{
    $fpm = new Fpm(directory(), settings('512K'), ['first' => $pool, 'second' => $pool]);
    try {
        check('right values', [], ask('first', 'do=run&from=0&to=' . FEW)['wrong'] ?? null);
        \usleep(OLD);
        replaceAll(static fn (string $query): array => ask('second', $query), FEW);
        check('freed', true, Server::await(static fn (): bool => retired('second') === 0));
        check('it shares', 'on', state(ask('first', '')));
        checkExact($fpm, 512 << 10);
    } finally {
        $fpm->stop();
    }
    checkLog($fpm);
}

/** What is refused because a request keeps the memory is tried again, but less and less often. */
function blocked(): void
{
    $fpm = new Fpm(directory(), settings('512K'), ['first' => [], 'second' => []]);
    try {
        $to = 0;
        check('much is in use', true, Server::await(static function () use (&$to): bool {
            $status = ask('second', "do=read&from=$to&to=" . ($to += STEP))['status'];

            return $status['bytes'] > $status['limit'] / 8 * 5;
        }));
        $client = FastCgi::open(directory() . '/first.socket', directory() . '/evicting.php', 'do=hold&from=0&to=1', 0);
        check('right values', [], \json_decode(FastCgi::answer($client), true)['wrong'] ?? null);
        \usleep(OLD);
        check('no room: the third and fourth sight after the first', 2, ask('second', 'do=sights&times=5')['refused']['full'] ?? null);
        check('others are retired for it', true, Server::await(static fn (): bool => retired('second') > 0));
        // At the sights 6, 10, 18, 34 and 66, then at each 64th.
        $answer = ask('second', 'do=sights&times=200');
        check('attempts of 200 sights', 7, $answer['refused']['blocked'] ?? 0, $answer);
        \fclose($client);
    } finally {
        $fpm->stop();
    }
    checkLog($fpm);
}

/** A value that takes a third of the memory is kept once, and read without memory of the request. */
function large(): void
{
    $bytes = 8 << 20;
    $fpm = new Fpm(directory(), ['memory_limit=512M', 'brine.resident_shared=64M'], ['first' => [], 'second' => []]);
    try {
        $first = ask('first', "do=large&bytes=$bytes");
        check('it is kept', 1, $first['status']['entries'] ?? null, $first);
        $second = ask('second', "do=large&bytes=$bytes");
        check('it is found', [3, 0], [$second['hits'] ?? null, $second['misses'] ?? null], $second);
        check('without memory of the request', true, ($second['peak'] ?? 1 << 30) < 4096, $second);
        for ($i = 0; $i < 40; ++$i) {
            $answer = ask('first', 'do=read&from=' . 500 * $i . '&to=' . 500 * ($i + 1));
            check('small ones', [], $answer['wrong'] ?? null);
            $i % 4 === 0 && check('it is in use', [3, 0], \array_values(\array_intersect_key(ask('second', "do=large&bytes=$bytes"), ['hits' => 1, 'misses' => 1])));
        }
        $from = 20_000;
        check('small ones were evicted', true, Server::await(static function () use (&$from, $bytes): bool {
            ask('first', "do=read&from=$from&to=" . ($from += 500));

            return ask('second', "do=large&bytes=$bytes")['status']['evicted'] > 0;
        }));
        check('it was not', [3, 0], \array_values(\array_intersect_key(ask('second', "do=large&bytes=$bytes"), ['hits' => 1, 'misses' => 1])));
    } finally {
        $fpm->stop();
    }
    checkLog($fpm);
}

/**
 * A request that waits until others have done something; what it says then of values that it reads.
 *
 * @param \Closure(): void $others
 * @return array<string, mixed>
 */
function waiting(\Closure $others): array
{
    $file = directory() . '/waiting';
    @\unlink($file);
    $client = FastCgi::open(directory() . '/first.socket', directory() . '/evicting.php', "do=wait&file=$file&from=0&to=20", 0);
    // Long enough to begin.
    check('it begins', true, Server::await(static fn (): bool => (ask('second', '')['status']['shared']['workers'] ?? 0) === 2));
    $others();
    \touch($file);
    $answer = \json_decode(FastCgi::answer($client), true);
    \fclose($client);

    return \is_array($answer) ? $answer : [];
}

/** A request finds what was kept when it began; after a minute nothing. Others find all. */
function earlier(int $seconds): void
{
    $fpm = new Fpm(directory(), settings(), ['second' => [], 'first' => ['pm = ondemand', 'pm.max_children = 1', 'pm.max_requests = 1']]);
    try {
        if ($seconds > 0) {
            check('kept', 20, ask('second', 'do=read&from=0&to=20')['status']['entries'] ?? null);
        }
        $answer = waiting(static function () use ($seconds): void {
            for ($second = 0; $second < $seconds; ++$second) {
                \sleep(1);
                ask('second', '');
            }
            // Another epoch.
            \usleep(2_300_000);
            check('others keep or find them', [], ask('second', 'do=read&from=0&to=20')['wrong'] ?? null);
        });
        check('the earlier request finds none', [0, []], [$answer['hits'] ?? null, $answer['wrong'] ?? null], $answer);
        check('others do', 100, ask('second', 'do=read&from=0&to=20')['hits'] ?? null);
        check('and later ones', 100, ask('first', 'do=read&from=0&to=20')['hits'] ?? null);
    } finally {
        $fpm->stop();
    }
    checkLog($fpm);
}

/** Workers are killed while they evict: no wrong value, no crash, nothing leaked. Each server lives for at most a minute. */
function killed(): void
{
    killAll(static function (): array {
        $fpm = new Fpm(directory(), KILLED, ['first' => ['pm = static', 'pm.max_children = 8']]);

        return [$fpm, directory() . '/first.socket', static fn (string $query): array => ask('first', $query)];
    });
}

/** The same of Apache's processes. */
function killedInApache(): void
{
    // What lies elsewhere has no URL.
    \file_put_contents(directory() . '/operations.php', '<?php require ' . \var_export(__DIR__ . '/operations.php', true) . ';');
    killAll(static function (): array {
        $apache = new Apache(directory(), (string) \getenv('BRINE_APACHE'), KILLED, 8);

        return [$apache, $apache->url('operations.php'), static fn (string $query): array => $apache->get($query, 'evicting.php')];
    });
}

/** @param \Closure(): array{Server, string, \Closure(string): array<string, mixed>} $start a server, what operations.php calls it, and evicting.php in it */
function killAll(\Closure $start): void
{
    $random = new \Random\Randomizer(new \Random\Engine\Mt19937((int) (\getenv('BRINE_SEED') ?: 1)));
    for ($seconds = (float) \getenv('BRINE_SHARED_SECONDS'); $seconds > 0; $seconds -= 60) {
        killedFor(\min(60.0, $seconds), $random, ...$start());
    }
}

/** @param \Closure(string): array<string, mixed> $ask */
function killedFor(float $seconds, \Random\Randomizer $random, Server $server, string $address, \Closure $ask): void
{
    $isStuck = false;
    try {
        $seed = (string) $random->getInt(1, 1_000_000);
        $clients = \array_map(static fn (int $client): array => [__DIR__ . '/operations.php', $address, (string) (1 << 40), (string) $seconds, (string) $client, '5', $seed], \range(0, 4));
        $kills = 0;
        $answers = clients($clients, static function () use ($server, $seconds, $random, &$kills, &$isStuck): void {
            $kills = kill($server, $seconds, $random, 500_000);
            $isStuck = isStuck($server);
        });
        check('wrong answers', [], \array_merge(...\array_column($answers, 'wrong')));
        $sums = [];
        foreach (['requests', 'operations', 'comparisons', 'hits', 'blocked'] as $name) {
            $sums[$name] = \array_sum(\array_column($answers, $name));
        }
        if ($isStuck) {
            echo "killed: $kills workers, and one with the server's own lock; ", \json_encode($sums), "\n";

            return;
        }
        check('after kills: nothing is kept by the dead', true, Server::await(static function () use ($ask): bool {
            static $next = 900_000;
            $answer = $ask('do=read&from=' . $next . '&to=' . ($next += STEP));
            check('after kills: right values', [], $answer['wrong'] ?? []);

            return ($ask('')['status']['shared']['retired'] ?? -1) === 0;
        }));
        echo "killed: $kills workers, ", \json_encode($sums), '; ', checkExact($server, 4 << 20), "\n";
    } finally {
        $server->stop();
    }
    checkLog($server);
}

skipUnlessShared();
$tests = ['children' => children(...), 'daemons' => static fn () => children('&daemon=1')];
if (hasFpm()) {
    $tests += ['held' => held(...), 'earlier' => static fn () => earlier(0), 'programs' => programs(...), "children of another user's workers" => childrenOfOthers(...), 'slow clients' => slowClients(...), 'large' => large(...), 'blocked' => blocked(...)];
    $tests += isRoot() ? ["another user's programs" => static fn () => programs(['user = nobody'])] : [];
    $tests += \str_ends_with((string) \getenv('BRINE_BUILD'), '-guard') ? ['slow clients of hasty workers' => slowClientsOfHastyWorkers(...)] : [];
    $tests += \getenv('BRINE_SHARED_SECONDS') !== false ? ['killed' => killed(...)] : [];
    $tests += (string) \getenv('BRINE_APACHE') !== '' && \getenv('BRINE_SHARED_SECONDS') !== false ? ['killed in Apache' => killedInApache(...)] : [];
    $tests += (int) \getenv('BRINE_SHARED_SECONDS') >= 62 ? ['earlier, a minute' => static fn () => earlier(62)] : [];
}
exit(run($tests, $argv[1] ?? ''));
