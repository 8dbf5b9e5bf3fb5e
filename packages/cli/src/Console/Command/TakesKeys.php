<?php

declare(strict_types=1);

namespace Brine\Console\Command;

use Brine\Console\UsageError;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;

/**
 * Options for signing keys. Keys are never arguments, since other users of the machine can see those.
 *
 * @internal
 * @phpstan-require-extends Command
 */
trait TakesKeys
{
    private function addKeys(): static
    {
        return $this
            ->addOption('key-file', null, InputOption::VALUE_REQUIRED | InputOption::VALUE_IS_ARRAY, 'A file with a signing key; a line end at its end does not count')
            ->addOption('key-env', null, InputOption::VALUE_REQUIRED | InputOption::VALUE_IS_ARRAY, 'The environment variable with a signing key')
            ->addOption('context', null, InputOption::VALUE_REQUIRED, 'What the frame is bound to: in a cache, the key of the entry', '');
    }

    /**
     * @return list<string> empty if no option names one
     * @throws UsageError
     */
    private static function keys(InputInterface $input): array
    {
        $keys = [];
        foreach (self::texts($input, 'key-file') as $file) {
            $keys[] = (string) \preg_replace('/\r?\n\z/', '', self::read($file));
        }
        foreach (self::texts($input, 'key-env') as $name) {
            $keys[] = (string) \getenv($name);
        }
        if (\in_array('', $keys, true)) {
            throw new UsageError('A signing key is empty, or its environment variable is not set');
        }

        return $keys;
    }

    /**
     * @return non-empty-list<string>
     * @throws UsageError
     */
    private static function needKeys(InputInterface $input): array
    {
        $keys = self::keys($input);

        return $keys !== [] ? $keys : throw new UsageError('Give the signing key by --key-file FILE or --key-env NAME');
    }
}
