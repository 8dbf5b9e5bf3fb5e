<?php

declare(strict_types=1);

namespace Brine\Tests\Reference;

/**
 * Runs unserialize() apart from any other unserialize().
 *
 * Serializable::unserialize() may call unserialize() itself, and natively such an inner call continues the outer one's
 * numbering of values. In a Brine payload the bytes of a SERIALIZABLE stand for themselves. The engine numbers anew
 * while a serialization hook runs, so the outer call is made from one.
 */
final class NativeReader
{
    private mixed $value = false;

    /** @var list<string> */
    private array $complaints = [];

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
        if ($reader->complaints !== []) {
            throw new MalformedPayload('bad_class', implode('; ', $reader->complaints));
        }

        return $reader->value;
    }

    /** @return array{} */
    public function __serialize(): array
    {
        set_error_handler(function (int $level, string $message): bool {
            if (error_reporting() & $level) {
                $this->complaints[] = $message;
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
