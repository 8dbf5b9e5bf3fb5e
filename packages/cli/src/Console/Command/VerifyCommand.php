<?php

declare(strict_types=1);

namespace Brine\Console\Command;

use Brine\Format;
use Brine\Format\SignedFrame;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;

/**
 * Checks whether a key signed a frame.
 *
 * @internal
 */
final class VerifyCommand extends Command
{
    use TakesKeys;

    protected function configure(): void
    {
        $this->setName('verify')
            ->setDescription('Tell whether a frame was signed by one of your keys, in this context')
            ->addArgument('file', InputArgument::REQUIRED, 'The file, or - for the standard input')
            ->addOption('out', 'o', InputOption::VALUE_REQUIRED, 'A file for the content of the frame, if it is verified')
            ->addOption('json', null, InputOption::VALUE_NONE, 'Write JSON')
            ->addKeys()
            ->helpWith('No value is made of the content.', [
                'verify entry.signed --key-file secret.key --context user:7' => 'exit code 0 if it is verified, otherwise 1',
                'verify - --key-file new.key --key-file old.key < entry.signed' => 'any of two keys',
            ]);
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $keys = self::needKeys($input);
        $bytes = self::read(self::text($input, 'file'));
        $content = SignedFrame::verify($bytes, $keys, self::text($input, 'context'));
        $out = self::textOrNull($input, 'out');
        if ($content !== null && $out !== null) {
            self::write($output, $content, $out, true);
        }
        $isSigned = Format::of($bytes) === Format::Signed;
        if (self::isSet($input, 'json')) {
            self::json($output, [
                'verified' => $content !== null,
                'signed' => $isSigned,
                'key_id' => $isSigned ? self::keyId($bytes) : null,
                'content_bytes' => $content === null ? null : \strlen($content),
            ]);
        } elseif ($content !== null) {
            $output->writeln('<info>Verified</info> by the key with the id ' . self::keyId($bytes) . ', ' . \strlen($content) . ' bytes of content');
        } else {
            $output->writeln('<error>Not verified</error>: ' . ($isSigned ? 'the key or the context is another one, or the bytes have changed' : 'the bytes are not signed'));
        }

        return $content !== null ? self::SUCCESS : self::FOUND;
    }

    private static function keyId(string $frame): string
    {
        return \bin2hex(\substr($frame, 2, 4));
    }
}
