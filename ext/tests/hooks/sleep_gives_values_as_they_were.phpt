--TEST--
The values of what __sleep() names are those of when it returned: what hooks of other objects do to them comes too late, as with native
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../round_trip.inc';

class Meddler
{
    public ?Holder $holder = null;
    public string $own = 'own';

    public function __sleep()
    {
        $this->holder->text = 'changed';
        $this->holder->list[] = 'appended';
        $this->holder->other = new stdClass();
        unset($this->holder->last);

        return ['own'];
    }
}
class Holder
{
    protected array $first = ['first'];
    public Meddler $meddler;
    public string $text = 'text';
    public array $list = ['element'];
    private string $unnamed = 'left out';
    public mixed $other = 1.5;
    public string $last = 'last';
    public mixed $reference = 'shared';
    public mixed $alone = 'alone';

    public function __construct()
    {
        $this->meddler = new Meddler();
        $this->meddler->holder = $this;
    }

    public function __sleep()
    {
        return ['first', 'meddler', 'text', 'list', 'other', 'last', 'reference', 'alone'];
    }
}

function holder(): array
{
    $holder = new Holder();
    $shared = 'in two places';
    $holder->reference = &$shared;
    $alone = 'in one place';
    $holder->alone = &$alone;
    unset($alone);

    return [$holder, 'again' => $holder, 'shared' => &$shared];
}

$native = unserialize(serialize(holder()));
$decoded = brine_unserialize(brine_serialize(holder()));
var_dump(print_r($native, true) === print_r($decoded, true));
$native['shared'] = $decoded['shared'] = 'by reference';
var_dump($native[0]->reference, $decoded[0]->reference, $decoded[0] === $decoded['again']);
echo json_encode($decoded[0]), "\n";

class Refusing
{
    public array $fine = [1];
    protected array $bad = ['key' => null];

    public function __construct()
    {
        $this->bad['key'] = static fn () => 1;
    }

    public function __sleep()
    {
        return ['fine', 'bad'];
    }
}
echo thrown(static fn () => brine_serialize([new Refusing()])), "\n";
?>
--EXPECT--
bool(true)
string(12) "by reference"
string(12) "by reference"
bool(true)
{"meddler":{"holder":null,"own":"own"},"text":"text","list":["element"],"other":1.5,"last":"last","reference":"by reference","alone":"in one place"}
Brine\EncodeException: Serialization of 'Closure' is not allowed at $value[0]->bad['key']
