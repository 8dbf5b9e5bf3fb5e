<?php

/*
 * Values that all workers share, in real servers: php-fpm, and PHP's own with workers. BRINE_SHARED_SECONDS: how long workers are killed at random,
 * BRINE_SHARED_OPERATIONS: how many at least, BRINE_SHARED_JIT=1: with the JIT, BRINE_APACHE: an apache2 with modules in
 * ../lib/apache2/modules, PHP_CGI: a php-cgi.
 *
 *     scripts/php.sh guard|release|asan tests/resident/shared/run.php [WORD]
 */

declare(strict_types=1);

namespace Brine\Tests\Resident\Shared;

require __DIR__ . '/support.php';

/** Two pools of one user, one of another, and pools with settings of their own. */
function pools(): void
{
    $pools = [
        'first' => [], 'second' => [],
        'off' => ['php_admin_value[brine.resident_shared] = 0'],
        'larger' => ['php_admin_value[brine.resident_shared] = 64M'],
        'short' => ['pm = ondemand', 'pm.max_children = 1', 'pm.max_requests = 1', 'pm.process_idle_timeout = 300s'],
        'dynamic' => ['pm = dynamic', 'pm.max_children = 2', 'pm.start_servers = 1', 'pm.min_spare_servers = 1', 'pm.max_spare_servers = 1', 'pm.max_requests = 2'],
    ];
    if (isRoot()) {
        $pools += ['other' => ['user = nobody'], 'chroot' => ['user = root', 'chroot = ' . directory()]];
    }
    $fpm = new Fpm(directory(), [...settings(), ...keepers()], $pools);
    try {
        $kinds = $fpm->get('first', 'do=read&times=3')['kinds'] ?? 0;
        $first = $fpm->get('first', 'do=read&times=3');
        checkHits('the first worker', 3 * $kinds, $first);
        check('it keeps what it read', [true, $kinds, $kinds], [$kinds >= 6, $first['status']['entries'] ?? null, $first['status']['admitted'] ?? null], $first);
        $second = $fpm->get('second', 'do=read&times=1');
        checkHits('another pool of the user', $kinds, $second);
        check('hits of all', 4 * $kinds + ($first['status']['shared']['hits'] ?? 0), $fpm->get('second')['status']['shared']['hits'] ?? null);
        $files = [lockFiles($first['pid'] ?? 0), lockFiles($second['pid'] ?? 0)];
        check('a worker has the file of locks of its domain', [[0o600], \array_keys($files[0])], [\array_column($files[0], 1), \array_keys($files[1])], $files);
        check('the master has all', \array_fill(0, 8, 0o600), \array_column(lockFiles($fpm->pid()), 1));
        check('memory of the domain', [32 << 20, 2], [$second['status']['limit'] ?? null, $second['status']['shared']['workers'] ?? null], $second);
        twoApplications($fpm);
        shortLives($fpm, $kinds);
        poolSettings($fpm, $kinds);
        isRoot() ? otherUsers($fpm, $kinds) : print("pools of other users: left out, this needs root\n");
        checkHits('after all that', $kinds, $fpm->get('first', 'do=read&times=1'));
        reexecuted($fpm, $kinds);
    } finally {
        $fpm->stop();
    }
    checkLog($fpm);
}

/** Classes of one name in two applications: each gets its own, and the entry stays for both. */
function twoApplications(Fpm $fpm): void
{
    $first = $fpm->get('first', 'do=thing&variant=0&times=3');
    check('application 1: right values', [], $first['wrong'] ?? null, $first);
    for ($request = 0; $request < 12; ++$request) {
        $second = $fpm->get('second', 'do=thing&variant=1&times=2');
        check('application 2: right values', [], $second['wrong'] ?? null, $second);
        check('application 2: decodes', [0, 2], [$second['hits'] ?? null, $second['fallbacks'] ?? null], $second);
    }
    checkHits('application 1', 2, $fpm->get('first', 'do=thing&variant=0&times=2'));
}

