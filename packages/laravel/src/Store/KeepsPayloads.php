<?php

declare(strict_types=1);

namespace Brine\Laravel\Store;

use Brine\Laravel\Codec;
use Brine\Laravel\Payloads;

/** A store that knows how it keeps the bytes of a value. */
interface KeepsPayloads extends Payloads
{
    /** Sets what writes and reads values. */
    public function useCodec(Codec $codec): static;
}
