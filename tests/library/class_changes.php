<?php

/*
 * For StaleClassTest: code of old classes that makes $v, code of the new ones, and the reader's answer: null for the value, why the class is stale
 * (at byte 2, or the fourth element), or a message.
 */

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\DecodeException;
use Brine\Format\Decoder;
use Brine\Format\Encoder;

$custom = 'function __serialize():array{return ["x"=>$this->a];} function __unserialize(array $d):void{$this->a=$d["x"]??$d["y"]??null;}';
$other = 'function __serialize():array{return ["y"=>$this->a];} function __unserialize(array $d):void{$this->a=$d["y"]??null;}';
$has = 'has got __serialize()';
$all = [
    'unchanged' => ['class T{public int $a=1; public $b="x";} $v=new T;', 'class T{public int $a=1; public $b="x";}', null],
    'added, default' => ['class T{public int $a=1;} $v=new T;', 'class T{public int $a=1; public int $n=5;}', 'other properties, not written: public $n'],
    'added, typed' => ['class T{public int $a=1;} $v=new T;', 'class T{public int $a=1; public string $n;}', 'other properties, not written: public $n'],
    'added, nullable' => ['class T{public int $a=1;} $v=new T;', 'class T{public int $a=1; public ?string $n;}', 'other properties, not written: public $n'],
    'added, null' => ['class T{public int $a=1;} $v=new T;', 'class T{public int $a=1; public ?string $n=null;}', 'other properties, not written: public $n'],
    'removed' => ['class T{public int $a=1; public $b=2;} $v=new T;', 'class T{public int $a=1;}', 'other properties, not declared: public $b'],
    'renamed, typed' => ['class T{public int $a=42;} $v=new T;', 'class T{public int $n;}', 'other properties, not written: public $n, not declared: public $a'],
    'renamed' => ['class T{public $a=42;} $v=new T;', 'class T{public $n=42;}', 'other properties, not written: public $n, not declared: public $a'],
    'type widened' => ['class T{public int $a=1;} $v=new T;', 'class T{public int|string $a=1;}', null],
    'type narrowed' => ['class T{public mixed $a=1;} $v=new T;', 'class T{public int $a=1;}', null],
    'type narrowed too far' => ['class T{public mixed $a="x";} $v=new T;', 'class T{public int $a=1;}', 'bad_property: Cannot assign string to property N\T::$a of type int at byte 12, in $value->a'],
    'type changed' => ['class T{public int $a=1;} $v=new T;', 'class T{public string $a="";}', 'bad_property: Cannot assign int to property N\T::$a of type string at byte 12, in $value->a'],
    'public becomes private' => ['class T{public $a=1;} $v=new T;', 'class T{private $a=1;}', 'other properties, not written: private $a, not declared: public $a'],
    'private becomes protected' => ['class T{private $a=1;} $v=new T;', 'class T{protected $a=1;}', 'other properties, not written: protected $a, not declared: private $a'],
    'made readonly' => ['class T{function __construct(public int $a=1){}} $v=new T(2);', 'class T{function __construct(public readonly int $a=1){}}', null],
    'private moved to parent' => ['class T{private $a=1;} $v=new T;', 'class B{private $a=1;} class T extends B{}', 'other properties, not written: private $a, not declared: private $a'],
    'public moved to parent' => ['class T{public $a=1;} $v=new T;', 'class B{public $a=1;} class T extends B{}', null],
    'moved to trait' => ['class T{private $a=1;} $v=new T;', 'trait R{private $a=1;} class T{use R;}', null],
    'made static' => ['class T{public $a=1;} $v=new T;', 'class T{public static $a=1;}', 'other properties, not declared: public $a'],
    'promoted' => ['class T{public int $a=1;} $v=new T;', 'class T{function __construct(public int $a=1){}}', null],
    'promoted, and one more' => ['class T{public int $a=1;} $v=new T;', 'class T{function __construct(public int $a, public int $n=3){}}', 'other properties, not written: public $n'],
    'enum case removed' => ['enum E{case A; case B;} class T{public $e=E::B;} $v=new T;', 'enum E{case A;} class T{public $e;}', 'bad_enum: the enum N\E has no case \'B\' at byte 12, in $value->e'],
    'enum case renamed' => ['enum E:string{case A="a";} class T{public $e=E::A;} $v=new T;', 'enum E:string{case Z="a";} class T{public $e;}', 'bad_enum: the enum N\E has no case \'A\' at byte 12, in $value->e'],
    'class renamed' => ['class O{public $a=1;} class T{public $o;} $v=new T; $v->o=new O;', 'class P{public $a=1;} class T{public $o;}', 'missing_class: There is no class N\O at byte 13, in $value->o'],
    'made final' => ['class T{public $a=1;} $v=new T;', 'final class T{public $a=1;}', null],
    'made abstract' => ['class T{public $a=1;} $v=new T;', 'abstract class T{public $a=1;}', 'bad_class: N\T is an abstract class, which has no objects at byte 2'],
    'made an interface' => ['class T{public $a=1;} $v=new T;', 'interface T{}', 'bad_class: N\T is an interface, which has no objects at byte 2'],
    '__serialize() added' => ['class T{public $a=1;} $v=new T;', "class T{public \$a=1; $custom}", $has],
    '__sleep() becomes __serialize()' => ['class T{public $a=1;public $c; function __sleep(){return ["a"];}} $v=new T;', "class T{public \$a=1;public \$c; $custom}", $has],
    '__serialize() removed' => ["class T{public \$a=1; $custom} \$v=new T;", 'class T{public $a=1;}', 'no longer has __serialize()'],
    '__unserialize() reads other keys' => ["class T{public \$a=1; $custom} \$v=new T;", "class T{public \$a=1; $other}", null],
    'with a version' => ["class T{public \$a=1; $custom} \$v=new T;", "#[\\Brine\\Version(2)] class T{public \$a=1; $other}", 'another version'],
    'default changed' => ['class T{public $a=1;} $v=new T;', 'class T{public $a=2;}', null],
    'order changed' => ['class T{public $a=1; public $b=2;} $v=new T;', 'class T{public $b=2; public $a=1;}', null],
    'constant changed' => ['class T{const C=1; public $a=self::C;} $v=new T;', 'class T{const C=2; public $a=self::C;}', null],
    'parent with a property' => ['class T{public $a=1;} $v=new T;', 'class B{protected $log=[];} class T extends B{public $a=1;}', 'other properties, not written: protected $log'],
    'parent without' => ['class T{public $a=1;} $v=new T;', 'class B{} class T extends B{public $a=1;}', null],
    'meaning changed' => ['class T{public int $price=5;} $v=new T;', 'class T{public int $price=500;}', null],
    'meaning changed, version' => ['class T{public int $price=5;} $v=new T;', '#[\Brine\Version(1)] class T{public int $price=500;}', 'another version'],
    '__sleep(), property added' => ['class T{public $a=1; public $c; function __sleep(){return ["a"];}} $v=new T;', 'class T{public $a=1; public $c; public int $n=0; function __sleep(){return ["a","n"];}}', 'other properties, not written: public $c, public $n'],
    '__sleep(), unchanged' => ['class T{public $a=1; public $c; function __sleep(){return ["a"];}} $v=new T;', 'class T{public $a=1; public $c; function __sleep(){return ["a"];}}', null],
    '__sleep() chooses more' => ['class T{public $a=1; public $c=7; function __sleep(){return ["a"];}} $v=new T;', 'class T{public $a=1; public $c=7; function __sleep(){return ["a","c"];}}', null],
    // Others than the issue's.
    'version kept' => ['#[\Brine\Version(7)] class T{public $a=1;} $v=new T;', '#[\Brine\Version(7)] class T{public $a=2;}', null],
    'version changed' => ['#[\Brine\Version(7)] class T{public $a=1;} $v=new T;', '#[\Brine\Version(8)] class T{public $a=1;}', 'another version'],
    'version removed' => ['#[\Brine\Version(7)] class T{public $a=1;} $v=new T;', 'class T{public $a=1;}', 'another version'],
    'version by a constant' => ['#[\Brine\Version(7)] class T{public $a=1;} $v=new T;', '#[\Brine\Version(number: self::V)] class T{const V=3+4; public $a=1;}', null],
    'version of a parent' => ['#[\Brine\Version(1)] class B{} class T extends B{public $a=1;} $v=new T;', '#[\Brine\Version(2)] class B{} class T extends B{public $a=1;}', 'another version'],
    'versions change places' => ['#[\Brine\Version(1)] class B{} #[\Brine\Version(2)] class T extends B{public $a=1;} $v=new T;', '#[\Brine\Version(2)] class B{} #[\Brine\Version(1)] class T extends B{public $a=1;}', 'another version'],
    'version of a trait' => ['class T{public $a=1;} $v=new T;', '#[\Brine\Version(1)] trait R{} class T{use R; public $a=1;}', null],
    'version is a text' => ['class T{public $a=1;} $v=new T;', '#[\Brine\Version("1")] class T{public $a=1;}', 'bad_class: the #[Brine\Version] of N\T is not an integer at byte 2'],
    'version of a parent is missing' => ['class T{public $a=1;} $v=new T;', '#[\Brine\Version] class B{} class T extends B{public $a=1;}', 'bad_class: the #[Brine\Version] of N\B is not an integer at byte 2'],
    'version kept, __serialize()' => ["#[\\Brine\\Version(3)] class T{public \$a=1; $custom} \$v=new T;", "#[\\Brine\\Version(3)] class T{public \$a=1; public \$b; $other}", null],
    'names swap their ends' => ['class T{public $a1=1; public $b2=2;} $v=new T;', 'class T{public $a2=1; public $b1=2;}', 'other properties, not written: public $a2, public $b1, not declared: public $a1, public $b2'],
    'never set' => ['class T{public int $a; public int $b=1;} $v=new T;', 'class T{public int $a; public int $b=1;}', null],
    'never set, renamed' => ['class T{public int $a; public int $b=1;} $v=new T;', 'class T{public int $c; public int $b=1;}', 'other properties, not written: public $c'],
    'unset' => ['class T{public $a; public $b=1;} $v=new T; unset($v->a);', 'class T{public $a; public $b=1;}', null],
    'dynamic property' => ['#[\AllowDynamicProperties] class T{public $a;} $v=new T; $v->d=1;', '#[\AllowDynamicProperties] class T{public $a;}', null],
    'dynamic property is declared' => ['#[\AllowDynamicProperties] class T{public $a;} $v=new T; $v->d=1;', 'class T{public $a; public $d;}', 'another version'],
    'bag' => ['#[\AllowDynamicProperties] class T{} $v=new T; $v->d=1;', '#[\AllowDynamicProperties] class T{}', null],
    'bag declares' => ['#[\AllowDynamicProperties] class T{} $v=new T; $v->d=1;', '#[\AllowDynamicProperties] class T{public $a;}', 'other properties, not written: public $a, not declared: public $d'],
    'bag with a version' => ['#[\AllowDynamicProperties, \Brine\Version(1)] class T{} $v=new T; $v->d=1;', '#[\AllowDynamicProperties, \Brine\Version(1)] class T{}', null],
    'rows' => ['class T{public $a=1; public $b=2;} $v=\array_map(fn()=>new T,\range(1,20));', 'class T{public $a=1; public $c=2;}', 'other properties, not written: public $c, not declared: public $b', 'at byte 5'],
    'rows with a version' => ['#[\Brine\Version(1)] class T{public $a=1; public $b=2;} $v=\array_map(fn()=>new T,\range(1,20));', '#[\Brine\Version(1)] class T{public $a=1; public $b=2;}', null],
    'rows with another version' => ['#[\Brine\Version(1)] class T{public $a=1; public $b=2;} $v=\array_map(fn()=>new T,\range(1,20));', 'class T{public $a=1; public $b=2;}', 'another version', 'at byte 5'],
    'ArrayObject' => ['class T extends \ArrayObject{} $v=new T([1]);', 'class T extends \ArrayObject{}', null],
    'ArrayObject declares' => ['class T extends \ArrayObject{} $v=new T([1]);', 'class T extends \ArrayObject{public $n;}', 'other properties or another version'],
    'ArrayObject that declares' => ['class T extends \ArrayObject{public $n=1;} $v=new T([1]);', 'class T extends \ArrayObject{public $n=2;}', null],
    'ArrayObject no longer declares' => ['class T extends \ArrayObject{public $n=1;} $v=new T([1]);', 'class T extends \ArrayObject{}', 'other properties or another version'],
    'exception' => ['class T extends \RuntimeException{public $n=1;} $v=new T("x");', 'class T extends \RuntimeException{public $n=1;}', null],
    'exception declares' => ['class T extends \RuntimeException{public $n=1;} $v=new T("x");', 'class T extends \RuntimeException{public $n=1; private $m;}', 'other properties, not written: private $m'],
    'seven of them' => ['class T{public $b=1;} $v=new T;', 'class T{public $n1; public $n2; protected $n3; private $n4; public $n5; public $n6; public $n7;}', 'other properties, not written: public $n1, public $n2, protected $n3, private $n4, public $n5, not declared: public $b'],
    'second object' => ['class A{public $a;} class T{public $a;} $v=[new A,new T,new T];', 'class A{public $a;} class T{public $b;}', 'other properties, not written: public $b, not declared: public $a', 'at byte 14, in $value[1]'],
];
if (\PHP_VERSION_ID >= 80400) {
    $all += [
        'hooks added' => ['class T{public $a=1;} $v=new T;', 'class T{public $a=1{get=>$this->a;}}', null],
        'made virtual' => ['class T{public $a=1; public $b=2;} $v=new T;', 'class T{public $a{get=>1;} public $b=2;}', 'other properties, not declared: public $a'],
        'virtual one added' => ['class T{public $b=2;} $v=new T;', 'class T{public $a{get=>1;} public $b=2;}', null],
        'asymmetric' => ['class T{public $a=1;} $v=new T;', 'class T{public private(set) int $a=1;}', null],
        'lazy' => ['class T{public $a=1; public $b=2;} $v=(new \ReflectionClass(T::class))->newLazyGhost(fn($t)=>null);', 'class T{public $a=1; public $b=2;}', null],
        'lazy, changed' => ['class T{public $a=1; public $b=2;} $v=(new \ReflectionClass(T::class))->newLazyProxy(fn()=>new T);', 'class T{public $a=1; public $c=2;}', 'other properties, not written: public $c, not declared: public $b'],
    ];
}
if (\get_included_files()[0] !== __FILE__) {
    return $all;
}
require __DIR__ . '/../../vendor/autoload.php';
// Undeclared properties.
\error_reporting(\E_ALL & ~\E_DEPRECATED);
// Both codecs say the same: the extension's where it has the guard, and the one in PHP.
$codecs = ['php' => [static fn (mixed $value): string => Encoder::encode($value, true), Decoder::decode(...)]];
if (\extension_loaded('brine')) {
    try {
        \brine_serialize(null, ['layouts' => true]);
        $codecs['extension'] = [static fn (mixed $value): string => \brine_serialize($value, ['layouts' => true]), \brine_unserialize(...)];
    } catch (\ValueError) {
        // An older one.
    }
}
/** @var array{string, 'old'|'new', string} $arguments */
$arguments = $_SERVER['argv'];
$isOld = $arguments[1] === 'old';
/** @var array<string, array<string, string>> $payloads */
$payloads = $isOld ? [] : \json_decode((string) \file_get_contents($arguments[2]), true);
$written = $read = [];
$number = 0;
foreach ($all as $name => [$old, $new]) {
    $namespace = \sprintf('N%02d', ++$number);
    $code = "namespace $namespace; " . ($isOld ? "$old return \$v;" : $new);
    $v = eval($code);
    foreach ($codecs as $codec => [$encode, $decode]) {
        if ($isOld) {
            $written[$name][$codec] = \bin2hex($encode($v));
            continue;
        }
        foreach (['throw', 'accept'] as $stale) {
            try {
                $decode((string) \hex2bin($payloads[$name][$codec]), ['missing_classes' => 'throw', 'stale_classes' => $stale]);
                $read[$name][$codec][$stale] = null;
            } catch (DecodeException $error) {
                $read[$name][$codec][$stale] = \str_replace($namespace, 'N', "{$error->getReason()}: {$error->getMessage()}");
            }
        }
    }
}
echo \json_encode($isOld ? $written : $read, \JSON_THROW_ON_ERROR);
