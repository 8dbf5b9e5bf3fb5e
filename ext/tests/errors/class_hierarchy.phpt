--TEST--
Both exceptions extend Brine\Exception, which extends Exception
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

foreach (['Brine\Exception', 'Brine\EncodeException', 'Brine\DecodeException'] as $class) {
    echo implode(' < ', [$class, ...array_values(class_parents($class))]), "\n";
}
foreach ([static fn () => brine_unserialize('no'), static fn () => brine_serialize(static fn () => 1)] as $call) {
    try {
        $call();
    } catch (Brine\Exception $exception) {
        echo $exception::class, ' ', $exception->getCode(), ' ', basename($exception->getFile()), ' ', $exception->getLine() > 0, "\n";
    }
}
?>
--EXPECTF--
Brine\Exception < Exception
Brine\EncodeException < Brine\Exception < Exception
Brine\DecodeException < Brine\Exception < Exception
Brine\DecodeException %d class_hierarchy.php 1
Brine\EncodeException %d class_hierarchy.php 1
