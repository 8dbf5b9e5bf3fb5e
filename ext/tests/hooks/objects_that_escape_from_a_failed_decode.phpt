--TEST--
What a hook has stored elsewhere stays usable when a later hook ends the decoding
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Escaping
{
    public static array $escaped = [];
    public $data = null;
    public $other = null;

    public function __wakeup(): void
    {
        self::$escaped[] = $this;
        self::$escaped[] = &$this->data;
    }
}
final class Magic
{
    public $data = null;

    public function __serialize(): array
    {
        return ['data' => $this->data, 'text' => str_repeat('text', 20)];
    }

    public function __unserialize(array $data): void
    {
        Escaping::$escaped[] = $this;
        Escaping::$escaped[] = $data;
        if ($this->data = $data['data'] === 'throw') {
            throw new DomainException('thrown');
        }
    }
}

$shared = ['shared' => [1, 2, str_repeat('shared', 20)]];
$reference = ['reference', $shared];
$escaping = new Escaping();
$escaping->data = [$shared, $shared, (object) ['in' => $escaping]];
$throwing = new Magic();
$throwing->data = 'throw';
$unreached = new Escaping();
$unreached->data = ['unreached', $escaping, &$reference];
$escaping->other = [$unreached, &$reference, new Magic(), $throwing];

$payload = brine_serialize([$escaping, $throwing, 'k' => $unreached, $shared]);
for ($i = 0; $i < 3; $i++) {
    Escaping::$escaped = [];
    try {
        brine_unserialize($payload);
    } catch (DomainException $exception) {
        echo $exception->getMessage(), ', ', count(Escaping::$escaped), " escaped\n";
    }
    unset($exception);
    gc_collect_cycles();
    foreach (Escaping::$escaped as $escaped) {
        strlen(print_r($escaped, true));
    }
    unset($escaped);
    brine_unserialize(brine_serialize(Escaping::$escaped), ['allowed_classes' => false]);
}
// For the leak checker: PHP does not look for cycles in static properties at its end.
Escaping::$escaped = [];
gc_collect_cycles();
?>
--EXPECT--
thrown, 6 escaped
thrown, 6 escaped
thrown, 6 escaped
