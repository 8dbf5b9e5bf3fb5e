--TEST--
A cell that the typed property of a row does not accept is an exception at the cell's tag, or at the table's if the cell has none
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Anything
{
    public int $id = 0;
    public mixed $v = null;
}
// Names of the same length, which take the other's place in a payload.
final class IntegerV
{
    public int $id = 0;
    public int $v = 1;
}
final class NumericV
{
    public int $id = 0;
    public ?float $v = 1.0;
}
final class TextualV
{
    public int $id = 0;
    public string $v = '';
}

$columns = [
    'strings' => static fn (int $i): string => "text $i",
    'integers' => static fn (int $i): int => $i * $i,
    'range' => static fn (int $i): int => $i,
    'doubles' => static fn (int $i): float => $i / 7,
    'decimals' => static fn (int $i): float => $i / 10,
    'booleans' => static fn (int $i): bool => $i % 3 === 0,
    'nulls' => static fn (int $i): ?int => $i === 5 ? null : $i * $i,
    'constant string' => static fn (): string => 'constant',
    'constant null' => static fn (): null => null,
    'one string' => static fn (int $i): int|string => $i === 5 ? 'other' : $i * $i,
    'arrays' => static fn (int $i): array => [$i],
];
foreach ($columns as $name => $cell) {
    $rows = array_map(static function (int $i) use ($cell): Anything {
        $row = new Anything();
        $row->id = $i;
        $row->v = $cell($i);

        return $row;
    }, range(0, 19));
    $payload = brine_serialize($rows);
    foreach ([IntegerV::class, NumericV::class, TextualV::class] as $class) {
        $message = 'accepted';
        try {
            unserialize(str_replace('Anything', $class, serialize($rows)));
        } catch (TypeError $error) {
            $message = $error->getMessage();
        }
        try {
            $decoded = brine_unserialize(str_replace('Anything', $class, $payload));
            echo "$name, $class: accepted", $message === 'accepted' ? '' : ', but native: ' . $message, "\n";
        } catch (Brine\DecodeException $exception) {
            $cause = $exception->getPrevious();
            // Native finds the first row that has such a cell, and so does Brine.
            $at = $exception->getOffset() === 2 ? 'table' : sprintf('tag %02X', ord($payload[$exception->getOffset()]));
            echo "$name, $class: $at, ", $cause::class, $cause->getMessage() === $message ? '' : ", {$cause->getMessage()}, native: $message", "\n";
        }
    }
}
?>
--EXPECT--
strings, IntegerV: tag 25, TypeError
strings, NumericV: tag 25, TypeError
strings, TextualV: accepted
integers, IntegerV: accepted
integers, NumericV: accepted
integers, TextualV: table, TypeError
range, IntegerV: accepted
range, NumericV: accepted
range, TextualV: table, TypeError
doubles, IntegerV: table, TypeError
doubles, NumericV: accepted
doubles, TextualV: table, TypeError
decimals, IntegerV: table, TypeError
decimals, NumericV: accepted
decimals, TextualV: table, TypeError
booleans, IntegerV: table, TypeError
booleans, NumericV: table, TypeError
booleans, TextualV: table, TypeError
nulls, IntegerV: table, TypeError
nulls, NumericV: accepted
nulls, TextualV: table, TypeError
constant string, IntegerV: table, TypeError
constant string, NumericV: table, TypeError
constant string, TextualV: accepted
constant null, IntegerV: table, TypeError
constant null, NumericV: accepted
constant null, TextualV: table, TypeError
one string, IntegerV: tag 24, TypeError
one string, NumericV: tag 24, TypeError
one string, TextualV: table, TypeError
arrays, IntegerV: tag C0, TypeError
arrays, NumericV: tag C0, TypeError
arrays, TextualV: tag C0, TypeError