/** Workers of one or two requests: each new one hits at once. */
function shortLives(Fpm $fpm, int $kinds): void
{
    $pids = [];
    for ($request = 0; $request < 5; ++$request) {
        foreach (['short', 'dynamic'] as $pool) {
            $answer = $fpm->get($pool, 'do=read&times=1');
            checkHits("pool $pool, request $request", $kinds, $answer);
            $pids[$pool][$answer['pid'] ?? 0] = true;
        }
    }
    check('workers of one request', 5, \count($pids['short']));
    check('workers of two requests', true, \count($pids['dynamic']) >= 2);
    // The places of the dead are free: no more than four pools of this user have answered, of which dynamic has at most two workers.
    $workers = $fpm->get('first')['status']['shared']['workers'] ?? 0;
    check('living workers', true, $workers >= 2 && $workers <= 5, $workers);
}

/** A pool may switch sharing off for itself; other values are ignored. */
function poolSettings(Fpm $fpm, int $kinds): void
{
    $off = $fpm->get('off', 'do=read&times=3');
    check('off: right values', [], $off['wrong'] ?? null, $off);
    check('off: its own memory', ['pool', 8 << 20, $kinds, $kinds], [state($off), $off['status']['limit'] ?? null, $off['hits'] ?? null, $off['status']['entries'] ?? null], $off);
    check('off: nothing is ignored', 0, $off['status']['shared']['ignored'] ?? null);
    $larger = $fpm->get('larger', 'do=read&times=1');
    checkHits('larger', $kinds, $larger);
    check('larger: ignored', ['on', 64 << 20, 32 << 20], [state($larger), $larger['status']['shared']['ignored'] ?? null, $larger['status']['limit'] ?? null], $larger);
}

/** A worker uses its own memory and that of all in turn, as the server asks for: checks of classes by places of one are not those of the other. */
function inTurn(): void
{
    $fpm = new Fpm(directory(), settings(), ['first' => []]);
    try {
        for ($request = 0; $request < 6; ++$request) {
            $isOff = $request % 2 === 0;
            $answer = $fpm->get('first', 'do=many&from=0&to=60', ['PHP_ADMIN_VALUE' => 'brine.resident_shared=' . ($isOff ? '0' : '32M')]);
            check("request $request: right values", [], $answer['wrong'] ?? null, $answer);
            check("request $request: hits", [$isOff ? 'pool' : 'on', $request < 2 ? 60 : 180, 60], [state($answer), $answer['hits'] ?? null, $answer['status']['entries'] ?? null], $answer);
        }
    } finally {
        $fpm->stop();
    }
    checkLog($fpm);
}

/** Another user has another domain, and none of its addresses are mapped here. Under chroot there is no /proc. */
function otherUsers(Fpm $fpm, int $kinds): void
{
    $other = $fpm->get('other', 'do=read&times=3');
    check('another user: right values', [], $other['wrong'] ?? null, $other);
    check('another user: its own entries', ['on', $kinds, $kinds, 1], [state($other), $other['hits'] ?? null, $other['status']['entries'] ?? null, $other['status']['shared']['workers'] ?? null], $other);
    checkHits('another user', $kinds, $fpm->get('other', 'do=read&times=1'));
    $first = $fpm->get('first');
    $heaps = [heaps($first['pid']), heaps($other['pid'])];
    check('a worker has one heap of eight', [1, 1], \array_map(\count(...), $heaps), $heaps);
    check("not another user's", [], \array_intersect(...$heaps), $heaps);
    $files = [lockFiles($first['pid']), lockFiles($other['pid'])];
    check('nor its file of locks', [1, []], [\count($files[1]), \array_intersect_key(...$files)], $files);
    check('the master has all', 8, \count(heaps($fpm->pid())));
    checkHits('chroot', $kinds, $chroot = $fpm->get('chroot', 'do=read&times=1'));
    check('chroot: no /proc', ['on', false], [state($chroot), \is_dir(directory() . '/proc')], $chroot);
}

