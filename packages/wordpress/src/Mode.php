<?php

declare(strict_types=1);

namespace Brine\WordPress;

/** When an entry is stored. The values are options of Redis' SET. */
enum Mode: string
{
    case Set = '';
    /** Only if there is no entry. */
    case Add = 'NX';
    /** Only if there is one. */
    case Replace = 'XX';
}
