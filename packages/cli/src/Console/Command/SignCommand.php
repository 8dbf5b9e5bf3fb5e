<?php

declare(strict_types=1);

namespace Brine\Console\Command;

use Brine\Console\UsageError;
use Brine\Format;
use Brine\Format\SignedFrame;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;

/**
 * Signs bytes: puts them into a signed frame.
 *
 * @internal
 */
final class SignCommand extends Command
{
    use TakesKeys;

    protected function configure(): void
    {
        $this->setName('sign')
            ->setDescription('Put bytes of any format into a signed frame')
            ->addArgument('file', InputArgument::REQUIRED, 'The file, or - for the standard input')
            ->addOption('out', 'o', InputOption::VALUE_REQUIRED, 'The file to write; otherwise the standard output')
            ->addOption('force', null, InputOption::VALUE_NONE, 'Write to a terminal, too')
            ->addKeys()
            ->helpWith('Signs by the first key that is given, which has at least 16 bytes. Sign only bytes that nobody else could have written: otherwise you sign forgeries.', [
                'sign entry.bin --key-file secret.key --context user:7 --out entry.signed' => 'by a key in a file',
                'sign - --key-env BRINE_KEY < entry.bin > entry.signed' => 'by a key in the environment',
            ]);
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $keys = self::needKeys($input);
        self::checkSigningKey($keys);
        $bytes = self::read(self::text($input, 'file'));
        if ($bytes === '') {
            throw new UsageError('There are no bytes to sign: the file is empty');
        }
        if (Format::of($bytes) === Format::Signed) {
            throw new UsageError('The bytes are signed already');
        }
        self::write($output, SignedFrame::sign($bytes, $keys[0], self::text($input, 'context')), self::textOrNull($input, 'out'), self::isSet($input, 'force'));

        return self::SUCCESS;
    }
}