/** php-fpm starts anew by USR2: the memory begins empty. */
function reexecuted(Fpm $fpm, int $kinds): void
{
    $old = $fpm->get('first')['pid'];
    $fpm->signal(12);
    check('USR2: new workers', true, Server::await(static fn (): bool => ($fpm->get('first')['pid'] ?? $old) !== $old));
    $new = $fpm->get('first', 'do=read&times=3');
    check('USR2: empty', ['on', [], $kinds, $kinds], [state($new), $new['wrong'] ?? null, $new['hits'] ?? null, $new['status']['entries'] ?? null], $new);
    checkHits('USR2: another pool', $kinds, $fpm->get('second', 'do=read&times=1'));
}

/** @return list<string> settings of a JIT that compiles at once, if it is wanted */
function jit(): array
{
    $settings = ['opcache.jit=tracing', 'opcache.jit_buffer_size=16M', 'opcache.jit_hot_func=2', 'opcache.jit_hot_loop=2'];

    return \getenv('BRINE_SHARED_JIT') === '1' ? $settings : [];
}

/** With OPcache, a preload script (as another user, if this is root), resets, and errors that end a request. */
function opcache(): void
{
    $settings = \Brine\Tests\Resident\opcache();
    if ($settings === null) {
        echo "OPcache: left out, there is none\n";

        return;
    }
    \array_push($settings, 'opcache.preload=' . directory() . '/preload.php', 'opcache.preload_user=' . (isRoot() ? 'nobody' : ''));
    $jit = jit();
    \array_push($settings, ...$jit);
    $fpm = new Fpm(directory(), [...settings(), ...$settings], ['first' => [], 'second' => []]);
    try {
        $first = $fpm->get('first');
        check('preloading takes no place and keeps nothing', ['on', 1, 0], [state($first), $first['status']['shared']['workers'] ?? null, $first['status']['entries'] ?? null], $first);
        check('the preload script ran', true, \str_contains((string) \file_get_contents($fpm->log), 'preloaded: waiting'));
        $kinds = $fpm->get('first', 'do=read&times=3')['kinds'] ?? 0;
        for ($round = 0; $round < 5; ++$round) {
            checkHits("worker 1, round $round", 2 * $kinds, $fpm->get('first', 'do=read&times=2'));
            checkHits("worker 2, round $round", 2 * $kinds, $fpm->get('second', 'do=read&times=2'));
            $reset = $fpm->get('first', 'do=reset');
            check('reset, and the JIT', [true, $jit !== []], [$reset['reset'] ?? null, $reset['jit'] ?? null], $reset);
            check('memory_limit', true, \str_contains($fpm->get('second', 'do=fatal')['text'] ?? '', 'Allowed memory size'));
        }
    } finally {
        $fpm->stop();
    }
    checkLog($fpm);
}

/** A full memory keeps what it has, and admits nothing more. */
function full(): void
{
    $fpm = new Fpm(directory(), settings('256K'), ['first' => [], 'second' => []]);
    try {
        $first = $fpm->get('first', 'do=many&from=0&to=400');
        check('full: right values', [], $first['wrong'] ?? null, $first);
        $entries = $first['status']['entries'] ?? 0;
        check('full: some are kept', true, $entries > 20 && $entries < 400, $first);
        check('full: no more than the limit', true, ($first['status']['bytes'] ?? 1 << 30) <= 256 << 10, $first);
        $second = $fpm->get('second', 'do=many&from=0&to=400');
        check('full: right values for others', [], $second['wrong'] ?? null, $second);
        check('full: what was kept are hits of others', true, ($second['hits'] ?? 0) >= 3 * $entries, $second);
        // A little more may come in with each half second.
        check('full: nothing goes', [true, 0], [($second['status']['entries'] ?? 0) >= $entries, $second['status']['evicted'] ?? null], $second);
    } finally {
        $fpm->stop();
    }
    checkLog($fpm);
}

