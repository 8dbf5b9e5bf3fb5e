<?php

declare(strict_types=1);

namespace Brine\Console\Command;

use Brine\Console\Failed;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;

/**
 * A command whose package is not installed: says how to get it, whatever its arguments are.
 *
 * @internal
 */
final class AbsentCommand extends Command
{
    public function __construct(string $name, string $description, string $package)
    {
        parent::__construct($name);
        $this->setDescription("$description; needs $package")->setHelp("The command $name is in another package: composer require --dev $package");
        $this->ignoreValidationErrors();
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        throw new Failed($this->getHelp());
    }
}
