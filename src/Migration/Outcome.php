<?php

declare(strict_types=1);

namespace Brine\Migration;

/** The result for an entry. */
enum Outcome: string
{
    /** It was rewritten; in a dry run, it would have been. */
    case Migrated = 'migrated';
    /** It has its new form already. */
    case Unchanged = 'unchanged';
    /** Another program has changed or deleted it meanwhile; left alone. */
    case Overtaken = 'overtaken';
    /** The store cannot access it, such as a file or folder without permission; left alone. */
    case Inaccessible = 'inaccessible';
    /** It cannot be read; left alone. */
    case Unreadable = 'unreadable';
    /** Its value cannot be written, or the store rejects it; left alone. */
    case Unwritable = 'unwritable';
    /** Its new form would not decode to the same value; left alone. */
    case Different = 'different';
}