/** Clients ask while workers are killed: no wrong value, and inserting goes on. Each server lives for a few seconds, before it is full. */
function killed(): void
{
    $random = new \Random\Randomizer(new \Random\Engine\Mt19937((int) (\getenv('BRINE_SEED') ?: 1)));
    for ($seconds = (float) \getenv('BRINE_SHARED_SECONDS'); $seconds > 0; $seconds -= 4) {
        killedFor(\min(4.0, $seconds), $random);
    }
}

function killedFor(float $seconds, \Random\Randomizer $random): void
{
    $fpm = new Fpm(directory(), settings('128M'), ['first' => ['pm = static', 'pm.max_children = 8']]);
    $kills = 0;
    $isStuck = false;
    try {
        $scripts = [];
        for ($i = 0; $i < 3; ++$i) {
            \array_push($scripts, [__DIR__ . '/client.php', directory(), (string) $seconds, (string) $i], operating($i, 3, 1 << 40, $seconds));
        }
        $answers = clients($scripts, static function () use ($seconds, $random, $fpm, &$kills, &$isStuck): void {
            $kills = kill($fpm, $seconds, $random, 60_000);
            $isStuck = isStuck($fpm);
        });
        check('wrong answers', [], \array_merge(...\array_column($answers, 'wrong')));
        if ($isStuck) {
            echo "killed: $kills workers, and one with php-fpm's own lock\n";

            return;
        }
        // The worker that was killed last may still take a request, and break off.
        check('after kills: an answer', true, Server::await(static fn (): bool => isset($fpm->get('first', 'do=many&from=899999&to=900000')['wrong'])));
        // Whoever finds the lock of a dead worker takes it over. A set may be full.
        $hits = 0;
        for ($number = 900_000; $number < 900_020; ++$number) {
            $answer = $fpm->get('first', "do=many&from=$number&to=" . ($number + 1));
            check('after kills: right values', [], $answer['wrong'] ?? null, $answer);
            check('after kills: hits', 1 - ($answer['refused']['full'] ?? 0), $answer['hits'] ?? null, $answer);
            $hits += $answer['hits'] ?? 0;
        }
        check('inserting goes on', true, $hits >= 17, $hits);
        check('living workers', true, ($answer['status']['shared']['workers'] ?? 9) <= 8, $answer);
        $exact = checkExact($fpm, 128 << 20);
    } finally {
        $fpm->stop();
    }
    echo "killed: $kills workers, ", \array_sum(\array_column($answers, 'right')), ' right answers, ', \array_sum(\array_column($answers, 'comparisons')), " comparisons; $exact\n";
    checkLog($fpm);
}

/** The arguments of a client of operations.php. */
function operating(int $client, int $clients, int $operations, float $seconds): array
{
    $seed = (string) (\getenv('BRINE_SEED') ?: 1);

    return [__DIR__ . '/operations.php', directory() . '/first.socket', (string) $operations, (string) $seconds, (string) $client, (string) $clients, $seed];
}

/** Eight workers look up, keep, hold and change values, each beside a plain decode. */
function operations(): void
{
    $wanted = (int) (\getenv('BRINE_SHARED_OPERATIONS') ?: (\getenv('SKIP_ASAN') === false ? 20_000 : 4_000));
    $jit = jit() === [] ? [] : [...\Brine\Tests\Resident\opcache() ?? [], ...jit()];
    $fpm = new Fpm(directory(), [...settings('512M'), ...$jit], ['first' => ['pm = static', 'pm.max_children = 8']]);
    try {
        $answers = clients(\array_map(static fn (int $client): array => operating($client, 8, \intdiv($wanted, 8), 0), \range(0, 7)));
        $status = $fpm->get('first')['status'];
        check('wrong values', [], \array_merge(...\array_column($answers, 'wrong')));
        check('requests that broke off', 0, \array_sum(\array_column($answers, 'cut off')));
        $sums = [];
        foreach (['requests', 'operations', 'comparisons', 'hits', 'misses', 'fallbacks', 'busy', 'full'] as $name) {
            $sums[$name] = \array_sum(\array_column($answers, $name));
        }
        check('operations', true, $sums['operations'] >= $wanted, $sums);
        check('values are found', true, $sums['hits'] > $sums['operations'] / 4, $sums);
        check('workers', 8, \count(\array_replace(...\array_column($answers, 'pids'))));
        echo 'operations: ', \json_encode($sums), ", {$status['admitted']} admitted; ", checkExact($fpm, 512 << 20), "\n";
    } finally {
        $fpm->stop();
    }
    checkLog($fpm);
}

