<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use PHPUnit\Framework\TestCase;

/** docs/compatibility.md lists the classes that are promised: those of the library that are not marked as internal. */
final class PromisedClassesTest extends TestCase
{
    private const ROOT = __DIR__ . '/../..';

    /** Directories of classes that may be part of the promise, by namespace. */
    private const FOLDERS = ['Brine\\' => 'src', 'Brine\\MessagePack\\' => 'packages/msgpack/src', 'Brine\\Training\\' => 'packages/cli/src/Training'];

    public function testAllThatIsNotInternalIsOnThePage(): void
    {
        $missing = [];
        foreach (self::classes() as $class => $file) {
            if (!self::isInternal($file) && !\in_array($class, self::promised(), true)) {
                $missing[] = $class;
            }
        }
        self::assertSame([], $missing, 'The page lacks them, or they lack @internal');
    }

    public function testAllOnThePageIsThereAndNotInternal(): void
    {
        $classes = self::classes();
        foreach (self::promised() as $class) {
            // The extension has classes of exceptions by itself.
            $file = $classes[$class] ?? self::ROOT . '/' . \strtr($class, ['Brine\\' => 'src/', '\\' => '/']) . '.php';
            // Those for frameworks load only with the framework.
            $isThere = \str_starts_with($class, 'Brine\Integration\\') && isset($classes[$class]);
            self::assertTrue($isThere || \class_exists($class) || \interface_exists($class) || \enum_exists($class), $class);
            self::assertFalse(\is_file($file) && self::isInternal($file), "$class is internal");
        }
        self::assertSame(\array_unique(self::promised()), self::promised());
    }

    /** @return list<string> */
    private static function promised(): array
    {
        $page = (string) \file_get_contents(self::ROOT . '/docs/compatibility.md');
        $section = \explode("\n#", \explode("\n### Classes\n", $page)[1] ?? self::fail('The page has no such section'))[0];
        $rows = \implode("\n", \array_filter(\explode("\n", $section), static fn (string $line): bool => \str_starts_with($line, '|')));
        self::assertGreaterThan(50, \preg_match_all('/`([A-Z][\w\\\\]*)`/', $rows, $names));

        return \array_map(static fn (string $name): string => "Brine\\$name", $names[1]);
    }

    /** @return array<string, string> the files of the classes */
    private static function classes(): array
    {
        $classes = [];
        foreach (self::FOLDERS as $namespace => $folder) {
            $root = (string) \realpath(self::ROOT . "/$folder");
            /** @var \SplFileInfo $file */
            foreach (new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator($root, \FilesystemIterator::SKIP_DOTS)) as $file) {
                $path = $file->getPathname();
                $class = $namespace . \strtr(\substr($path, \strlen($root) + 1, -4), '/', '\\');
                // Files in lower case have no class.
                if (\str_ends_with($path, '.php') && \preg_match('/\\\\[A-Z]\w*$/', $class) === 1) {
                    $classes[$class] = $path;
                }
            }
        }
        self::assertGreaterThan(100, \count($classes));

        return $classes;
    }

    /** Whether the comment of the class says so: it may not be loaded, since packages that it is for may be missing. */
    private static function isInternal(string $file): bool
    {
        $code = (string) \file_get_contents($file);
        if (\preg_match('/^(?:(?:abstract|final|readonly) )*(?:class|interface|trait|enum) \w/m', $code, $match, \PREG_OFFSET_CAPTURE) !== 1) {
            self::fail("There is no class in $file");
        }
        $before = \substr($code, 0, $match[0][1]);

        return \str_contains(\substr($before, (int) \strrpos($before, '/**')), '@internal');
    }
}
