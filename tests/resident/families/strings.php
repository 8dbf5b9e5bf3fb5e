<?php

/* Families of operations on strings, of names that are looked up, and of conversions of values to text. See arrays.php. */

declare(strict_types=1);

namespace Brine\Tests\Resident;

/** Changes every string of an array. */
function written(array $array, int &$left = 60): array
{
    foreach ($array as $key => $element) {
        if (--$left < 0) {
            break;
        }
        if (\is_string($element) && $element !== '') {
            $array[$key][0] = '#';
            $array[$key] .= '#';
        } elseif (\is_array($element)) {
            $array[$key] = written($element, $left);
        }
    }

    return $array;
}

function described(mixed $value): string
{
    return \gettype($value);
}

return [
    'string offsets' => static function (mixed &$value, Choice $choice): mixed {
        $string = $copy = $choice->string($value);
        if ($string !== '') {
            $string[0] = 'X';
            $string[-1] = 'Y';
            $string[\strlen($string) + 2] = 'Z';
            $copy[$choice->int(0, \strlen($copy) - 1)] = '?';
        }
        $array = written($choice->array($value));
        $place = &$choice->place($value);
        if (\is_string($place) && $place !== '') {
            $place[0] = '!';
        }

        return [$string, $copy, $array, $string[0] ?? null, $copy[-1] ?? null];
    },
    'concatenation' => static function (mixed &$value, Choice $choice): mixed {
        $string = $copy = $choice->string($value);
        $string .= $string;
        $copy .= '';
        $copy = '' . $copy;
        for ($i = 0; $i < 3; ++$i) {
            $copy .= $i;
        }
        $place = &$choice->place($value);
        if (\is_string($place)) {
            $place .= $place;
        }

        return [$string, $copy, "<$string>", "{$copy}{$string}", <<<TEXT
            $copy
            TEXT];
    },
    'increment' => static function (mixed &$value, Choice $choice): mixed {
        $string = $number = $choice->string($value);
        ++$string;
        if (\is_numeric($number)) {
            $number--;
            $number = -$number;
        }
        $bits = $choice->string($value);

        return [$string, $number, ~$bits, $bits ^ 'abc', $bits | 'x', $bits & 'zzz'];
    },
    'functions of strings' => static function (mixed &$value, Choice $choice): mixed {
        $string = $choice->string($value);
        $other = $choice->string($value);

        return [
            \strrev($string), \ucfirst($string), \lcfirst($string), \ucwords($string), \strtolower($string), \strtoupper($string), \trim($string),
            \rtrim($string, 'e'), \str_replace('e', 'EE', $string), \substr_replace($string, '__', 1, 2), \substr($string, 0), \substr($string, 1),
            \str_pad($string, 40, $other === '' ? ' ' : $other, \STR_PAD_BOTH), \strtr($string, 'abc', 'xyz'), \wordwrap($string, 8, "\n", true), \nl2br($string),
            \addslashes($string), \stripslashes($string), \htmlspecialchars($string), \md5($string), \crc32($string), \soundex($string),
            \strcmp($string, $other) <=> 0, \similar_text(\substr($string, 0, 50), \substr($other, 0, 50)), \bin2hex($string), \str_contains($string, $other), \strlen($string),
            \str_word_count($string), \chunk_split($string, 5, '-'), \strip_tags($string), \quotemeta($string), \number_format((float) $string),
        ];
    },
    'functions of lists of strings' => static function (mixed &$value, Choice $choice): mixed {
        $strings = \array_map(\strval(...), $choice->flat($value));
        $string = $choice->string($value);
        // Longer ones would make the string as long as the memory.
        $short = \array_map(static fn (string $part): string => \substr($part, 0, 20), $strings);
        $pairs = \array_filter($short, static fn (int|string $key): bool => $key !== '', \ARRAY_FILTER_USE_KEY);
        $few = \array_slice($pairs, 0, 3, true);
        $count = 0;

        return [
            \implode(',', $strings), \explode('e', $string), \explode(' ', $string, 2), \str_split($string === '' ? ' ' : $string, 3), \strtr($string, $pairs),
            \str_replace(\array_keys($few), $few, $string, $count), $count, \str_replace('a', 'b', $strings), \vsprintf('%s %05d %x', ['a', 1, 2]),
            \sscanf($string, '%s %d'), \parse_url($string), \http_build_query($strings), \str_getcsv($string, ',', '"', ''), \implode($strings),
        ];
    },
    'formats' => static function (mixed &$value, Choice $choice): mixed {
        $string = $choice->string($value);
        $parsed = [];
        \parse_str($string, $parsed);

        return [
            \sprintf('%s|%10.5s|%\'*20s', $string, $string, $string), \sprintf(\str_replace('%', '%%', $string)), \date($string, 86_400), \gmdate($string, 0),
            $parsed, \strtotime($string, 0), \date_create("@5")->format($string), \number_format(12345.6, 1, $string, $string), \pack('A*', $string), \unpack('C*', $string),
        ];
    },
    'patterns' => static function (mixed &$value, Choice $choice): mixed {
        $pattern = $choice->string($value);
        $subject = $choice->string($value);
        $patterns = \array_map(\strval(...), $choice->flat($value));
        $matches = [];

        return [
            @\preg_match($pattern, $subject, $matches), $matches, \preg_last_error(), @\preg_replace($pattern, $subject, $pattern), @\preg_split($pattern, $subject),
            @\preg_replace($patterns, 'x', $subject), @\preg_grep($pattern, $patterns), \preg_quote($pattern),
        ];
    },
    'known patterns' => static function (mixed &$value, Choice $choice): mixed {
        $subject = $choice->string($value);
        $subjects = \array_map(\strval(...), $choice->flat($value));
        $matches = [];
        \preg_match_all('/(?<word>\w+)/', $subject, $matches, \PREG_SET_ORDER | \PREG_OFFSET_CAPTURE);

        return [
            $matches, \preg_replace('/(e)/', '[$1]', $subjects), \preg_replace('/^$/', '', $subject), \preg_split('/(a)/', $subject, -1, \PREG_SPLIT_DELIM_CAPTURE),
            \preg_replace_callback('/./', static fn (array $match): string => $match[0] . '.', $subject), \preg_replace_callback_array(['/a/' => static fn (array $match): string => $match[0] . '!'], $subject),
            \preg_replace('/\w/', $subject, 'ab'), \preg_grep('/a/', $subjects),
        ];
    },
    'callables' => static function (mixed &$value, Choice $choice): mixed {
        $name = $choice->string($value);
        $array = $choice->array($value);
        $callable = false;
        $seen = [\is_callable($name, false, $callable), $callable, \function_exists($name), \is_callable($array)];
        foreach (['strlen', 'Brine\Tests\Resident\described', 'Brine\Tests\Resident\Names::of', 'strtoupper'] as $allowed) {
            if ($name === $allowed) {
                $seen[] = [$name('x'), \call_user_func($name, 'y'), \call_user_func_array($name, ['z']), \array_map($name, ['a']), \Closure::fromCallable($name)('b')];
            }
        }

        return $seen;
    },
    'classes by name' => static function (mixed &$value, Choice $choice): mixed {
        $name = $choice->string($value);
        $seen = [\class_exists($name, false), \is_a($name, Names::class, true), \is_subclass_of($name, 'Exception'), \method_exists($name, 'of'), \property_exists($name, 'name')];
        if ($name === Names::class) {
            $object = new $name('made');
            $method = 'shown';
            $seen[] = [$object->name, $object instanceof $name, $name::of(5), \constant("$name::HERE"), $object->{$method}(), (new \ReflectionClass($name))->getShortName()];
            $name::$kept = $choice->array($value);
            $name::$kept[] = 'kept';
            $seen[] = $name::$kept;
        }

        return $seen;
    },
    'variables by name' => static function (mixed &$value, Choice $choice): mixed {
        $name = $choice->string($value);
        if ($name === '' || $name === 'this' || $name === 'GLOBALS' || \in_array($name, ['value', 'choice', 'name', 'object'], true)) {
            return $name;
        }
        $object = new \stdClass();
        $$name = $choice->array($value);
        ${$name}[] = 1;
        $object->{"p$name"} = $$name;
        $object->{"p$name"}[] = $name;
        $found = $$name;
        unset($$name);

        return [$object, $found, isset($$name), isset($object->{"p$name"}), isset($object->{$name . 'x'})];
    },
    'switch' => static function (mixed &$value, Choice $choice): mixed {
        $string = $choice->string($value);
        switch ($string) {
            case 'system.menu':
            case 'Label':
            case 'strlen':
                $first = 1;
                break;
            case '5':
                $first = 5;
                break;
            default:
                $first = 0;
        }

        return [$first, match ($string) { 'id', 'label' => 'a key', 'on' => 'on', default => 'none' }, $string === 'label', $string == 5, $string <=> 'm', ['id' => 1, 'label' => 2][$string] ?? 0];
    },
    'as text' => static function (mixed &$value, Choice $choice): mixed {
        $part = $choice->part($value);
        // Recursion is a warning where there are cycles, and text grows with every level.
        if (\count(Choice::objects($part)) > 10) {
            return null;
        }
        \ob_start();
        \var_dump($part);
        // The numbers of objects differ: there are others.
        $dumped = \preg_replace('/#\d+/', '#', (string) \ob_get_clean());

        return [$dumped, \print_r($part, true), \var_export($part, true), \json_encode($part, \JSON_PARTIAL_OUTPUT_ON_ERROR | \JSON_PRETTY_PRINT)];
    },
    'serialized' => static function (mixed &$value, Choice $choice): mixed {
        $array = $choice->array($value);
        $native = \serialize($array);
        $brine = \brine_serialize($array);
        $again = \brine_unserialize($brine);
        if (\is_array($again)) {
            $again[] = 1;
        }

        return [$native, $brine, \serialize(\unserialize($native)), \json_decode((string) \json_encode($choice->flat($value)), true), $again];
    },
    'converted' => static function (mixed &$value, Choice $choice): mixed {
        $part = $choice->part($value);
        if (\is_object($part)) {
            return null;
        }
        $seen = [(bool) $part, \is_scalar($part) ? [(int) $part, (float) $part, (string) $part] : null, (array) $part, \is_numeric($part), \is_iterable($part), \is_countable($part)];
        \settype($part, $choice->of(['array', 'object', 'bool', 'null']));
        if (\is_array($part)) {
            $part[] = 1;
        }

        return [$seen, $part];
    },
    'characters' => static function (mixed &$value, Choice $choice): mixed {
        $string = $choice->string($value);
        $seen = '';
        for ($i = 0; $i < \min(50, \strlen($string)); ++$i) {
            $seen .= \ord($string[$i]) > 100 ? $string[$i] : \chr(\ord($string[$i]) + 1);
        }

        return [$seen, \count_chars($string, 3), \str_split($seen === '' ? 'a' : $seen), $string[0] ?? 'none', \strpbrk($string, 'xyz'), \substr_count($string, 'a'), \ucwords($string, 'e')];
    },
    'hashes and codes' => static function (mixed &$value, Choice $choice): mixed {
        $string = $choice->string($value);

        return [
            \hash('sha256', $string), \hash_hmac('md5', 'x', $string), \base64_encode($string), \base64_decode($string), \urlencode($string), \rawurldecode($string),
            \convert_uuencode($string), \str_rot13($string), \levenshtein(\substr($string, 0, 20), 'abc'), \metaphone(\substr($string, 0, 20)), \html_entity_decode($string), \random_int(1, 1),
        ];
    },
];
