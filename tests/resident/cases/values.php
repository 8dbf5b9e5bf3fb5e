<?php

/* Cases of values, options and classes; each is a function. */

declare(strict_types=1);

namespace Brine\Tests\Resident;

use Brine\Tests\Checks;

function config(int|string $name = 0): array
{
    return ['name' => $name, 'rows' => [['id' => 1, 'label' => 'one'], ['id' => 2, 'label' => 'two']], 'deep' => [[[['x' => 'y']]]], 'text' => \str_repeat('Lorem ', 30)];
}

/** Payloads of one length that differ in few bytes, read alternately: none is confused with another, and most become resident. */
function case_look_alikes(): void
{
    lookAlikes(static fn (int $i): array => ['text' => \str_repeat('a', $i % 500) . 'b' . \str_repeat('a', 999 - $i % 500), 'number' => 100_000 + \intdiv($i, 500)]);
}

function case_look_alikes_of_objects(): void
{
    lookAlikes(static function (int $i): array {
        $text = \str_repeat('a', $i % 300) . 'b' . \str_repeat('a', 599 - $i % 300);

        return ['before' => 'x', 'objects' => [new Point(100_000 + \intdiv($i, 300), 1.5, [$text], 'label'), (object) ['tag' => 'same']]];
    });
}

/** @param \Closure(int): array $value */
function lookAlikes(\Closure $value): void
{
    $payloads = [];
    for ($i = 0; $i < 1000; ++$i) {
        $payloads[$i] = \brine_serialize($value($i));
    }
    Checks::same('lengths', 1, \count(\array_unique(\array_map(\strlen(...), $payloads))));
    Checks::same('different', 1000, \count(\array_unique($payloads)));
    for ($sight = 1; $sight <= 4; ++$sight) {
        $hits = figure('hits');
        $wrong = 0;
        foreach ($payloads as $i => $payload) {
            $wrong += \serialize(resident($payload)) === \serialize($value($i)) ? 0 : 1;
        }
        Checks::same("wrong at sight $sight", 0, $wrong);
        $hits = figure('hits') - $hits;
    }
    Checks::that("most are resident: $hits of 1000", $hits >= 900);
}

/** An application reads payloads alternately. Two that share a slot for first sights must not keep each other out forever. */
function case_many_in_turn(): void
{
    $payloads = \array_map(static fn (int $i): string => \brine_serialize(config("entry $i")), \range(1, 600));
    for ($sight = 1; $sight <= 4; ++$sight) {
        $before = figure('hits');
        foreach ($payloads as $payload) {
            resident($payload);
        }
        $hits = figure('hits') - $before;
    }
    Checks::that("nearly all are resident: $hits of 600", $hits >= 580);
}

function case_switched_off(): void
{
    $payload = admitted(config());
    Checks::same('value', config(), resident($payload));
    Checks::same('why', 'brine.resident_memory is 0', figure('off'));
    Checks::same('figures', [0, 0, 0, 0, 0], [figure('limit'), figure('entries'), figure('bytes'), figure('hits'), figure('admitted')]);
}

/** Beside an extension that writes into arrays that it is given, nothing is kept: what it writes is gone with the request's own copy. */
function beside(string $extension): void
{
    $payload = \brine_serialize(['numbers' => [5, 3, 9, 1]]);
    for ($sight = 0; $sight < 4; ++$sight) {
        $value = resident($payload);
        Checks::same('value', ['numbers' => [5, 3, 9, 1]], $value);
        \brine_write_into($value['numbers']);
        Checks::same('as in this one', ['5', '3', '9', '1'], $value['numbers']);
    }
    $off = "the extension $extension writes into values that it is given";
    Checks::same('figures', [$off, 0, 0, 0, 0], [figure('off'), figure('limit'), figure('entries'), figure('hits'), figure('misses')]);
    \ob_start();
    \phpinfo(\INFO_MODULES);
    $info = (string) \ob_get_clean();
    Checks::that('phpinfo()', \str_contains($info, "\nResident values => disabled: $off\n"));
}

function case_beside_rrd(): void
{
    beside('rrd');
}

