<?php

declare(strict_types=1);

namespace Brine\Console\Outline;

use Brine\Format\Tag;

/**
 * Names of a format's values, by first byte.
 *
 * @internal
 */
final class Forms
{
    private const IGBINARY = [
        'null' => [0x00], 'false' => [0x04], 'true' => [0x05], 'integer' => [0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x20, 0x21],
        'double' => [0x0C], 'empty string' => [0x0D], 'string again' => [0x0E, 0x0F, 0x10], 'string' => [0x11, 0x12, 0x13, 0x26],
        'array' => [0x14, 0x15, 0x16], 'array again' => [0x01, 0x02, 0x03], 'object again' => [0x22, 0x23, 0x24],
        'object' => [0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C], 'reference' => [0x25],
    ];

    /** Section that counts the bytes of each form, without its contents. */
    private const SECTIONS = [
        'strings' => ['SHORT_STRING', 'STRING', 'EMPTY_STRING', 'DIGITS', 'HEX', 'UUID', 'string', 'empty string'],
        'numbers' => ['SMALL_INT', 'U8', 'U16', 'U32', 'I8', 'I16', 'I32', 'I64', 'F32', 'F64', 'integer', 'double'],
        'null and booleans' => ['NULL', 'FALSE', 'TRUE', 'null', 'false', 'true'],
        'keys of maps' => ['MAP'],
        'classes and names' => ['OBJECT', 'CUSTOM', 'ENUM', 'SERIALIZABLE'],
        'heads of lists' => ['LIST', 'SHORT_LIST', 'EMPTY_ARRAY'],
        'heads of instances' => ['SHAPED_1', 'SHAPED'],
        'columns and tables' => ['RUN', 'TABLE', 'KEYED_TABLE'],
        'back-references' => [
            'STRING_REF_1', 'STRING_REF_2', 'STRING_REF', 'SHARED_2', 'SHARED', 'OBJECT_REF', 'REFERENCE_REF', 'REFERENCE', 'string again',
            'array again', 'object again', 'reference',
        ],
        'arrays and keys' => ['array'],
        'objects and names' => ['object'],
    ];

    /** @var array<int, string> */
    private readonly array $names;

    /** @var array<string, string> */
    private readonly array $sections;

    /** @param array<int, string> $names */
    private function __construct(array $names)
    {
        $this->names = $names;
        $sections = [];
        foreach (self::SECTIONS as $section => $forms) {
            $sections += \array_fill_keys($forms, $section);
        }
        $this->sections = $sections;
    }

    public static function brine(): self
    {
        $names = [];
        $first = (new \ReflectionClass(Tag::class))->getConstants();
        foreach ($first as $name => $tag) {
            if (\is_int($tag) && !\str_ends_with($name, '_LAST')) {
                $last = $first["{$name}_LAST"] ?? $tag;
                $names += \array_fill_keys(\range($tag, \is_int($last) ? $last : $tag), $name);
            }
        }

        return new self($names);
    }

    public static function igbinary(): self
    {
        $names = [];
        foreach (self::IGBINARY as $name => $types) {
            $names += \array_fill_keys($types, $name);
        }

        return new self($names);
    }

    public function name(int $byte): string
    {
        return $this->names[$byte] ?? \sprintf('%02X', $byte);
    }

    /** Whether it is a back-reference. */
    public function isAgain(string $form): bool
    {
        return \in_array($form, ['SHARED', 'SHARED_2', 'OBJECT_REF', 'REFERENCE_REF', 'array again', 'object again'], true);
    }

    public function section(string $form): string
    {
        return $this->sections[$form] ?? 'other';
    }
}
