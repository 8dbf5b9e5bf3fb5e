<?php

declare(strict_types=1);

namespace Brine\Integration;

use Brine\Auto;
use Brine\EntryCodec;
use Brine\Format;
use Brine\Signed;
use Brine\StaleEntries;
use TYPO3\CMS\Core\Cache\Backend\TransientBackendInterface;
use TYPO3\CMS\Core\Cache\Frontend\VariableFrontend;
use TYPO3\CMS\Core\Log\LogManager;
use TYPO3\CMS\Core\Utility\GeneralUtility;

/** TYPO3, on the way back: writes as TYPO3 does, and reads what Typo3Frontend has written too. */
class Typo3ReadingFrontend extends VariableFrontend
{
    private ?EntryCodec $codec = null;
    private ?StaleEntries $stale = null;

    /** @param string $entryIdentifier */
    public function get(mixed $entryIdentifier): mixed
    {
        if ($this->backend instanceof TransientBackendInterface || !$this->isValidEntryIdentifier($entryIdentifier)) {
            return parent::get($entryIdentifier);
        }
        $bytes = $this->backend->get($entryIdentifier);

        return \is_string($bytes) && Format::of($bytes) === Format::Signed
            ? $this->codec()->read($bytes, $this->context($entryIdentifier), false)
            : parent::get($entryIdentifier);
    }

    /** @throws \LogicException if TYPO3 has no encryption key yet */
    final protected function codec(): EntryCodec
    {
        // Late: caches are made before the configuration is loaded.
        return $this->codec ??= new EntryCodec(new Signed(new Auto(), \hash_hmac('sha256', 'brine', self::encryptionKey())), $this->report(...));
    }

    final protected function context(string $entryIdentifier): string
    {
        return "$this->identifier/$entryIdentifier";
    }

    private function report(\Throwable $error, string $context): void
    {
        $words = ['entry' => $context, 'message' => $error->getMessage()];
        $logger = GeneralUtility::makeInstance(LogManager::class)->getLogger(self::class);
        $this->stale ??= new StaleEntries();
        if ($this->stale->note($error, $logger, $words) === null) {
            $logger->warning('The cache entry {entry} cannot be read, and is a miss: {message}', $words);
        }
    }

    private static function encryptionKey(): string
    {
        $key = self::configured('SYS', 'encryptionKey');

        return \is_string($key) && $key !== '' ? $key : throw new \LogicException('TYPO3 has no encryption key, by which cache entries are signed');
    }

    /** A value of TYPO3's configuration; null if there is none. */
    final protected static function configured(string ...$path): mixed
    {
        $value = $GLOBALS['TYPO3_CONF_VARS'] ?? null;
        foreach ($path as $name) {
            $value = \is_array($value) ? $value[$name] ?? null : null;
        }

        return $value;
    }
}
