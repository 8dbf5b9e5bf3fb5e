<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Deployment;

/**
 * Two releases of an application, "old" and "new", in directories of their own: the classes of each change of class_changes.php before and after it,
 * in the namespaces N01, N02, …
 */
final class Releases
{
    /** The old classes take what the new ones write, but not the other way round. */
    private const ONE_WAY = ['type narrowed too far', 'enum case removed', 'enum case renamed', 'class renamed', 'bag declares'];

    /** @var array<string, array{string, string, string|null, 3?: string}> */
    private static array $changes = [];

    /** @return array<string, array{string, string, string|null, 3?: string}> as class_changes.php has them */
    public static function changes(): array
    {
        if (self::$changes === []) {
            /** @var array<string, array{string, string, string|null, 3?: string}> $changes */
            $changes = require \dirname(__DIR__) . '/class_changes.php';
            self::$changes = $changes;
        }

        return self::$changes;
    }

    /**
     * Makes the directories releases/old and releases/new, with a script that answers requests, and a link "current" to the old one.
     *
     * @param string $application script of the framework, whose requests Application answers
     * @param array<string, mixed> $settings
     */
    public static function make(string $directory, string $application, array $settings): void
    {
        foreach (['old', 'new'] as $i => $release) {
            $path = "$directory/releases/$release";
            \mkdir($path, 0o755, true);
            foreach (\array_values(self::changes()) as $number => $change) {
                $return = $release === 'old' ? ' return $v;' : '';
                \file_put_contents(\sprintf("$path/N%02d.php", $number + 1), \sprintf("<?php\nnamespace N%02d;\n%s%s\n", $number + 1, $change[$i], $return));
            }
            $constants = "const RELEASE = '$path';\nconst SETTINGS = " . \var_export($settings, true) . ";\n";
            \file_put_contents("$path/index.php", "<?php\n{$constants}require '$application';\n");
        }
        \symlink("$directory/releases/old", "$directory/current");
    }

    /** What the reader of one release makes of an entry of the other one. */
    public static function outcome(string $name, string $reader): Outcome
    {
        $expected = self::changes()[$name][2];

        return match (true) {
            $expected === null, $reader === 'old' && \in_array($name, self::ONE_WAY, true) => Outcome::Hit,
            \preg_match('/^[a-z_]+: /', $expected) === 1 => Outcome::Damaged,
            default => Outcome::Stale,
        };
    }

    /** Whether the new class has objects that can be written. */
    public static function hasObjects(string $name): bool
    {
        return !\str_starts_with((string) self::changes()[$name][2], 'bad_class: ');
    }
}
