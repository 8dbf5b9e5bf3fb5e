--TEST--
Destructors of what was in $_SESSION find the variables that have replaced it
--EXTENSIONS--
brine
session
--INI--
session.serialize_handler=brine
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

final class Leaving
{
    public function __construct(private readonly Closure $last)
    {
    }

    public function __destruct()
    {
        ($this->last)();
    }
}

function add_variables(): void
{
    for ($i = 0; $i < 100; $i++) {
        $_SESSION["added $i"] = $i;
    }
}

function refer_to_session(): void
{
    $session = &$_SESSION;
    $session['referred to'] = true;
}

$decode = static fn (): bool => session_decode(brine_serialize(['other' => 1]));
session_start();
foreach ([brine_serialize(['new' => 1]), 'a:1:{s:3:"new";i:1;}'] as $data) {
    foreach (['add_variables', 'refer_to_session', $decode] as $last) {
        // What the session module refers to is another variable from here on, and that one has a single owner.
        unset($_SESSION);
        $_SESSION = ['leaving' => new Leaving($last(...))];
        session_decode($data);
        echo implode(', ', array_slice(array_keys($_SESSION), 0, 3)), "\n";

        unset($_SESSION);
        $variables = ['leaving' => new Leaving($last(...))];
        $_SESSION = &$variables;
        unset($variables);
        session_decode($data);
        echo implode(', ', array_slice(array_keys($_SESSION), 0, 3)), "\n";
    }
}
session_abort();
?>
--EXPECT--
new, added 0, added 1
new, added 0, added 1
new, referred to
new, referred to
other
other
new
new
new
new
new
new
