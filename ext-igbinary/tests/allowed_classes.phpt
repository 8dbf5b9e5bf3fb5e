--TEST--
A class that brine.allowed_classes lacks is a warning and null, and a session that stays, in both formats; nothing is loaded or built
--EXTENSIONS--
brine
session
igbinary
--INI--
error_reporting=E_ALL & ~E_DEPRECATED
--FILE--
<?php
declare(strict_types=1);

namespace App;

require __DIR__ . '/session.inc';

final class Events
{
    /** @var list<string> */
    public static array $seen = [];
}

class Wakes
{
    public int $number = 1;

    public function __wakeup(): void
    {
        Events::$seen[] = 'wakeup';
    }

    public function __destruct()
    {
        Events::$seen[] = 'destruct';
    }
}

class Unserializes
{
    public function __serialize(): array
    {
        return [1];
    }

    public function __unserialize(array $data): void
    {
        Events::$seen[] = 'unserialize';
    }
}

final class Legacy implements \Serializable
{
    public function serialize(): string
    {
        return 'text';
    }

    public function unserialize(string $data): void
    {
        Events::$seen[] = 'Serializable';
    }
}

enum Suit
{
    case Hearts;
}

class Loaded
{
    public int $number = 1;
}

spl_autoload_register(static function (string $class): void {
    Events::$seen[] = "load:$class";
});
set_error_handler(static function (int $level, string $message): bool {
    Events::$seen[] = "$level: $message";

    return true;
});

/** @param \Closure(): mixed $read */
function outcome(\Closure $read): string
{
    $_SESSION = [];
    Events::$seen = [];
    try {
        $outcome = get_debug_type($read()['gadget'] ?? null);
    } catch (\Brine\DecodeException $error) {
        $outcome = $error->getMessage();
    }

    return "$outcome [" . implode(' ', Events::$seen) . ']';
}

$gadgets = [new Wakes(), new Unserializes(), new Legacy(), Suit::Hearts, new Loaded()];
$log = tempnam(sys_get_temp_dir(), 'brine');
ini_set('error_log', $log);
ini_set('session.serialize_handler', 'igbinary');
foreach (['igbinary', 'brine'] as $format) {
    ini_set('igbinary.format', $format);
    foreach ($gadgets as $gadget) {
        $bytes = str_replace('App\Loaded', 'App\Unseen', igbinary_serialize(['gadget' => $gadget]));
        $text = 'gadget|' . str_replace('App\Loaded', 'App\Unseen', serialize($gadget));
        echo "$format: ", $gadget::class, "\n";
        foreach (['', 'App, Ap\*, App\Wake', 'App\*', ''] as $list) {
            ini_set('brine.allowed_classes', $list);
            $outcomes = [];
            foreach (['0', '1'] as $resident) {
                ini_set('brine.igbinary_resident', $resident);
                for ($i = 0; $i < 4; $i++) {
                    $outcomes[] = outcome(static fn () => igbinary_unserialize($bytes));
                }
            }
            foreach ([$bytes, $text] as $session) {
                store($session);
                $outcomes[] = 'session: ' . preg_replace('/ byte \d+/', ' its byte', outcome(read_session(...)));
                $outcomes[] = stored() === $session ? 'stored' : 'LOST';
            }
            echo "    \"$list\": ", implode('; ', array_unique($outcomes)), "\n";
        }
    }
}
ini_set('brine.allowed_classes', 'none');
ini_set('brine.allowed_classes_report', '1');
echo outcome(static fn () => igbinary_unserialize(igbinary_serialize(['gadget' => Suit::Hearts]))), ' ',
    preg_replace('/^\[.*?\] /', '', (string) file_get_contents($log));
unlink($log);
?>
--EXPECT--
igbinary: App\Wakes
    "": App\Wakes [wakeup destruct]; session: App\Wakes [wakeup]; stored
    "App, Ap\*, App\Wake": null [2: igbinary_unserialize(): the class App\Wakes is not allowed (brine.allowed_classes) at byte 15, in $value['gadget']]; session: the class App\Wakes is not allowed (brine.allowed_classes) at its byte, in $value['gadget'] []; stored; session: the class App\Wakes is not allowed (brine.allowed_classes) at its byte []
    "App\*": App\Wakes [wakeup destruct]; session: App\Wakes [wakeup]; stored
    "": App\Wakes [wakeup destruct]; session: App\Wakes [wakeup]; stored
igbinary: App\Unserializes
    "": App\Unserializes [unserialize]; session: App\Unserializes [unserialize]; stored
    "App, Ap\*, App\Wake": null [2: igbinary_unserialize(): the class App\Unserializes is not allowed (brine.allowed_classes) at byte 15, in $value['gadget']]; session: the class App\Unserializes is not allowed (brine.allowed_classes) at its byte, in $value['gadget'] []; stored; session: the class App\Unserializes is not allowed (brine.allowed_classes) at its byte []
    "App\*": App\Unserializes [unserialize]; session: App\Unserializes [unserialize]; stored
    "": App\Unserializes [unserialize]; session: App\Unserializes [unserialize]; stored
