<?php

declare(strict_types=1);

namespace Brine\Console\Command;

use Brine\Console\Dictionary\Suspicions;
use Brine\Console\Text;
use Brine\Dictionary;
use Brine\Format\Encoder;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;

/**
 * Shows the contents of a dictionary.
 *
 * @internal
 */
final class DictionaryShowCommand extends Command
{
    /** Bytes of a back-reference to an entry: short for the first numbers, longer for later ones. */
    private const SHORT = 1;

    /** Bytes of a preset that are shown. */
    private const PRESET_SHOWN = 200;

    protected function configure(): void
    {
        $this->setName('dictionary:show')
            ->setDescription('Show what is in a dictionary, and what each part saves where it is used')
            ->addArgument('file', InputArgument::REQUIRED, 'The dictionary')
            ->addOption('items', null, InputOption::VALUE_REQUIRED, 'Lines of each list', '20')
            ->addOption('json', null, InputOption::VALUE_NONE, 'Write JSON')
            ->helpWith('What an entry saves each time is its bytes in a payload without the dictionary, but for the one that stands for it; later numbers take two or more.', [
                'dictionary show app.dictionary' => 'the beginning of each part',
                'dictionary show app.dictionary --items 9999' => 'all of it',
            ]);
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $dictionary = self::dictionary(self::text($input, 'file'));
        $suspicions = Suspicions::of($dictionary);
        $lists = self::lists($dictionary);
        if (self::isSet($input, 'json')) {
            self::json($output, $dictionary->describe() + ['entries' => $lists, 'suspicions' => $suspicions]);
        } else {
            $items = self::number($input, 'items', 1) ?? 20;
            $about = $dictionary->describe();
            $output->writeln("<info>Dictionary {$about['id']}</info>, " . Text::bytes($about['bytes']));
            foreach ($lists as $name => $list) {
                $output->writeln("\n<comment>" . \count($list) . " $name</comment>, number, bytes saved each time, and what it is");
                foreach (\array_slice($list, 0, $items) as $i => [$saved, $text]) {
                    $output->writeln(\sprintf('%6d %6d  %s', $i, $saved, self::shown($text, 100)));
                }
                if (\count($list) > $items) {
                    $output->writeln('               … ' . (\count($list) - $items) . ' more');
                }
            }
            foreach ($dictionary->presets() as $algorithm => $preset) {
                $output->writeln("\n<comment>Preset of $algorithm</comment>, " . Text::bytes(\strlen($preset)) . ', of which the last are used most:');
                $output->writeln('  ' . self::shown(\substr($preset, -self::PRESET_SHOWN), self::PRESET_SHOWN));
            }
            foreach ($suspicions as [$text, $name]) {
                $output->writeln('<error>' . self::shown($text, 60) . '</error> looks like ' . self::shown($name, 60));
            }
        }

        return $suspicions === [] ? self::SUCCESS : self::FOUND;
    }

    /**
     * The entries as text, by part.
     *
     * @return array<string, list<array{int, string}>> bytes saved, and the text
     */
    public static function lists(Dictionary $dictionary): array
    {
        $entries = $dictionary->entries();
        $lists = ['strings' => [], 'shapes' => [], 'arrays' => []];
        foreach ($entries['strings'] as $string) {
            $lists['strings'][] = [self::size($string), $string];
        }
        foreach ($entries['shapes'] as $shape) {
            $kind = \array_shift($shape);
            $saved = 2;
            foreach ($shape as $key) {
                $saved += self::size($key) + self::SHORT;
            }
            $lists['shapes'][] = [$saved - self::SHORT, match ($kind) {
                0 => 'keys ' . \implode(', ', $shape),
                1 => "class $shape[0]: " . \implode(', ', \str_replace("\0", '', \array_map(strval(...), \array_slice($shape, 1)))),
                default => "class $shape[0] with __serialize()",
            }];
        }
        foreach ($entries['arrays'] as $array) {
            $lists['arrays'][] = [self::size($array), (string) \json_encode($array, \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES | \JSON_PARTIAL_OUTPUT_ON_ERROR | \JSON_INVALID_UTF8_SUBSTITUTE)];
        }

        return $lists;
    }

    private static function size(mixed $value): int
    {
        return \strlen(Encoder::encode($value)) - 2 - self::SHORT;
    }
}