function case_beside_http(): void
{
    beside('http');
}

function case_setting_stays(): void
{
    Checks::same('limit', 8 << 20, figure('limit'));
    Checks::same('cannot be changed', false, @\ini_set('brine.resident_memory', '1M'));
    Checks::same('default', '8M', \ini_get('brine.resident_memory'));
    $payload = \brine_serialize(config());
    $seen = [];
    for ($sight = 1; $sight <= 4; ++$sight) {
        resident($payload);
        $seen[] = [figure('admitted'), figure('hits'), figure('entries')];
    }
    Checks::same('admitted at the second sight', [[0, 0, 0], [1, 0, 1], [1, 1, 1], [1, 2, 1]], $seen);
    Checks::that('bytes', figure('bytes') > \strlen($payload) && figure('bytes') < 64 << 10);
    Checks::same('without the option', config(), \brine_unserialize($payload));
    Checks::same('hits without the option', 2, figure('hits'));
    Checks::same('the option false', config(), \brine_unserialize($payload, ['resident' => false]));
    Checks::same('hits with the option false', 2, figure('hits'));
}

function case_signed(): void
{
    foreach ([config(), [new Point(1, 2.0, [[1, 2, 3]], 'x'), config()], \str_repeat('page ', 3000)] as $i => $value) {
        $frame = \brine_serialize_signed($value, 'key of this test', ['context' => 'here']);
        $read = static fn (string|array $keys, ?string $context): mixed
            => \brine_unserialize_signed($frame, $keys, ['resident' => true] + ($context === null ? [] : ['context' => $context]));
        for ($sight = 1; $sight <= 4; ++$sight) {
            Checks::same("value $i, sight $sight", \serialize($value), \serialize($read('key of this test', 'here')));
            Checks::same("value $i, sight $sight, another key", null, $read('other', 'here'));
            Checks::same("value $i, sight $sight, another context", null, $read('key of this test', 'there'));
            Checks::same("value $i, sight $sight, no context", null, $read('key of this test', null));
            Checks::same("value $i, sight $sight, empty context", null, $read('key of this test', ''));
            Checks::same("value $i, sight $sight, longer context", null, $read('key of this test', "here\0"));
            Checks::same("value $i, sight $sight, several keys", \serialize($value), \serialize($read(['new', 'key of this test'], 'here')));
            Checks::same("value $i, sight $sight, removed key", null, $read(['new', 'newer'], 'here'));
            Checks::same("value $i, sight $sight, frame as a payload", 'signed', \explode(' ', outcome(static fn () => resident($frame)))[0]);
        }
        // Many other keys: none may be taken for the one.
        $wrong = 0;
        for ($j = 0; $j < 300; ++$j) {
            $wrong += $read("key$j", 'here') === null && $read(["a$j", "b$j"], 'here') === null ? 0 : 1;
        }
        Checks::same("value $i, wrong keys", 0, $wrong);
        Checks::same("value $i, afterwards", \serialize($value), \serialize($read('key of this test', 'here')));
    }
    Checks::that('hits', figure('hits') > 10);
    // A value decoded without a signature does not count as verified.
    $plain = admitted(config('unsigned'));
    Checks::same('not signed', null, \brine_unserialize_signed($plain, 'key of this test', ['resident' => true]));
    $forged = \substr(\brine_serialize_signed(config('other'), 'key of this test'), 0, 38) . $plain;
    for ($sight = 1; $sight <= 3; ++$sight) {
        Checks::same("forged, sight $sight", null, \brine_unserialize_signed($forged, 'key of this test', ['resident' => true]));
    }
}

