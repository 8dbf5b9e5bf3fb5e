--TEST--
A new session is stored also while it is empty, so that its id is known at the next request
--EXTENSIONS--
brine
session
--INI--
session.use_strict_mode=1
session.lazy_write=1
--FILE--
<?php
declare(strict_types=1);

// Headers are never sent before the end.
ob_start();

/** Keeps sessions in memory; only those that are stored have a valid id. */
final class MemoryHandler implements SessionHandlerInterface, SessionIdInterface, SessionUpdateTimestampHandlerInterface
{
    public array $sessions = [];
    public array $calls = [];
    private int $created = 0;

    public function open(string $path, string $name): bool
    {
        return true;
    }

    public function close(): bool
    {
        return true;
    }

    public function read(string $id): string
    {
        return $this->sessions[$id] ?? '';
    }

    public function write(string $id, string $data): bool
    {
        $this->calls[] = "write $id <" . bin2hex($data) . '>';
        $this->sessions[$id] = $data;

        return true;
    }

    public function destroy(string $id): bool
    {
        unset($this->sessions[$id]);

        return true;
    }

    public function gc(int $max_lifetime): int
    {
        return 0;
    }

    public function create_sid(): string
    {
        return 'id' . ++$this->created;
    }

    public function validateId(string $id): bool
    {
        return isset($this->sessions[$id]);
    }

    public function updateTimestamp(string $id, string $data): bool
    {
        $this->calls[] = "updateTimestamp $id <" . bin2hex($data) . '>';

        return isset($this->sessions[$id]);
    }
}

/** One request of a visitor with a cookie; returns what the save handler was told. */
function request(MemoryHandler $handler, ?callable $change = null): string
{
    $handler->calls = [];
    session_start();
    if ($change) {
        $change();
    }
    session_write_close();

    return implode(', ', $handler->calls);
}

// PHP's own "php" no longer stores them since PHP 8.6.
foreach (['brine', 'brine_php', 'brine_php_serialize'] as $name) {
    ini_set('session.serialize_handler', $name);
    session_set_save_handler($handler = new MemoryHandler(), false);
    session_id('');
    echo "$name\n";
    for ($i = 0; $i < 3; $i++) {
        echo '  ', request($handler), "\n";
    }
    echo '  ', request($handler, static function (): void {
        $_SESSION['a'] = 1;
    }), "\n";
    echo '  ', request($handler), "\n";
    echo '  ', request($handler, session_unset(...)), "\n";
    echo '  ', request($handler), "\n";
}

// What session_encode() gives does not depend on it.
ini_set('session.serialize_handler', 'brine');
session_set_save_handler($handler = new MemoryHandler(), false);
session_id('');
echo request($handler, static function (): void {
    var_dump(session_encode(), session_encode());
}), "\n";
echo request($handler, static fn () => session_regenerate_id()), "\n";
?>
--EXPECT--
brine
  write id1 <>
  write id1 <>
  write id1 <>
  write id1 <c110e901206101>
  updateTimestamp id1 <c110e901206101>
  write id1 <>
  write id1 <>
brine_php
  write id1 <>
  write id1 <>
  write id1 <>
  write id1 <617c693a313b>
  updateTimestamp id1 <617c693a313b>
  write id1 <>
  write id1 <>
brine_php_serialize
  write id1 <613a303a7b7d>
  updateTimestamp id1 <613a303a7b7d>
  updateTimestamp id1 <613a303a7b7d>
  write id1 <613a313a7b733a313a2261223b693a313b7d>
  updateTimestamp id1 <613a313a7b733a313a2261223b693a313b7d>
  write id1 <613a303a7b7d>
  updateTimestamp id1 <613a303a7b7d>
string(0) ""
string(0) ""
write id1 <>
write id1 <>, write id2 <>
