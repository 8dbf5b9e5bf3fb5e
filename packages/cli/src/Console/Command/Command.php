<?php

declare(strict_types=1);

namespace Brine\Console\Command;

use Brine\Console\Failed;
use Brine\Console\File;
use Brine\Console\UsageError;
use Brine\DecodeException;
use Brine\Dictionary;
use Brine\Format;
use Brine\Format\Dictionary\Checker;
use Brine\Internal\BoundedFile;
use Brine\Internal\TerminalText;
use Brine\Recognition;
use Symfony\Component\Console\Command\Command as Symfony;
use Symfony\Component\Console\Formatter\OutputFormatter;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\ConsoleOutputInterface;
use Symfony\Component\Console\Output\NullOutput;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Output\StreamOutput;

/**
 * Common part of the commands: input and output of arguments, files and data.
 *
 * @internal
 */
abstract class Command extends Symfony
{
    public const FOUND = self::FAILURE;

    /** Bytes of a file: it may be a device, or in a directory of others. */
    private const MAX = 1 << 28;

    private const EXIT_CODES = "\n\nExit codes: <info>0</info> fine, <info>1</info> something was found or failed, <info>2</info> the command was called wrongly.";

    /** @param array<string, string> $examples descriptions, by call */
    final protected function helpWith(string $text, array $examples): static
    {
        $help = $text . "\n\n<comment>Examples</comment>";
        foreach ($examples as $call => $purpose) {
            $help .= "\n  <info>brine " . OutputFormatter::escape($call) . "</info>\n      $purpose";
        }

        return $this->setHelp($help . self::EXIT_CODES);
    }

    final protected static function text(InputInterface $input, string $name): string
    {
        return self::textOrNull($input, $name) ?? '';
    }

    final protected static function textOrNull(InputInterface $input, string $name): ?string
    {
        $value = $input->hasArgument($name) ? $input->getArgument($name) : $input->getOption($name);

        return \is_string($value) ? $value : null;
    }

    /** @return list<string> */
    final protected static function texts(InputInterface $input, string $name): array
    {
        $values = $input->hasArgument($name) ? $input->getArgument($name) : $input->getOption($name);

        return \is_array($values) ? \array_values(\array_filter($values, \is_string(...))) : [];
    }

    final protected static function isSet(InputInterface $input, string $name): bool
    {
        return $input->getOption($name) === true;
    }

    /** @throws UsageError if the option is not a number of at least $least */
    final protected static function number(InputInterface $input, string $name, int $least): ?int
    {
        $value = self::textOrNull($input, $name);
        if ($value === null) {
            return null;
        }

        return \preg_match('/\A[0-9]{1,15}\z/', $value) === 1 && (int) $value >= $least
            ? (int) $value
            : throw new UsageError("--$name is a number of at least $least, not \"$value\"");
    }

    /**
     * @param list<string> $names
     * @throws UsageError if it is not one of these
     */
    final protected static function oneOf(InputInterface $input, string $option, array $names): ?string
    {
        $name = self::textOrNull($input, $option);

        return $name === null || \in_array($name, $names, true)
            ? $name
            : throw new UsageError("--$option is one of " . \implode(', ', $names) . ", not \"$name\"");
    }

    /**
     * The bytes of a file, or of standard input for "-".
     *
     * @throws UsageError if the file cannot be read or is too long
     */
    final protected static function read(string $file): string
    {
        $isInput = $file === '-';
        if (!$isInput && (!\is_readable($file) || \is_dir($file))) {
            throw new UsageError(\file_exists($file) ? "The file $file cannot be read" : "There is no file $file");
        }
        $bytes = BoundedFile::read($isInput ? 'php://stdin' : $file, self::MAX);
        if ($bytes !== false && \strlen($bytes) > self::MAX) {
            throw new UsageError("The file $file is longer than 256 MiB");
        }

        return $bytes !== false ? $bytes : throw new UsageError("The file $file cannot be read");
    }

    /**
     * Reads a dictionary from a file, or from standard input for "-".
     *
     * @throws UsageError if the file cannot be read
     * @throws Failed     if it is not a dictionary
     * @throws DecodeException if it is damaged
     */
    final protected static function dictionary(string $file): Dictionary
    {
        $bytes = self::read($file);
        try {
            return Dictionary::fromBytes($bytes);
        } catch (DecodeException $error) {
            $format = Format::of($bytes);
            if ($format === null || $format === Format::Brine && !Checker::isOther($error)) {
                throw $error;
            }
            throw new Failed("The file $file is " . Recognition::name($format) . ', and no dictionary. See: brine inspect ' . \escapeshellarg($file), 0, $error);
        }
    }

    /**
     * Writes data to a file, or to standard output unless that is a terminal.
     *
     * @param string|null $file  null for the standard output
     * @param bool        $force whether to write binary data even to a terminal
     * @throws UsageError|Failed
     */
    final protected static function write(OutputInterface $output, string $data, ?string $file, bool $force): void
    {
        if ($file !== null) {
            File::write($file, $data);

            return;
        }
        $isTerminal = $output instanceof StreamOutput && \stream_isatty($output->getStream());
        if ($isTerminal && !$force && !TerminalText::isPlain($data)) {
            throw new UsageError('The result is binary, and is not written to a terminal: use --out FILE or | another program, or --force');
        }
        $output->write($data, false, OutputInterface::OUTPUT_RAW);
    }

    /** Output for messages that are not the result. */
    final protected static function errors(OutputInterface $output): OutputInterface
    {
        return $output instanceof ConsoleOutputInterface ? $output->getErrorOutput() : $output;
    }

    /**
     * Suggests the next step, beside the result.
     *
     * @param array<string, string> $calls descriptions, by call without "brine"
     */
    final protected static function next(OutputInterface $output, array $calls): void
    {
        $errors = self::errors($output);
        $errors->writeln("\n<comment>Next</comment>");
        foreach ($calls as $call => $purpose) {
            $errors->writeln('  <info>brine ' . self::shown($call) . '</info>');
            $errors->writeln('      ' . self::shown($purpose));
        }
    }

    /** Output for a progress bar; only on a terminal. */
    final protected static function progress(OutputInterface $output): OutputInterface
    {
        $errors = self::errors($output);

        return $errors->isDecorated() ? $errors : new NullOutput();
    }

    /** Escapes data for the formatter and the terminal. */
    final protected static function shown(string $data, int $limit = \PHP_INT_MAX): string
    {
        return OutputFormatter::escape(TerminalText::shown($data, $limit));
    }

    /**
     * @param int $form \JSON_PRETTY_PRINT, or 0 if untrusted data decides the nesting: indentation would take most of the memory
     * @throws Failed if a number has no form in JSON
     */
    final protected static function json(OutputInterface $output, mixed $value, int $form = \JSON_PRETTY_PRINT): void
    {
        $flags = $form | \JSON_UNESCAPED_SLASHES | \JSON_INVALID_UTF8_SUBSTITUTE | \JSON_PRESERVE_ZERO_FRACTION;
        $json = \json_encode($value, $flags, 1 << 20);
        $output->write(
            $json !== false ? \str_replace("\x7F", '\u007f', $json) . "\n" : throw new Failed('JSON cannot have it: ' . \json_last_error_msg()),
            false,
            OutputInterface::OUTPUT_RAW,
        );
    }
}
