<?php

declare(strict_types=1);

/* MessagePack in an application that has the library alone, without brine/msgpack: prints what each call gives. */

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\Format;
use Brine\MessagePackSerializer;
use Brine\MissingPackageException;

\spl_autoload_register(static function (string $class): void {
    $file = \dirname(__DIR__, 2) . '/src/' . \strtr(\substr($class, \strlen('Brine\\')), '\\', '/') . '.php';
    if (\is_file($file)) {
        require $file;
    }
});
require \dirname(__DIR__, 2) . '/src/functions.php';

$calls = [
    'foreign' => static fn (): mixed => (new Auto(foreign: Format::MessagePack))->unserialize("\x82\xa1a\x01\xa1b\xc4\x01\xff"),
    'written' => static fn (): string => (new Auto(new MessagePackSerializer()))->serialize(['a' => 1, 'b' => "\xff"]),
    'object' => static fn (): string => (new MessagePackSerializer())->serialize(new \stdClass()),
    'timestamp' => static fn (): mixed => (new MessagePackSerializer())->unserialize("\xd6\xff\0\0\0\5"),
    'trailing' => static fn (): mixed => (new MessagePackSerializer())->unserialize("\1\2"),
    'others' => static fn (): mixed => (new Auto())->unserialize((new Auto())->serialize(['a' => 1])),
];
foreach ($calls as $name => $call) {
    try {
        $answer = \bin2hex(\serialize($call()));
    } catch (MissingPackageException $error) {
        $answer = "{$error->getPackage()} is missing: {$error->getMessage()}";
    } catch (\Brine\Exception $error) {
        $answer = $error::class . ": {$error->getMessage()}";
    }
    echo "$name: $answer\n";
}
