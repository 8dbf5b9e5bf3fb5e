<?php

declare(strict_types=1);

/*
 * Makes the pages of an archive readable without the project: a link to a file that the archive lacks becomes the file's name, and the last line
 * says where it is. Pictures that it lacks are removed.
 * usage: php scripts/dist/pages.php DIRECTORY FOLDER VERSION      FOLDER: of the project, that DIRECTORY is a copy of
 */

[, $directory, $folder, $version] = $argv;
foreach (glob("$directory/*.md") ?: [] as $page) {
    $exists = static fn (string $path): bool => file_exists("$directory/" . explode('#', $path)[0]);
    $before = (string) file_get_contents($page);
    $text = (string) preg_replace_callback(
        '~<picture>.*?src="([^"]+)".*?</picture>\n*~s',
        static fn (array $match): string => $exists($match[1]) ? $match[0] : '',
        $before,
    );
    $text = (string) preg_replace_callback(
        '~\[([^]]+)\]\((?!\w+:|#)([^)\s]+)\)~',
        static function (array $match) use ($exists, $folder): string {
            if ($exists($match[2])) {
                return $match[0];
            }
            $name = explode('#', $match[2])[0];
            for ($parent = $folder; str_starts_with($name, '../'); $parent = dirname($parent)) {
                $name = substr($name, 3);
            }
            $name = $parent === '.' ? $name : "$parent/$name";

            return str_ends_with($name, $match[1]) ? $name : "$match[1] ($name)";
        },
        $text,
    );
    if ($text !== $before) {
        file_put_contents($page, "$text\nThe pages that are named here without a link are in Brine's source, at the tag $version.\n");
    }
}
