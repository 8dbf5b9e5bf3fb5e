--TEST--
A hook that closes the session while it is encoded ends the request by a fatal error, since the save handler could not write any more
--EXTENSIONS--
brine
session
--INI--
session.serialize_handler=brine
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

// One in PHP is told to write what was closed, unless the session was destroyed, which takes it away.
$in_php = 'session_set_save_handler(new class extends SessionHandler {});';
foreach ([['brine', ''], ['brine_php', ''], ['brine', $in_php]] as [$handler, $before]) {
    foreach (['session_write_close();', 'session_abort();', 'session_destroy();', 'session_abort(); throw new Exception();'] as $statements) {
        store(brine_serialize(['name' => 'Zoe']));
        $output = run(
            'final class Closing {
                public bool $done = false;
                public function __serialize(): array { if (!$this->done) { $this->done = true; ' . $statements . ' } return [5]; }
            }
            ' . $before . '
            session_id("test"); session_start(); $_SESSION["closing"] = new Closing();
            session_write_close(); echo "written";',
            "-d session.use_cookies=0 -d session.serialize_handler=$handler",
        );
        preg_match('/Fatal error: (.*encoded(?= in )|Uncaught \w+)|written/', $output, $match);
        echo $match[0] ?? $output, "\n";
        clearstatcache();
        $stored = is_file(session_save_path() . "/sess_test") ? stored() : "nothing";
        echo $stored === brine_serialize(['name' => 'Zoe']) ? 'as before' : preg_replace('/[^ -~]/', '.', $stored), "\n";
    }
}
?>
--EXPECT--
Fatal error: session_write_close(): The session was closed while it was encoded
....#name&closing"Zoe.&Closing..
Fatal error: session_write_close(): The session was closed while it was encoded
as before
Fatal error: session_write_close(): The session was closed while it was encoded
nothing
Fatal error: session_write_close(): The session was closed while it was encoded
as before
Fatal error: session_write_close(): The session was closed while it was encoded
name|s:3:"Zoe";closing|O:7:"Closing":1:{i:0;i:5;}
Fatal error: session_write_close(): The session was closed while it was encoded
as before
Fatal error: session_write_close(): The session was closed while it was encoded
nothing
Fatal error: session_write_close(): The session was closed while it was encoded
as before
Fatal error: Uncaught Error
....#name&closing"Zoe.&Closing..
Fatal error: Uncaught Error
as before
Fatal error: session_write_close(): The session was closed while it was encoded
nothing
Fatal error: Uncaught Exception
as before
