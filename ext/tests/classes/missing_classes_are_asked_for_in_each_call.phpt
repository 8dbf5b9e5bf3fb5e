--TEST--
A class that was missing is asked for in each call, though its shape is remembered, with a dictionary and without
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$asked = 0;
$throws = false;
spl_autoload_register(static function (string $name) use (&$asked, &$throws): void {
    ++$asked;
    if ($throws) {
        throw new LogicException("no $name");
    }
});
$names = ['first_property', "\0*\0second_property", "\0ComesLaterThanItsObjects\0third_property"];
$id = brine_dictionary_load(brine_serialize([['some string'], [[1, 'ComesLaterThanItsObjects', ...$names], [0, 'a', 'b']], []]));
$of = static fn (array $values): string => 'O:24:"ComesLaterThanItsObjects":' . substr(serialize($values), 2);
$values = [
    'scoped' => $of(array_combine($names, [5, ['a' => 1, 'b' => 2], 'some string'])),
    'public' => $of(['one_property' => 1, 'other_property' => [1, 2]]),
    'empty' => $of([]),
    'two' => sprintf('a:2:{i:0;%si:1;%s}', $of(array_combine($names, [1, 2, 3])), $of(array_combine($names, ['x', 'y', 'z']))),
    'rows' => 'a:12:{' . implode('', array_map(static fn (int $i): string => "i:$i;" . $of(array_combine($names, [$i, $i * 7 % 5, "row $i"])), range(0, 11))) . '}',
];
$decode = static function (string $payload, array $options = []): string {
    try {
        return serialize(brine_unserialize($payload, $options));
    } catch (Brine\DecodeException $error) {
        return sprintf('%s at %d: %s', $error->getReason(), $error->getOffset(), $error->getMessage());
    } catch (LogicException $error) {
        return $error->getMessage();
    }
};
$payloads = [];
foreach ($values as $name => $text) {
    $value = unserialize($text);
    foreach (['plain' => [], 'dictionary' => ['dictionary' => $id]] as $way => $options) {
        $payload = $payloads["$name, $way"] = brine_serialize($value, $options);
        $asked = 0;
        $same = 0;
        for ($i = 0; $i < 5; ++$i) {
            $same += $decode($payload) === $text ? 1 : 0;
        }
        printf("%s, %s: header %s, %d of 5 the same, asked %d times\n", $name, $way, bin2hex(substr($payload, 0, 2)), $same, $asked);
    }
}
foreach (['scoped, plain', 'public, plain', 'scoped, dictionary'] as $name) {
    $throws = true;
    echo $decode($payloads[$name]), "\n";
    $throws = false;
    echo $decode($payloads[$name], ['missing_classes' => 'throw']), "\n";
    var_dump($decode($payloads[$name], ['allowed_classes' => false]) === $decode($payloads[$name]));
}
eval('class ComesLaterThanItsObjects { public $first_property; protected $second_property; private $third_property; public $one_property, $other_property; }');
foreach ($payloads as $name => $payload) {
    $text = strtok($name, ',');
    $same = 0;
    for ($i = 0; $i < 4; ++$i) {
        $same += $decode($payload) === serialize(unserialize($values[$text])) ? 1 : 0;
    }
    printf("%s: %d of 4 as natively\n", $name, $same);
}
?>
--EXPECT--
scoped, plain: header c110, 5 of 5 the same, asked 5 times
scoped, dictionary: header c112, 5 of 5 the same, asked 5 times
public, plain: header c110, 5 of 5 the same, asked 5 times
public, dictionary: header c110, 5 of 5 the same, asked 5 times
empty, plain: header c110, 5 of 5 the same, asked 5 times
empty, dictionary: header c110, 5 of 5 the same, asked 5 times
two, plain: header c110, 5 of 5 the same, asked 5 times
two, dictionary: header c112, 5 of 5 the same, asked 5 times
rows, plain: header c110, 5 of 5 the same, asked 5 times
rows, dictionary: header c112, 5 of 5 the same, asked 5 times
no ComesLaterThanItsObjects
missing_class at 3: There is no class ComesLaterThanItsObjects at byte 3
bool(true)
no ComesLaterThanItsObjects
missing_class at 3: There is no class ComesLaterThanItsObjects at byte 3
bool(true)
no ComesLaterThanItsObjects
missing_class at 10: There is no class ComesLaterThanItsObjects at byte 10
bool(true)
scoped, plain: 4 of 4 as natively
scoped, dictionary: 4 of 4 as natively
public, plain: 4 of 4 as natively
public, dictionary: 4 of 4 as natively
empty, plain: 4 of 4 as natively
empty, dictionary: 4 of 4 as natively
two, plain: 4 of 4 as natively
two, dictionary: 4 of 4 as natively
rows, plain: 4 of 4 as natively
rows, dictionary: 4 of 4 as natively
