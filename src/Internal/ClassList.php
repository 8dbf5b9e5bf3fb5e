<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Classes that may be built: names, and namespaces as "App\Entity\*", in any case.
 *
 * @internal
 */
final class ClassList
{
    /** What may be the name of a class, or a namespace. */
    private const ITEM = '/^(?:[\w\\\\\x80-\xFF]*|[\w\\\\\x80-\xFF]+\\\\\*)$/D';

    /** Objects and enum cases of native text. */
    private const IN_TEXT = '/[OCE]:\+?[0-9]+:"([^":]*)/';

    /** @var array<string, true> in lower case; namespaces end in a backslash */
    private array $names = [];
    /** Bytes of the longest namespace; 0 if there is none. */
    private int $longest = 0;

    /** The setting's list, and the value that it was made of. */
    private static ?self $setting = null;
    private static string $value = '';

    /** @param iterable<string> $items for which isItem() holds */
    public function __construct(iterable $items)
    {
        foreach ($items as $item) {
            $isNamespace = \str_ends_with($item, '\*');
            $this->longest = \max($this->longest, $isNamespace ? \strlen($item) - 1 : 0);
            // No class has a name that ends in a backslash.
            if ($isNamespace || !\str_ends_with($item, '\\')) {
                $this->names[\strtolower($isNamespace ? \substr($item, 0, -1) : $item)] = true;
            }
        }
    }

    public static function isItem(string $item): bool
    {
        return \preg_match(self::ITEM, $item) === 1;
    }

    /** The list of the extension's setting brine.allowed_classes; null if every class is allowed, or there is no extension. */
    public static function ofSetting(): ?self
    {
        $value = \trim((string) \ini_get('brine.allowed_classes'), " \t\r\n\v\f");
        if ($value === '') {
            return null;
        }
        if (self::$setting === null || self::$value !== $value) {
            $items = \array_map(static fn (string $item): string => \trim($item, " \t\r\n\v\f"), \explode(',', $value));
            $isValid = \array_filter($items, static fn (string $item): bool
                => $item === '' || $item[0] === '\\' || \str_ends_with($item, '\\') || \strtolower($item) === 'none' || !self::isItem($item)) === [];
            // The extension has warned of a malformed list, which allows no class.
            self::$setting = new self($isValid ? $items : []);
            self::$value = $value;
        }

        return self::$setting;
    }

    public function has(string $name): bool
    {
        $name = \strtolower($name);
        if (\str_ends_with($name, '\\') || isset($this->names[$name])) {
            return !\str_ends_with($name, '\\');
        }
        $namespace = \substr($name, 0, $this->longest);
        while (($end = \strrpos($namespace, '\\')) !== false) {
            if (isset($this->names[\substr($namespace, 0, $end + 1)])) {
                return true;
            }
            $namespace = \substr($namespace, 0, $end);
        }

        return false;
    }

    /**
     * The option allowed_classes of unserialize(), which knows no namespaces: the names of the list, and those of its classes in the text.
     *
     * @return list<string>
     */
    public function namesFor(string $text): array
    {
        $names = \array_map(\strval(...), \array_keys($this->names));
        if ($this->longest === 0) {
            return $names;
        }
        $found = [];
        for ($offset = 0; \preg_match(self::IN_TEXT, $text, $match, \PREG_OFFSET_CAPTURE, $offset) === 1; $offset = $match[1][1]) {
            $found[$match[1][0]] = true;
        }

        return [...$names, ...\array_filter(\array_map(\strval(...), \array_keys($found)), $this->has(...))];
    }
}
