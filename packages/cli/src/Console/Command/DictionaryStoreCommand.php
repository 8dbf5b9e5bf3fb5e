<?php

declare(strict_types=1);

namespace Brine\Console\Command;

use Brine\Console\Failed;
use Brine\Console\UsageError;
use Brine\Dictionary\Directory;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;

/**
 * Puts a dictionary where applications find it.
 *
 * @internal
 */
final class DictionaryStoreCommand extends Command
{
    protected function configure(): void
    {
        $this->setName('dictionary:store')
            ->setDescription('Put a dictionary into the directory of an application, as ID.dictionary and as ID.php for OPcache')
            ->addArgument('file', InputArgument::REQUIRED, 'The dictionary')
            ->addArgument('directory', InputArgument::REQUIRED, 'The directory that is deployed')
            ->helpWith(
                "Ship both files. Where the extension has not loaded the dictionary when PHP started, reading ID.dictionary takes some milliseconds of\n"
                    . 'each request, and OPcache keeps ID.php. Nobody but the deployment may write to the directory: ID.php is code that is run.',
                ['dictionary store app.dictionary config/brine' => 'for new Brine\Dictionary\Directory(\'config/brine\'), and for brine.dictionaries'],
            );
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $dictionary = self::dictionary(self::text($input, 'file'));
        $path = self::text($input, 'directory');
        if (!\is_dir($path)) {
            throw new UsageError("There is no directory $path");
        }
        try {
            $file = (new Directory($path))->store($dictionary);
        } catch (\RuntimeException $error) {
            throw new Failed($error->getMessage());
        }
        foreach ([$file, \substr($file, 0, -\strlen(Directory::EXTENSION)) . Directory::EXPORT_EXTENSION] as $written) {
            $output->writeln('<info>' . self::shown($written) . '</info>');
        }

        return self::SUCCESS;
    }
}
