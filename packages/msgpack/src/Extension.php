<?php

declare(strict_types=1);

namespace Brine\MessagePack;

/** One extension type in both directions. */
interface Extension extends CanPack
{
    /** @return int the type's number: 0 to 127 for the application's own, below 0 for those of the specification */
    public function getType(): int;

    /**
     * Unpacks the payload. The unpacker is at the payload's start, and continues after the payload wherever this method moves it. Its buffer may be
     * appended to, but not reset or released.
     *
     * @param BufferUnpacker $unpacker contains only the payload; has the options and extensions of the message's unpacker
     * @param int $extLength size of the payload in bytes
     * @return mixed the value; no return type, so that extensions for rybakit/msgpack, which declare none, can implement this
     */
    public function unpackExt(BufferUnpacker $unpacker, int $extLength);
}
