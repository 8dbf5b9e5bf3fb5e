<?php

declare(strict_types=1);

namespace Brine\Console\Command;

use Brine\Console\Outline\Outline;
use Brine\Console\Outline\Outliner;
use Brine\Console\Outline\Part;
use Brine\Console\Outline\TreeView;
use Brine\Console\Store\Missed;
use Brine\Console\Store\TakesStore;
use Brine\Console\Text;
use Brine\Console\UsageError;
use Brine\Format;
use Brine\Format\Dictionary\Registry;
use Brine\Inspector;
use Brine\Internal\TerminalText;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;

/**
 * Explains bytes.
 *
 * @internal
 */
final class InspectCommand extends Command
{
    use TakesStore;

    private const FORMATS = ['brine', 'igbinary', 'native', 'msgpack'];

    /** Default limits of levels and elements. */
    private const DEPTH = 3;
    private const ITEMS = 20;
    private const INNER_ITEMS = 5;

    protected function configure(): void
    {
        $this->setName('inspect')
            ->setDescription('Show what bytes are: format, sections, classes, and the value as a tree')
            ->addArgument('file', InputArgument::REQUIRED, 'The file, or - for the standard input, or a store, see below')
            ->addOption('key', null, InputOption::VALUE_REQUIRED, 'The key of the entry, where a store is given')
            ->addOption('path', null, InputOption::VALUE_REQUIRED, 'Show this branch alone: keys and properties, with dots between (a.b.0); a dot in a key is \.')
            ->addOption('depth', null, InputOption::VALUE_REQUIRED, 'Levels of the tree that are shown (' . self::DEPTH . '; with --json all)')
            ->addOption('items', null, InputOption::VALUE_REQUIRED, 'Elements of each array that are shown (' . self::ITEMS . ', and ' . self::INNER_ITEMS . ' further in; with --json all)')
            ->addOption('width', null, InputOption::VALUE_REQUIRED, 'Characters of each string that are shown', '60')
            ->addOption('format', null, InputOption::VALUE_REQUIRED, 'What the bytes are, if that is known: ' . \implode(', ', self::FORMATS), null, self::FORMATS)
            ->addOption('dictionary', null, InputOption::VALUE_REQUIRED | InputOption::VALUE_IS_ARRAY, 'A dictionary that the payload may need')
            ->addOption('max-elements', null, InputOption::VALUE_REQUIRED, 'Elements that the value may have (32,768 and 8 for each byte, 1,048,576 at most)')
            ->addOption('autoload', null, InputOption::VALUE_REQUIRED, 'A PHP file, such as vendor/autoload.php: with it classes are compared with layouts')
            ->addOption('json', null, InputOption::VALUE_NONE, 'Write JSON')
            ->addStore(false)
            ->helpWith(
                "Reads Brine, signed frames, compressed envelopes, igbinary, texts of serialize() and MessagePack.\n"
                    . 'No object is made, and without --autoload no class is loaded, so it is safe for bytes of anybody. A signature is not checked: see brine verify.' . "\n\n" . self::STORES,
                [
                    'inspect entry.bin' => 'what it is, and the beginning of the tree',
                    'inspect entry.bin --path rows.0.title' => 'one branch',
                    'inspect entry.bin --depth 99 --items 1000' => 'more of the tree',
                    'inspect redis://localhost --key app:user:7' => 'an entry of a store',
                    "inspect - --json < entry.bin" => 'the same for programs',
                ],
            );
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $format = self::oneOf($input, 'format', self::FORMATS);
        $isJson = self::isSet($input, 'json');
        $depth = self::number($input, 'depth', 0) ?? ($isJson ? \PHP_INT_MAX : self::DEPTH);
        $items = self::number($input, 'items', 1);
        $inner = $items ?? ($isJson ? \PHP_INT_MAX : self::INNER_ITEMS);
        $items ??= $isJson ? \PHP_INT_MAX : self::ITEMS;
        $width = self::number($input, 'width', 1) ?? 60;
        $outliner = new Outliner($format === null ? null : Format::from($format), self::number($input, 'max-elements', 1), self::autoload($input));
        foreach (self::texts($input, 'dictionary') as $file) {
            // The readers in PHP parse the payload, even with the extension.
            Registry::add(self::dictionary($file)->contents());
        }
        $outline = $outliner->outline(self::bytes($input, $output));
        $path = self::textOrNull($input, 'path');
        $part = $outline->error === null ? self::find($outline->root, $path) : null;
        $tree = new TreeView($depth, $items, $inner, $width, $outline->base);
        if ($isJson) {
            self::json($output, self::data($outline, $part === null ? null : $tree->data($part)), 0);
        } else {
            if ($path === null || $outline->error !== null) {
                self::report($output, $outline);
            }
            if ($part !== null) {
                self::writeTree($output, $outline, $tree, $part, $path);
            }
        }

        return $outline->error === null ? self::SUCCESS : self::FOUND;
    }

