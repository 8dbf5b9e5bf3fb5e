--TEST--
A session that cannot be read, or written, is an exception, and what is stored stays
--EXTENSIONS--
brine
igbinary
session
--INI--
session.serialize_handler=igbinary
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

final class Fragile
{
    public function __wakeup(): void
    {
        throw new LogicException('not today');
    }
}

$igbinary = igbinary_serialize(['name' => 'Zoe']);
ini_set('igbinary.format', 'brine');
$brine = igbinary_serialize(['name' => 'Zoe']);
$sessions = [
    substr($igbinary, 0, -1), substr($brine, 0, -1), "$igbinary!", "$brine!", "\0\0\0\2\x28", "\0\0\0\2\xc1\x20",
    igbinary_serialize(5), "\0\0\0\2" . brine_serialize('text'), igbinary_serialize(['a' => new Fragile()]),
];
foreach ($sessions as $bytes) {
    store($bytes);
    try {
        session_start();
        echo 'no exception';
    } catch (Brine\DecodeException | LogicException $exception) {
        echo $exception::class, ': ', $exception->getMessage();
    }
    echo session_status() === PHP_SESSION_NONE && $_SESSION === [] && stored() === $bytes ? '' : ' BUT CHANGED', "\n";
}
foreach (['igbinary', 'brine'] as $format) {
    ini_set('igbinary.format', $format);
    store($igbinary);
    session_start();
    $_SESSION['closure'] = static fn () => 1;
    try {
        session_write_close();
    } catch (Brine\EncodeException $exception) {
        echo $exception->getMessage(), "\n";
    }
    var_dump(stored() === $igbinary);
}
?>
--EXPECT--
Brine\DecodeException: the payload ends too early at byte 14, in $value['name']
Brine\DecodeException: the payload ends too early at byte 14, in $value['name']
Brine\DecodeException: there are bytes after the value at byte 17
Brine\DecodeException: there are bytes after the value at byte 17
Brine\DecodeException: unknown tag 28 at byte 4
Brine\DecodeException: the payload has version 2, and this reader knows version 1 at byte 5
Brine\DecodeException: a session must be an array, and is int at byte 4
Brine\DecodeException: a session must be an array, and is string at byte 6
LogicException: not today
Serialization of 'Closure' is not allowed at $value['closure']
bool(true)
Serialization of 'Closure' is not allowed at $value['closure']
bool(true)
