<?php

declare(strict_types=1);

/*
 * Functions of symfony/polyfill-php85 and, from 8.1 on, symfony/polyfill-deepclone that Symfony needs for containers and PHP files. Copies, so
 * that the tests run without these packages; composer.json claims them.
 */
if (!\function_exists('get_error_handler')) {
    function get_error_handler(): ?callable
    {
        $handler = \set_error_handler(null);
        \restore_error_handler();

        return $handler;
    }
}

if (!\function_exists('deepclone_to_array')) {
    /**
     * @param list<string>|null $allowed
     * @return array<string, mixed> of an object its class, under a number by which DeepCloner gives it another one, and its text
     */
    function deepclone_to_array(mixed $value, ?array $allowed = null, bool $allowsClosures = false): array
    {
        $hasObjects = false;
        $values = [$value];
        \array_walk_recursive($values, static function (mixed $one) use (&$hasObjects): void {
            $hasObjects = $hasObjects || \is_object($one);
        });

        return $hasObjects
            ? ['classes' => \is_object($value) ? [$value::class] : [], 'prepared' => \is_object($value) ? 0 : -1, 'objectMeta' => [0], 'text' => \serialize($value)]
            : ['value' => $value];
    }

    /**
     * @param array<mixed> $data
     * @param list<string>|null $allowed
     */
    function deepclone_from_array(array $data, ?array $allowed = null, bool $allowsClosures = false): mixed
    {
        $text = $data['text'] ?? null;
        if (!\is_string($text)) {
            return $data['value'] ?? null;
        }
        $class = \is_array($data['classes'] ?? null) ? \end($data['classes']) : false;

        return \unserialize(\is_string($class) ? \preg_replace('/\AO:\d+:"[^"]+"/', 'O:' . \strlen($class) . ':"' . \addcslashes($class, '\\') . '"', $text) ?? '' : $text);
    }
}