/** PHP's own server with workers; a script that forks; a child keeps what it holds, and shares nothing. */
function ownServer(): void
{
    $forking = forking();
    $server = new Cli(directory(), [...settings(), ...($forking ?? [])], 3);
    try {
        severalWorkers($server);
        $kinds = $server->get('do=read&times=1')['kinds'] ?? 0;
        if ($forking === null) {
            echo "a script that forks: left out, this needs pcntl and posix\n";
        } else {
            for ($i = 0; $i < 6; ++$i) {
                $answer = $server->get('do=fork');
                check('a child', ['wrong' => [], 'state' => 'fork', 'hits' => 0], $answer['child'] ?? null, $answer);
                check('its parent', ['on', $kinds], [state($answer), $answer['status']['entries'] ?? null], $answer);
            }
        }
    } finally {
        $server->stop();
    }
    checkLog($server);
}

/** php-cgi with children forks them after its start, as php-fpm does. */
function cgi(): void
{
    $version = \PHP_MAJOR_VERSION . '.' . \PHP_MINOR_VERSION;
    $program = \getenv('PHP_CGI') ?: \dirname((string) \realpath(PHP_BINARY)) . "/php-cgi$version";
    if (!\is_executable($program)) {
        echo "php-cgi: left out, there is none\n";

        return;
    }
    $server = new Cgi(directory(), $program, settings());
    try {
        severalWorkers($server);
    } finally {
        $server->stop();
    }
    checkLog($server);
}

/** Apache's processes share too; where it starts again by USR1, the old memory goes. */
function apache(): void
{
    $program = (string) \getenv('BRINE_APACHE');
    if ($program === '') {
        echo "Apache: left out, BRINE_APACHE names none\n";

        return;
    }
    $server = new Apache(directory(), $program, settings());
    try {
        $old = severalWorkers($server);
        for ($request = 0; $request < 6; ++$request) {
            $off = $server->get('do=read&times=3', 'off/request.php');
            check('a directory that is off', [[], 'pool', 8 << 20], [$off['wrong'] ?? null, state($off), $off['status']['limit'] ?? null], $off);
            checkHits('others', $off['kinds'] ?? 0, $server->get('do=read&times=1'));
        }
        check('the parent has all heaps', 8, \count(heaps($server->pid())));
        $server->signal(10);
        check('graceful: new workers', true, Server::await(static fn (): bool => !isset($old[$server->get()['pid'] ?? \array_key_first($old)])));
        check('graceful: empty', 0, $server->get()['status']['entries'] ?? null);
        severalWorkers($server);
        check('the parent has no more heaps', 8, \count(heaps($server->pid())));
    } finally {
        $server->stop();
    }
    checkLog($server);
}

/**
 * Asks until two workers have answered: what one of them keeps, the other one finds.
 *
 * @return array<int, true> workers
 */
function severalWorkers(Cli|Cgi|Apache $server): array
{
    $pids = [];
    $kinds = 0;
    check('two workers answer', true, Server::await(static function () use ($server, &$pids, &$kinds): bool {
        $answer = $server->get('do=read&times=4');
        check('right values', [], $answer['wrong'] ?? null, $answer);
        check('shared', 'on', state($answer));
        $kinds = $answer['kinds'] ?? 0;
        $pids[$answer['pid'] ?? 0] = true;

        return \count($pids) >= 2;
    }));
    check('entries of all', $kinds, $server->get()['status']['entries'] ?? null);
    checkHits('any worker', 2 * $kinds, $server->get('do=read&times=2'));

    return $pids;
}

