<?php

declare(strict_types=1);

namespace Brine;

/** A feature needs a Composer package that is not installed; the message names it. */
final class MissingPackageException extends \LogicException
{
    public function __construct(private readonly string $package, string $message)
    {
        parent::__construct("$message: composer require $package");
    }

    /** Composer's name of the package. */
    public function getPackage(): string
    {
        return $this->package;
    }
}
