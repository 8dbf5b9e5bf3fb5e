--TEST--
Handlers and levels that user code sets inside an internal hook are in force afterwards as with unserialize(), though warnings of the hook were suppressed
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$heard = [];
function outer(int $level, string $message): bool { hear("outer $level", $message); return true; }
function inner(int $level, string $message): bool { hear("inner $level", $message); return true; }

/** Leaves out what the hook itself raises. */
function hear(string $what, string $message): void
{
    if (!str_contains($message, 'ArrayObject') && !str_contains($message, 'Illegal member variable name')) {
        $GLOBALS['heard'][] = $what;
    }
}

function plain_list(): array { return [1]; }

/** A notice and a deprecation of user code. */
function raise(): void
{
    array_pop(plain_list());
    $thing = new PlainThing();
    $thing->dynamic = 1;
}

/** ArrayObject's hook raises a notice for the name of the member, then loads the iterator class. */
function native(string $class): void
{
    unserialize(sprintf("O:11:\"ArrayObject\":4:{i:0;i:0;i:1;a:0:{}i:2;a:1:{s:1:\"\0\";i:5;}i:3;s:%d:\"%s\";}", strlen($class), $class));
}

/** With more elements than deprecations are reported for, PHP's deprecations are suppressed too. */
function brine(string $class, int $elements): void
{
    $list = $elements === 0 ? "\xE7" : substr(brine_serialize(range(1, $elements)), 2);
    try {
        brine_unserialize("\xC1\x10\xF1\x2AArrayObject\xC3\x00$list\xE9\x01\x20\0\x05" . chr(0x1F + strlen($class)) . $class);
    } catch (Brine\DecodeException $error) {
        echo $error->getReason(), ' ';
    }
}

/** error_reporting, then the handlers in force from the top, each with the levels that it hears. */
function show(string $title): void
{
    echo "$title: ", error_reporting() === E_ALL ? 'all' : error_reporting();
    error_reporting(E_ALL);
    while (($handler = set_error_handler(null)) !== null) {
        restore_error_handler();
        $GLOBALS['heard'] = [];
        ob_start();
        echo $undefined;
        raise();
        trigger_error('', E_USER_NOTICE);
        ob_end_clean();
        echo "; $handler ", implode(' ', str_replace("$handler ", '', $GLOBALS['heard']));
        restore_error_handler();
    }
    restore_error_handler();
    echo "\n";
}

class PlainThing {}

$actions = [
    'set for a level' => static fn () => set_error_handler('inner', E_USER_NOTICE),
    'set for all' => static fn () => set_error_handler('inner'),
    'replace' => static function (): void { restore_error_handler(); set_error_handler('inner', E_USER_NOTICE); },
    'restore' => static fn () => restore_error_handler(),
    'set and restore' => static function (): void { set_error_handler('inner'); restore_error_handler(); },
    'report less' => static fn () => error_reporting(E_ERROR | E_USER_NOTICE),
    'raise' => raise(...),
];
$count = 0;
spl_autoload_register(static function (string $class) use (&$action): void {
    eval("class $class extends ArrayIterator {}");
    $action();
});
foreach ($actions as $name => $action) {
    echo "$name\n";
    foreach (['native' => native(...), 'few' => static fn (string $class) => brine($class, 0), 'many' => static fn (string $class) => brine($class, 200)] as $how => $decode) {
        set_error_handler('outer');
        $heard = [];
        $decode('Loaded' . ++$count);
        show($how . ($heard === [] ? '' : ', heard ' . implode(', ', $heard)));
    }
}
?>
--EXPECT--
set for a level
native: all; inner 1024; outer 2 8 8192 1024
bad_object few: all; inner 1024; outer 2 8 8192 1024
bad_object many: all; inner 1024; outer 2 8 8192 1024
set for all
native: all; inner 2 8 8192 1024; outer 2 8 8192 1024
bad_object few: all; inner 2 8 8192 1024; outer 2 8 8192 1024
bad_object many: all; inner 2 8 8192 1024; outer 2 8 8192 1024
replace
native: all; inner 1024
bad_object few: all; inner 1024
bad_object many: all; inner 1024
restore
native: all
bad_object few: all
bad_object many: all
set and restore
native: all; outer 2 8 8192 1024
bad_object few: all; outer 2 8 8192 1024
bad_object many: all; outer 2 8 8192 1024
report less
native: 1025; outer 2 8 8192 1024
bad_object few: 1025; outer 2 8 8192 1024
bad_object many: 1025; outer 2 8 8192 1024
raise
native, heard outer 8, outer 8192: all; outer 2 8 8192 1024
bad_object few, heard outer 8, outer 8192: all; outer 2 8 8192 1024
bad_object many, heard outer 8, outer 8192: all; outer 2 8 8192 1024
