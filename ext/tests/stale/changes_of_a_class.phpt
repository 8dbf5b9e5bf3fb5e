--TEST--
An object is refused if the properties, the form or the version of its class have changed since it was written, and for no other change
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);
$form = 'function __serialize(): array { return ["k" => $this->p]; } function __unserialize(array $d): void { $this->p = $d["k"] ?? 0; }';
$otherForm = 'function __serialize(): array { return ["l" => $this->p]; } function __unserialize(array $d): void { $this->p = $d["l"] ?? 0; }';
$sleep = 'function __sleep() { return ["p"]; }';
/* The class C before, and after; the object is a new C, or what the third element says. */
$changes = [
    'nothing' => ['class C { public $p = 1; private $q = 2; }', 'class C { public $p = 1; private $q = 2; }'],
    'one more, with a default' => ['class C { public $p = 1; }', 'class C { public $p = 1; public $r = 3; }'],
    'one more, typed' => ['class C { public $p = 1; }', 'class C { public $p = 1; public int $r; }'],
    'one more, nullable' => ['class C { public $p = 1; }', 'class C { public $p = 1; public ?int $r; }'],
    'one more, null' => ['class C { public $p = 1; }', 'class C { public $p = 1; public ?int $r = null; }'],
    'one less' => ['class C { public $p = 1; public $r = 3; }', 'class C { public $p = 1; }'],
    'another name' => ['class C { public $p = 1; }', 'class C { public $r = 3; }'],
    'another name, typed' => ['class C { public int $p = 1; }', 'class C { public int $r; }'],
    'a wider type' => ['class C { public int $p = 1; }', 'class C { public int|string $p; }'],
    'a narrower type' => ['class C { public mixed $p = 1; }', 'class C { public int $p; }'],
    'a type that does not fit' => ['class C { public mixed $p = []; }', 'class C { public int $p; }'],
    'another type' => ['class C { public int $p = 1; }', 'class C { public array $p; }'],
    'public to private' => ['class C { public $p = 1; }', 'class C { private $p = 1; }'],
    'private to protected' => ['class C { private $p = 1; }', 'class C { protected $p = 1; }'],
    'readonly' => ['class C { public int $p = 1; }', 'class C { public readonly int $p; }'],
    'private, in the parent' => ['class C { private $p = 1; }', 'class A { private $p = 1; } class C extends A {}'],
    'public, in the parent' => ['class C { public $p = 1; }', 'class A { public $p = 1; } class C extends A {}'],
    'in a trait' => ['class C { private $p = 1; }', 'trait R { private $p = 1; } class C { use R; }'],
    'static' => ['class C { public $p = 1; }', 'class C { public static $p = 1; }'],
    'promoted' => ['class C { public int $p = 1; }', 'class C { function __construct(public int $p) {} }'],
    'promoted, with another' => ['class C { public int $p = 1; }', 'class C { function __construct(public int $p, public int $r) {} }'],
    'a case less' => ['enum E { case One; case Two; } class C { public $p = E::Two; }', 'enum E { case One; } class C { public $p; }'],
    'another name of a case' => ['enum E: int { case One = 1; } class C { public $p = E::One; }', 'enum E: int { case Uno = 1; } class C { public $p; }'],
    'another name of the class' => ['class B {} class C { public $p; }', 'class D {} class C { public $p; }', '$o = new C; $o->p = new B; return $o;'],
    'final' => ['class C { public $p = 1; }', 'final class C { public $p = 1; }'],
    'abstract' => ['class C { public $p = 1; }', 'abstract class C { public $p = 1; }'],
    'an interface' => ['class C { public $p = 1; }', 'interface C {}'],
    '__serialize()' => ['class C { public $p = 1; }', "class C { public \$p = 1; $form }"],
    '__serialize() for __sleep()' => ["class C { public \$p = 1; $sleep }", "class C { public \$p = 1; $form }"],
    'no __serialize()' => ["class C { public \$p = 1; $form }", 'class C { public $p = 1; }'],
    '__serialize() of other keys' => ["class C { public \$p = 1; $form }", "class C { public \$p = 1; $otherForm }"],
    'the same with a version' => ["class C { public \$p = 1; $form }", "#[\\Brine\\Version(1)] class C { public \$p = 1; $otherForm }"],
    'another default' => ['class C { public $p = 1; }', 'class C { public $p = 2; }'],
    'another order' => ['class C { public $p = 1; public $r = 3; }', 'class C { public $r = 3; public $p = 1; }'],
    'another constant' => ['class C { const K = 1; public $p = self::K; }', 'class C { const K = 2; public $p = self::K; }'],
    'a parent that declares' => ['class C { public $p = 1; }', 'class A { protected $r; } class C extends A { public $p = 1; }'],
    'a parent that does not' => ['class C { public $p = 1; }', 'class A {} class C extends A { public $p = 1; }'],
    'another meaning' => ['class C { public int $p = 1; }', 'class C { public int $p = 100; }'],
    'another meaning, with a version' => ['class C { public int $p = 1; }', '#[\Brine\Version(2)] class C { public int $p = 100; }'],
    '__sleep(), and one more' => ["class C { public \$p; public \$q; $sleep }", "class C { public \$p; public \$q; public \$r; $sleep }"],
    '__sleep() as before' => ["class C { public \$p; public \$q; $sleep }", "class C { public \$p; public \$q; $sleep }"],
    '__sleep() names more' => ["class C { public \$p; public \$q; $sleep }", 'class C { public $p; public $q; function __sleep() { return ["p", "q"]; } }'],
    'names that swap their ends' => ['class C { public $a1; public $b2; function __sleep() { return []; } }', 'class C { public $a2; public $b1; function __sleep() { return []; } }'],
    'no version any more' => ['#[\Brine\Version(1)] class C { public $p; }', 'class C { public $p; }'],
    'another version' => ['#[\Brine\Version(1)] class C { public $p; }', '#[\Brine\Version(2)] class C { public $p; }'],
    'the same version' => ['#[\Brine\Version(1)] class C { public $p; }', '#[\Brine\Version(number: 3 - 2)] class C { public $p = 2; }'],
    'an inner class' => ['class I { public $p; } class C { public $p; }', 'class I { public $r; } class C { public $p; }', '$o = new C; $o->p = [1, new I]; return $o;'],
    'rows' => ['class C { public $p = 1; public $r; }', 'class C { public $p = 1; }', 'return array_map(fn () => new C, range(1, 9));'],
];

