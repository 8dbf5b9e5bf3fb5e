<?php

declare(strict_types=1);

/* An application that has the library and no other package: writes, signs, compresses, migrates, reads with a dictionary. */

require $argv[1];

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\Dictionary;
use Brine\Format;
use Brine\Inspector;
use Brine\Migration\DirectoryStore;
use Brine\Migration\Outcome;
use Brine\Migrator;
use Brine\MissingPackageException;
use Brine\Signed;

foreach (['Brine\Console\Application', 'Brine\Bench\Corpus', 'Brine\Training\Trainer', 'Brine\MessagePack\Packer', 'Symfony\Component\Console\Application'] as $class) {
    !class_exists($class) || exit("$class is there\n");
}
$value = ['id' => 5, 'when' => new ArrayObject([1, 2]), 'text' => str_repeat('the same again, ', 50)];
$auto = new Auto();
foreach ([$auto, new Signed($auto, 'secret of a test', 'key'), new Compressed($auto), new Auto([Format::Native])] as $serializer) {
    $serializer->unserialize($serializer->serialize($value)) == $value || exit(get_debug_type($serializer) . " gives another value\n");
}
$dictionary = Dictionary::fromBytes(brine_serialize([['a string that is in the dictionary'], [], []]));
$payload = (new BrineSerializer(dictionary: $dictionary))->serialize(['a string that is in the dictionary']);
$auto->unserialize($payload) === ['a string that is in the dictionary'] || exit("the dictionary is not read\n");

$directory = sys_get_temp_dir() . '/brine-' . bin2hex(random_bytes(8));
mkdir($directory);
file_put_contents("$directory/entry", serialize($value));
$report = (new Migrator(new DirectoryStore($directory), $auto, new BrineSerializer()))->run();
$written = (string) file_get_contents("$directory/entry");
unlink("$directory/entry");
rmdir($directory);
$report->of(Outcome::Migrated) === 1 && Format::of($written) === Format::Brine || exit("the entry was not migrated\n");
(new Inspector($auto))->inspect(['entry' => $written]);

try {
    new Auto(foreign: Format::MessagePack);
    exit("MessagePack is there\n");
} catch (MissingPackageException $error) {
    echo "the library works, without {$error->getPackage()}\n";
}
