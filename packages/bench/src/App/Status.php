<?php

declare(strict_types=1);

namespace Brine\Bench\App;

enum Status: string
{
    case Draft = 'draft';
    case Active = 'active';
    case Expired = 'expired';
}
