<?php

declare(strict_types=1);

namespace Brine\Laravel\Store;

use Brine\Laravel\Codec;
use Brine\Laravel\Payloads;

/** A store that knows the stored form of values. */
interface KeepsPayloads extends Payloads
{
    /** Sets the writer and reader of values. */
    public function useCodec(Codec $codec): static;
}
