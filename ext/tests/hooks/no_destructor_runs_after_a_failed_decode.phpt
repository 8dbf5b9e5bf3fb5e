--TEST--
No destructor runs on an object whose hook failed or was not reached, whatever ended the decoding; it does on those that were woken
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

trait Destructs
{
    public function __construct(public string $name = '', public mixed $inner = null)
    {
    }

    public function __destruct()
    {
        if (isset($GLOBALS['decoding'])) {
            echo "destructor of $this->name\n";
        }
    }
}
final class Magic
{
    use Destructs;

    public function __serialize(): array
    {
        return [$this->name, $this->inner];
    }

    public function __unserialize(array $data): void
    {
        [$this->name, $this->inner] = $data;
        if ($this->name === 'bad') {
            throw new DomainException('bad magic');
        }
    }
}
final class Woken
{
    use Destructs;

    public function __wakeup(): void
    {
        if ($this->name === 'bad') {
            throw new DomainException('bad woken');
        }
    }
}

function decode(string $title, string $payload): void
{
    echo "$title\n";
    $GLOBALS['decoding'] = true;
    $thrown = thrown(static fn () => brine_unserialize($payload));
    echo '  ', strtok($thrown, ':'), "\n";
    gc_collect_cycles();
    unset($GLOBALS['decoding']);
}

decode('first of two fails', brine_serialize([new Magic('bad'), new Magic('good'), new Woken('good')]));
$before = [new Magic('woken before 1'), new Woken('woken before 2')];
decode('second of two fails', brine_serialize([...$before, new Magic('bad'), new Woken('good')]));
decode('outer fails', brine_serialize(new Woken('bad', [new Magic('inner')])));
decode('inner fails', brine_serialize(new Magic('good', [new Woken('bad')])));
$cycle = new Woken('good');
$cycle->inner = [$cycle, new Magic('bad', $cycle)];
decode('in a cycle', brine_serialize($cycle));

$whole = brine_serialize([new Magic('whole'), new Woken('whole'), 'the end']);
for ($length = strlen($whole) - 1; $length > 0; $length -= 7) {
    decode('cut off', substr($whole, 0, $length));
}
decode('trailing byte', $whole . 'x');
?>
--EXPECTREGEX--
first of two fails
  DomainException
second of two fails
destructor of woken before 1
destructor of woken before 2
  DomainException
outer fails
destructor of inner
  DomainException
inner fails
  DomainException
in a cycle
  DomainException
(cut off
  Brine\\DecodeException
)+trailing byte
  Brine\\DecodeException
