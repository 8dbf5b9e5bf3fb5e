<?php

declare(strict_types=1);

/*
 * Values and bytes for the readers of igbinary's format: arrays inside themselves, changed bytes, numbers that lie.
 */

namespace Brine\Tests\Codec;

const HEADER = "\0\0\0\x02";

/** An object whose properties hold arrays that it is in, too. */
final class Member
{
    public mixed $one = null;
    public mixed $two = null;
}

/** @return list<array<mixed>> arrays of members and of each other; igbinary writes those inside of themselves by their numbers */
function arraysInsideThemselves(int $seed): array
{
    $random = new \Random\Randomizer(new \Random\Engine\Xoshiro256StarStar($seed));
    $pick = static fn (array $list): mixed => $list[$random->getInt(0, count($list) - 1)];
    $members = array_map(static fn (): Member => new Member(), range(1, $random->getInt(1, 6)));
    $arrays = [[]];
    for ($i = $random->getInt(1, 6); $i > 0; --$i) {
        $array = [];
        for ($j = $random->getInt(0, 4); $j > 0; --$j) {
            $array[$random->getInt(0, 1) ? $j : "key $j"] = match ($random->getInt(0, 4)) {
                0 => $j,
                1, 2 => $pick($members),
                3 => $pick($arrays),
                4 => [$j, ['member' => $pick($members)]],
            };
        }
        $arrays[] = $array;
    }
    foreach ($members as $member) {
        foreach (['one', 'two'] as $name) {
            $member->$name = match ($random->getInt(0, 4)) {
                0 => $pick($members),
                1, 2 => $pick($arrays),
                3 => [$pick($arrays), $pick($arrays)],
                4 => ['deeper' => [$pick($arrays)]],
            };
        }
    }
    if ($random->getInt(0, 2) === 0) {
        $reference = $pick($arrays);
        $pick($members)->one = &$reference;
        $pick($members)->two = &$reference;
    }

    return $arrays;
}

/** A value of arrays that PHP references lead back into. Some of the references are held by one array only: igbinary does not write these as references. */
function arraysBehindReferences(int $seed): mixed
{
    $random = new \Random\Randomizer(new \Random\Engine\Xoshiro256StarStar($seed));
    $arrays = [];
    for ($i = $random->getInt(0, 3); $i >= 0; --$i) {
        $arrays[] = ['number' => $i];
    }
    $last = count($arrays) - 1;
    $object = new Member();
    for ($i = $random->getInt(1, 8); $i > 0; --$i) {
        $to = $random->getInt(0, $last);
        $from = $random->getInt(0, $last);
        match ($random->getInt(0, 6)) {
            0, 1 => $arrays[$to]["key $i"] = &$arrays[$from],
            2 => $arrays[$to][$i] = [$i, ['deeper' => &$arrays[$from]]],
            3 => $arrays[$to][$i] = $arrays[$from],
            4 => $arrays[$to][$i] = $object,
            5 => $object->one = &$arrays[$from],
            6 => $object->two = [$arrays[$from], &$arrays[$to]],
        };
    }

    return match ($random->getInt(0, 2)) {
        0 => $arrays[0],
        1 => array_map(static fn (array $array): array => $array, $arrays),
        2 => [$object, 'array' => $arrays[$last]],
    };
}

/** @return iterable<string, string> */
function changed(string $bytes): iterable
{
    $size = strlen($bytes);
    for ($i = 0; $i < $size; ++$i) {
        yield "the first $i bytes" => substr($bytes, 0, $i);
        foreach ([0x00, 0x01, 0x7F, 0x80, 0xFF, ord($bytes[$i]) ^ 1 << $i % 8] as $byte) {
            yield "byte $i is $byte" => substr_replace($bytes, chr($byte), $i, 1);
        }
    }
}

/** The beginning of a member with one property, whose value follows. */
const MEMBER = "\x17\x18" . Member::class . "\x14\x01\x11\x03one";

/** Members of an array that each of them has as its property. */
function siblings(int $count): string
{
    return "\x15" . pack('n', $count) . "\x06\0" . MEMBER . "\x01\0" . implode('', array_map(
        static fn (int $i): string => "\x08" . pack('n', $i) . "\x1A\0\x14\x01\x0E\x01\x01\0",
        range(1, $count - 1),
    ));
}

