--TEST--
A dictionary is loaded once, for as long as the process lives, and told of
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$file = file_get_contents(__DIR__ . '/files/ca718ec21ea25cf6.dictionary');
var_dump(brine_dictionary_info(), brine_dictionary_info('ca718ec21ea25cf6'));
var_dump(brine_dictionary_load($file), brine_dictionary_load($file));
$info = brine_dictionary_info('ca718ec21ea25cf6');
var_dump($info['memory'] > 69);
unset($info['memory']);
echo json_encode($info), "\n";
$presets = brine_serialize([[], [], [], [1 => 'zlib takes this', 2 => 'and zstd that']]);
var_dump(brine_dictionary_load($presets) === substr(hash('sha256', $presets), 0, 16));
echo json_encode(array_column(brine_dictionary_info(), 'presets')), "\n";
[, ['id' => $id]] = brine_dictionary_info();
var_dump(brine_dictionary_preset($id, 'zlib'), brine_dictionary_preset($id, 'zstd'));
var_dump(brine_dictionary_preset('ca718ec21ea25cf6', 'zlib'), brine_dictionary_preset('0123456789abcdef', 'zlib'));
foreach ([['0123', 'zlib'], [$id, ''], [$id, 'lz4'], [$id, "zlib\0"]] as $arguments) {
    try {
        brine_dictionary_preset(...$arguments);
    } catch (ValueError $error) {
        echo $error->getMessage(), "\n";
    }
}
foreach (['', 'CA718EC21EA25CF6', 'ca718ec21ea25cf', "ca718ec21ea25cf6\n", '0123456789abcdeg'] as $id) {
    try {
        brine_dictionary_info($id);
    } catch (ValueError $error) {
        echo $error->getMessage(), "\n";
    }
}
?>
--EXPECT--
array(0) {
}
array(0) {
}
string(16) "ca718ec21ea25cf6"
string(16) "ca718ec21ea25cf6"
bool(true)
{"id":"ca718ec21ea25cf6","hash":"ca718ec21ea25cf6933eac758d020dfd8986535edb9640c4d61c07d499d57c4e","bytes":69,"strings":2,"shapes":2,"arrays":1,"elements":2,"presets":[]}
bool(true)
[[],["zlib","zstd"]]
string(15) "zlib takes this"
string(13) "and zstd that"
NULL
NULL
brine_dictionary_preset(): Argument #1 ($id) must be 16 hexadecimal digits
brine_dictionary_preset(): Argument #2 ($algorithm) must be "zlib" or "zstd"
brine_dictionary_preset(): Argument #2 ($algorithm) must be "zlib" or "zstd"
brine_dictionary_preset(): Argument #2 ($algorithm) must be "zlib" or "zstd"
brine_dictionary_info(): Argument #1 ($id) must be 16 hexadecimal digits
brine_dictionary_info(): Argument #1 ($id) must be 16 hexadecimal digits
brine_dictionary_info(): Argument #1 ($id) must be 16 hexadecimal digits
brine_dictionary_info(): Argument #1 ($id) must be 16 hexadecimal digits
brine_dictionary_info(): Argument #1 ($id) must be 16 hexadecimal digits