function case_flipped_bits(): void
{
    $value = config('flipped');
    $frame = \brine_serialize_signed($value, 'key of this test', ['context' => 'here']);
    $payload = \brine_serialize($value);
    $options = ['resident' => true, 'context' => 'here'];
    for ($sight = 0; $sight < 3; ++$sight) {
        \brine_unserialize_signed($frame, 'key of this test', $options);
        resident($payload);
    }
    $read = $differ = 0;
    for ($bit = 0; $bit < 8 * \strlen($frame); ++$bit) {
        $flipped = $frame;
        $flipped[$bit >> 3] = \chr(\ord($flipped[$bit >> 3]) ^ 1 << ($bit & 7));
        $read += \brine_unserialize_signed($flipped, 'key of this test', $options) === null ? 0 : 1;
    }
    for ($bit = 0; $bit < 8 * \strlen($payload); ++$bit) {
        $flipped = $payload;
        $flipped[$bit >> 3] = \chr(\ord($flipped[$bit >> 3]) ^ 1 << ($bit & 7));
        $differ += outcome(static fn (): mixed => \brine_unserialize($flipped)) === outcome(static fn (): mixed => resident($flipped)) ? 0 : 1;
    }
    Checks::same('signed and read', 0, $read);
    Checks::same('not as a plain decode', 0, $differ);
    foreach ([-1, -2, 1] as $length) {
        $changed = $length > 0 ? "$frame\0" : \substr($frame, 0, $length);
        Checks::same("length $length", null, \brine_unserialize_signed($changed, 'key of this test', $options));
    }
    Checks::same('afterwards', $value, \brine_unserialize_signed($frame, 'key of this test', $options));
    Checks::that('resident', hits($payload));
}

function case_limits(): void
{
    foreach ([config('limits'), [new Point(1, null, [[[1]]]), [new Node(), [[[]]]]], [1, [2, [3, [4, [5]]]]], \range(0, 40)] as $i => $value) {
        $payload = admitted($value);
        $signed = \brine_serialize_signed($value, 'key of this test');
        for ($limit = 1; $limit < 50; ++$limit) {
            alike("value $i, depth $limit", $payload, ['max_depth' => $limit]);
            alike("value $i, elements $limit", $payload, ['max_elements' => $limit]);
            alike("value $i, both $limit", $payload, ['max_elements' => $limit, 'max_depth' => 1 + $limit % 7]);
            $expected = outcome(static fn (): mixed => \brine_unserialize_signed($signed, 'key of this test', ['max_depth' => $limit]));
            Checks::same("value $i, signed, depth $limit", $expected, outcome(static fn (): mixed => \brine_unserialize_signed($signed, 'key of this test', ['max_depth' => $limit, 'resident' => true])));
        }
        for ($limit = 16; $limit < 16_384; $limit *= 2) {
            alike("value $i, memory $limit", $payload, ['max_memory' => $limit]);
        }
        Checks::that("value $i is still resident", hits($payload));
    }
}

function case_allowed_classes(): void
{
    $values = [
        'pure' => config('classes'), 'one' => [new Point(1)], 'several' => [new Point(1), (object) ['a' => 1], new Node(), [Suit::Hearts]], 'enum' => [Suit::Spades, 'x' => [1]],
    ];
    foreach ($values as $name => $value) {
        $payload = admitted($value);
        foreach ([true, false, [], ['stdClass'], [Point::class], ['brine\tests\resident\POINT', 'STDCLASS'], [Point::class, Node::class, Suit::class, 'stdClass'], [Suit::class]] as $i => $allowed) {
            alike("$name, classes $i", $payload, ['allowed_classes' => $allowed]);
        }
        Checks::that("$name is still resident", hits($payload));
    }
    Checks::that('a pure value hits whatever is allowed', hits(\brine_serialize($values['pure']), ['allowed_classes' => false]));
    // Seen with classes denied first, and then with all: what was made of it then must not come back.
    $payload = \brine_serialize([new Point(7), 'denied first']);
    for ($sight = 0; $sight < 3; ++$sight) {
        Checks::same("denied, sight $sight", '__PHP_Incomplete_Class', \get_class(resident($payload, ['allowed_classes' => false])[0]));
        Checks::same("allowed, sight $sight", Point::class, \get_class(resident($payload)[0]));
    }
}

function case_payload_changes_afterwards(): void
{
    $payload = \brine_serialize(config('changing'));
    $copy = \substr($payload, 0, 50) . \substr($payload, 50);
    for ($sight = 0; $sight < 3; ++$sight) {
        resident($payload);
    }
    for ($i = 0; $i < \strlen($payload); ++$i) {
        $payload[$i] = 'x';
    }
    Checks::same('value', config('changing'), resident($copy));
    Checks::same('the other bytes', 'not_brine', \explode(' ', outcome(static fn () => resident($payload)))[0]);
}

