--TEST--
Damaged messages give a value that can be packed again, or an exception; the scan agrees
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

use Brine\MessagePack\Exception\UnpackingFailedException;

mt_srand(17);
$row = ['id' => 1, 'name' => 'some name', 'list' => [1, -5, 300, 1.5, null], 'inner' => ['x' => true, 'y' => 'text']];
$message = brine_msgpack_pack([$row, $row, [1 => 2, 'z' => []], str_repeat('long', 20), $row]) ;
$options = ['other' => static fn (int $type, string $payload): array => [$type, $payload], 'max_elements' => 10_000];
$values = 0;
$errors = [];
for ($i = 0; $i < 20_000; $i++) {
    $bytes = $message;
    for ($flips = mt_rand(1, 3); $flips > 0; $flips--) {
        $at = mt_rand(0, strlen($bytes) - 1);
        $bytes[$at] = mt_rand(0, 1) ? chr(ord($bytes[$at]) ^ (1 << mt_rand(0, 7))) : chr(mt_rand(0, 255));
    }
    $offset = 0;
    try {
        $value = brine_msgpack_unpack_at($bytes, $offset, $options);
        $values++;
        $end = 0;
        $pending = 1;
        if (!brine_msgpack_scan($bytes, $end, $pending) || $end !== $offset) {
            echo bin2hex($bytes), ": the scan ends at $end and not at $offset\n";
        }
        if (serialize(brine_msgpack_unpack(brine_msgpack_pack($value))) !== serialize($value)) {
            echo bin2hex($bytes), ": the value does not come back\n";
        }
    } catch (UnpackingFailedException $exception) {
        $errors[$exception->getReason()] = true;
        if ($exception->getOffset() > strlen($bytes)) {
            echo bin2hex($bytes), ': ', $exception->getMessage(), "\n";
        }
    }
}
ksort($errors);
echo $values > 1000 ? 'many values' : $values, ', ', implode(' ', array_keys($errors)), "\n";
?>
--EXPECT--
many values, bad_key truncated unknown_byte