/** @return iterable<string, string> values whose numbers lie */
function bombs(): iterable
{
    foreach ([0x11, 0x12, 0x13, 0x26, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1D, 0x1E, 0x1F, 0x0E, 0x10, 0x01, 0x03, 0x22, 0x24, 0x1A, 0x1C] as $type) {
        foreach (["\xFF", "\x7F\xFF\xFF\xFF", str_repeat("\xFF", 8), "\x80" . str_repeat("\0", 7)] as $number) {
            yield sprintf('type %02X, %s', $type, bin2hex($number)) => chr($type) . $number . str_repeat("\0", 16);
        }
    }
    yield 'a million levels' => str_repeat("\x14\x01\x06\0", 1_000_000) . "\0";
    yield 'a million levels of objects' => "\x17\x01A" . str_repeat("\x14\x01\x0E\0\x1A\0", 1_000_000) . "\x14\0";
    yield 'doubled 60 times' => "\x14\x3D\x06\0\x14\x01\x06\0\0" . implode('', array_map(
        static fn (int $i): string => "\x06" . chr($i) . "\x14\x02\x06\0\x01" . chr($i) . "\x06\x01\x01" . chr($i),
        range(1, 60),
    ));
    $object = "\x17\x08stdClass\x14\0";
    yield 'doubled 60 times, with an object' => "\x14\x3D\x06\0\x14\x01\x06\0$object" . implode('', array_map(
        static fn (int $i): string => "\x06" . chr($i) . "\x14\x02\x06\0\x01" . chr($i === 1 ? 1 : $i + 1) . "\x06\x01\x01" . chr($i === 1 ? 1 : $i + 1),
        range(1, 60),
    ));
    $long = "\x13" . pack('N', 1_000_000) . str_repeat('x', 1_000_000);
    yield 'a long string 65,535 times beside an object' => "\x15\xFF\xFF\x06\0$object\x06\x01$long" . implode('', array_map(
        static fn (int $i): string => "\x08" . pack('n', $i) . "\x0E\x01",
        range(2, 65_534),
    ));
    foreach (['true' => "\x05", 'an object' => "\x22\x01"] as $what => $other) {
        yield "a string of 60,000 bytes 30,000 times, $what behind each" => "\x15\xEA\x60\x06\0$object\x06\x01\x12\xEA\x60" . str_repeat('x', 60_000)
            . implode('', array_map(static fn (int $i): string => "\x08" . pack('n', $i) . ($i % 2 === 0 ? $other : "\x0E\x01"), range(2, 59_999)));
    }
    yield 'the same in an array of its own' => "\x14\x02\x06\0$object\x06\x01\x15\xFF\xFF\x06\x01$long" . implode('', array_map(
        static fn (int $i): string => "\x08" . pack('n', $i) . "\x0E\x01",
        range(2, 65_535),
    ));
    // The doubled array has no size of its own when it is met: that of the array around it is not known yet.
    yield 'array inside of itself, doubled 40 times' => "\x14\x01\x06\0" . MEMBER . "\x14\x29\x06\0\x14\x02\x06\0\x01\0\x06\x01\x01\0" . implode('', array_map(
        static fn (int $i): string => "\x06" . chr($i) . "\x14\x02\x06\0\x01" . chr($i + 2) . "\x06\x01\x01" . chr($i + 2),
        range(1, 40),
    ));
    yield 'property that is a scope alone' => "\x17\x18" . Member::class . "\x14\x01\x11\x03\0*\0\0";
    yield 'reference inside of itself' => "\x14\x01\x06\0\x25\x14\x01\x06\0\x25\x01\x01";
    yield 'bytes after the value' => "\0\0";
    yield 'reference in front' => "\x25\0";
    yield 'reference to a reference' => "\x14\x01\x06\0\x25\x25\0";
    yield 'two large integers' => "\x14\x02\x06\0\x20\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x06\x01\x21\x80\0\0\0\0\0\0\x01";
}

/** @return iterable<string, string> with each bit changed, and each length */
function flipped(string $bytes): iterable
{
    for ($i = 0, $size = strlen($bytes); $i < $size; ++$i) {
        yield "the first $i bytes" => substr($bytes, 0, $i);
        for ($bit = 0; $bit < 8; $bit += getenv('BRINE_ONE_BIT') ? 8 : 1) {
            yield "byte $i, bit $bit" => substr_replace($bytes, chr(ord($bytes[$i]) ^ 1 << ($bit + $i) % 8), $i, 1);
        }
    }
}

/**
 * What comes next to each other in a value, as far as it is looked at: an array inside of itself has no end.
 *
 * @param array<string, string> $references by place, the ids of PHP references
 */
function outline(mixed $value, array &$references): string
{
    $text = '';
    $objects = [];
    for ($queue = [$value], $i = 0; $i < count($queue) && $i < 1000; ++$i) {
        $value = $queue[$i];
        if (is_object($value)) {
            $isNew = !isset($objects[spl_object_id($value)]);
            $number = $objects[spl_object_id($value)] ??= count($objects);
            $text .= get_class($value) . " $number ";
            $value = $isNew ? get_mangled_object_vars($value) : null;
        }
        if (!is_array($value)) {
            $text .= json_encode($value) . ' ';
            continue;
        }
        foreach ($value as $key => $element) {
            $id = \ReflectionReference::fromArrayElement($value, $key)?->getId();
            if ($id !== null) {
                $references["$i $key"] = bin2hex($id);
            }
            $queue[] = $element;
        }
        $text .= json_encode(array_keys($value)) . ' ';
    }

    return $text;
}
