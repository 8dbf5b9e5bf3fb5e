--TEST--
APCu stores values with the dictionary of the setting
--EXTENSIONS--
brine
apcu
--INI--
apc.enable_cli=1
apc.serializer=brine
brine.dictionaries={PWD}/../dictionary/files/ca718ec21ea25cf6.dictionary
brine.dictionary=ca718ec21ea25cf6
--FILE--
<?php
declare(strict_types=1);

$value = ['state' => 'published', 'roles' => ['editor', 'author'], 'text' => str_repeat('published ', 10)];
$without = static function (mixed $value): int {
    apcu_clear_cache();
    apcu_store('key', $value);

    return apcu_cache_info()['cache_list'][0]['mem_size'];
};
$small = $without(array_fill(0, 6, ['editor', 'author']));
$large = $without(array_fill(0, 6, ['editor', 'writer']));
var_dump($small < $large);
apcu_store('key', $value);
var_dump(apcu_fetch('key') === $value);
?>
--EXPECT--
bool(true)
bool(true)
