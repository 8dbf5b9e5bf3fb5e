<?php

declare(strict_types=1);

namespace Brine;

use Brine\Internal\Failure;
use Brine\Internal\MissingClasses;
use Brine\Internal\ReadOptions;
use Brine\Internal\ReadsByOptions;
use Brine\Internal\ReadsWithin;
use Brine\Native\Reader;

/**
 * PHP's serialize() and unserialize(), but strict: it reads a text to its end, and throws on errors. Floats keep the digits that they need if
 * PHP's setting serialize_precision is -1 or 17.
 *
 * @phpstan-import-type Options from ReadOptions
 */
final class NativeSerializer implements ReadsWithin, RefusesMissing
{
    use ReadsByOptions;

    /**
     * @param array{allowed_classes?: bool|list<string>, missing_classes?: 'incomplete'|'throw', max_depth?: int, max_memory?: int} $options as
     *     for unserialize(): objects of other classes become __PHP_Incomplete_Class; "missing_classes" and "max_memory" as for brine_unserialize()
     * @throws \TypeError|\ValueError if $options is not an array, or an option is unknown, of the wrong type, or out of range
     */
    public function __construct(mixed $options = [])
    {
        $this->options = ReadOptions::checkPlain($options, 'new NativeSerializer(');
        if (isset($this->options['max_elements'])) {
            throw new \ValueError('unserialize() has no option "max_elements"');
        }
    }

    public function serialize(mixed $value): string
    {
        try {
            return \serialize($value);
        } catch (\Exception $error) {
            // PHP rejects a value with a plain \Exception; hooks throw from other files.
            throw $error->getFile() === __FILE__ ? Failure::encoding($error->getMessage(), $error) : $error;
        }
    }

    public function unserialize(string $data): mixed
    {
        return self::read($data, $this->options);
    }

    /** @internal */
    public function unserializeWithin(string $data, int $maxMemory): mixed
    {
        return self::read($data, $this->options + ['max_memory' => $maxMemory]);
    }

    /** @param Options $options */
    private static function read(string $data, array $options): mixed
    {
        try {
            return ($options['missing_classes'] ?? '') === 'throw'
                ? MissingClasses::refused(static fn (): mixed => Reader::read($data, $options))
                : Reader::read($data, $options);
        } catch (DecodeException $error) {
            throw Recognition::explain($error, $data, Format::Native);
        }
    }
}
