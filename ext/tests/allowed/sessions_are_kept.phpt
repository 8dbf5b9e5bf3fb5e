--TEST--
A session with a class that brine.allowed_classes lacks is refused and stays stored, in the format of each handler; nothing of it is loaded or built
--EXTENSIONS--
brine
session
--INI--
error_reporting=E_ALL & ~E_DEPRECATED
--FILE--
<?php
declare(strict_types=1);

namespace App;

require __DIR__ . '/gadgets.inc';
require __DIR__ . '/../session/session.inc';

class Listed
{
    public mixed $inner = null;
    public string $text = 'O:9:"App\Wakes":0:{} C:10:"App\Legacy":1:{a} E:15:"App\Suit:Hearts";';
}

/** @return array<string, string> what each handler stores for the variables */
function formats(array $variables): array
{
    $bytes = [
        'brine' => brine_serialize($variables),
        'brine in place' => "\0\0\0\2" . brine_serialize($variables),
        'igbinary' => brine_igbinary_serialize($variables),
        'php_serialize' => serialize($variables),
        'php' => '',
        'php_binary' => '',
    ];
    foreach ($variables as $name => $value) {
        $bytes['php'] .= "$name|" . serialize($value);
        $bytes['php_binary'] .= chr(strlen($name)) . $name . serialize($value);
    }

    return array_map(unseen(...), $bytes);
}

function outcome(string $bytes): string
{
    store($bytes);
    try {
        session_start();
        $outcome = get_debug_type($_SESSION['gadget']);
        // Hooks that run at the end of a request are no part of this.
        session_abort();
        $_SESSION = [];
    } catch (\Brine\DecodeException $error) {
        $outcome = "{$error->getReason()}, at the name: "
            . (str_starts_with(substr($bytes, $error->getOffset()), 'App\\') || str_starts_with(substr($bytes, $error->getOffset() + 1), 'App\\')
                || str_starts_with(substr($bytes, $error->getOffset() + 2), 'App\\') ? 'yes' : $error->getMessage());
        $outcome .= session_status() === PHP_SESSION_NONE && $_SESSION === [] ? '' : ', and the session is open';
    }

    return $outcome . (stored() === $bytes ? '' : ', and it is not as stored');
}

$lines = [];
foreach (['brine', 'brine_php', 'brine_php_serialize'] as $handler) {
    ini_set('session.serialize_handler', $handler);
    foreach (gadgets() as $kind => $gadget) {
        $listed = new Listed();
        $listed->inner = [new Listed()];
        foreach (formats(['first' => [1], 'listed' => $listed, 'gadget' => $gadget]) as $format => $bytes) {
            unset($gadget);
            ini_set('brine.allowed_classes', '');
            Events::taken();
            $free = outcome($bytes);
            $did = strtok(Events::taken(), ' ');
            ini_set('brine.allowed_classes', 'App\Listed, Ap\*, App\Wake');
            $guarded = outcome($bytes) . ' / ' . Events::taken();
            ini_set('brine.allowed_classes', 'app\*');
            $listedOutcome = outcome($bytes) . ' / ' . strtok(Events::taken(), ' ');
            $lines["$kind: $free / $did; $guarded; $listedOutcome"][$format] = true;
        }
    }
}
foreach ($lines as $line => $formats) {
    echo "$line\n    ", implode(', ', array_keys($formats)), "\n";
}
?>
--EXPECT--
wakeup: App\Wakes / wakeup; bad_class, at the name: yes / -; App\Wakes / wakeup
    brine, brine in place, igbinary, php_serialize, php, php_binary
unserialize: App\Unserializes / unserialize; bad_class, at the name: yes / -; App\Unserializes / unserialize
    brine, brine in place, igbinary, php_serialize, php, php_binary
destruct: App\Destructs / destruct; bad_class, at the name: yes / -; App\Destructs / destruct
    brine, brine in place, igbinary, php_serialize, php, php_binary
Serializable: App\Legacy / Serializable; bad_class, at the name: yes / -; App\Legacy / Serializable
    brine, brine in place, igbinary, php_serialize, php, php_binary
enum: App\Suit / -; bad_class, at the name: yes / -; App\Suit / -
    brine, brine in place, igbinary, php_serialize, php, php_binary
loader: __PHP_Incomplete_Class / load:App\Unseen; bad_class, at the name: yes / -; __PHP_Incomplete_Class / load:App\Unseen
    brine, brine in place, igbinary, php_serialize, php, php_binary
