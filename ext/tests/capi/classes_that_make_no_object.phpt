--TEST--
A class of an extension that throws where it makes an object: its exception is the cause of a DecodeException, in every form
--EXTENSIONS--
brine
brine_capi
--INI--
error_reporting=24575
--FILE--
<?php
declare(strict_types=1);

class Child extends BrineCapiNothing implements Serializable
{
    public function serialize(): string
    {
        return '';
    }

    public function unserialize(string $data): void
    {
    }
}

$payloads = [
    'object' => "\xC1\x10\xC2\x05\xF0\x2FBrineCapiNothing\x00",
    'array form' => "\xC1\x10\xF1\x2FBrineCapiNothing\xE7",
    'string form' => "\xC1\x10\xC1\xF3\x24Child\x00",
    'rows' => "\xC1\x10\xED\x02\x00\xF0\x2FBrineCapiNothing\x00",
];
foreach ($payloads as $name => $payload) {
    try {
        brine_unserialize($payload);
    } catch (Brine\DecodeException $exception) {
        echo "$name: ", $exception->getReason(), ', ', $exception->getMessage(), ' <- ', $exception->getPrevious()->getMessage(), "\n";
    }
}
?>
--EXPECT--
object: bad_object, BrineCapiNothing refuses its data: Nobody makes such an object at byte 4, in $value[1] <- Nobody makes such an object
array form: bad_object, BrineCapiNothing refuses its data: Nobody makes such an object at byte 2 <- Nobody makes such an object
string form: bad_object, Child refuses its data: Nobody makes such an object at byte 3, in $value[0] <- Nobody makes such an object
rows: bad_object, BrineCapiNothing refuses its data: Nobody makes such an object at byte 2, in $value[0] <- Nobody makes such an object
