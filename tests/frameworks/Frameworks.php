<?php

declare(strict_types=1);

namespace Brine\Tests\Frameworks;

use Brine\Tests\Guides\Page;

/** Finds the frameworks: by Composer, as checkouts, or as stand-ins. */
final class Frameworks
{
    /** Where Composer has put the packages of composer.json. */
    private const VENDOR = __DIR__ . '/vendor/autoload.php';

    public static bool $isReal = true;

    /**
     * Makes a class loadable: from BRINE_FRAMEWORKS, where Composer has installed it or its checkout lies, else from stand-ins. Ends the script if
     * there is none.
     *
     * @param class-string $class
     * @param list<string> $checkouts directories in BRINE_FRAMEWORKS
     */
    public static function load(string $class, array $checkouts, ?string $standIn = null): void
    {
        $directory = (string) \getenv('BRINE_FRAMEWORKS');
        if (\class_exists($class)) {
            return;
        }
        foreach ([self::VENDOR, "$directory/vendor/autoload.php"] as $file) {
            if (\is_file($file)) {
                require_once $file;
            }
        }
        foreach ($checkouts as $checkout) {
            if ($directory !== '' && \is_file("$directory/$checkout/composer.json")) {
                self::loadCheckout("$directory/$checkout");
            }
        }
        if (\class_exists($class) || \interface_exists($class)) {
            return;
        }
        self::$isReal = false;
        if ($standIn === null) {
            echo 'left out, neither installed nor in BRINE_FRAMEWORKS: ', \implode(', ', $checkouts), "\n";
            echo "0 passed, 0 failed\n";
            exit(0);
        }
        require_once __DIR__ . "/stand-ins/$standIn.php";
        echo 'against stand-ins, neither installed nor in BRINE_FRAMEWORKS: ', \implode(', ', $checkouts), "\n";
    }

    /** Registers the classes of a checkout by its composer.json. */
    private static function loadCheckout(string $directory): void
    {
        $autoload = \json_decode((string) \file_get_contents("$directory/composer.json"), true, flags: \JSON_THROW_ON_ERROR)['autoload'] ?? [];
        $map = [];
        foreach ($autoload['classmap'] ?? [] as $path) {
            $map += self::classMap("$directory/$path");
        }
        \spl_autoload_register(static function (string $class) use ($directory, $autoload, $map): void {
            $files = [$map[$class] ?? ''];
            foreach ($autoload['psr-4'] ?? [] as $prefix => $path) {
                if (\str_starts_with($class, $prefix)) {
                    $files[] = "$directory/$path/" . \strtr(\substr($class, \strlen($prefix)), '\\', '/') . '.php';
                }
            }
            foreach ($files as $file) {
                if (\is_file($file)) {
                    require_once $file;
                }
            }
        });
        foreach ($autoload['files'] ?? [] as $file) {
            require_once "$directory/$file";
        }
    }

    /** @return array<string, string> files by class */
    private static function classMap(string $directory): array
    {
        $map = [];
        foreach (new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator($directory, \FilesystemIterator::SKIP_DOTS)) as $file) {
            $text = $file->getExtension() === 'php' ? (string) \file_get_contents($file->getPathname()) : '';
            $namespace = \preg_match('/^namespace ([\w\\\\]+);/m', $text, $match) === 1 ? "$match[1]\\" : '';
            \preg_match_all('/^(?:(?:abstract|final|readonly) )*(?:class|interface|trait|enum) (\w+)/m', $text, $matches);
            foreach ($matches[1] as $name) {
                $map[$namespace . $name] = $file->getPathname();
            }
        }

        return $map;
    }

    /** The code of the first example of docs/frameworks.md that has a word. */
    public static function block(string $word): string
    {
        foreach ((new Page(\dirname(__DIR__, 2), 'docs/frameworks.md'))->blocks() as $block) {
            if (\str_contains($block->code, $word)) {
                return $block->code;
            }
        }
        throw new \LogicException("docs/frameworks.md has no example with $word");
    }

    /**
     * Runs an example of docs/frameworks.md.
     *
     * @param string                $word       that the example has
     * @param array<string, mixed>  $variables  of the example
     * @param array<string, string> $replaced   in its code, such as addresses of servers; each must occur
     * @return array<string, mixed> its variables, and what it returns by the name "return"
     */
    public static function example(string $word, array $variables = [], array $replaced = []): array
    {
        $code = self::block($word);
        foreach ($replaced as $from => $to) {
            \str_contains($code, $from) || throw new \LogicException("The example with $word has no $from");
        }

        return (static function (string $code) use ($variables): array {
            \extract($variables);
            $return = eval($code);
            unset($code, $variables);

            return \get_defined_vars();
        })(\strtr($code, $replaced));
    }
}
