--TEST--
Sessions go to signed ones and back as docs/session.md says: at each step a host reads what hosts of the steps beside it write
--EXTENSIONS--
brine
session
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

const KEY = '-d brine.signing_key=new00112233445566778899';
const VISIT = 'session_id("test"); session_start(); $_SESSION["n"] = ($_SESSION["n"] ?? 0) + 1; session_write_close(); echo $_SESSION["n"], " ";';

$steps = ['', KEY . ' -d brine.signing_unsigned=write', KEY . ' -d brine.signing_unsigned=read', KEY, KEY . ' -d brine.signing_unsigned=read', KEY . ' -d brine.signing_unsigned=write', ''];
foreach (['brine', 'brine_php'] as $handler) {
    $number = 0;
    @unlink(session_save_path() . '/sess_test');
    foreach ($steps as $i => $step) {
        // Hosts change one after the other.
        foreach ([$steps[max(0, $i - 1)], $step, $steps[max(0, $i - 1)], $step] as $j => $host) {
            $answer = run(VISIT, "-d session.serialize_handler=$handler $host");
            if ($answer !== ++$number . ' ') {
                exit("step $i, visit $j: $answer");
            }
        }
        echo str_starts_with(stored(), "\xC1\x14") ? 'signed,' : 'unsigned,';
    }
    echo "\n";
}
// Steps that are left out: the session is refused, and stays.
store(brine_serialize(['n' => 1]));
$answer = run(VISIT, '-d session.serialize_handler=brine ' . KEY);
echo str_contains($answer, 'the bytes are not signed, and brine.signing_key is set,') ? 'refused, ' : $answer, stored() === brine_serialize(['n' => 1]) ? 'kept' : 'NOT KEPT', "\n";
?>
--EXPECT--
unsigned,unsigned,signed,signed,signed,unsigned,unsigned,
unsigned,unsigned,signed,signed,signed,unsigned,unsigned,
refused, kept
