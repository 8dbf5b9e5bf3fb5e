<?php

declare(strict_types=1);

/** Which extensions and settings a PHP of the check has, written as its only ini file. */
final class Php
{
    /**
     * @param bool $brine whether it has brine.so
     * @param string|null $place if set, brine_igbinary.so instead of igbinary, writing this format
     * @param array<string, string|int> $settings
     */
    public function __construct(
        public readonly bool $brine = false,
        public readonly ?string $place = null,
        public readonly array $settings = [],
    ) {
    }

    /** @param string $log file of PHP's errors */
    public function ini(string $log): string
    {
        $build = (string) getenv('BRINE_BUILD');
        $lines = [];
        foreach (array_filter(array_map(trim(...), explode(',', (string) php_ini_scanned_files()))) as $file) {
            if (preg_match_all('/^\s*(?:zend_)?extension\s*=\s*"?(\S+?)"?\s*$/m', (string) file_get_contents($file), $found, PREG_SET_ORDER) > 0) {
                foreach ($found as [$line, $extension]) {
                    $name = basename($extension, '.so');
                    if ($name === 'igbinary' && $this->place !== null) {
                        $line = "extension=$build/igbinary/modules/brine_igbinary.so\nextension=$build/modules/brine.so\nigbinary.format=$this->place";
                    } elseif ($name === 'brine' || $name === 'brine_igbinary') {
                        continue;
                    }
                    $lines[] = trim($line);
                }
            }
        }
        if ($this->brine && $this->place === null) {
            $lines[] = "extension=$build/modules/brine.so";
        }
        $settings = $this->settings + [
            'opcache.revalidate_freq' => 0, 'opcache.jit' => 'off', 'memory_limit' => '512M', 'max_execution_time' => 0,
            'log_errors' => 1, 'display_errors' => 0, 'error_reporting' => E_ALL, 'error_log' => $log, 'date.timezone' => 'UTC',
        ];
        foreach ($settings as $name => $value) {
            $lines[] = "$name=" . (is_string($value) ? "\"$value\"" : $value);
        }

        return implode("\n", $lines) . "\n";
    }
}
