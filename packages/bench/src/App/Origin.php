<?php

declare(strict_types=1);

namespace Brine\Bench\App;

enum Origin: string
{
    case Upload = 'upload';
    case Scan = 'scan';
    case Issuer = 'issuer';
}
