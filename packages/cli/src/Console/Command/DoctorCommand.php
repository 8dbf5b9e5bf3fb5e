<?php

declare(strict_types=1);

namespace Brine\Console\Command;

use Brine\Console\Doctor\Diagnosis;
use Brine\Console\Doctor\Facts;
use Brine\Console\Doctor\Finding;
use Brine\Console\Doctor\Page;
use Brine\Console\Store\TakesStore;
use Brine\Console\Text;
use Brine\Inspector;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;

/**
 * Reports the setup of this PHP and of the web server's PHP, and what to change.
 *
 * @internal
 */
final class DoctorCommand extends Command
{
    use TakesStore;

    /** Entries of a store that are looked at. */
    private const SAMPLE = 1000;

    private const IN_PLACE = 'brine, in igbinary\'s place';

    protected function configure(): void
    {
        $this->setName('doctor')
            ->setDescription('Tell how PHP is set up for Brine, on the command line and on the web server, and what to change')
            ->addOption('url', null, InputOption::VALUE_REQUIRED, 'Ask a page that --make-page has made, on the web server')
            ->addOption('fpm', null, InputOption::VALUE_REQUIRED, 'Ask php-fpm: the path of its socket, or host:port')
            ->addOption('make-page', null, InputOption::VALUE_REQUIRED, 'Write the page for --url to this file, and tell how to use it')
            ->addOption('store', null, InputOption::VALUE_REQUIRED, 'Count the formats of the first ' . self::SAMPLE . ' entries of a store, named below')
            ->addOption('json', null, InputOption::VALUE_NONE, 'Write JSON')
            ->addOption('autoload', null, InputOption::VALUE_REQUIRED, 'A PHP file, such as vendor/autoload.php: with it, classes of brine.allowed_classes are looked up')
            ->addStore(makesObjects: false)
            ->helpWith("The command line and the web server often have other ini files: ask both.\n\n" . self::STORES, [
                'doctor' => 'this PHP alone',
                'doctor --fpm /run/php/php8.2-fpm.sock' => 'and php-fpm, whose socket you may use',
                'doctor --make-page public/brine-doctor.php' => 'make a page for any web server',
                "doctor --url 'https://localhost/brine-doctor.php?token=…'" => 'and ask it; then delete it',
            ]);
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $page = self::textOrNull($input, 'make-page');
        if ($page !== null) {
            return self::makePage($output, $page);
        }
        $all = ['the command line' => Facts::here()];
        $url = self::textOrNull($input, 'url');
        if ($url !== null) {
            $all['the web server'] = Page::fromUrl($url);
        }
        $address = self::textOrNull($input, 'fpm');
        if ($address !== null) {
            $all['php-fpm'] = Page::fromFpm($address);
        }
        /** @var array<string, list<Finding>> $findings */
        $findings = \array_map(Diagnosis::of(...), $all);
        if (self::textOrNull($input, 'autoload') !== null && self::autoload($input)) {
            $exists = static fn (string $name): bool => \class_exists($name) || \enum_exists($name);
            foreach ($all as $name => $facts) {
                $findings[$name] = [...$findings[$name], ...\array_filter([Diagnosis::missingClasses($facts, $exists)])];
            }
        }
        foreach (\array_slice($all, 1) as $name => $facts) {
            $findings["the command line and $name"] = Diagnosis::between('the command line', $all['the command line'], $name, $facts);
        }
        $store = self::textOrNull($input, 'store');
        $formats = $store === null ? null : self::formats($input, $store);
        if (isset($formats[self::IN_PLACE])) {
            foreach ($all as $name => $facts) {
                $findings[$name] = [...$findings[$name] ?? [], ...\array_filter([Diagnosis::plainIgbinary($facts)])];
            }
        }
        if (self::isSet($input, 'json')) {
            self::writeJson($output, $all, $findings, $formats);
        } else {
            self::report($output, $all, $findings);
            self::reportFormats($output, $formats);
            self::hints($output, \count($all) === 1, $store === null ? 'redis://localhost' : self::again($input, $store));
        }
        $problems = \array_filter(\array_merge(...\array_values($findings)), static fn (Finding $finding): bool => $finding->isProblem);

        return $problems === [] ? self::SUCCESS : self::FOUND;
    }

    /** @param string $store as an argument of stats */
    private static function hints(OutputInterface $output, bool $isAlone, string $store): void
    {
        $web = ['doctor --make-page public/brine-doctor.php' => 'the web server may have other ini files: this makes a page that tells them'];
        self::next($output, ($isAlone ? $web : []) + ["stats $store" => 'what a store holds, and what Brine would save there; brine help stats names all kinds of stores']);
    }

    private static function makePage(OutputInterface $output, string $file): int
    {
        $token = \bin2hex(\random_bytes(16));
        self::write($output, Page::code($token), $file, true);
        $output->writeln([
            'Put <info>' . self::shown($file) . '</info> where your web server runs PHP, and run',
            '',
            "  <info>brine doctor --url 'http://localhost/" . self::shown(\basename($file)) . "?token=$token'</info>",
            '',
            'It tells versions and settings to those who know the token. Delete it then.',
        ]);

        return self::SUCCESS;
    }

