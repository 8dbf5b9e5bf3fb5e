<?php

declare(strict_types=1);

namespace Brine\MessagePack\Extension;

use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\Exception\InvalidOptionException;
use Brine\MessagePack\Extension;
use Brine\MessagePack\Packer;

/**
 * Carries PHP objects as an extension type with payloads of brine_serialize(): only PHP with Brine reads them, and only allowed classes.
 *
 * Register it after other transformers, since it takes every object. An object that occurs twice comes back as two.
 */
final class ObjectExtension implements Extension
{
    /** @var array{allowed_classes: bool|list<string>, max_depth?: int, max_elements?: int} */
    private array $options;

    /**
     * @param int $type 0 to 127, the same for packing and unpacking
     * @param bool|list<string> $allowedClasses the classes that may be unpacked: names, true for all, false for none;
     *     objects of other classes become __PHP_Incomplete_Class
     * @param array{max_depth?: int, max_elements?: int} $limits as for brine_unserialize()
     * @throws InvalidOptionException if the type is out of range
     * @throws \LogicException if neither the extension nor the package brine/brine is installed
     */
    public function __construct(private int $type, bool|array $allowedClasses = false, array $limits = [])
    {
        if ($type < 0 || $type > 127) {
            throw new InvalidOptionException("Invalid option extension type $type, use 0 to 127");
        }
        if (!\function_exists('brine_serialize')) {
            throw new \LogicException('Objects in messages need Brine: load the extension brine, or run: composer require brine/brine');
        }
        $this->options = ['allowed_classes' => $allowedClasses] + $limits;
    }

    public function getType(): int
    {
        return $this->type;
    }

    /** @throws \Brine\EncodeException if the object refuses to be serialised */
    public function pack(Packer $packer, mixed $value): ?string
    {
        return \is_object($value) ? $packer->packExt($this->type, \brine_serialize($value)) : null;
    }

    /** @throws \Brine\DecodeException if the payload is not valid */
    public function unpackExt(BufferUnpacker $unpacker, int $extLength): mixed
    {
        return \brine_unserialize($unpacker->read($extLength), $this->options);
    }
}
