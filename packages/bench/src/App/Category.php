<?php

declare(strict_types=1);

namespace Brine\Bench\App;

enum Category: string
{
    case Invoices = 'invoices';
    case Receipts = 'receipts';
    case Contracts = 'contracts';
    case Certificates = 'certificates';
    case Identity = 'identity';
}
