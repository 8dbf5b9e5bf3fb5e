--TEST--
A hook drops the only place that holds an object whose own hook is still to come: that one runs all the same, on a whole object
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/../round_trip.inc';

/** Its properties are what the other ones are held by. */
final class Holder
{
    public $first = null;
    public $second = null;
    public $third = null;
}
trait Drops
{
    public $holder = null;
    public $text = '';

    private function run(): void
    {
        echo static::class, ' ', $this->text;
        if ($this->holder) {
            $this->holder->second = $this->holder->third = null;
            unset($this->holder);
            gc_collect_cycles();
            echo ' has dropped';
        }
        echo ', ';
    }

    public function __destruct()
    {
        echo $this->text, ' destructed, ';
    }
}
final class Woken
{
    use Drops;

    public function __wakeup(): void
    {
        $this->run();
    }
}
final class Magic
{
    use Drops;

    public function __unserialize(array $data): void
    {
        [$this->holder, $this->text] = [$data['holder'], $data['text']];
        $this->run();
    }
}

$text = static fn (string $text): string => hex_string($text . str_repeat('.', 20));
$names = '02' . hex_string('holder') . hex_string('text');
foreach (['Woken', 'Magic'] as $dropping) {
    foreach (['Woken', 'Magic'] as $dropped) {
        $holder = 'f0' . hex_string('Holder') . '03' . hex_string('first') . hex_string('second') . hex_string('third');
        // The first one knows the holder, by its number; the other two are in its properties only.
        $first = 'f0' . hex_string($dropping) . "$names f4 00 " . $text('first');
        $others = 'f0' . hex_string($dropped) . "$names d8" . $text('second') . 'c0 f0' . hex_string($dropped) . "$names d8" . $text('third');
        $decoded = brine_unserialize(payload("$holder $first $others"));
        echo json_encode([$decoded->second, $decoded->third]), "\n";
        unset($decoded);
        gc_collect_cycles();
        echo "\n";
    }
}
?>
--EXPECT--
Woken first.................... has dropped, Woken second...................., Woken third...................., second.................... destructed, third.................... destructed, [null,null]
first.................... destructed, 
Woken first.................... has dropped, Magic second...................., Magic third...................., second.................... destructed, third.................... destructed, [null,null]
first.................... destructed, 
Magic first.................... has dropped, Woken second...................., Woken third...................., second.................... destructed, third.................... destructed, [null,null]
first.................... destructed, 
Magic first.................... has dropped, Magic second...................., Magic third...................., second.................... destructed, third.................... destructed, [null,null]
first.................... destructed, 
