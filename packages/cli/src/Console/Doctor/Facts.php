<?php

declare(strict_types=1);

namespace Brine\Console\Doctor;

/**
 * What a PHP reports about itself. From another PHP, this is untrusted data.
 *
 * @internal
 */
final class Facts
{
    /**
     * @param array<string, string>      $extensions versions, by name
     * @param array<string, string|null> $settings   of php.ini; null if that PHP does not know the setting
     * @param array<string, int>|null    $resident   the numbers from brine_resident_status(); null without that function
     * @param string                     $off        why it keeps no values; empty if it does
     * @param array<string, int>|null    $shared     its numbers of all workers; null unless they share their values
     * @param list<string>               $clients    extensions that were built to use igbinary
     * @param array<string, string>      $links      targets of ini files that are links, by the link's name
     */
    private function __construct(
        public readonly string $php,
        public readonly string $sapi,
        public readonly int $bits,
        public readonly bool $threads,
        public readonly bool $debug,
        public readonly string $ini,
        public readonly string $directory,
        public readonly array $extensions,
        public readonly array $settings,
        public readonly ?array $resident,
        public readonly string $off,
        public readonly ?array $shared,
        public readonly bool $dictionaries,
        public readonly array $links,
        public readonly array $clients,
    ) {
    }

    /** The facts of this PHP. */
    public static function here(): self
    {
        /** @var \Closure(): array<string, mixed> $facts */
        $facts = require __DIR__ . '/facts.php';

        return self::of($facts());
    }

    /** @param array<mixed> $data as made by facts.php */
    public static function of(array $data): self
    {
        $resident = $data['resident'] ?? null;
        $shared = \is_array($resident) ? $resident['shared'] ?? null : null;

        return new self(
            self::text($data['php'] ?? null),
            self::text($data['sapi'] ?? null),
            ($data['bits'] ?? 64) === 32 ? 32 : 64,
            ($data['threads'] ?? false) === true,
            ($data['debug'] ?? false) === true,
            self::text($data['ini'] ?? null),
            self::text($data['directory'] ?? null),
            \array_filter(self::texts($data['extensions'] ?? null), \is_string(...)),
            self::texts($data['settings'] ?? null),
            \is_array($resident) ? self::numbers($resident) : null,
            \is_array($resident) ? self::text($resident['off'] ?? null) : '',
            \is_array($shared) && ($shared['state'] ?? null) === 'on' ? self::numbers($shared) : null,
            ($data['dictionaries'] ?? false) === true,
            \array_filter(self::texts($data['links'] ?? null), \is_string(...)),
            \array_values(\array_filter(self::texts($data['clients'] ?? null), \is_string(...))),
        );
    }

    /** Where to configure an extension. */
    public function iniFile(string $name): string
    {
        if ($this->directory === '') {
            return $this->ini !== '' ? $this->mainFile() : 'php.ini';
        }
        $file = "$this->directory/$name.ini";

        return $this->links[$file] ?? ($this->links[$this->directory] ?? $this->directory) . "/$name.ini";
    }

    /** The target of php.ini if it is a link, otherwise its own path. */
    public function mainFile(): string
    {
        return $this->links[$this->ini] ?? $this->ini;
    }

    public function has(string $extension): bool
    {
        return isset($this->extensions[$extension]);
    }

    /** Whether brine_igbinary is in igbinary's place. */
    public function isInPlace(): bool
    {
        return $this->has('brine_igbinary');
    }

    public function setting(string $name): string
    {
        return $this->settings[$name] ?? '';
    }

    private static function text(mixed $value): string
    {
        return \is_string($value) ? $value : '';
    }

    /** @return array<string, string|null> */
    private static function texts(mixed $values): array
    {
        $texts = [];
        foreach (\is_array($values) ? $values : [] as $name => $value) {
            $texts[(string) $name] = \is_string($value) ? $value : null;
        }

        return $texts;
    }

    /**
     * @param array<mixed> $values
     * @return array<string, int>
     */
    private static function numbers(array $values): array
    {
        $numbers = [];
        foreach ($values as $name => $value) {
            if (\is_int($value)) {
                $numbers[(string) $name] = $value;
            }
        }

        return $numbers;
    }
}
