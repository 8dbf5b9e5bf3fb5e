<?php

declare(strict_types=1);

namespace Brine\Console\Command;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\Compression\Algorithm;
use Brine\Console\UsageError;
use Brine\Deflated;
use Brine\Format;
use Brine\IgbinarySerializer;
use Brine\JsonSerializer;
use Brine\MessagePackSerializer;
use Brine\NativeSerializer;
use Brine\Serializer;
use Brine\Signed;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;

/**
 * Writes a value in another format.
 *
 * @internal
 */
final class ConvertCommand extends Command
{
    use TakesKeys;

    private const FORMATS = ['brine', 'native', 'igbinary', 'msgpack', 'json'];
    private const ALGORITHMS = ['zlib', 'zstd', 'lz4'];

    protected function configure(): void
    {
        $this->setName('convert')
            ->setDescription('Write the value of bytes in another format')
            ->addArgument('file', InputArgument::REQUIRED, 'The file, or - for the standard input')
            ->addOption('to', 't', InputOption::VALUE_REQUIRED, 'The format: ' . \implode(', ', self::FORMATS), null, self::FORMATS)
            ->addOption('from', null, InputOption::VALUE_REQUIRED, 'msgpack or json, which the first bytes do not tell', null, ['msgpack', 'json'])
            ->addOption('compress', null, InputOption::VALUE_REQUIRED, 'Compress the result: ' . \implode(', ', self::ALGORITHMS), null, self::ALGORITHMS)
            ->addOption('autoload', null, InputOption::VALUE_REQUIRED, 'A PHP file, such as vendor/autoload.php: with it objects are made, and their hooks run')
            ->addOption('dictionary', null, InputOption::VALUE_REQUIRED | InputOption::VALUE_IS_ARRAY, 'A dictionary that the payload may need')
            ->addOption('out', 'o', InputOption::VALUE_REQUIRED, 'The file to write; otherwise the standard output')
            ->addOption('force', null, InputOption::VALUE_NONE, 'Write binary data to a terminal, too')
            ->addKeys()
            ->helpWith(
                "Objects keep class and properties, but are not made: no hook runs. Enum cases and objects of the class Serializable need their classes, by\n"
                    . '--autoload. Give it only for bytes that you trust. Of signed bytes the content is converted, if a key verifies it.',
                [
                    'convert entry.bin --to native' => 'as text of serialize()',
                    'convert entry.txt --to brine --compress zlib --out entry.bin' => 'in an envelope',
                    'convert - --from json --to brine < value.json > value.bin' => 'from JSON',
                ],
            );
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $to = self::oneOf($input, 'to', self::FORMATS) ?? throw new UsageError('Give the format by --to: ' . \implode(', ', self::FORMATS));
        $from = self::oneOf($input, 'from', ['msgpack', 'json']);
        $algorithm = self::oneOf($input, 'compress', self::ALGORITHMS);
        $autoload = self::textOrNull($input, 'autoload');
        if ($autoload !== null) {
            self::read($autoload);
            (static fn (): mixed => require $autoload)();
        }
        foreach (self::texts($input, 'dictionary') as $file) {
            self::dictionary($file)->load();
        }
        $options = ['allowed_classes' => $autoload !== null];
        $reader = new Deflated(new Auto(options: $options, foreign: $from === null ? null : Format::from($from)));
        $keys = self::keys($input);
        if ($keys !== []) {
            $reader = Signed::alsoUnsigned($reader, $keys, self::text($input, 'context'));
        }
        $writer = self::writer($to);
        if ($algorithm !== null) {
            $writer = new Compressed($writer, self::algorithm($algorithm), minBytes: 0, minGain: 0.0);
        }
        $data = $writer->serialize($reader->unserialize(self::read(self::text($input, 'file'))));
        self::write($output, $data, self::textOrNull($input, 'out'), self::isSet($input, 'force'));

        return self::SUCCESS;
    }

    private static function writer(string $format): Serializer
    {
        return match ($format) {
            'brine' => new BrineSerializer(),
            'native' => new NativeSerializer(),
            'igbinary' => IgbinarySerializer::canWrite()
                ? new IgbinarySerializer()
                : throw new UsageError('PHP has neither the extension brine nor igbinary here, which write the format: install one of them'),
            'msgpack' => new MessagePackSerializer(),
            default => new JsonSerializer(),
        };
    }

    private static function algorithm(string $name): Algorithm
    {
        $algorithm = match ($name) {
            'zlib' => Algorithm::Zlib,
            'zstd' => Algorithm::Zstd,
            default => Algorithm::Lz4,
        };

        return $algorithm->isAvailable() ? $algorithm : throw new UsageError("PHP has no extension $name here: {$algorithm->advice()}");
    }
}
