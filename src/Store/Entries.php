<?php

declare(strict_types=1);

namespace Brine\Store;

use Brine\Auto;
use Brine\Decorator;
use Brine\EncodeException;
use Brine\EntryCodec;
use Brine\Internal\Failure;
use Brine\Serializer;
use Brine\Signed;
use Brine\StaleEntries;
use Psr\Log\LoggerInterface;

/**
 * Turns values into entries and back: integers into their digits, so that the server can count; other values by the codec, signed for their key.
 *
 * An unreadable entry is a cache miss, logged once; a stale one once for its class.
 *
 * @internal
 */
final class Entries
{
    /** Bytes of the longest integer, with its sign. */
    public const MAX_DIGITS = 20;

    /** How many logged keys are remembered. */
    private const MAX_TOLD = 1000;

    /** Writes and reads all but integers, with the name as context of a signature. */
    public readonly EntryCodec $codec;
    /** Whether unsigned bytes are rejected: then integers are signed, too. */
    private readonly bool $isStrict;
    public readonly StaleEntries $stale;
    /** @var array<string, true> keys of unreadable entries that were logged */
    private array $told = [];
    /** Whether write() may call brine_serialize() directly for values that are not integers. */
    private bool $isDirect;

    public function __construct(Serializer $serializer, private readonly ?LoggerInterface $logger)
    {
        $isStrict = false;
        for ($within = $serializer; $within instanceof Decorator && !$within instanceof Auto; $within = $within->inner()) {
            $isStrict = $isStrict || ($within instanceof Signed && $within->isStrict());
        }
        $this->isStrict = $isStrict;
        $this->codec = new EntryCodec($serializer, $this->tell(...));
        $this->stale = new StaleEntries();
        $this->isDirect = $this->codec->isPlain;
    }

    /**
     * @param string $name the key as the server has it
     * @throws InvalidArgument if the value cannot be written
     */
    public function write(string $name, mixed $value): string
    {
        try {
            // Saves a call, which is noticeable for small values.
            if ($this->isDirect && !\is_int($value)) {
                return \brine_serialize($value, $this->codec->writing);
            }
            if ($this->told !== []) {
                unset($this->told[$name]);
                $this->isDirect = $this->codec->isPlain && $this->told === [];
            }
            if (\is_int($value) && !$this->isStrict) {
                return (string) $value;
            }
            $data = $this->codec->encode($value, $name);
        } catch (EncodeException $error) {
            throw new InvalidArgument("The value for \"$name\" cannot be stored: " . $error->getMessage(), 0, $error);
        }

        return isset($data[self::MAX_DIGITS]) || self::number($data) === null
            ? $data
            : throw new InvalidArgument("The value for \"$name\" cannot be stored: the serializer writes digits, which are an integer here");
    }

    /**
     * @param string|null $data null for a miss
     * @param mixed $miss returned if there is no value
     */
    public function read(string $name, ?string $data, mixed $miss = null): mixed
    {
        if (!isset($data[self::MAX_DIGITS]) && $data !== null && !$this->isStrict && ($number = self::number($data)) !== null) {
            return $number;
        }

        return @$this->codec->read($data, $name, $miss);
    }

    /** Logs an entry that is not a string, or that no serializer wrote. */
    public function refuse(string $name, string $what): void
    {
        $this->tell(Failure::decoding("It is $what", 0, 'unknown_format'), $name);
    }

    /** The integer that these digits stand for, as PHP writes it; null for anything else. */
    public static function number(string $data): ?int
    {
        return !isset($data[self::MAX_DIGITS]) && (string) (int) $data === $data ? (int) $data : null;
    }

    /** Logs an unreadable entry, once until it is written again. */
    private function tell(\Throwable $error, string $name): void
    {
        if ($this->stale->note($error, $this->logger, ['key' => $name]) !== null || $this->logger === null || isset($this->told[$name])) {
            return;
        }
        if (\count($this->told) >= self::MAX_TOLD) {
            $this->told = [];
        }
        $this->told[$name] = true;
        $this->isDirect = false;
        $error = Failure::asDecoding($error);
        $context = ['key' => $name, 'message' => $error->getMessage(), 'reason' => $error->getReason(), 'exception' => $error];
        $this->logger->warning('The entry {key} cannot be read, and is a miss: {message}', $context);
    }
}
