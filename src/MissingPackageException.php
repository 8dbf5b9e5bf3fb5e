<?php

declare(strict_types=1);

namespace Brine;

/** What is asked for needs a package of Composer that is not installed; the message says which. */
final class MissingPackageException extends \LogicException
{
    public function __construct(private readonly string $package, string $message)
    {
        parent::__construct("$message: composer require $package");
    }

    /** Its name for Composer. */
    public function getPackage(): string
    {
        return $this->package;
    }
}
