<?php

declare(strict_types=1);

namespace Drupal\brine\Status;

use Drupal\Core\KeyValueStore\KeyValueFactoryInterface;
use Drupal\Core\KeyValueStore\KeyValueStoreInterface;

/** State of the module between processes. Not kept in a cache, which may itself be broken. */
final class Record
{
    private readonly KeyValueStoreInterface $store;

    public function __construct(KeyValueFactoryInterface $factory)
    {
        $this->store = $factory->get('brine');
    }

    /** Not atomic: concurrent updates may be lost. */
    public function addDamaged(int $number): void
    {
        $this->store->set('damaged', $this->damaged() + $number);
    }

    /** Number of unreadable entries since the last rebuild, or fewer if updates were lost. */
    public function damaged(): int
    {
        $number = $this->store->get('damaged', 0);

        return \is_int($number) ? $number : 0;
    }

    /**
     * @param bool $isNative whether entries are native text from now on
     * @param bool $isSigned whether entries are signed from now on
     * @return bool whether both were already so before
     */
    public function rebuilt(bool $isNative, bool $isSigned): bool
    {
        $isSame = $this->isNative() === $isNative && $this->store->get('signed', false) === $isSigned;
        $this->store->set('damaged', 0);
        $this->store->set('native', $isNative);
        $this->store->set('signed', $isSigned);

        return $isSame;
    }

    /** Whether native text was written at the last rebuild. */
    public function isNative(): bool
    {
        return $this->store->get('native', false) === true;
    }

    /** Facts about the running PHP: the command line may have other extensions than the web server. */
    public function seePhp(): void
    {
        $this->store->set('php.' . self::kind(\PHP_SAPI), [
            'sapi' => \PHP_SAPI,
            'php' => \PHP_VERSION,
            'brine' => \phpversion('brine'),
            'apcu' => \extension_loaded('apcu') ? (string) \ini_get('apc.serializer') : null,
        ]);
    }

    /** @return array<'web'|'command line', array{sapi: string, php: string, brine: string|false, apcu: string|null}> PHPs that were seen */
    public function php(): array
    {
        $seen = [];
        foreach (['web', 'command line'] as $kind) {
            $php = $this->store->get("php.$kind");
            if (\is_array($php)) {
                /** @var array{sapi: string, php: string, brine: string|false, apcu: string|null} $php as written by seePhp() */
                $seen[$kind] = $php;
            }
        }

        return $seen;
    }

    private static function kind(string $sapi): string
    {
        return \in_array($sapi, ['cli', 'phpdbg'], true) ? 'command line' : 'web';
    }
}
