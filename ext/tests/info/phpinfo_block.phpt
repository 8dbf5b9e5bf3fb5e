--TEST--
phpinfo() names the versions, what Brine is connected with, and the limits
--EXTENSIONS--
brine
session
apcu
--INI--
apc.enable_cli=1
--FILE--
<?php
declare(strict_types=1);

(new ReflectionExtension('brine'))->info();
?>
--EXPECTF--
brine

Brine support => enabled
Version => %d.%d.%d%S
Format version => 1
C API version => 3
MessagePack => enabled
Session serializer => brine, brine_php, brine_php_serialize%S
APCu serializer => brine
Largest max_depth => 4096
Default max_elements => 16777216
Key cache slots => %d
SHA-256 of signatures => %r(OpenSSL|PHP)%r %d.%d.%d%S
Payloads decoded => 0
Resident values => enabled
Resident values of all workers => off: brine.resident_shared is 0
Resident entries => 0
Resident entries with objects => 0
Resident bytes => 0
Resident hits => 0
Resident misses => 0
Resident fallbacks => 0
Resident admitted => 0
Resident refused => 0
Resident evicted => 0
Dictionaries => 0
Dictionary bytes => 0
Dictionary memory => 0
Dictionary of sessions and APCu => none

Directive => Local Value => Master Value
brine.resident_memory => 8M => 8M
brine.resident_shared => 0 => 0
brine.dictionaries => no value => no value
brine.dictionary => no value => no value
brine.allowed_classes => no value => no value
brine.allowed_classes_report => Off => Off
brine.stale_classes => accept => accept
brine.igbinary_resident => Off => Off
brine.signing_key => no value => no value
brine.signing_unsigned => refuse => refuse
