<?php

declare(strict_types=1);

namespace Brine\Integration;

use TYPO3\CMS\Core\Cache\Backend\TransientBackendInterface;
use TYPO3\CMS\Core\Utility\GeneralUtility;

/**
 * TYPO3's frontend for variables. Entries are signed by TYPO3's encryption key, for their cache and identifier; entries that TYPO3 wrote before are
 * read as TYPO3 reads them.
 */
final class Typo3Frontend extends Typo3ReadingFrontend
{
    /** TYPO3's hooks for values to be written. */
    private const HOOKS = 't3lib/cache/frontend/class.t3lib_cache_frontend_variablefrontend.php';

    /**
     * @param string $entryIdentifier
     * @param array<string> $tags
     * @param int|null $lifetime seconds
     */
    public function set(mixed $entryIdentifier, mixed $data, array $tags = [], mixed $lifetime = null): void
    {
        if ($this->backend instanceof TransientBackendInterface) {
            parent::set($entryIdentifier, $data, $tags, $lifetime);

            return;
        }
        foreach ($tags as $tag) {
            $this->isValidTag($tag) || throw new \InvalidArgumentException("\"$tag\" is not a valid tag for a cache entry.");
        }
        $parameters = ['entryIdentifier' => &$entryIdentifier, 'variable' => &$data, 'tags' => &$tags, 'lifetime' => &$lifetime];
        foreach ((array) self::configured('SC_OPTIONS', self::HOOKS, 'set') as $hook) {
            GeneralUtility::callUserFunction($hook, $parameters, $this);
        }
        /** @var array{entryIdentifier: string, variable: mixed, tags: array<string>, lifetime: int|null} $parameters */
        ['entryIdentifier' => $key, 'variable' => $variable, 'tags' => $tags, 'lifetime' => $lifetime] = $parameters;
        if (!$this->isValidEntryIdentifier($key)) {
            throw new \InvalidArgumentException("\"$key\" is not a valid cache entry identifier.");
        }
        $this->backend->set($key, $this->codec()->encode($variable, $this->context($key)), $tags, $lifetime);
    }
}
