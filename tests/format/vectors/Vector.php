<?php

declare(strict_types=1);

namespace Brine\Tests\Vectors;

/** One test vector. README.md describes the files. */
final class Vector
{
    private const LONGEST_LINE = 96;
    private const PAYLOAD_LINE = '/^  ([0-9A-F ]+?)(?: \*(\d+))?(?: +# (.*))?$/D';
    private const VALUE_LINE = "/^  '([^']*)'(?: \\*(\\d+))?$/D";

    /**
     * @param list<array{string, int, string}> $payload Bytes, how many times they stand here, comment
     * @param list<array{string, int}>         $value   Native text, how many times; empty if invalid
     *
     * @param array{allowed_classes?: bool|list<string>, missing_classes?: string, stale_classes?: string, max_depth?: int, max_elements?: int, max_memory?: int} $options
     * @param bool $isShortOfMemory Whether it asks for more max_memory than this PHP has an integer for
     * @param string|null $dictionary The name of the dictionary that the payload needs
     */
    private function __construct(
        public readonly string $name,
        private readonly string $description,
        private readonly array $payload,
        private readonly array $value = [],
        public readonly bool $canonical = false,
        public readonly ?int $offset = null,
        public readonly ?string $reason = null,
        public readonly ?string $throws = null,
        public readonly array $options = [],
        private readonly bool $isShortOfMemory = false,
        public readonly ?string $dictionary = null,
    ) {
    }

    /**
     * @param list<array{string, int, string}> $payload
     * @param list<array{string, int}>         $value
     * @param array<string, mixed>             $options
     */
    public static function valid(
        string $name,
        string $description,
        bool $canonical,
        array $payload,
        array $value,
        array $options,
    ): self {
        return new self("valid/$name", $description, $payload, $value, $canonical, options: $options);
    }

    /**
     * @param list<array{string, int, string}> $payload
     * @param array<string, mixed>             $options
     */
    public static function malformed(
        string $name,
        string $description,
        array $payload,
        int $offset,
        string $reason,
        array $options,
    ): self {
        return new self("invalid/$name", $description, $payload, offset: $offset, reason: $reason, options: $options);
    }

    /**
     * @param list<array{string, int, string}> $payload
     * @param array<string, mixed>             $options
     */
    public static function refused(
        string $name,
        string $description,
        array $payload,
        string $throws,
        array $options,
    ): self {
        return new self("invalid/$name", $description, $payload, throws: $throws, options: $options);
    }

    /** @return list<self> All vectors under this directory, in the order of their names. */
    public static function all(string $directory): array
    {
        $files = glob("$directory/{valid,invalid}/*.vector", GLOB_BRACE);
        sort($files);

        return array_map(
            static fn (string $file): self => self::parse(
                basename(dirname($file)) . '/' . basename($file, '.vector'),
                file_get_contents($file),
            ),
            $files,
        );
    }

    public static function parse(string $name, string $text): self
    {
        $description = [];
        $fields = [];
        $payload = [];
        $value = [];
        $block = null;
        foreach (explode("\n", $text) as $line) {
            if (preg_match('/^# (.*)$/D', $line, $match) === 1) {
                $description[] = $match[1];
            } elseif (preg_match('/^(payload|value):$/D', $line, $match) === 1) {
                $block = $match[1];
            } elseif (preg_match('/^(\w+): (.+)$/D', $line, $match) === 1) {
                $fields[$match[1]] = $match[2];
            } elseif ($block === 'payload' && preg_match(self::PAYLOAD_LINE, $line, $match) === 1) {
                $payload[] = [hex2bin(str_replace(' ', '', $match[1])), (int) ($match[2] ?? '') ?: 1, $match[3] ?? ''];
            } elseif ($block === 'value' && preg_match(self::VALUE_LINE, $line, $match) === 1) {
                $value[] = [stripcslashes($match[1]), (int) ($match[2] ?? 1)];
            } elseif ($line !== '') {
                throw new \UnexpectedValueException("$name: what does this line mean? $line");
            }
        }
        $error = explode(' ', $fields['error'] ?? '');
        $options = json_decode($fields['options'] ?? '[]', true, flags: JSON_THROW_ON_ERROR);

        return new self(
            $name,
            implode("\n", $description),
            $payload,
            $value,
            ($fields['form'] ?? '') === 'canonical',
            isset($fields['error']) ? (int) $error[0] : null,
            $error[1] ?? null,
            $fields['throws'] ?? null,
            // A limit beyond the largest integer is that of a PHP with smaller ones.
            array_map(static fn (mixed $option): mixed => is_float($option) ? PHP_INT_MAX : $option, $options),
            is_float($options['max_memory'] ?? null),
            $fields['dictionary'] ?? null,
        );
    }

