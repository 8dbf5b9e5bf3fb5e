--TEST--
A key of fewer than 16 bytes verifies, also behind a longer one, and does not sign: nothing of the value is encoded
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

class Noisy
{
    public function __serialize(): array
    {
        echo "serialised\n";
        return [];
    }
}

function refused(string $key, array $options = []): string
{
    try {
        return bin2hex(brine_serialize_signed(new Noisy(), $key, $options));
    } catch (Brine\EncodeException $error) {
        return $error->getMessage() . ' | ' . var_export($error->getPath(), true);
    }
}

echo refused('k'), "\n";
echo refused(str_repeat("\0", 15)), "\n";
echo refused('a secret', ['no such option' => 1]) === refused('8 bytes.') ? "whatever else is wrong\n" : "another error\n";
var_dump(str_contains(refused('a secret'), 'secret'));

foreach (['another key', null] as $value) {
    var_dump(brine_unserialize_signed(brine_serialize_signed($value, 'key of 16 bytes.'), 'key of 16 bytes.'));
}

// What brine_serialize_signed() wrote while it took any key.
$sign = static function (string $payload, string $key): string {
    $head = "\xC1\x14" . (substr(hash_hmac('sha256', 'brine key id', $key, true), 0, 4) & "\x7F\x7F\x7F\x7F");
    return $head . hash_hmac('sha256', $head . pack('VV', 4, 0) . 'here' . $payload, $key, true) . $payload;
};
foreach (['k', 'key of 15 bytes'] as $key) {
    $old = $sign(brine_serialize(['old' => $key]), $key);
    foreach ([$key, [$key], ['a new key of 32 bytes, or nearly', $key], [$key, 'other']] as $keys) {
        foreach ([[], ['resident' => true]] as $options) {
            echo json_encode(brine_unserialize_signed($old, $keys, ['context' => 'here'] + $options)), ' ';
        }
    }
    echo json_encode(brine_unserialize_signed($old, "$key ", ['context' => 'here'])), "\n";
}
?>
--EXPECT--
A signing key must have at least 16 bytes, and this one has 1. This command prints a good one: php -r "echo bin2hex(random_bytes(32));" | ''
A signing key must have at least 16 bytes, and this one has 15. This command prints a good one: php -r "echo bin2hex(random_bytes(32));" | ''
whatever else is wrong
bool(false)
string(11) "another key"
NULL
{"old":"k"} {"old":"k"} {"old":"k"} {"old":"k"} {"old":"k"} {"old":"k"} {"old":"k"} {"old":"k"} null
{"old":"key of 15 bytes"} {"old":"key of 15 bytes"} {"old":"key of 15 bytes"} {"old":"key of 15 bytes"} {"old":"key of 15 bytes"} {"old":"key of 15 bytes"} {"old":"key of 15 bytes"} {"old":"key of 15 bytes"} null
