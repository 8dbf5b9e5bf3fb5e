<?php

declare(strict_types=1);

namespace Brine\Bench\Html;

use Brine\Bench\Result\Comparison;
use Brine\Bench\Result\Environment;
use Brine\Bench\Result\ResultFile;

/**
 * The report as one HTML page that loads nothing: page.html with page.css, page.js and the results. Its policy allows only its own style and
 * script, by hash.
 */
final class Page
{
    private const NAMES = [
        'php' => 'PHP', 'system' => 'System', 'cpu' => 'Processor', 'opcache' => 'OPcache', 'jit' => 'JIT', 'load' => 'Load at the beginning', 'processors' => 'Processors',
        'rounds' => 'Rounds', 'processes' => 'Processes that these are divided between', 'sample_ms' => 'Least milliseconds of a sample',
    ];

    private function __construct()
    {
    }

    public static function of(ResultFile $file): string
    {
        $colours = new Colours($file->tables);
        $sections = \array_map(static fn (Comparison $table): Section => new Section($table, $colours), $file->tables);
        $style = self::part('page.css');
        $script = self::part('page.js');

        // In one pass, so that inserted text is not searched for placeholders.
        return \strtr(self::part('page.html'), [
            '{{style}}' => $style,
            '{{script}}' => $script,
            '{{style-hash}}' => self::hash($style),
            '{{script-hash}}' => self::hash($script),
            '{{where}}' => Html::text(self::where($file)),
            '{{behind}}' => Behind::html($file),
            '{{summary}}' => \implode('', \array_map(static fn (Section $section): string => $section->summary(), $sections)),
            '{{sections}}' => \implode('', \array_map(static fn (Section $section): string => $section->html(), $sections)),
            '{{environment}}' => self::environment($file),
            '{{processes}}' => Html::text(\in_array(self::fact($file, 'processes'), [null, '1'], true) ? 'One process' : self::fact($file, 'processes') . ' processes'),
            '{{rounds}}' => Html::text(self::fact($file, 'rounds') ?? 'several'),
            '{{sample-ms}}' => Html::text(self::fact($file, 'sample_ms') ?? 'some'),
        ]);
    }

    /** The environment in one line. */
    private static function where(ResultFile $file): string
    {
        $opcache = self::fact($file, 'opcache');
        $words = ['PHP ' . self::fact($file, 'php'), $opcache === null ? null : "OPcache $opcache", self::fact($file, 'cpu'), self::fact($file, 'system'), Environment::doubt($file->environment['load'] ?? null, $file->environment['processors'] ?? null)];

        return \implode(' · ', \array_filter($words, static fn (?string $word): bool => $word !== null));
    }

    /** A scalar fact of the environment. */
    private static function fact(ResultFile $file, string $name): ?string
    {
        $fact = $file->environment[$name] ?? null;

        return match (true) {
            \is_bool($fact) => $fact ? 'on' : 'off',
            \is_scalar($fact) => (string) $fact,
            default => null,
        };
    }

    private static function environment(ResultFile $file): string
    {
        $list = '';
        foreach ($file->environment as $name => $value) {
            $named = match ($name) {
                'extensions' => 'Extension',
                'missing' => 'Not measured:',
                default => null,
            };
            if ($named === null) {
                $list .= self::line(self::NAMES[$name] ?? \ucfirst(\strtr("$name", '_', ' ')), self::fact($file, "$name"));
                continue;
            }
            foreach ((array) $value as $key => $text) {
                $list .= self::line("$named $key", \is_scalar($text) ? (string) $text : null);
            }
        }

        return $list;
    }

    private static function line(string $name, ?string $fact): string
    {
        return $fact === null ? '' : Html::element('dt', [], Html::text($name)) . Html::element('dd', [], Html::text($fact));
    }

    private static function part(string $name): string
    {
        $text = \file_get_contents(__DIR__ . "/$name");

        return $text !== false ? $text : throw new \RuntimeException(__DIR__ . "/$name is not read");
    }

    private static function hash(string $text): string
    {
        return "'sha256-" . \base64_encode(\hash('sha256', $text, true)) . "'";
    }
}
