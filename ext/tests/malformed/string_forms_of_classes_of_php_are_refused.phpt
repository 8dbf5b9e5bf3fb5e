--TEST--
PHP's own classes are given no string of Serializable: they would read native text, whose references nest a value without end
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../limits/payloads.inc';

final class Collection extends ArrayObject
{
}
/** Has a string form of its own beside that of its parent. */
final class Own extends ArrayObject
{
    public string $given = '';

    public function unserialize($data): void
    {
        $this->given = $data;
    }
}
$count = 100_000;
$chain = "a:$count:{i:0;a:0:{}" . implode('', array_map(static fn (int $i): string => "i:$i;a:1:{i:0;R:" . $i + 2 . ';}', range(1, $count - 1))) . '}';
$texts = [
    'ArrayObject' => "x:i:0;$chain;m:a:0:{}", 'ArrayIterator' => "x:i:0;$chain;m:a:0:{}", 'RecursiveArrayIterator' => "x:i:0;$chain;m:a:0:{}",
    'Collection' => "x:i:0;$chain;m:a:0:{}", 'SplObjectStorage' => "x:i:0;m:$chain", 'SplDoublyLinkedList' => "i:0;:$chain", 'SplQueue' => "i:0;:$chain", 'SplStack' => "i:0;:$chain",
];
foreach ($texts as $class => $text) {
    foreach ([[], ['allowed_classes' => [$class]]] as $options) {
        try {
            $value = brine_unserialize("\xC1\x10\xF3" . bstr($class) . uv(strlen($text)) . $text, $options);
            echo get_debug_type($value), "\n";
            unset($value);
        } catch (Brine\DecodeException $exception) {
            echo $exception->getReason(), ': ', $exception->getMessage(), "\n";
        }
    }
}
echo brine_unserialize("\xC1\x10\xF3" . bstr('Own') . "\x04text")->given, "\n";
?>
--EXPECT--
bad_class: objects of ArrayObject are not stored as a string of Serializable at byte 2
bad_class: objects of ArrayObject are not stored as a string of Serializable at byte 2
bad_class: objects of ArrayIterator are not stored as a string of Serializable at byte 2
bad_class: objects of ArrayIterator are not stored as a string of Serializable at byte 2
bad_class: objects of RecursiveArrayIterator are not stored as a string of Serializable at byte 2
bad_class: objects of RecursiveArrayIterator are not stored as a string of Serializable at byte 2
bad_class: objects of Collection are not stored as a string of Serializable at byte 2
bad_class: objects of Collection are not stored as a string of Serializable at byte 2
bad_class: objects of SplObjectStorage are not stored as a string of Serializable at byte 2
bad_class: objects of SplObjectStorage are not stored as a string of Serializable at byte 2
bad_class: objects of SplDoublyLinkedList are not stored as a string of Serializable at byte 2
bad_class: objects of SplDoublyLinkedList are not stored as a string of Serializable at byte 2
bad_class: objects of SplQueue are not stored as a string of Serializable at byte 2
bad_class: objects of SplQueue are not stored as a string of Serializable at byte 2
bad_class: objects of SplStack are not stored as a string of Serializable at byte 2
bad_class: objects of SplStack are not stored as a string of Serializable at byte 2
text