/** Beside an extension that writes into values, which may be loaded after Brine, workers keep nothing, and have no memory of others mapped. */
function besideIntruders(): void
{
    $hooks = 'extension=' . \getenv('BRINE_BUILD') . '/hooks/modules/brine_hooks.so';
    foreach (['rrd', 'http'] as $extension) {
        $server = new Cli(directory(), [...settings(), $hooks, "brine_hooks.module=$extension"], 2);
        try {
            for ($request = 0; $request < 4; ++$request) {
                $answer = $server->get('do=read&times=3');
                check('right values', [], $answer['wrong'] ?? null, $answer);
                $expected = ['module', "the extension $extension writes into values that it is given", 0, 0];
                check('nothing is kept', $expected, [state($answer), $answer['status']['off'] ?? null, $answer['status']['limit'] ?? null, $answer['hits'] ?? null], $answer);
                check('nothing is mapped', [[], []], [heaps($answer['pid'] ?? 0), lockFiles($answer['pid'] ?? 0)]);
            }
        } finally {
            $server->stop();
        }
        checkLog($server);
    }
}

/** Where it is off, a process has its own memory, and says why. */
function reasons(): void
{
    $reasons = [
        'off' => [[], 2, 'exec "$@"'],
        'server' => [settings(), 0, 'exec "$@"'],
        'memory' => [settings('128G'), 2, 'exec "$@"'],
    ];
    if (\getenv('SKIP_ASAN') === false) {
        $reasons += ['memory of the process' => [settings('8G'), 2, 'ulimit -v 4000000; exec "$@"']];
    }
    foreach ($reasons as $reason => [$settings, $workers, $shell]) {
        @\unlink(directory() . '/cli.log');
        $server = new Cli(directory(), $settings, $workers, $shell);
        try {
            $answer = $server->get('do=read&times=3');
            check("$reason: the state", \explode(' ', $reason)[0], state($answer), $answer);
            check("$reason: right values", [], $answer['wrong'] ?? null, $answer);
            check("$reason: its own memory", [8 << 20, $answer['kinds'] ?? 0], [$answer['status']['limit'] ?? null, $answer['hits'] ?? null], $answer);
        } finally {
            $server->stop();
        }
        $warnings = \preg_grep('/PHP Warning: +brine\.resident_shared: \d+ bytes cannot be mapped/', \file($server->log) ?: []);
        check("$reason: warnings", \str_starts_with($reason, 'memory') ? 1 : 0, \count($warnings), $warnings);
    }
    $words = (string) \shell_exec(\escapeshellarg(PHP_BINARY) . ' -n -d extension=' . \escapeshellarg((string) \getenv('BRINE_BUILD')) . '/modules/brine.so'
        . ' -d brine.resident_shared=32M -r ' . \escapeshellarg('echo brine_resident_status()["shared"]["state"]; (new ReflectionExtension("brine"))->info();'));
    check('on the command line', true, \str_starts_with($words, 'server'), $words);
    check('in phpinfo()', 1, \preg_match('/^Resident values of all workers => off: it needs a server that starts worker processes$/m', $words));
}

skipUnlessShared();
$tests = ['own server' => ownServer(...), 'beside intruders' => besideIntruders(...), 'reasons' => reasons(...)];
if (hasFpm()) {
    $tests += ['cgi' => cgi(...), 'apache' => apache(...), 'pools' => pools(...), 'in turn' => inTurn(...), 'opcache' => opcache(...), 'full' => full(...), 'operations' => operations(...)];
    // Random kills, as long as one likes.
    $tests += \getenv('BRINE_SHARED_SECONDS') === false ? [] : ['killed' => killed(...)];
}
exit(run($tests, $argv[1] ?? ''));
