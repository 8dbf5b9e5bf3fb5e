<?php

declare(strict_types=1);

namespace Brine;

use Brine\Internal\Failure;
use Brine\Internal\MessageMemory;
use Brine\Internal\ReadsWithin;
use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\Exception\PackingFailedException;
use Brine\MessagePack\Exception\UnpackingFailedException;
use Brine\MessagePack\Extension\TimestampExtension;
use Brine\MessagePack\Packer;
use Brine\MessagePack\PackOptions;

/**
 * MessagePack, one message per value (docs/msgpack.md). Objects need extensions in packer and unpacker. Without the package brine/msgpack, the
 * extension's functions do the work, without timestamps.
 */
final class MessagePackSerializer implements ReadsWithin
{
    private const PACKAGE = 'brine/msgpack';

    /** PackOptions::DETECT_STR_BIN, for when that class is missing. */
    private const DETECT_STR_BIN = 4;

    private ?Packer $packer;
    private ?BufferUnpacker $unpacker;

    /**
     * @param Packer|null $packer by default one with timestamps that writes strings as binary unless they are UTF-8
     * @param BufferUnpacker|null $unpacker by default one with timestamps; its buffer is not used
     * @throws MissingPackageException if neither the package brine/msgpack nor the extension is installed
     */
    public function __construct(?Packer $packer = null, ?BufferUnpacker $unpacker = null)
    {
        $hasPackage = \class_exists(Packer::class);
        if (!$hasPackage && !\function_exists('brine_msgpack_pack')) {
            throw new MissingPackageException(self::PACKAGE, 'MessagePack needs the extension brine, or a package');
        }
        $this->packer = $packer ?? ($hasPackage ? new Packer(PackOptions::DETECT_STR_BIN, [new TimestampExtension()]) : null);
        $this->unpacker = $unpacker ?? ($hasPackage ? new BufferUnpacker('', null, [new TimestampExtension()]) : null);
    }

    public function serialize(mixed $value): string
    {
        try {
            return $this->packer !== null ? $this->packer->pack($value) : \brine_msgpack_pack($value, self::DETECT_STR_BIN);
        } catch (PackingFailedException $error) {
            throw Failure::encoding($error->getMessage(), $error);
        }
    }

    public function unserialize(string $data): mixed
    {
        try {
            $unpacker = $this->unpacker?->withBuffer($data);
            $value = $unpacker !== null ? $unpacker->unpack() : \brine_msgpack_unpack($data);
        } catch (UnpackingFailedException $error) {
            $reason = $error->getReason();
            $message = $error->getMessage() . ($reason === 'unknown_ext' ? ': timestamps and extension types need the package ' . self::PACKAGE : '');
            throw Recognition::explain(Failure::decoding($message, $error->getOffset(), $reason, $error), $data, Format::MessagePack);
        }
        if ($unpacker?->hasRemaining() === true) {
            $end = \strlen($data) - $unpacker->getRemainingCount();
            $error = Failure::decoding("Bytes follow the message, at offset $end", $end, 'trailing_bytes');
            throw Recognition::explain($error, $data, Format::MessagePack);
        }

        return $value;
    }

    /** @internal */
    public function unserializeWithin(string $data, int $maxMemory): mixed
    {
        MessageMemory::check($data, $maxMemory);

        return $this->unserialize($data);
    }
}
