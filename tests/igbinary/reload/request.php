<?php

/*
 * One request of a visitor: ?id=ID&visit=NUMBER. Entries and sessions must have what its earlier requests wrote; they are written again. Prints, as
 * JSON, which kind of host answers, and what was wrong.
 */

declare(strict_types=1);

namespace Brine\Tests\Igbinary;

require __DIR__ . '/../values.php';

/** @return array<string, mixed> what a visitor has after so many visits */
function content(int $visits): array
{
    return ['visits' => $visits, 'last' => array_map(static fn (int $i): Kept => new Kept(['visit' => $i]), range(max(0, $visits - 5), $visits))];
}

/** Reads a session, and lets it be written. */
function session(string $id, array $content): array
{
    session_id($id);
    session_start();
    $found = $_SESSION;
    $_SESSION = $content;
    session_write_close();

    return $found;
}

ini_set('display_errors', '1');
ini_set('html_errors', '0');
ini_set('log_errors', '0');
$kind = \extension_loaded('brine_igbinary') ? ['igbinary' => 'place', 'brine' => 'brine'][ini_get('igbinary.format')] : 'igbinary';
if (!isset($_GET['id'])) {
    exit($kind);
}
['id' => $id, 'visit' => $visit] = $_GET;
$visit = (int) $visit;
ob_start();
$redis = new \Redis();
$redis->connect($_SERVER['REDIS_SOCKET']);
$redis->setOption(\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_IGBINARY);
$values = values();
$found = $expected = [];
// Own entries: the visitor's alone, so each visit finds what the one before wrote.
$found['entry'] = $redis->get("entry:$id");
$expected['entry'] = $visit === 0 ? false : content($visit - 1);
$redis->set("entry:$id", content($visit));
// Shared ones: every host writes them all the time. Each visit writes one of them.
foreach ($redis->hGetAll('shared') as $name => $value) {
    $found["shared $name"] = $value;
    $expected["shared $name"] = $values[$name];
}
$name = array_keys($values)[$visit % \count($values)];
$redis->hSet('shared', $name, $values[$name]);
// A session that changes, and one that does not.
$found['session'] = session("changes$id", content($visit));
$expected['session'] = $visit === 0 ? [] : content($visit - 1);
$found['same session'] = session("same$id", ['values' => $values]);
$expected['same session'] = $visit === 0 ? [] : ['values' => $values];
$wrong = [];
foreach ($expected as $what => $value) {
    if (serialize($found[$what]) !== serialize($value)) {
        $wrong[] = $what;
    }
}
$output = ob_get_clean();
echo json_encode(['kind' => $kind, 'wrong' => $wrong, 'output' => $output], JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);