    /** The same vector of a payload that needs a dictionary. */
    public function withDictionary(string $dictionary): self
    {
        $fields = ['dictionary' => $dictionary] + get_object_vars($this);

        return new self(...$fields);
    }

    public function isValid(): bool
    {
        return $this->value !== [];
    }

    /**
     * With layouts, if a reader is to refuse stale classes.
     *
     * @return array{layouts?: true} options of a canonical vector's writer
     */
    public function writing(): array
    {
        return ($this->options['stale_classes'] ?? '') === 'throw' ? ['layouts' => true] : [];
    }

    /** Whether a reader here may report this error. */
    public function allows(int $offset, string $reason): bool
    {
        // A machine that follows fewer levels refuses an earlier back-reference.
        $isEarlier = $reason === 'too_deep' && $offset <= $this->offset && (PHP_INT_SIZE < 8 || PHP_DEBUG || php_uname('m') !== 'x86_64');

        return $reason === $this->reason && ($offset === $this->offset || $isEarlier)
            // A PHP that cannot be given as much memory as the vector asks for may refuse the value for that first, at its tag.
            || $this->isShortOfMemory && $reason === 'max_memory';
    }

    /** @return list<array{string, int, string}> bytes, how many times they stand here, comment */
    public function lines(): array
    {
        return $this->payload;
    }

    public function payload(): string
    {
        return implode('', array_map(static fn (array $part): string => str_repeat($part[0], $part[1]), $this->payload));
    }

    public function nativeText(): string
    {
        return implode('', array_map(static fn (array $part): string => str_repeat($part[0], $part[1]), $this->value));
    }

    /** The value that native unserialize() builds from the text. */
    public function value(): mixed
    {
        $options = ['max_depth' => 0] + array_intersect_key($this->options, ['allowed_classes' => true]);

        return unserialize($this->nativeText(), $options);
    }

    public function format(): string
    {
        $lines = ['# ' . str_replace("\n", "\n# ", $this->description), ''];
        if ($this->isValid()) {
            $lines[] = 'form: ' . ($this->canonical ? 'canonical' : 'readable');
        } else {
            $lines[] = $this->throws === null ? "error: $this->offset $this->reason" : "throws: $this->throws";
        }
        if ($this->dictionary !== null) {
            $lines[] = "dictionary: $this->dictionary";
        }
        if ($this->options !== []) {
            $lines[] = 'options: ' . json_encode($this->options, JSON_THROW_ON_ERROR);
        }
        $lines[] = 'payload:';
        foreach ($this->payload as [$bytes, $times, $comment]) {
            $hex = '  ' . implode(' ', str_split(strtoupper(bin2hex($bytes)), 2)) . ($times > 1 ? " *$times" : '');
            $lines[] = $comment === '' ? $hex : sprintf('%-32s # %s', $hex, $comment);
        }
        if ($this->isValid()) {
            $lines[] = 'value:';
            foreach ($this->value as [$text, $times]) {
                foreach (str_split($text, $times > 1 ? strlen($text) : self::LONGEST_LINE) as $piece) {
                    $lines[] = "  '" . self::escape($piece) . "'" . ($times > 1 ? " *$times" : '');
                }
            }
        }

        return implode("\n", $lines) . "\n";
    }

    private static function escape(string $text): string
    {
        return preg_replace_callback(
            "/[^ -~]|['\\\\]/",
            static fn (array $match): string => $match[0] === '\\' ? '\\\\' : sprintf('\x%02X', ord($match[0])),
            $text,
        );
    }
}
