<?php

declare(strict_types=1);

namespace Drupal\brine\Drush\Commands;

use Drupal\brine\Status\Report;
use Drupal\brine\Status\TextReport;
use Drush\Attributes as CLI;
use Drush\Commands\DrushCommands;
use Symfony\Component\DependencyInjection\ContainerInterface;

/** The report of the status page on the command line. */
final class BrineCommands extends DrushCommands
{
    public function __construct(private readonly Report $report)
    {
        parent::__construct();
    }

    public static function create(ContainerInterface $container): self
    {
        $report = $container->get('brine.report');
        \assert($report instanceof Report);

        return new self($report);
    }

    #[CLI\Command(name: 'brine:status')]
    #[CLI\Help(description: 'Shows what is in the cache bins, in which format, and how large it would be in others.')]
    public function status(): void
    {
        $this->output()->write(TextReport::of($this->report));
    }
}
