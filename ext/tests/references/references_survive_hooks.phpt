--TEST--
References in the array of __serialize() reach __unserialize() as references
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Counter
{
    public int $count = 0;
    private ?array $outer = null;

    public function __construct(?array &$outer)
    {
        $this->outer = &$outer;
    }

    public function __serialize(): array
    {
        return ['outer' => &$this->outer, 'count' => &$this->count, 'again' => &$this->count];
    }

    public function __unserialize(array $data): void
    {
        $this->outer = &$data['outer'];
        $this->outer['seen'][] = 'unserialize';
        $data['count']++;
        $this->count = $data['again'];
    }
}

$outer = ['seen' => []];
$decoded = brine_unserialize(brine_serialize(['outer' => &$outer, 'counter' => new Counter($outer)]));
echo json_encode($decoded), "\n";
?>
--EXPECT--
{"outer":{"seen":["unserialize"]},"counter":{"count":1}}