    /**
     * @param array<string, Facts>         $all
     * @param array<string, list<Finding>> $findings
     */
    private static function report(OutputInterface $output, array $all, array $findings): void
    {
        foreach ($all as $name => $facts) {
            $output->writeln('<comment>' . self::title($name) . '</comment>');
            self::facts($output, $facts);
        }
        $count = 0;
        foreach ($findings as $name => $list) {
            foreach ($list as $finding) {
                ++$count;
                $output->writeln(($finding->isProblem ? '<error>problem</error>  ' : '<info>hint</info>     ') . self::shown(self::title($name) . ": $finding->text."));
                $output->writeln('         ' . self::shown($finding->advice . ($finding->line === '' ? '.' : ':')));
                if ($finding->line !== '') {
                    $output->writeln(\sprintf('             <info>%s</info>   ; %s', self::shown($finding->line), self::shown($finding->file)));
                }
                $output->writeln('');
            }
        }
        $output->writeln($count === 0 ? '<info>Nothing to change.</info>' : "<comment>$count finding" . ($count === 1 ? '' : 's') . '.</comment>');
    }

    /** The name of a PHP at the beginning of a line: php-fpm stays in lower case. */
    private static function title(string $name): string
    {
        return \str_starts_with($name, 'the ') ? \ucfirst($name) : $name;
    }

    private static function facts(OutputInterface $output, Facts $facts): void
    {
        $users = $facts->has('igbinary') ? Diagnosis::usersOfIgbinary($facts) : [];
        $extensions = [];
        foreach (\array_diff_key($facts->extensions, $facts->isInPlace() ? ['igbinary' => '', 'brine_igbinary' => ''] : []) as $name => $version) {
            $extensions[] = $version === $facts->php ? $name : "$name $version";
        }
        $rows = [
            'PHP' => "$facts->php, $facts->sapi, $facts->bits bits" . ($facts->threads ? ', threads' : ''),
            'ini file' => ($facts->ini !== '' ? $facts->ini : 'none') . ($facts->directory !== '' ? ", and $facts->directory" : ''),
            'extensions' => \implode(', ', $extensions),
            'new Auto()' => 'writes ' . Diagnosis::written($facts),
            'sessions' => $facts->has('session') ? "{$facts->setting('session.save_handler')}, by the handler {$facts->setting('session.serialize_handler')}" : 'not there',
            'APCu' => $facts->has('apcu') ? "by the serializer {$facts->setting('apc.serializer')}" : 'not there',
            'igbinary' => Diagnosis::igbinary($facts) . ($users !== [] ? '; used by ' . \implode(', ', $users) : ''),
            'signing' => Diagnosis::signing($facts),
            'dictionaries' => $facts->dictionaries ? 'by the extension' : 'by PHP alone, which is slow',
        ];
        if ($facts->has('brine')) {
            $rows['classes'] = Diagnosis::classes($facts);
        }
        if ($facts->resident !== null) {
            $setting = $facts->setting('brine.resident_memory');
            $shared = $facts->shared;
            $rows['resident'] = match (true) {
                $facts->off !== '' => "off: $facts->off",
                $shared !== null => Text::bytes($facts->resident['bytes'] ?? 0) . ' of ' . Text::bytes($facts->resident['limit'] ?? 0) . ' for ' . ($shared['workers'] ?? 0) . ' workers, '
                . ($facts->resident['entries'] ?? 0) . ' entries, ' . ($shared['hits'] ?? 0) . ' hits',
                default => Text::bytes($facts->resident['bytes'] ?? 0) . ' of ' . ($setting !== '' ? $setting : Text::bytes($facts->resident['limit'] ?? 0)) . ' for each process, '
                . ($facts->resident['hits'] ?? 0) . ' hits, ' . ($facts->resident['misses'] ?? 0) . ' misses',
            };
        }
        $rows['compare'] = Diagnosis::line($facts);
        foreach ($rows as $name => $text) {
            $output->writeln(\sprintf('  %-13s %s', $name, self::shown($text)));
        }
        $output->writeln('');
    }

    /** @return array<string, int> entries of the store's first ones, by format */
    private static function formats(InputInterface $input, string $address): array
    {
        $formats = [];
        $left = self::SAMPLE;
        foreach (Inspector::walk(self::openStore($input, $address)) as $data) {
            $format = Inspector::formatOf($data);
            $format = $format === 'brine' && $data[0] === "\0" ? self::IN_PLACE : $format;
            $formats[$format] = ($formats[$format] ?? 0) + 1;
            if (--$left === 0) {
                break;
            }
        }
        \arsort($formats);

        return $formats;
    }

    /** @param array<string, int>|null $formats null without a store */
    private static function reportFormats(OutputInterface $output, ?array $formats): void
    {
        if ($formats === null) {
            return;
        }
        $output->writeln(['', $formats === [] ? '<comment>The store has no entries.</comment>' : '<comment>The first entries of the store</comment>']);
        foreach ($formats as $format => $entries) {
            $output->writeln(\sprintf('  %-26s %s', $format, \number_format($entries)));
        }
    }

    /**
     * @param array<string, Facts>         $all
     * @param array<string, list<Finding>> $findings
     * @param array<string, int>|null      $formats
     */
    private static function writeJson(OutputInterface $output, array $all, array $findings, ?array $formats): void
    {
        self::json($output, ['facts' => $all, 'findings' => $findings] + ($formats === null ? [] : ['formats' => (object) $formats]));
    }
}
