--TEST--
igbinary's format: without compact strings only class names are written once
--EXTENSIONS--
brine
--FILE--
<?php
class Name
{
    public $key = 'key';
}
foreach ([['key', 'key', ''], ['Name', new Name(), new Name(), 'Name', ['key' => 'key']]] as $value) {
    foreach ([true, false] as $compact) {
        echo addcslashes(substr(brine_igbinary_serialize($value, $compact), 4), "\0..\37\177..\377"), "\n";
    }
}
?>
--EXPECT--
\024\003\006\000\021\003key\006\001\016\000\006\002\r
\024\003\006\000\021\003key\006\001\021\003key\006\002\r
\024\005\006\000\021\004Name\006\001\032\000\024\001\021\003key\016\001\006\002\032\000\024\001\016\001\016\001\006\003\016\000\006\004\024\001\016\001\016\001
\024\005\006\000\021\004Name\006\001\027\004Name\024\001\021\003key\021\003key\006\002\032\001\024\001\021\003key\021\003key\006\003\021\004Name\006\004\024\001\021\003key\021\003key
