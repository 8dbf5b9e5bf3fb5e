<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Command;

use Brine\BrineBundle\Pools;
use Brine\BrineBundle\Serializers;
use Brine\Inspector;
use Brine\Internal\TerminalText;
use Brine\Migration\Status;
use Brine\Serializer;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Formatter\OutputFormatter;
use Symfony\Component\Console\Helper\Helper;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;

#[AsCommand('brine:cache:status', 'Shows in which formats the entries of cache pools are, and what Brine saves')]
final class StatusCommand extends Command
{
    public function __construct(private readonly Pools $pools, private readonly Serializers $serializers)
    {
        parent::__construct();
    }

    protected function configure(): void
    {
        $this->addArgument('pools', InputArgument::IS_ARRAY, 'Names of pools; all of them by default')
            ->addOption('sample', null, InputOption::VALUE_REQUIRED, 'How many entries of a pool are read to estimate', '1000');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $io = new SymfonyStyle($input, $output);
        $io->writeln(\extension_loaded('brine')
            ? 'Entries are written by the extension brine ' . \phpversion('brine') . '.'
            : 'The extension brine is not loaded: entries are written as native text, and those of Brine are read in PHP.');
        $sample = \filter_var($input->getOption('sample'), \FILTER_VALIDATE_INT);
        if ($sample === false || $sample < 0) {
            $io->error('"--sample" must be a number of entries');

            return self::INVALID;
        }
        /** @var list<string> $names */
        $names = $input->getArgument('pools');
        try {
            $names = $this->pools->names($names);
        } catch (\InvalidArgumentException $error) {
            $io->error($error->getMessage());

            return self::INVALID;
        }
        $rows = [];
        foreach ($names as $name) {
            try {
                \array_push($rows, ...$this->rows($name, $sample));
            } catch (\Exception $error) {
                // The server may be unreachable, or the table not exist yet.
                $rows[] = [$name, OutputFormatter::escape(TerminalText::shown($error->getMessage())), '', '', ''];
            }
        }
        $io->table(['Pool', 'Format', 'Entries', 'Size', 'Written now'], $rows);

        return self::SUCCESS;
    }

    /** @return list<array{string, string, string, string, string}> */
    private function rows(string $name, int $sample): array
    {
        $pool = $this->pools->get($name);
        if (\is_string($pool)) {
            return [[$name, "not written by Brine ($pool)", '', '', '']];
        }
        $store = $pool->store();
        if ($store === null) {
            return [[$name, 'the server does not tell its keys', '', '', '']];
        }
        $old = $this->serializers->old();
        // The estimate covers values, without tags.
        $serializer = fn (string $key): Serializer => $pool->valueOf($key, $old);
        $payloads = static function () use ($store, $pool): iterable {
            foreach (Inspector::walk($store) as $key => $data) {
                yield $key => $pool->payload($data);
            }
        };
        $status = (new Inspector($serializer, ['now' => $serializer], $sample))->inspect($payloads());

        return self::rowsOf($name, $status);
    }

    /** @return list<array{string, string, string, string, string}> */
    private static function rowsOf(string $name, Status $status): array
    {
        $rows = [];
        foreach ($status->formats as $format => $found) {
            $rows[] = ['', $format, (string) $found['entries'], Helper::formatMemory($found['bytes']), ''];
        }
        $now = $status->estimates['now'] ?? null;
        $unreadable = $status->unreadable === 0 ? '' : ", $status->unreadable of $status->sampled unreadable";

        return [[$name, 'all' . $unreadable, (string) $status->entries(), Helper::formatMemory($status->bytes()), $now === null ? '' : Helper::formatMemory($now)], ...$rows];
    }
}