$number = 10;
foreach ($changes as $what => $change) {
    [$before, $after] = [sprintf('Old%02d', $number), sprintf('New%02d', $number++)];
    $value = eval("namespace $before; $change[0] " . ($change[2] ?? 'return new C;'));
    // As if one program had been replaced by the other.
    $payload = str_replace($before, $after, brine_serialize($value, ['layouts' => true]));
    eval("namespace $after; $change[1]");
    $results = [];
    foreach (['throw', 'accept'] as $option) {
        try {
            brine_unserialize($payload, ['missing_classes' => 'throw', 'stale_classes' => $option]);
            $results[] = 'read';
        } catch (Brine\DecodeException $error) {
            $results[] = $error->getReason() . ': ' . str_replace("$after\\", '', $error->getMessage());
        }
    }
    echo "$what: ", $results[0] === $results[1] ? $results[0] : substr($results[0], 0) . ($results[1] === 'read' ? '' : "; $results[1]"), "\n";
}
?>
--EXPECT--
nothing: read
one more, with a default: stale_class: C has changed since this was written (other properties, not written: public $r) at byte 2
one more, typed: stale_class: C has changed since this was written (other properties, not written: public $r) at byte 2
one more, nullable: stale_class: C has changed since this was written (other properties, not written: public $r) at byte 2
one more, null: stale_class: C has changed since this was written (other properties, not written: public $r) at byte 2
one less: stale_class: C has changed since this was written (other properties, not declared: public $r) at byte 2
another name: stale_class: C has changed since this was written (other properties, not written: public $r, not declared: public $p) at byte 2
another name, typed: stale_class: C has changed since this was written (other properties, not written: public $r, not declared: public $p) at byte 2
a wider type: read
a narrower type: read
a type that does not fit: bad_property: Cannot assign array to property C::$p of type int at byte 14, in $value->p
another type: bad_property: Cannot assign int to property C::$p of type array at byte 14, in $value->p
public to private: stale_class: C has changed since this was written (other properties, not written: private $p, not declared: public $p) at byte 2
private to protected: stale_class: C has changed since this was written (other properties, not written: protected $p, not declared: private $p) at byte 2
readonly: read
private, in the parent: stale_class: C has changed since this was written (other properties, not written: private $p, not declared: private $p) at byte 2
public, in the parent: read
in a trait: read
static: stale_class: C has changed since this was written (other properties, not declared: public $p) at byte 2
promoted: read
promoted, with another: stale_class: C has changed since this was written (other properties, not written: public $r) at byte 2
a case less: bad_enum: the enum E has no case 'Two' at byte 14, in $value->p
another name of a case: bad_enum: the enum E has no case 'One' at byte 14, in $value->p
another name of the class: missing_class: There is no class B at byte 15, in $value->p
final: read
abstract: bad_class: C is an abstract class, which has no objects at byte 2
an interface: bad_class: C is an interface, which has no objects at byte 2
__serialize(): stale_class: C has changed since this was written (has got __serialize()) at byte 2
__serialize() for __sleep(): stale_class: C has changed since this was written (has got __serialize()) at byte 2
no __serialize(): stale_class: C has changed since this was written (no longer has __serialize()) at byte 2
__serialize() of other keys: read
the same with a version: stale_class: C has changed since this was written (another version) at byte 2
another default: read
another order: read
another constant: read
a parent that declares: stale_class: C has changed since this was written (other properties, not written: protected $r) at byte 2
a parent that does not: read
another meaning: read
another meaning, with a version: stale_class: C has changed since this was written (another version) at byte 2
__sleep(), and one more: stale_class: C has changed since this was written (other properties, not written: public $q, public $r) at byte 2
__sleep() as before: read
__sleep() names more: read
names that swap their ends: stale_class: C has changed since this was written (other properties, not written: public $a2, public $b1) at byte 2
no version any more: stale_class: C has changed since this was written (another version) at byte 2
another version: stale_class: C has changed since this was written (another version) at byte 2
the same version: read
an inner class: stale_class: I has changed since this was written (other properties, not written: public $r, not declared: public $p) at byte 16, in $value->p[1]
rows: stale_class: C has changed since this was written (other properties, not declared: public $r) at byte 5
