<?php

declare(strict_types=1);

namespace Brine;

use Brine\Internal\Failure;
use Brine\Internal\ReadsWithin;
use Brine\MessagePack\BufferUnpacker;
use Brine\MessagePack\Exception\PackingFailedException;
use Brine\MessagePack\Exception\UnpackingFailedException;
use Brine\MessagePack\Extension\TimestampExtension;
use Brine\MessagePack\Internal\Memory;
use Brine\MessagePack\Packer;
use Brine\MessagePack\PackOptions;

/**
 * MessagePack, one message for a value (docs/msgpack.md). It has no objects but those for which packer and unpacker
 * have extensions.
 */
final class MessagePackSerializer implements ReadsWithin
{
    private Packer $packer;
    private BufferUnpacker $unpacker;

    /**
     * @param Packer|null $packer by default one that writes strings that are not UTF-8 as binaries, and knows timestamps
     * @param BufferUnpacker|null $unpacker by default one that knows timestamps; its buffer is not used
     */
    public function __construct(?Packer $packer = null, ?BufferUnpacker $unpacker = null)
    {
        $this->packer = $packer ?? new Packer(PackOptions::DETECT_STR_BIN, [new TimestampExtension()]);
        $this->unpacker = $unpacker ?? new BufferUnpacker('', null, [new TimestampExtension()]);
    }

    public function serialize(mixed $value): string
    {
        try {
            return $this->packer->pack($value);
        } catch (PackingFailedException $error) {
            throw Failure::encoding($error->getMessage(), $error);
        }
    }

    public function unserialize(string $data): mixed
    {
        $unpacker = $this->unpacker->withBuffer($data);
        try {
            $value = $unpacker->unpack();
        } catch (UnpackingFailedException $error) {
            $error = Failure::decoding($error->getMessage(), $error->getOffset(), $error->getReason(), $error);
            throw Recognition::explain($error, $data, Format::MessagePack);
        }
        if ($unpacker->hasRemaining()) {
            $end = \strlen($data) - $unpacker->getRemainingCount();
            $error = Failure::decoding("Bytes follow the message, at offset $end", $end, 'trailing_bytes');
            throw Recognition::explain($error, $data, Format::MessagePack);
        }

        return $value;
    }

    /** @internal */
    public function unserializeWithin(string $data, int $maxMemory): mixed
    {
        Memory::check($data, $maxMemory);

        return $this->unserialize($data);
    }
}
