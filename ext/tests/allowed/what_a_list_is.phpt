--TEST--
brine.allowed_classes: names and namespaces, in any case; what is malformed is refused, and a name that begins alike is not in the list
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

/** An object of a class without properties. */
function object_of(string $class): string
{
    return payload('F0' . hex_string($class) . '00');
}

$allowed = static function (string $class): bool {
    try {
        return brine_unserialize(object_of($class)) instanceof __PHP_Incomplete_Class;
    } catch (Brine\DecodeException) {
        return false;
    }
};
$names = ['App\Entity\User', 'app\ENTITY\user', 'App\Entity\Sub\User', 'App\EntityEvil', 'App\Entity', 'App\Entity\\', 'App\User',
    '\App\Entity\User', "App\\Entity\\User\0", "App\\Entity\\\0User", 'User', 'DateTime2', 'dateTIME2', 'DateTime22'];
foreach (['App\Entity\*, DateTime2', " \tapp\\eNTITY\\*\n", 'datetime2 ,App\Entity\User', 'none', 'NONE', ' None '] as $list) {
    var_dump(ini_set('brine.allowed_classes', $list) !== false);
    echo json_encode($list), ': [', implode(' ', array_filter($names, $allowed)), "]\n";
}
ini_set('brine.allowed_classes', 'App\User');
set_error_handler(static function (int $level, string $message): bool {
    echo "$level: $message\n";

    return true;
});
foreach ([',', 'A,', ',A', 'A,,B', '\A', '\A\*', '*', '\*', 'A*', 'A\\', 'A\*\B', 'A\**', '*\A', 'A B', 'A;B', "A\0", 'none, A', 'A, none', 'none,none', 'A-B'] as $wrong) {
    echo json_encode($wrong), ' ', json_encode(ini_set('brine.allowed_classes', $wrong)), "\n";
}
// The list is the one before.
var_dump(ini_get('brine.allowed_classes'), $allowed('App\User'), $allowed('A'));
// Empty: all, as without the setting.
foreach (['', '  '] as $empty) {
    ini_set('brine.allowed_classes', $empty);
    var_dump($allowed('App\EntityEvil'));
}
?>
--EXPECT--
bool(true)
"App\\Entity\\*, DateTime2": [App\Entity\User app\ENTITY\user App\Entity\Sub\User DateTime2 dateTIME2]
bool(true)
" \tapp\\eNTITY\\*\n": [App\Entity\User app\ENTITY\user App\Entity\Sub\User]
bool(true)
"datetime2 ,App\\Entity\\User": [App\Entity\User app\ENTITY\user DateTime2 dateTIME2]
bool(true)
"none": []
bool(true)
"NONE": []
bool(true)
" None ": []
"," 2: brine.allowed_classes: "" is neither a class name nor a namespace like App\Entity\*
false
"A," 2: brine.allowed_classes: "" is neither a class name nor a namespace like App\Entity\*
false
",A" 2: brine.allowed_classes: "" is neither a class name nor a namespace like App\Entity\*
false
"A,,B" 2: brine.allowed_classes: "" is neither a class name nor a namespace like App\Entity\*
false
"\\A" 2: brine.allowed_classes: "\A" is neither a class name nor a namespace like App\Entity\*
false
"\\A\\*" 2: brine.allowed_classes: "\A\*" is neither a class name nor a namespace like App\Entity\*
false
"*" 2: brine.allowed_classes: "*" is neither a class name nor a namespace like App\Entity\*
false
"\\*" 2: brine.allowed_classes: "\*" is neither a class name nor a namespace like App\Entity\*
false
"A*" 2: brine.allowed_classes: "A*" is neither a class name nor a namespace like App\Entity\*
false
"A\\" 2: brine.allowed_classes: "A\" is neither a class name nor a namespace like App\Entity\*
false
"A\\*\\B" 2: brine.allowed_classes: "A\*\B" is neither a class name nor a namespace like App\Entity\*
false
"A\\**" 2: brine.allowed_classes: "A\**" is neither a class name nor a namespace like App\Entity\*
false
"*\\A" 2: brine.allowed_classes: "*\A" is neither a class name nor a namespace like App\Entity\*
false
"A B" 2: brine.allowed_classes: "A B" is neither a class name nor a namespace like App\Entity\*
false
"A;B" 2: brine.allowed_classes: "A;B" is neither a class name nor a namespace like App\Entity\*
false
"A\u0000" 2: brine.allowed_classes: "A" is neither a class name nor a namespace like App\Entity\*
false
"none, A" 2: brine.allowed_classes: "none" is neither a class name nor a namespace like App\Entity\*
false
"A, none" 2: brine.allowed_classes: "none" is neither a class name nor a namespace like App\Entity\*
false
"none,none" 2: brine.allowed_classes: "none" is neither a class name nor a namespace like App\Entity\*
false
"A-B" 2: brine.allowed_classes: "A-B" is neither a class name nor a namespace like App\Entity\*
false
string(8) "App\User"
bool(true)
bool(false)
bool(true)
bool(true)
