--TEST--
A session that was only read gives the same bytes, so session.lazy_write leaves it alone
--EXTENSIONS--
brine
session
--INI--
session.serialize_handler=brine
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';
require __DIR__ . '/save_handler.inc';

final class User
{
    public array $tags = ['a', 'b'];
    private ?User $next = null;

    public function __construct(protected string $name)
    {
        $this->next = $this;
    }
}

$user = new User('Ann');
$variables = ['user' => $user, 'same' => $user, 'list' => range(1, 20), 'rows' => array_fill(0, 3, ['id' => 1, 'name' => 'x'])];
$variables['alias'] = &$variables['list'];

session_set_save_handler(new ReportingHandler(brine_serialize($variables)));
session_start();
session_write_close();

// PHP leaves cycles that are garbage at its end to the leak checker.
$_SESSION = [];
unset($user, $variables);
gc_collect_cycles();
?>
--EXPECT--
open
read
updateTimestamp
close
