--TEST--
Encoding changes nothing in the array: neither its position, nor its references, nor its memory
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$shared = ['inner' => range(1, 20)];
$number = 5;
$array = ['a' => $shared, 'b' => $shared, 'c' => &$number, 'd' => [1, 2, 3], 'e' => str_repeat('long ', 100)];
next($array);
next($array);
$text = serialize($array);
brine_serialize($array);

$before = memory_get_usage();
brine_serialize($array);
var_dump(memory_get_usage() - $before);
var_dump(key($array), serialize($array) === $text);
$number = 6;
var_dump($array['c']);
$copy = $shared;
$copy['inner'][] = 21;
var_dump(count($array['a']['inner']));
?>
--EXPECT--
int(0)
string(1) "c"
bool(true)
int(6)
int(20)
