--TEST--
Where the stored session cannot be decoded, an exception is thrown, the session ends, and what is stored stays as it is
--EXTENSIONS--
brine
session
--INI--
session.serialize_handler=brine
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

final class Fragile
{
    public function __unserialize(array $data): void
    {
        throw new LogicException('not today');
    }
}

$sessions = [
    'cut' => substr(brine_serialize(['first' => 1, 'name' => 'Zoe']), 0, -1),
    'of a later version' => "\xC1\x20\xE7",
    'only the magic byte' => "\xC1",
    'with bytes after its end' => brine_serialize(['a' => 1]) . "\0",
    'no array' => brine_serialize('text'),
    'whose object fails' => brine_serialize(['a' => 1, 'fragile' => new Fragile()]),
    'whose date is damaged' => str_replace('timezone_type', 'timezone_tipe', brine_serialize(['a' => 1, 'at' => new DateTime('@0')])),
    'php, second variable cut' => 'first|i:1;second|s:9:"',
    'php, whose object fails' => 'a|i:1;fragile|O:7:"Fragile":0:{}',
    'php, whose date is damaged' => 'a|i:1;at|O:8:"DateTime":0:{}',
    'php_serialize, whose property is of another type' => 'a:1:{s:1:"e";O:9:"Exception":1:{s:7:"' . "\0*\0" . 'file";i:1;}}',
    'php_serialize, cut' => 'a:2:{s:5:"first";i:1;',
    'php_binary, cut' => "\x05firsti:1;\x06seconds:9:\"",
    'no handler\'s' => 'garbage',
];
foreach ($sessions as $name => $bytes) {
    store($bytes);
    try {
        session_start();
        echo 'no exception';
    } catch (Brine\DecodeException | LogicException $exception) {
        echo $name, ': ', $exception::class;
    }
    echo session_status() === PHP_SESSION_NONE && $_SESSION === [] && stored() === $bytes ? '' : ' BUT CHANGED', "\n";
    // Nothing is open or locked any more: the same session can be read again, and another one started.
    store(brine_serialize(['name' => 'Yan']));
    echo json_encode(read_session()), "\n";
}

foreach (['garbage', brine_serialize('text')] as $bytes) {
    store($bytes);
    echo thrown(static fn () => session_start()), "\n";
}

// The exception of a built-in class is the cause.
store('at|O:8:"DateTime":0:{}');
try {
    session_start();
} catch (Brine\DecodeException $exception) {
    echo $exception->getMessage(), ' ', $exception->getPrevious()::class, ': ', $exception->getPrevious()->getMessage(), "\n";
}

// The way out for a site that would rather lose the session than refuse the visitor.
$damaged = str_replace('timezone_type', 'timezone_tipe', brine_serialize(['at' => new DateTime('@0')]));
store($damaged);
try {
    session_start();
} catch (Brine\DecodeException) {
    session_id(session_create_id());
    session_start();
}
var_dump($_SESSION, session_id() !== 'test');
session_destroy();
var_dump(stored() === $damaged);
?>
--EXPECT--
cut: Brine\DecodeException
{"name":"Yan"}
of a later version: Brine\DecodeException
{"name":"Yan"}
only the magic byte: Brine\DecodeException
{"name":"Yan"}
with bytes after its end: Brine\DecodeException
{"name":"Yan"}
no array: Brine\DecodeException
{"name":"Yan"}
whose object fails: LogicException
{"name":"Yan"}
whose date is damaged: Brine\DecodeException
{"name":"Yan"}
php, second variable cut: Brine\DecodeException
{"name":"Yan"}
php, whose object fails: LogicException
{"name":"Yan"}
php, whose date is damaged: Brine\DecodeException
{"name":"Yan"}
php_serialize, whose property is of another type: Brine\DecodeException
{"name":"Yan"}
php_serialize, cut: Brine\DecodeException
{"name":"Yan"}
php_binary, cut: Brine\DecodeException
{"name":"Yan"}
no handler's: Brine\DecodeException
{"name":"Yan"}
Brine\DecodeException: Session data that looks like that of the handler "php" cannot be decoded
Brine\DecodeException: a session must be an array, and is string at byte 2
Session data that looks like that of the handler "php" cannot be decoded Error: Invalid serialization data for DateTime object
array(0) {
}
bool(true)
bool(true)