igbinary: App\Legacy
    "": App\Legacy [Serializable]; session: App\Legacy [Serializable]; stored
    "App, Ap\*, App\Wake": null [2: igbinary_unserialize(): the class App\Legacy is not allowed (brine.allowed_classes) at byte 15, in $value['gadget']]; session: the class App\Legacy is not allowed (brine.allowed_classes) at its byte, in $value['gadget'] []; stored; session: the class App\Legacy is not allowed (brine.allowed_classes) at its byte []
    "App\*": App\Legacy [Serializable]; session: App\Legacy [Serializable]; stored
    "": App\Legacy [Serializable]; session: App\Legacy [Serializable]; stored
igbinary: App\Suit
    "": App\Suit []; session: App\Suit []; stored
    "App, Ap\*, App\Wake": null [2: igbinary_unserialize(): the class App\Suit is not allowed (brine.allowed_classes) at byte 15, in $value['gadget']]; session: the class App\Suit is not allowed (brine.allowed_classes) at its byte, in $value['gadget'] []; stored; session: the class App\Suit is not allowed (brine.allowed_classes) at its byte []
    "App\*": App\Suit []; session: App\Suit []; stored
    "": App\Suit []; session: App\Suit []; stored
igbinary: App\Loaded
    "": __PHP_Incomplete_Class [load:App\Unseen]; session: __PHP_Incomplete_Class [load:App\Unseen]; stored
    "App, Ap\*, App\Wake": null [2: igbinary_unserialize(): the class App\Unseen is not allowed (brine.allowed_classes) at byte 15, in $value['gadget']]; session: the class App\Unseen is not allowed (brine.allowed_classes) at its byte, in $value['gadget'] []; stored; session: the class App\Unseen is not allowed (brine.allowed_classes) at its byte []
    "App\*": __PHP_Incomplete_Class [load:App\Unseen]; session: __PHP_Incomplete_Class [load:App\Unseen]; stored
    "": __PHP_Incomplete_Class [load:App\Unseen]; session: __PHP_Incomplete_Class [load:App\Unseen]; stored
brine: App\Wakes
    "": App\Wakes [wakeup destruct]; session: App\Wakes [wakeup]; stored
    "App, Ap\*, App\Wake": null [2: igbinary_unserialize(): the class App\Wakes is not allowed (brine.allowed_classes) at byte 16, in $value['gadget']]; session: the class App\Wakes is not allowed (brine.allowed_classes) at its byte, in $value['gadget'] []; stored; session: the class App\Wakes is not allowed (brine.allowed_classes) at its byte []
    "App\*": App\Wakes [wakeup destruct]; session: App\Wakes [wakeup]; stored
    "": App\Wakes [wakeup destruct]; session: App\Wakes [wakeup]; stored
brine: App\Unserializes
    "": App\Unserializes [unserialize]; session: App\Unserializes [unserialize]; stored
    "App, Ap\*, App\Wake": null [2: igbinary_unserialize(): the class App\Unserializes is not allowed (brine.allowed_classes) at byte 16, in $value['gadget']]; session: the class App\Unserializes is not allowed (brine.allowed_classes) at its byte, in $value['gadget'] []; stored; session: the class App\Unserializes is not allowed (brine.allowed_classes) at its byte []
    "App\*": App\Unserializes [unserialize]; session: App\Unserializes [unserialize]; stored
    "": App\Unserializes [unserialize]; session: App\Unserializes [unserialize]; stored
brine: App\Legacy
    "": App\Legacy [Serializable]; session: App\Legacy [Serializable]; stored
    "App, Ap\*, App\Wake": null [2: igbinary_unserialize(): the class App\Legacy is not allowed (brine.allowed_classes) at byte 16, in $value['gadget']]; session: the class App\Legacy is not allowed (brine.allowed_classes) at its byte, in $value['gadget'] []; stored; session: the class App\Legacy is not allowed (brine.allowed_classes) at its byte []
    "App\*": App\Legacy [Serializable]; session: App\Legacy [Serializable]; stored
    "": App\Legacy [Serializable]; session: App\Legacy [Serializable]; stored
brine: App\Suit
    "": App\Suit []; session: App\Suit []; stored
    "App, Ap\*, App\Wake": null [2: igbinary_unserialize(): the class App\Suit is not allowed (brine.allowed_classes) at byte 16, in $value['gadget']]; session: the class App\Suit is not allowed (brine.allowed_classes) at its byte, in $value['gadget'] []; stored; session: the class App\Suit is not allowed (brine.allowed_classes) at its byte []
    "App\*": App\Suit []; session: App\Suit []; stored
    "": App\Suit []; session: App\Suit []; stored
brine: App\Loaded
    "": __PHP_Incomplete_Class [load:App\Unseen]; session: __PHP_Incomplete_Class [load:App\Unseen]; stored
    "App, Ap\*, App\Wake": null [2: igbinary_unserialize(): the class App\Unseen is not allowed (brine.allowed_classes) at byte 16, in $value['gadget']]; session: the class App\Unseen is not allowed (brine.allowed_classes) at its byte, in $value['gadget'] []; stored; session: the class App\Unseen is not allowed (brine.allowed_classes) at its byte []
    "App\*": __PHP_Incomplete_Class [load:App\Unseen]; session: __PHP_Incomplete_Class [load:App\Unseen]; stored
    "": __PHP_Incomplete_Class [load:App\Unseen]; session: __PHP_Incomplete_Class [load:App\Unseen]; stored
App\Suit [] brine.allowed_classes would refuse App\Suit (igbinary)
