<?php

declare(strict_types=1);

namespace Brine\Laravel\Store;

use Brine\Laravel\Codec;

/** @internal */
trait HasCodec
{
    private Codec $codec;

    public function useCodec(Codec $codec): static
    {
        $this->codec = $codec;

        return $this;
    }
}
