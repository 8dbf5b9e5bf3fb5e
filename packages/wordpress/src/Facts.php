<?php

declare(strict_types=1);

namespace Brine\WordPress;

use Brine\NativeSerializer;

/** What administrators want to know about the object cache in use. */
final class Facts
{
    /** Values that are measured, at most. */
    private const SAMPLE = 500;

    private function __construct()
    {
    }

    /** @return array<string, string> by label */
    public static function of(ObjectCache $cache): array
    {
        try {
            $settings = $cache->settings();
            $signs = !$settings->signs() ? 'not signed' : ($settings->readsUnsigned() ? 'signed; unsigned ones are read, too' : 'signed');
            $facts = ['Format' => self::format($settings), 'Entries' => $signs];
        } catch (\InvalidArgumentException) {
            // The fault below names it.
            $facts = [];
        }
        $saved = self::saved($cache);

        return [
            'Server' => $cache->server()?->label() ?? 'none: ' . $cache->fault(),
            ...$facts,
            'Extension' => \extension_loaded('brine') ? 'brine ' . \phpversion('brine') : 'not loaded: PHP reads entries of Brine, and new ones are written by serialize()',
            'Sample' => $saved === null
                ? 'no values in this request'
                : "$saved[0] values of this request: $saved[2] bytes, and $saved[1] by serialize()",
        ];
    }

    private static function format(Settings $settings): string
    {
        $format = $settings->format();

        return $format === 'brine' && !\extension_loaded('brine') ? 'native' : $format;
    }

    /** @return array{int, int, int}|null how many values were measured, their bytes by serialize(), and their bytes as entries */
    private static function saved(ObjectCache $cache): ?array
    {
        $sum = [0, 0, 0];
        $native = new NativeSerializer();
        try {
            $codec = new Codec($cache->settings());
        } catch (\LogicException) {
            return null;
        }
        foreach ($cache->cache as $values) {
            foreach ($values as $name => $value) {
                try {
                    $bytes = [\strlen($native->serialize($value)), \strlen($codec->encode($value, $name))];
                } catch (\Throwable) {
                    continue;
                }
                $sum = [$sum[0] + 1, $sum[1] + $bytes[0], $sum[2] + $bytes[1]];
                if ($sum[0] === self::SAMPLE) {
                    return $sum;
                }
            }
        }

        return $sum[0] === 0 ? null : $sum;
    }
}
