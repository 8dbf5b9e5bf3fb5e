<?php

/*
 * Random calls of wp_cache_…() in requests that share a server, compared with the model. Prints what was done and what was wrong, as JSON.
 * usage: calls.php phpredis|predis|memcached SOCKET CALLS SEED MULTISITE SETTINGS
 */

declare(strict_types=1);

use Brine\WordPress\ObjectCache;
use Brine\WordPress\Settings;
use Brine\WordPress\Tests\Model;
use Brine\WordPress\Tests\Servers;
use Brine\WordPress\Tests\Site;
use Brine\WordPress\Tests\Values;

require __DIR__ . '/bootstrap.php';

[, $kind, $socket, $calls, $seed, $multisite, $settings] = $argv;
mt_srand((int) $seed);
$isMultisite = $multisite === '1';
set_error_handler(static fn (int $level, string $message, string $file, int $line): never => throw new ErrorException($message, 0, $level, $file, $line));
/** @var array<string, mixed> $settings */
$settings = json_decode($settings, true, flags: JSON_THROW_ON_ERROR);
$settings = new Settings($settings + Servers::settings($kind, $socket));
$shared = new ArrayObject();
/** @return array{ObjectCache, Model} */
$begin = static function () use ($settings, $shared, $isMultisite): array {
    $cache = new ObjectCache($settings, $isMultisite, 1, 'wp_');
    $cache->add_global_groups(['global', 'local-global']);
    $cache->add_non_persistent_groups('local');
    $cache->add_non_persistent_groups(['local-global']);

    return [$cache, new Model($shared, $isMultisite)];
};
$requests = [$begin(), $begin(), $begin()];
$requests[0][0]->flush();
$keys = ['a', 'b', 'key with spaces', 'alloptions', 5, '6', -7, '08', 'get_pages:abc:0.5', 'ключ', "tab\tline\n", str_repeat('long', 100), '*', 'a[b]?\\', '{slot}', ' a', "a\n", '', ' '];
$groups = ['', 'default', 'posts', 'post[s]*', 'global', 'local', 'local-global', 'a group'];
$wrong = 0;
$first = null;
$text = static fn (mixed $value): string => serialize($value);
$calls = (int) $calls;
for ($i = 0; $i < $calls; ++$i) {
    $number = mt_rand(0, 2);
    if (mt_rand(0, 200) === 0) {
        $requests[$number] = $begin();
    }
    [$cache, $model] = $requests[$number];
    $GLOBALS['wp_object_cache'] = $cache;
    $group = $groups[mt_rand(0, count($groups) - 1)];
    $key = $keys[mt_rand(0, count($keys) - 1)];
    $several = array_map(static fn (int $index): int|string => $keys[$index], (array) array_rand($keys, mt_rand(1, 5)));
    $data = [];
    foreach ($several as $one) {
        $data[$one] = Values::random();
    }
    $expire = mt_rand(0, 3) === 0 ? 1000 : 0;
    Site::$isAdditionSuspended = mt_rand(0, 50) === 0;
    $by = mt_rand(-3, 3);
    $isForced = mt_rand(0, 1) === 0;
    $all = static function (string $mode) use ($model, $data, $group): array {
        $stored = [];
        foreach ($data as $one => $value) {
            $stored[$one] = $model->write($mode, $one, $value, $group);
        }

        return $stored;
    };
    $name = ['set', 'set', 'add', 'replace', 'set_multiple', 'add_multiple', 'get', 'get', 'get', 'get_multiple', 'get_multiple', 'delete', 'delete_multiple', 'incr', 'decr', 'other'][mt_rand(0, 15)];
    $value = current($data);
    $found = null;
    [$is, $should] = match ($name) {
        'set' => [wp_cache_set($key, $value, $group, $expire), $model->write('set', $key, $value, $group)],
        'add' => [wp_cache_add($key, $value, $group, $expire), $model->write('add', $key, $value, $group)],
        'replace' => [wp_cache_replace($key, $value, $group, $expire), $model->write('replace', $key, $value, $group)],
        'set_multiple' => [wp_cache_set_multiple($data, $group, $expire), $all('set')],
        'add_multiple' => [wp_cache_add_multiple($data, $group, $expire), $all('add')],
        'get' => [
            [wp_cache_get($key, $group, $isForced, $found), $found],
            [($stored = $model->get($key, $group, $isForced)) === null ? false : unserialize($stored), $stored !== null],
        ],
        'get_multiple' => [
            wp_cache_get_multiple($several, $group, $isForced),
            array_combine($several, array_map(static fn (int|string $one): mixed => ($stored = $model->get($one, $group, $isForced)) === null ? false : unserialize($stored), $several)),
        ],
        'delete' => [wp_cache_delete($key, $group), $model->delete($key, $group)],
        'delete_multiple' => [
            wp_cache_delete_multiple($several, $group),
            array_combine($several, array_map(static fn (int|string $one): bool => $model->delete($one, $group), $several)),
        ],
        'incr' => [wp_cache_incr($key, $by, $group), trim((string) $key) === '' ? false : $model->count($key, $by, $group)],
        'decr' => [wp_cache_decr($key, $by, $group), trim((string) $key) === '' ? false : $model->count($key, -$by, $group)],
        'other' => match (mt_rand(0, 40)) {
            0 => [wp_cache_flush(), $model->flush()],
            1, 2, 3, 4 => [wp_cache_flush_group($group), $model->flushGroup($group === '' ? 'default' : $group)],
            5, 6, 7, 8 => [wp_cache_flush_runtime(), $model->flushRuntime()],
            9, 10, 11, 12 => [wp_cache_switch_to_blog($blog = mt_rand(1, 12)), $model->switchTo($blog)],
            default => [null, null],
        },
    };
    if ($text($is) !== $text($should)) {
        ++$wrong;
        $first ??= "call $i: $name of " . json_encode([$key, $group, $several]) . ' is ' . $text($is) . ' instead of ' . $text($should);
    }
}
echo json_encode(['calls' => $calls, 'wrong' => $wrong, 'first' => $first, 'faults' => array_map(static fn (array $request): ?string => $request[0]->fault(), $requests)], JSON_INVALID_UTF8_SUBSTITUTE), "\n";
