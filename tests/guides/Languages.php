<?php

declare(strict_types=1);

namespace Brine\Tests\Guides;

/** Checks of a block without running it. */
final class Languages
{
    /** Blocks that are output, or of a language that nothing here knows. */
    private const OTHER = ['', 'abnf', 'dockerfile', 'env', 'yaml'];

    /** @param \Closure(list<string> $command, string $input): array{int, string} $run status and output of a program */
    public function __construct(private readonly \Closure $run)
    {
    }

    /** @return string what is wrong with it; empty if nothing is */
    public function mistake(Block $block): string
    {
        return match ($block->language) {
            'php' => self::php($block->code),
            'sh', 'console' => $this->shell($block->commands()),
            'ini' => self::ini($block->code),
            'json' => \json_decode($block->code) === null ? \json_last_error_msg() : '',
            'c' => $this->c($block->code),
            default => \in_array($block->language, self::OTHER, true) ? '' : "is of an unknown language: $block->language",
        };
    }

    private static function php(string $code): string
    {
        try {
            \PhpToken::tokenize(\str_starts_with($code, '<?php') ? $code : "<?php $code", \TOKEN_PARSE);
        } catch (\ParseError $error) {
            return $error->getMessage();
        }

        return '';
    }

    /** @param list<string> $commands */
    private function shell(array $commands): string
    {
        [$status, $output] = ($this->run)(['bash', '-n'], \implode("\n", $commands));

        return $status === 0 ? '' : $output;
    }

    /** Every setting is one of PHP or of an extension that is loaded. Those of an extension that is not are not looked at. */
    private static function ini(string $text): string
    {
        // php-fpm's pools have settings of PHP in an array.
        $text = (string) \preg_replace('/^php_(?:admin_)?value\[([\w.]+)\]/m', '$1', $text);
        $settings = @\parse_ini_string($text, false, \INI_SCANNER_RAW);
        if ($settings === false) {
            return 'cannot be parsed';
        }
        $known = (array) \ini_get_all(details: false);
        // igbinary itself is loaded here, and not what takes its place.
        \preg_match_all('/_INI_ENTRY\("([\w.]+)"/', (string) \file_get_contents(__DIR__ . '/../../ext-igbinary/brine_igbinary.c'), $place);
        $known += \array_flip($place[1]);
        $unknown = [];
        foreach (\array_keys($settings) as $name) {
            $extension = \strstr("$name", '.', true);
            $isForeign = $extension !== false && !\extension_loaded($extension === 'apc' ? 'apcu' : $extension);
            if (!\array_key_exists($name, $known) && !$isForeign && !\in_array($name, ['extension', 'zend_extension'], true)) {
                $unknown[] = $name;
            }
        }

        return $unknown === [] ? '' : 'unknown: ' . \implode(', ', $unknown);
    }

    /** Statements of a function of an extension, with a value; #include before them. */
    private function c(string $code): string
    {
        $header = \dirname(__DIR__, 2) . '/ext/php_brine.h';
        $includes = \str_replace('ext/brine/php_brine.h', $header, \implode("\n", \preg_grep('/^#include/', \explode("\n", $code)) ?: []));
        $code = (string) \preg_replace(['/^#include.*$/m', '/\.\.\./'], ['', ';'], $code);
        [, $directories] = ($this->run)([(string) (\getenv('PHP_CONFIG') ?: 'php-config'), '--includes'], '');
        $command = ['cc', '-fsyntax-only', '-Werror=implicit-function-declaration', '-xc', '-', ...\explode(' ', \trim($directories))];
        [$status, $output] = ($this->run)($command, "#include \"php.h\"\n$includes\nvoid example(zval *value)\n{\n$code}\n");

        return $status === 0 ? '' : $output;
    }
}