function case_every_scalar(): void
{
    foreach ([null, true, false, 0, -1, \PHP_INT_MAX, \PHP_INT_MIN, 0.0, -0.0, \NAN, \INF, '', 'a', '5', \str_repeat('page', 5000), [], [[]], [null], [[], [], []], ["\0" => "\0"]] as $i => $value) {
        alike("value $i", \brine_serialize($value));
    }
    foreach (['', "\xC1", "\xC1\x10", "\xC1\x10\xFF", "\xC1\x20\x05", 'a:0:{}', \substr(\brine_serialize(config()), 0, -1), \brine_serialize(config()) . "\0"] as $i => $payload) {
        alike("damaged $i", $payload);
    }
}

function case_keys_of_arrays(): void
{
    $arrays = [
        [5 => 'a', 6 => 'b'], [-5 => 'a', 'x'], ['5' => 1, '05' => 2, '' => 3], [\PHP_INT_MAX => 1], [0 => 1, 2 => 2], \array_fill(3, 20, 'same'), ['a' => 1, 0 => 2, 'b' => 3],
        \array_combine(\range(100, 0, -1), \range(0, 100)), \array_fill_keys(\range('a', 'z'), ['x' => 1]), [[1 => 1], [1 => 1], [2 => 1]],
    ];
    foreach ($arrays as $i => $array) {
        $payload = admitted($array);
        alike("array $i", $payload);
        $next = static function (array $value): string {
            try {
                $value[] = 'next';
            } catch (\Error $error) {
                return $error->getMessage();
            }

            return \serialize($value);
        };
        Checks::same("array $i, next index", $next(\brine_unserialize($payload)), $next(resident($payload)));
        foreach (\array_keys($array) as $key) {
            Checks::same("array $i, key $key", $array[$key], resident($payload)[$key] ?? 'none');
        }
    }
}

function case_references(): void
{
    $shared = [1, 2];
    $object = (object) ['a' => 1];
    $object->self = &$object->a;
    $values = [[&$shared, &$shared], ['x' => &$shared, 'y' => [&$shared]], [$object], [(object) ['r' => &$shared], &$shared]];
    foreach ($values as $i => $value) {
        $payload = \brine_serialize($value);
        alike("value $i", $payload);
        $read = resident($payload);
        if (\is_array($read[0] ?? null)) {
            $read[0][] = 'through the reference';
            Checks::same("value $i, written", 'through the reference', \end($read[1]));
        }
        alike("value $i, afterwards", $payload);
    }
    Checks::same('entries', 0, figure('entries'));
    Checks::that('refused', \brine_resident_status()['refused']['references'] > 0);
}

function case_enums(): void
{
    $payload = admitted([Suit::Hearts, 'list' => [Suit::Spades, Suit::Hearts]]);
    $read = resident($payload);
    Checks::that('the cases themselves', $read[0] === Suit::Hearts && $read['list'][0] === Suit::Spades && $read['list'][1] === $read[0]);
}

function case_dynamic_properties(): void
{
    $messages = [];
    \set_error_handler(static function (int $level, string $message) use (&$messages): bool {
        $messages[] = $message;

        return true;
    });
    // Native text makes an object with a property that its class does not declare.
    $value = \unserialize('O:27:"Brine\Tests\Resident\Waking":2:{s:4:"list";a:1:{i:0;i:1;}s:7:"dynamic";a:1:{i:0;s:1:"x";}}');
    $payload = \brine_serialize([$value, $value, config()]);
    $messages = [];
    \brine_unserialize($payload);
    $expected = $messages;
    for ($sight = 1; $sight <= 4; ++$sight) {
        $messages = [];
        $read = resident($payload);
        Checks::same("messages, sight $sight", $expected, $messages);
        Checks::same("value, sight $sight", \serialize(\brine_unserialize($payload)), \serialize($read));
        $read[0]->dynamic[] = 'written';
        unset($read[0]->list);
    }
}
