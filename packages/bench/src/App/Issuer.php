<?php

declare(strict_types=1);

namespace Brine\Bench\App;

final class Issuer
{
    public function __construct(
        public readonly string $id,
        public readonly string $name,
        public readonly string $website,
        public readonly ?Moment $verifiedAt,
    ) {
    }
}
