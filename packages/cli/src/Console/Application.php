<?php

declare(strict_types=1);

namespace Brine\Console;

use Brine\Bench\Console\BenchCommand;
use Brine\Internal\TerminalText;
use Symfony\Component\Console\Application as Symfony;
use Symfony\Component\Console\Command\Command as AnyCommand;
use Symfony\Component\Console\Exception\ExceptionInterface;
use Symfony\Component\Console\Formatter\OutputFormatter;
use Symfony\Component\Console\Input\ArgvInput;
use Symfony\Component\Console\Input\ArrayInput;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\ConsoleOutputInterface;
use Symfony\Component\Console\Output\OutputInterface;

/**
 * The commands of bin/brine. Exit codes: 0; 1 for a finding or failure; 2 for wrong usage.
 *
 * @internal
 */
final class Application extends Symfony
{
    public function __construct()
    {
        parent::__construct('brine', self::version());
        $this->addCommands([
            new Command\InspectCommand(),
            new Command\ConvertCommand(),
            new Command\VerifyCommand(),
            new Command\SignCommand(),
            new Command\DoctorCommand(),
            new Command\StatsCommand(),
            new Command\ClassesCommand(),
            new Command\MigrateCommand(),
            \class_exists(BenchCommand::class) ? new BenchCommand() : new Command\AbsentCommand('bench', 'Measure Brine beside other serializers', 'brine/bench'),
            new Command\TrainCommand(),
            new Command\DictionaryShowCommand(),
            new Command\DictionaryDiffCommand(),
            new Command\DictionaryStoreCommand(),
        ]);
    }

    /** The version in the package's composer.json, which every installation has. */
    private static function version(): string
    {
        $package = \json_decode((string) \file_get_contents(\dirname(__DIR__, 2) . '/composer.json'), true);

        return \is_array($package) && \is_string($package['version'] ?? null) ? $package['version'] : 'UNKNOWN';
    }

    /** Shown above the list of commands. */
    public function getHelp(): string
    {
        return <<<'TEXT'
            Brine: smaller cache entries than serialize() and igbinary write.

            <comment>First steps</comment>
              <info>brine doctor</info>                               is PHP set up for it?
              <info>brine stats redis://localhost</info>              what is in the cache, and what would be saved?
              <info>brine migrate redis://localhost --dry-run</info>  what would writing it as Brine do?
              <info>brine help stats</info>                           options, examples, and all kinds of stores
            TEXT;
    }

    /** Accepts "brine dictionary show" for "brine dictionary:show". */
    public function run(?InputInterface $input = null, ?OutputInterface $output = null): int
    {
        $words = \array_values(\array_filter(\is_array($_SERVER['argv'] ?? null) ? $_SERVER['argv'] : [], \is_string(...)));
        // Options before the command name have no values.
        $i = 1;
        while (\str_starts_with($words[$i] ?? '', '-')) {
            ++$i;
        }
        $name = 'dictionary:' . ($words[$i + 1] ?? '');
        if ($input === null && ($words[$i] ?? '') === 'dictionary' && $this->has($name)) {
            \array_splice($words, $i, 2, $name);
            $input = new ArgvInput($words);
        }

        return parent::run($input, $output ?? new Output());
    }

    /** Shows an error, without control characters that its message may contain. */
    public function doRun(InputInterface $input, OutputInterface $output): int
    {
        $name = $input->getFirstArgument();
        $known = $name !== null && $this->has($name) ? " See: brine help $name" : '';
        $hint = '';
        if ($name === null && $input->hasParameterOption(['--help', '-h'], true)) {
            // The help of "list" describes "list".
            $input = new ArrayInput(['command' => 'list']);
        }
        try {
            if ($name !== null) {
                // Done before the lookup that would ask about similar names.
                $this->find($name);
            }

            return parent::doRun($input, $output);
        } catch (OutputClosed) {
            return AnyCommand::FAILURE;
        } catch (UsageError $error) {
            $code = AnyCommand::INVALID;
        } catch (ExceptionInterface $error) {
            $code = AnyCommand::INVALID;
            $hint = $known;
        } catch (\Throwable $error) {
            $code = AnyCommand::FAILURE;
        }
        $errors = $output instanceof ConsoleOutputInterface ? $output->getErrorOutput() : $output;
        $lines = \array_map(TerminalText::shown(...), \explode("\n", $error->getMessage()));
        $errors->writeln('<error>brine: ' . OutputFormatter::escape(\implode("\n", $lines) . $hint) . '</error>');
        if ($output->isVerbose()) {
            $errors->writeln(OutputFormatter::escape(\get_debug_type($error) . ' in ' . $error->getFile() . ':' . $error->getLine() . "\n" . $error->getTraceAsString()));
        }

        return $code;
    }
}
