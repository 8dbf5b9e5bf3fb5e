<?php

declare(strict_types=1);

namespace Brine\Console\Command;

use Brine\Console\Text;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;

/**
 * Compares two dictionaries.
 *
 * @internal
 */
final class DictionaryDiffCommand extends Command
{
    protected function configure(): void
    {
        $this->setName('dictionary:diff')
            ->setDescription('Tell what one dictionary has, and another has not')
            ->addArgument('old', InputArgument::REQUIRED, 'The one')
            ->addArgument('new', InputArgument::REQUIRED, 'The other')
            ->addOption('items', null, InputOption::VALUE_REQUIRED, 'Lines of each list', '20')
            ->helpWith('Exit code 0 if both have the same entries, 1 if they differ. The order of entries does not count.', [
                'dictionary diff old.dictionary new.dictionary' => 'what a new training has changed',
            ]);
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $items = self::number($input, 'items', 1) ?? 20;
        $old = self::dictionary(self::text($input, 'old'));
        $new = self::dictionary(self::text($input, 'new'));
        $oldLists = DictionaryShowCommand::lists($old);
        $differs = false;
        foreach (DictionaryShowCommand::lists($new) as $name => $list) {
            $before = \array_column($oldLists[$name] ?? [], 1);
            $after = \array_column($list, 1);
            $gone = \array_values(\array_diff($before, $after));
            $added = \array_values(\array_diff($after, $before));
            $differs = $differs || $gone !== [] || $added !== [];
            $output->writeln("<comment>$name</comment>: " . (\count($after) - \count($added)) . ' in both, ' . \count($gone) . ' gone, ' . \count($added) . ' new');
            self::lines($output, '<fg=red>-</>', $gone, $items);
            self::lines($output, '<fg=green>+</>', $added, $items);
        }
        $output->writeln(Text::bytes(\strlen($old->bytes())) . ' before, ' . Text::bytes(\strlen($new->bytes())) . ' now');

        return $differs ? self::FOUND : self::SUCCESS;
    }

    /** @param list<string> $texts */
    private static function lines(OutputInterface $output, string $sign, array $texts, int $items): void
    {
        foreach (\array_slice($texts, 0, $items) as $text) {
            $output->writeln("  $sign " . self::shown($text, 100));
        }
        if (\count($texts) > $items) {
            $output->writeln('  … ' . (\count($texts) - $items) . ' more');
        }
    }
}
