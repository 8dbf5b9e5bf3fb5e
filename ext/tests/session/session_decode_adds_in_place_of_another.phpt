--TEST--
session_decode() adds to $_SESSION with the handlers that write as php and igbinary, as those do; it replaces $_SESSION with brine and brine_php_serialize
--EXTENSIONS--
brine
session
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

final class Marked
{
    public static string $order = '';

    public function __construct(public string $name)
    {
    }

    public function __wakeup(): void
    {
        self::$order .= "woken $this->name\n";
        $_SESSION['by a hook'] = $this->name;
    }

    public function __destruct()
    {
        self::$order .= "$this->name is gone: " . json_encode($_SESSION ?? null) . "\n";
    }
}

$decoded = ['x' => 1, 'both' => 'decoded', 7 => 'a number'];
$bytes = [
    'brine' => brine_serialize($decoded),
    'igbinary' => brine_igbinary_serialize($decoded),
    'php_serialize' => serialize($decoded),
    'php' => 'x|i:1;both|s:7:"decoded";',
    'php_binary' => "\x01xi:1;\x04boths:7:\"decoded\";",
    'nothing' => '',
];
$handlers = ['brine', 'brine_php', 'brine_php_serialize', ...extension_loaded('igbinary') ? ['brine_igbinary'] : []];
$results = [];
foreach ($handlers as $handler) {
    ini_set('session.serialize_handler', $handler);
    foreach ($bytes as $format => $data) {
        session_start();
        $value = 'an alias';
        $_SESSION = ['old' => 2, 'both' => 'old', 5 => 'five', 'alias' => &$value];
        $session = &$_SESSION;
        $was = session_decode($data);
        $value = 'changed';
        $results[$handler][] = "$format: " . json_encode([$was, $_SESSION, $session === $_SESSION]) . "\n";
        session_abort();
        unset($session, $_SESSION);
    }
}
var_dump($results['brine_php_serialize'] === $results['brine'], ($results['brine_igbinary'] ?? $results['brine_php']) === $results['brine_php']);
foreach (['brine', 'brine_php'] as $handler) {
    echo "$handler\n", implode($results[$handler]);
}

ini_set('session.serialize_handler', 'brine_php');
session_start();
$_SESSION = ['first' => new Marked('first'), 'second' => new Marked('second')];
$payload = brine_serialize(['second' => new Marked('third')]);
Marked::$order = '';
session_decode($payload);
echo Marked::$order;
try {
    session_decode("\xC1\x10\xFF");
} catch (Brine\DecodeException $exception) {
    echo $exception->getMessage(), ', ', json_encode($_SESSION), "\n";
}

// What is not an array cannot be added to.
session_start();
$_SESSION = 'text';
session_decode(brine_serialize(['x' => 1]));
echo json_encode($_SESSION), "\n";
?>
--EXPECT--
bool(true)
bool(true)
brine
brine: [true,{"x":1,"both":"decoded","7":"a number"},false]
igbinary: [true,{"x":1,"both":"decoded","7":"a number"},false]
php_serialize: [true,{"x":1,"both":"decoded","7":"a number"},false]
php: [true,{"x":1,"both":"decoded"},false]
php_binary: [true,{"x":1,"both":"decoded"},false]
nothing: [true,[],false]
brine_php
brine: [true,{"old":2,"both":"decoded","5":"five","alias":"changed","x":1,"7":"a number"},true]
igbinary: [true,{"old":2,"both":"decoded","5":"five","alias":"changed","x":1,"7":"a number"},true]
php_serialize: [true,{"old":2,"both":"decoded","5":"five","alias":"changed","x":1,"7":"a number"},true]
php: [true,{"old":2,"both":"decoded","5":"five","alias":"changed","x":1},true]
php_binary: [true,{"old":2,"both":"decoded","5":"five","alias":"changed","x":1},true]
nothing: [true,{"old":2,"both":"old","5":"five","alias":"changed"},true]
woken third
second is gone: {"first":{"name":"first"},"second":{"name":"third"},"by a hook":"third"}
unknown tag FF at byte 2, []
{"x":1}
