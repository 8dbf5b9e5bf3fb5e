<?php

declare(strict_types=1);

namespace Brine\Tests\Frozen;

use Brine\Tests\Vectors\Vector;

/**
 * Compares what is frozen with its checksums, with the commit that added it, and with the current vectors, which may be more. Without the history
 * of git, the checksums and the vectors remain.
 */
final class Unchanged
{
    private const FOLDER = 'tests/format/frozen';
    private const VECTORS = 'tests/format/vectors';

    /** The current vectors of each file, and the key of what a reader is given. */
    private const LISTS = ['frames.json' => 'signed.json', 'envelopes.json' => 'envelopes.json'];

    /** @param string $root of the project */
    public function __construct(private readonly string $root)
    {
    }

    /** @return list<string> what was changed */
    public function mistakes(): array
    {
        $mistakes = [];
        $commits = $this->commits();
        foreach (\array_diff(\array_keys($commits), $this->versions()) as $version) {
            $mistakes[] = "$version: the folder is gone";
        }
        foreach ($this->versions() as $version) {
            $folder = "$this->root/" . self::FOLDER . "/$version";
            if (Folder::sums($folder) !== (string) @\file_get_contents("$folder/" . Folder::SUMS)) {
                $mistakes[] = "$version: the files are not those of " . Folder::SUMS;
            }
            foreach (isset($commits[$version]) ? $this->changes($version, $commits[$version]) : [] as $file) {
                $mistakes[] = "$version/$file: not as in the commit that added it";
            }
            \array_push($mistakes, ...$this->replaced($version));
        }

        return $mistakes;
    }

    /** @return array<mixed> a vector without its comments, and without the form, which a writer may change */
    public static function meaning(string $name, string $text): array
    {
        $vector = Vector::parse($name, $text);

        return [$vector->payload(), $vector->nativeText(), $vector->options, $vector->dictionary];
    }

    /** @return list<string> */
    private function versions(): array
    {
        return \array_map(\basename(...), \glob("$this->root/" . self::FOLDER . '/*', \GLOB_ONLYDIR) ?: []);
    }

    /** @return array<string, string> by version: the first commit that added its checksums */
    private function commits(): array
    {
        $commits = [];
        $log = $this->git('log', '--full-history', '--diff-filter=A', '--format=%H', '--name-only', '--', self::FOLDER . '/*/' . Folder::SUMS);
        foreach (\explode("\n", $log) as $line) {
            if (\preg_match('/^[0-9a-f]{40,64}$/D', $line) === 1) {
                $commit = $line;
            } elseif ($line !== '' && isset($commit)) {
                // The first one comes last.
                $commits[\basename(\dirname($line))] = $commit;
            }
        }

        return $commits;
    }

    /** @return list<string> names of files that differ from the commit */
    private function changes(string $version, string $commit): array
    {
        $folder = self::FOLDER . "/$version";
        $then = [];
        foreach (\explode("\0", $this->git('ls-tree', '-r', '-z', $commit, '--', "$folder/")) as $entry) {
            if (\preg_match('~^\d+ blob ([0-9a-f]+)\t(.*)$~sD', $entry, $match) === 1) {
                $then[\substr($match[2], \strlen($folder) + 1)] = $match[1];
            }
        }
        $now = [];
        // In the commit that added a version, each vector may be a file.
        foreach (isset($then[Folder::VECTORS]) ? Folder::files("$this->root/$folder") : Folder::parts("$this->root/$folder") as $name => $bytes) {
            $now[$name] = \hash(\strlen((string) \current($then)) === 64 ? 'sha256' : 'sha1', 'blob ' . \strlen($bytes) . "\0$bytes");
        }

        return \array_keys(\array_diff_assoc($then, $now) + \array_diff_key($now, $then));
    }

    /** What git prints; nothing where the tree is in no repository, or git is not there. */
    private function git(string ...$arguments): string
    {
        // An archive may be in another repository.
        if (!\file_exists("$this->root/.git")) {
            return '';
        }
        $process = \proc_open(['git', '-c', 'safe.directory=*', '-C', $this->root, ...$arguments], [1 => ['pipe', 'w'], 2 => ['file', '/dev/null', 'w']], $pipes);
        $output = $process === false ? '' : (string) \stream_get_contents($pipes[1]);

        return $process !== false && \proc_close($process) === 0 ? $output : '';
    }

    /** @return iterable<string> vectors of a version that are gone today, or have other bytes or another value */
    private function replaced(string $version): iterable
    {
        $then = "$this->root/" . self::FOLDER . "/$version";
        $now = "$this->root/" . self::VECTORS;
        foreach (Folder::vectors($then) as $name => $text) {
            $current = \is_file("$now/$name") ? self::meaning($name, (string) \file_get_contents("$now/$name")) : null;
            if ($current !== self::meaning($name, $text)) {
                yield "$version/$name: " . ($current === null ? 'there is no such vector any more' : 'the vector has other bytes, or another value');
            }
        }
        foreach (self::LISTS as $list => $current) {
            $present = self::entries("$now/$current");
            foreach (self::entries("$then/$list") as $name => $entry) {
                // Envelopes that were written for this version are in no list.
                if (!\str_starts_with($name, 'written_by_') && ($present[$name] ?? null) !== $entry) {
                    yield "$version/$list, $name: $current has another one, or none";
                }
            }
        }
    }

    /** @return array<string, array<string, string>> by name, without descriptions */
    private static function entries(string $file): array
    {
        $entries = \json_decode((string) @\file_get_contents($file), true) ?? [];

        return \array_map(static fn (array $entry): array => \array_diff_key($entry, ['description' => '']), \array_column($entries, null, 'name'));
    }
}
