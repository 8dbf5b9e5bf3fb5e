<?php

declare(strict_types=1);

namespace Brine\Migration;

/** What came of an entry. */
enum Outcome: string
{
    /** It was written anew; in a dry run, it would have been. */
    case Migrated = 'migrated';
    /** It is as it would be written. */
    case Unchanged = 'unchanged';
    /** Somebody else has changed or deleted it since it was read: it was left alone. */
    case Overtaken = 'overtaken';
    /** The store does not hand it out, such as a file or a folder that may not be read: it was left alone. */
    case Inaccessible = 'inaccessible';
    /** It cannot be read: it was left alone. */
    case Unreadable = 'unreadable';
    /** Its value cannot be written, or the store does not take it: it was left alone. */
    case Unwritable = 'unwritable';
    /** What would be written is not read as the same value: it was left alone. */
    case Different = 'different';
}
