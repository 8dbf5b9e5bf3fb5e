<?php

declare(strict_types=1);

namespace Drupal\brine\Controller;

use Drupal\brine\Status\Report;
use Drupal\Core\Controller\ControllerBase;
use Symfony\Component\DependencyInjection\ContainerInterface;

/** The page /admin/reports/brine. */
final class StatusController extends ControllerBase
{
    public function __construct(private readonly Report $report)
    {
    }

    public static function create(ContainerInterface $container): self
    {
        $report = $container->get('brine.report');
        \assert($report instanceof Report);

        return new self($report);
    }

    /** @return array<string, mixed> */
    public function page(): array
    {
        $rows = [];
        foreach ($this->report->bins() as $row) {
            $row['entries'] ??= $this->t('unknown');
            $rows[] = \array_values($row);
        }

        return [
            'notes' => ['#theme' => 'item_list', '#items' => $this->report->notes()],
            'bins' => [
                '#type' => 'table',
                '#header' => [
                    $this->t('Bin'),
                    $this->t('Backend'),
                    $this->t('Entries'),
                    $this->t('Formats'),
                    $this->t('Strings'),
                    $this->t('Bytes'),
                    $this->t('Native, about'),
                    $this->t('Brine, about'),
                    $this->t('Compressed, about'),
                ],
                '#rows' => $rows,
            ],
            '#cache' => ['max-age' => 0],
        ];
    }
}
