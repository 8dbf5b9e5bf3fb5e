--TEST--
A class that has changed since a session was written loses nothing by default, with layouts and without
--EXTENSIONS--
brine
session
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

const OLD = 'session_id("test"); session_start(); class Cart { public int $old = 1; public ?int $left; } $_SESSION["cart"] = new Cart(); $_SESSION["n"] = 5;';

#[AllowDynamicProperties]
final class Cart
{
    public int $new = 2;
}

foreach (['brine', 'brine_php'] as $handler) {
    ini_set('session.serialize_handler', $handler);
    foreach (['accept', 'refuse'] as $written) {
        @unlink(session_save_path() . '/sess_test');
        // What writes Brine is always the handler "brine"; "brine_php" reads it in a roll-out.
        echo run(OLD, "-d session.serialize_handler=brine -d brine.stale_classes=$written");
        echo "$handler, written with $written: ", str_contains(stored(), "\xFA") ? 'a layout' : 'no layout', ', ';
        session_start();
        echo get_class($_SESSION['cart']), ', old = ', $_SESSION['cart']->old, ', new = ', $_SESSION['cart']->new, ', n = ', $_SESSION['n'], "\n";
        $_SESSION['n'] = 6;
        session_write_close();
        echo 'again: ', var_export(array_map(static fn (mixed $value): mixed => is_object($value) ? (array) $value : $value, read_session()) ===
            ['cart' => ['new' => 2, 'old' => 1], 'n' => 6], true), "\n";
    }
}
ini_set('session.serialize_handler', 'brine');
ini_set('brine.stale_classes', 'refuse');
@unlink(session_save_path() . '/sess_test');
run(OLD, '-d session.serialize_handler=brine');
echo 'asked for: ', thrown(session_start(...)), "\n";
?>
--EXPECT--
brine, written with accept: no layout, Cart, old = 1, new = 2, n = 5
again: true
brine, written with refuse: a layout, Cart, old = 1, new = 2, n = 5
again: true
brine_php, written with accept: no layout, Cart, old = 1, new = 2, n = 5
again: true
brine_php, written with refuse: a layout, Cart, old = 1, new = 2, n = 5
again: true
asked for: Brine\DecodeException: Cart has changed since this was written (other properties, not written: public $new, not declared: public $old) at byte 11, in $value['cart']
