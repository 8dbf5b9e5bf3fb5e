--TEST--
What a class of SPL reads may have names that PHP cannot split: it says so in the exception alone
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

#[AllowDynamicProperties]
class Fixed extends SplFixedArray
{
}

class Other
{
    public function __construct(private array $data)
    {
    }

    public function __serialize(): array
    {
        return $this->data;
    }
}

set_error_handler(static function (int $level, string $message): bool {
    echo "heard: $message\n";

    return true;
});
foreach (["\0", "\0a", "\0\0a", "\0a\0", "\0*", "\0*\0", "\0*\0a", "\0Fixed\0a"] as $name) {
    echo addcslashes($name, "\0"), ': ';
    try {
        $value = brine_unserialize(strtr(brine_serialize(new Other([3, $name => 4])), ['Other' => 'Fixed']));
        echo $value::class, ' of ', count($value), "\n";
    } catch (Brine\DecodeException $error) {
        echo $error->getMessage(), "\n";
    }
}
?>
--EXPECT--
\000: Fixed refuses its data: Illegal member variable name at byte 2
\000a: Fixed refuses its data: Illegal member variable name at byte 2
\000\000a: Fixed refuses its data: Illegal member variable name at byte 2
\000a\000: Fixed refuses its data: Corrupt member variable name at byte 2
\000*: Fixed refuses its data: Illegal member variable name at byte 2
\000*\000: Fixed refuses its data: Corrupt member variable name at byte 2
\000*\000a: Fixed of 1
\000Fixed\000a: Fixed of 1
