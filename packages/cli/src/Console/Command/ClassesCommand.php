<?php

declare(strict_types=1);

namespace Brine\Console\Command;

use Brine\Console\Outline\Outliner;
use Brine\Console\Store\Missed;
use Brine\Console\Store\TakesStore;
use Brine\Inspector;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;

/**
 * Lists the classes of a store's entries.
 *
 * @internal
 */
final class ClassesCommand extends Command
{
    use TakesStore;

    /** Different classes that are counted: names may have been made up. */
    private const MAX_CLASSES = 10_000;

    protected function configure(): void
    {
        $this->setName('classes')
            ->setDescription('List the classes in a store, and the line of php.ini that allows them alone')
            ->addArgument('store', InputArgument::REQUIRED, 'The store, see below')
            ->addOption('json', null, InputOption::VALUE_NONE, 'Write JSON')
            ->addStore(false)
            ->helpWith(
                "Reads every entry, in each format that brine stats names. No object is made and no class is loaded.\nA class that you do not know may have been put there: look before you allow it.\n\n" . self::STORES,
                [
                    'classes redis://localhost' => 'all strings of database 0',
                    "classes redis://localhost/1 --match 'app:*'" => 'those of an application',
                ],
            );
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $missed = new Missed();
        $outliner = new Outliner();
        $classes = [];
        $entries = $unreadable = $others = 0;
        foreach (Inspector::walk(self::openStore($input, self::text($input, 'store')), received: $missed->receive(...)) as $data) {
            ++$entries;
            if (\in_array(Inspector::formatOf($data), Inspector::FOREIGN, true)) {
                continue;
            }
            $outline = $outliner->outline($data);
            $unreadable += $outline->error === null ? 0 : 1;
            foreach (self::classesOf($outline->classes) as $name => $class) {
                if (isset($classes[$name]) || \count($classes) < self::MAX_CLASSES) {
                    $classes[$name] = ['class' => $classes[$name]['class'] ?? $class, 'entries' => ($classes[$name]['entries'] ?? 0) + 1];
                } else {
                    ++$others;
                }
            }
        }
        $classes = \array_values($classes);
        \usort($classes, static fn (array $a, array $b): int => [$b['entries'], $a['class']] <=> [$a['entries'], $b['class']]);
        $line = 'brine.allowed_classes = "' . ($classes === [] ? 'none' : \implode(', ', \array_column($classes, 'class'))) . '"';
        if (self::isSet($input, 'json')) {
            self::json($output, [
                'entries' => $entries, 'unreadable' => $unreadable, 'inaccessible' => $missed->count, 'classes' => $classes, 'others' => $others, 'line' => $line,
            ]);
        } else {
            foreach ($classes as $row) {
                $output->writeln(\sprintf('%12s  %s', \number_format($row['entries']), self::shown($row['class'], 120)));
            }
            $notes = [
                $entries === 0 ? 'Nothing is there.' : '', $unreadable > 0 ? \number_format($unreadable) . ' of the ' . \number_format($entries) . ' entries cannot be read: their classes are missing here.' : '',
                $others > 0 ? 'There are more than ' . \number_format(self::MAX_CLASSES) . ' classes; the others are missing here.' : '',
            ];
            foreach (\array_filter($notes, static fn (string $note): bool => $note !== '') as $note) {
                self::errors($output)->writeln("<comment>$note</comment>");
            }
            $output->writeln(['', self::shown($line)]);
        }
        $missed->report(self::errors($output));

        return $missed->count === 0 && $unreadable === 0 && $others === 0 ? self::SUCCESS : self::FOUND;
    }

    /**
     * The names that can be those of classes.
     *
     * @param array<string, int> $classes
     * @return array<string, string> by name in lower case
     */
    private static function classesOf(array $classes): array
    {
        $names = [];
        foreach (\array_keys($classes) as $class) {
            $class = (string) $class;
            if (\preg_match('/^[\w\x80-\xFF][\w\\\\\x80-\xFF]*(?<!\\\\)$/D', $class) === 1) {
                $names[\strtolower($class)] = $class;
            }
        }

        return $names;
    }
}
