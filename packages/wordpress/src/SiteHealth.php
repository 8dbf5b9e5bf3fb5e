<?php

declare(strict_types=1);

namespace Brine\WordPress;

/** The test "object cache" of WordPress' Site Health. */
final class SiteHealth
{
    private function __construct()
    {
    }

    /**
     * @param array<mixed> $tests
     * @return array<mixed>
     */
    public static function add(array $tests): array
    {
        $direct = $tests['direct'] ?? [];
        $tests['direct'] = ['brine' => ['label' => 'Brine object cache', 'test' => self::test(...)]] + (\is_array($direct) ? $direct : []);

        return $tests;
    }

    /** @return array{label: string, status: string, badge: array{label: string, color: string}, description: string, actions: string, test: string} */
    public static function test(): array
    {
        $cache = $GLOBALS['wp_object_cache'] ?? null;
        $state = DropIn::ofSite()->state();
        $fault = $cache instanceof ObjectCache ? $cache->fault() : null;
        [$status, $label] = match (true) {
            $state === 'missing' => ['recommended', 'Brine is not in use: wp-content/object-cache.php is missing. "wp brine enable" copies it'],
            $state === 'foreign' => ['recommended', 'Brine is not in use: wp-content/object-cache.php is that of another plugin'],
            !$cache instanceof ObjectCache => ['recommended', 'Brine is not in use, though wp-content/object-cache.php is there: the log of PHP has the reason'],
            $fault !== null => ['critical', 'The object cache has no server'],
            $state === 'outdated' => ['recommended', 'wp-content/object-cache.php is of another version of Brine. "wp brine enable" copies it anew'],
            default => ['good', 'Brine is the object cache'],
        };
        $lines = '';
        foreach ($cache instanceof ObjectCache ? Facts::of($cache) : [] as $name => $fact) {
            $lines .= '<li>' . \esc_html("$name: $fact") . '</li>';
        }

        return [
            'label' => $label,
            'status' => $status,
            'badge' => ['label' => 'Performance', 'color' => 'blue'],
            'description' => '<p>A persistent object cache saves queries of the database.</p>' . ($lines === '' ? '' : "<ul>$lines</ul>"),
            'actions' => '',
            'test' => 'brine',
        ];
    }
}
