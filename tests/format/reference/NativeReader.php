<?php

declare(strict_types=1);

namespace Brine\Tests\Reference;

/**
 * Isolates unserialize() from an outer call. Natively, a call within Serializable::unserialize() continues the outer numbering, but a
 * SERIALIZABLE stands alone. While a hook runs, the engine numbers anew, so this calls from one.
 */
final class NativeReader
{
    private mixed $value = false;

    /** @var list<string> */
    private array $warnings = [];

    /** @param array{allowed_classes?: bool|list<string>} $options */
    private function __construct(private readonly string $text, private readonly array $options)
    {
    }

    /**
     * @param array{allowed_classes?: bool|list<string>} $options
     * @throws MalformedPayload without a place, if unserialize() refuses the text, or warns
     */
    public static function read(string $text, array $options): mixed
    {
        $reader = new self($text, ['max_depth' => 0] + $options);
        serialize($reader);
        if ($reader->warnings !== []) {
            throw new MalformedPayload('bad_class', implode('; ', $reader->warnings));
        }

        return $reader->value;
    }

    /** @return array{} */
    public function __serialize(): array
    {
        set_error_handler(function (int $level, string $message): bool {
            if (error_reporting() & $level) {
                $this->warnings[] = $message;
            }

            return true;
        }, E_WARNING | E_NOTICE);
        try {
            $this->value = unserialize($this->text, $this->options);
        } finally {
            restore_error_handler();
        }

        return [];
    }
}
