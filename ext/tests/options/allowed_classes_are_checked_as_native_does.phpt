--TEST--
allowed_classes: true, false and lists of names, without regard to case and with regard to everything else
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

namespace App {
    class Model
    {
        public $p = 1;
    }
    final class Child extends Model
    {
    }
}

namespace {
    require __DIR__ . '/../round_trip.inc';

    class Named implements Stringable
    {
        public function __toString(): string
        {
            return 'app\MODEL';
        }
    }

    $value = ['m' => new App\Model(), 'c' => new App\Child(), 's' => (object) ['in' => [new App\Model()]]];
    $payload = brine_serialize($value);
    $text = serialize($value);
    $options = [
        true, false, [], ['App\Model'], ['app\model'], ['APP\MODEL', 'STDCLASS'], ['\App\Model'], ['Model'], ['App\Child'],
        ['App\Model', 'App\Child', 'stdClass'], ['key' => 'App\Child', 7 => 'stdClass'], ['__PHP_Incomplete_Class'], [''],
        [new Named()], ['No\Such\Class'],
    ];
    foreach ($options as $allowed) {
        $decoded = brine_unserialize($payload, ['allowed_classes' => $allowed]);
        // In this order, since native turns the names into strings in place.
        echo json_encode($allowed), ': ';
        $native = unserialize($text, ['allowed_classes' => $allowed]);
        echo print_r($decoded, true) === print_r($native, true) ? 'as native' : 'otherwise',
            ' ', $decoded['m']::class, ' ', $decoded['c']::class, ' ', $decoded['s']::class, "\n";
        // Objects of classes that are not allowed are not lost.
        if (brine_serialize($decoded) !== $payload) {
            echo "encodes otherwise\n";
        }
    }
}
?>
--EXPECT--
true: as native App\Model App\Child stdClass
false: as native __PHP_Incomplete_Class __PHP_Incomplete_Class __PHP_Incomplete_Class
[]: as native __PHP_Incomplete_Class __PHP_Incomplete_Class __PHP_Incomplete_Class
["App\\Model"]: as native App\Model __PHP_Incomplete_Class __PHP_Incomplete_Class
["app\\model"]: as native App\Model __PHP_Incomplete_Class __PHP_Incomplete_Class
["APP\\MODEL","STDCLASS"]: as native App\Model __PHP_Incomplete_Class stdClass
["\\App\\Model"]: as native __PHP_Incomplete_Class __PHP_Incomplete_Class __PHP_Incomplete_Class
["Model"]: as native __PHP_Incomplete_Class __PHP_Incomplete_Class __PHP_Incomplete_Class
["App\\Child"]: as native __PHP_Incomplete_Class App\Child __PHP_Incomplete_Class
["App\\Model","App\\Child","stdClass"]: as native App\Model App\Child stdClass
{"key":"App\\Child","7":"stdClass"}: as native __PHP_Incomplete_Class App\Child stdClass
["__PHP_Incomplete_Class"]: as native __PHP_Incomplete_Class __PHP_Incomplete_Class __PHP_Incomplete_Class
[""]: as native __PHP_Incomplete_Class __PHP_Incomplete_Class __PHP_Incomplete_Class
[{}]: as native App\Model __PHP_Incomplete_Class __PHP_Incomplete_Class
["No\\Such\\Class"]: as native __PHP_Incomplete_Class __PHP_Incomplete_Class __PHP_Incomplete_Class
