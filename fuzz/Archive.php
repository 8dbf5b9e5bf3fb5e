<?php

declare(strict_types=1);

namespace Brine\Tests\Fuzz;

/**
 * The zip archive of a target's kept inputs, which OSS-Fuzz takes too. Equal inputs make equal bytes: files are sorted, without time, and not
 * compressed, so that git stores what has changed.
 */
final class Archive
{
    /** 1 January 1980, the first day that zip knows. */
    private const DAY = 0x21;

    /**
     * @return array<string, string> contents by name
     * @throws \RuntimeException if write() does not make these bytes
     */
    public static function read(string $bytes): array
    {
        $files = [];
        for ($at = 0; \substr($bytes, $at, 4) === "PK\3\4" && \strlen($bytes) - $at >= 30; $at += 30 + $size['name'] + $size['data']) {
            /** @var array{data: int, name: int} $size */
            $size = \unpack('Vdata/vname', $bytes, $at + 22);
            $files[\substr($bytes, $at + 30, $size['name'])] = \substr($bytes, $at + 30 + $size['name'], $size['data']);
        }

        return self::write($files) === $bytes ? $files : throw new \RuntimeException('is not an archive of make fuzz-keep');
    }

    /** @param array<string, string> $files contents by name */
    public static function write(array $files): string
    {
        \ksort($files, \SORT_STRING);
        $entries = $directory = '';
        foreach ($files as $name => $data) {
            $name = (string) $name;
            if (\preg_match('/\A\w+\z/', $name) !== 1) {
                throw new \RuntimeException("an input cannot be named \"$name\": letters, digits and _");
            }
            $size = \strlen($data);
            $head = \pack('v5V3v2', 10, 0, 0, 0, self::DAY, \crc32($data), $size, $size, \strlen($name), 0);
            $directory .= "PK\1\2" . \pack('v', 10) . $head . \pack('v3V2', 0, 0, 0, 0, \strlen($entries)) . $name;
            $entries .= "PK\3\4$head$name$data";
        }
        $count = \count($files);

        return $entries . $directory . "PK\5\6" . \pack('v4V2v', 0, 0, $count, $count, \strlen($directory), \strlen($entries), 0);
    }
}
