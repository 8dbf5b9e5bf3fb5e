--TEST--
Hooks, virtual properties, asymmetric visibility and lazy objects: what has a slot counts
--SKIPIF--
<?php
PHP_VERSION_ID >= 80400 || die('skip PHP 8.4 has hooks');
?>
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$changes = [
    'a hook' => ['class C { public $p = 1; }', 'class C { public $p = 1 { get => $this->p; } }'],
    'virtual' => ['class C { public $p = 1; public $r; }', 'class C { public $p { get => 1; } public $r; }'],
    'a virtual one more' => ['class C { public $r; }', 'class C { public $p { get => 1; } public $r; }'],
    'virtual over the parent' => ['class A { public $p = 1; } class C extends A { public $r; }', 'class A { public $p = 1; } class C extends A { public $p { get => 1; } public $r; }'],
    'asymmetric' => ['class C { public int $p = 1; }', 'class C { public private(set) int $p = 1; }'],
    'ghost' => ['class C { public $p = 1; }', 'class C { public $p = 1; }', 'return (new \ReflectionClass(C::class))->newLazyGhost(fn ($o) => null);'],
    'ghost, and one more' => ['class C { public $p = 1; }', 'class C { public $p = 1; public $r; }', 'return (new \ReflectionClass(C::class))->newLazyGhost(fn ($o) => null);'],
    'proxy' => ['class C { public $p = 1; public $q; }', 'class C { public $p = 1; }', 'return (new \ReflectionClass(C::class))->newLazyProxy(fn ($o) => new C);'],
];
$number = 10;
foreach ($changes as $what => $change) {
    [$before, $after] = [sprintf('Old%02d', $number), sprintf('New%02d', $number++)];
    $value = eval("namespace $before; $change[0] " . ($change[2] ?? 'return new C;'));
    $payload = str_replace($before, $after, brine_serialize($value, ['layouts' => true]));
    eval("namespace $after; $change[1]");
    try {
        brine_unserialize($payload, ['stale_classes' => 'throw']);
        echo "$what: read\n";
    } catch (Brine\DecodeException $error) {
        echo "$what: ", $error->getReason(), ': ', str_replace("$after\\", '', $error->getMessage()), "\n";
    }
}
?>
--EXPECT--
a hook: read
virtual: stale_class: C has changed since this was written (other properties, not declared: public $p) at byte 2
a virtual one more: read
virtual over the parent: read
asymmetric: read
ghost: read
ghost, and one more: stale_class: C has changed since this was written (other properties, not written: public $r) at byte 2
proxy: stale_class: C has changed since this was written (other properties, not declared: public $q) at byte 2
