<?php

declare(strict_types=1);

namespace Brine\Console\Store;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\IgbinarySerializer;
use Brine\Serializer;

/**
 * What brine_igbinary writes with igbinary.format = brine: Brine behind igbinary's header; igbinary's own bytes for null, scalars and the empty
 * array, which stores and clients compare.
 *
 * @internal
 */
final class InPlaceSerializer implements Serializer
{
    private const HEADER = "\0\0\0\2";

    private readonly Auto $reader;
    private readonly BrineSerializer $brine;
    private readonly IgbinarySerializer $igbinary;

    /** @param array{allowed_classes: bool} $options */
    public function __construct(array $options)
    {
        $this->reader = new Auto(options: $options);
        $this->brine = new BrineSerializer($options + (\ini_get('brine.stale_classes') === 'refuse' ? ['stale_classes' => 'throw'] : []));
        $this->igbinary = new IgbinarySerializer($options);
    }

    public function serialize(mixed $value): string
    {
        return \is_object($value) || (\is_array($value) && $value !== []) ? self::HEADER . $this->brine->serialize($value) : $this->igbinary->serialize($value);
    }

    public function unserialize(string $data): mixed
    {
        return $this->reader->unserialize($data);
    }
}
