<?php

declare(strict_types=1);

namespace Brine\Format;

use Brine\Format\Dictionary\Contents;
use Brine\Format\Dictionary\Registry;

/**
 * Dictionaries in the extension if it is loaded, otherwise in PHP.
 *
 * @internal
 */
final class Dictionaries
{
    /** File of the calls to the extension's functions; errors of built-in classes name it. */
    public const FILE = __FILE__;

    private function __construct()
    {
    }

    /** Registers a dictionary. */
    public static function load(Contents $contents, string $bytes): void
    {
        if (\extension_loaded('brine')) {
            \brine_dictionary_load($bytes);
        } else {
            Registry::add($contents);
        }
    }

    /**
     * @param string $algorithm "zlib" or "zstd"
     * @return string|null null if the dictionary is not known, or has no preset for this algorithm
     */
    public static function preset(string $id, string $algorithm): ?string
    {
        return \brine_dictionary_preset(\bin2hex($id), $algorithm);
    }

    /** @throws \Brine\Exception as brine_serialize() */
    public static function serialize(mixed $value, Contents $contents): string
    {
        return \brine_serialize($value, ['dictionary' => \bin2hex($contents->id())]);
    }
}
