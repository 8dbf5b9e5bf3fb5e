<?php

declare(strict_types=1);

namespace Brine\Dictionary;

use Brine\DecodeException;
use Brine\Dictionary;
use Brine\Format\Dictionary\Contents;
use Brine\Internal\DecodeError;
use Brine\Internal\Failure;

/**
 * Finds dictionaries that payloads name and PHP has not loaded. It remembers missing ids for a while, so that a source is not asked for each
 * payload.
 *
 * @internal
 */
final class Lookup
{
    /** How long a missing id is remembered, and how many ids are. */
    public const SECONDS = 60.0;
    public const MAX = 256;

    /** A source may itself read entries that lack a dictionary, up to this depth. */
    private const LEVELS = 16;

    /** @var array<array-key, float> until when, by id */
    private array $missing = [];

    /** Open searches. */
    private int $level = 0;

    /** @param (\Closure(): float)|null $clock seconds from any time on */
    public function __construct(private readonly Source $source, private readonly ?\Closure $clock = null)
    {
    }

    /**
     * The source's dictionary with this id.
     *
     * @throws DecodeException if it is another one
     */
    public static function expect(string $id, Dictionary $dictionary): Dictionary
    {
        return $dictionary->id() === $id
            ? $dictionary
            : throw DecodeError::with('bad_dictionary', "the dictionary is {$dictionary->id()} and not $id,", 0);
    }

    /**
     * Registers the dictionary that a payload lacks.
     *
     * @param DecodeException $error why the payload was not read
     * @return bool whether to read it once more
     * @throws DecodeException if the source has something else there, or there are too many
     */
    public function provide(DecodeException $error, string $data): bool
    {
        if ($error->getReason() !== 'unknown_dictionary') {
            return false;
        }
        $id = \bin2hex(\substr($data, $error->getOffset(), Contents::ID_SIZE));
        if ($this->level >= self::LEVELS || ($this->missing[$id] ?? 0.0) > $this->now()) {
            return false;
        }
        // Marked before the search: the source may read entries that name the same dictionary.
        $this->remember($id);
        ++$this->level;
        try {
            $dictionary = $this->source->find($id);
        } catch (DecodeException $found) {
            throw Failure::again($found, "The dictionary $id cannot be read: " . $found->getMessage(), $error->getOffset());
        } catch (\Throwable $error) {
            unset($this->missing[$id]);
            throw $error;
        } finally {
            --$this->level;
        }
        if ($dictionary === null) {
            return false;
        }
        unset($this->missing[$id]);
        $dictionary->load();

        return true;
    }

    private function remember(string $id): void
    {
        if (\count($this->missing) >= self::MAX) {
            $now = $this->now();
            $this->missing = \array_filter($this->missing, static fn (float $until): bool => $until > $now);
            if (\count($this->missing) >= self::MAX) {
                // array_shift() would renumber ids that consist of digits.
                unset($this->missing[\array_key_first($this->missing)]);
            }
        }
        $this->missing[$id] = $this->now() + self::SECONDS;
    }

    private function now(): float
    {
        return $this->clock !== null ? ($this->clock)() : \hrtime(true) / 1e9;
    }
}