    /** @throws UsageError */
    private static function bytes(InputInterface $input, OutputInterface $output): string
    {
        $name = self::text($input, 'file');
        $wanted = self::textOrNull($input, 'key');
        if ($wanted === null) {
            return self::isStore($name) ? throw new UsageError('Give the key of the entry by --key: brine stats lists some') : self::read($name);
        }
        // No other data of Redis is read.
        $input->setOption('match', \addcslashes($wanted, '*?[\\'));
        $missed = new Missed();
        foreach (Inspector::walk(self::openStore($input, $name), 1000, $missed->receive(...)) as $key => $data) {
            if ((string) $key === $wanted) {
                return $data;
            }
        }
        $missed->report(self::errors($output));
        throw new UsageError("There is no entry $wanted in " . self::masked($name));
    }

    private static function find(?Part $part, ?string $path): ?Part
    {
        $way = '';
        foreach ($path === null || $path === '' ? [] : (array) \preg_split('/(?<!\\\\)\./', $path) as $step) {
            $way .= ($way === '' ? '' : '.') . $step;
            $part = $part?->find(\str_replace('\.', '.', (string) $step)) ?? throw new UsageError("There is nothing at $way");
        }

        return $part;
    }

    private static function writeTree(OutputInterface $output, Outline $outline, TreeView $tree, Part $part, ?string $path): void
    {
        if ($path === null) {
            $output->writeln(\sprintf("\n<comment>%10s  value</comment>", $outline->isDecompressed ? 'in content' : 'offset'));
        }
        foreach ($tree->lines($part, $path === null ? '<info>$value</info>' : '<info>' . self::shown($path) . '</info>') as $line) {
            $output->writeln($line);
        }
    }

    private static function report(OutputInterface $output, Outline $outline): void
    {
        foreach ($outline->layers as $layer) {
            $notes = [];
            foreach ($layer as $name => $value) {
                if ($name !== 'kind' && $name !== 'bytes') {
                    $notes[] = "$name " . ($value ?? 'unknown');
                }
            }
            $output->writeln(\sprintf(
                '<info>%s</info>, %s%s',
                self::called((string) $layer['kind']),
                Text::bytes((int) $layer['bytes']),
                $notes === [] ? '' : ', ' . \implode(', ', $notes),
            ));
        }
        if ($outline->error !== null) {
            $output->writeln('<error>' . self::shown(self::message($outline)) . '</error>');

            return;
        }
        $size = \strlen($outline->content);
        self::table($output, 'bytes', $outline->sections, static fn (int $bytes): string => Text::percent($bytes, $size));
        $saved = \array_filter($outline->saved, static fn (int $bytes): bool => $bytes !== 0);
        self::table($output, 'saved by', $saved, static fn (int $bytes): string => 'of ' . Text::bytes($size + \array_sum($saved)) . ' without any of them');
        self::table($output, 'objects', $outline->classes, static fn (): string => '');
    }

    /**
     * @param array<string, int>     $rows
     * @param \Closure(int): string $note
     */
    private static function table(OutputInterface $output, string $title, array $rows, \Closure $note): void
    {
        if ($rows === []) {
            return;
        }
        $output->writeln("\n<comment>" . \sprintf('%10s', $title) . '</comment>');
        \arsort($rows);
        foreach ($rows as $name => $count) {
            $text = $note($count);
            $output->writeln(\rtrim(\sprintf('%10s  %s%s', \number_format($count), self::shown($name, 80), $text === '' ? '' : " <fg=gray>$text</>")));
        }
    }

    private static function called(string $kind): string
    {
        return match ($kind) {
            'brine' => 'Brine',
            'signed' => 'Signed frame',
            'compressed' => 'Compressed envelope',
            'deflated' => 'Compressed by gzdeflate() or gzcompress()',
            'native' => 'Text of serialize()',
            'msgpack' => 'MessagePack',
            default => $kind,
        };
    }

    /** The error with its offset in the given bytes, in the form of other commands. */
    private static function message(Outline $outline): string
    {
        $error = $outline->error;
        if ($error === null) {
            return '';
        }
        $at = $error->getOffset();
        $around = match (true) {
            !$outline->isDecompressed => '',
            \in_array('deflated', \array_column($outline->layers, 'kind'), true) => 'In the compressed content: ',
            default => 'In the envelope\'s content: ',
        };

        return $around . \preg_replace("/\\bat (byte|offset) $at\\b/", 'at $1 ' . ($at + $outline->base), $error->getMessage(), 1);
    }

    /**
     * @param array<string, mixed>|null $tree
     * @return array<string, mixed>
     */
    private static function data(Outline $outline, ?array $tree): array
    {
        $error = $outline->error;

        return [
            'size' => $outline->size,
            'layers' => $outline->layers,
            'valid' => $error === null,
            'error' => $error === null ? null : [
                'message' => TerminalText::shown(self::message($outline)),
                'reason' => $error->getReason(),
                'offset' => $error->getOffset() + $outline->base,
                'path' => TerminalText::shown($error->getPath()),
            ],
            'decompressed' => $outline->isDecompressed,
            'sections' => (object) $outline->sections,
            'saved' => (object) $outline->saved,
            'classes' => (object) $outline->classes,
            'tree' => $tree,
        ];
    }
}
