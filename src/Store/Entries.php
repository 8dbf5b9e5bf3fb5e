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
use Psr\Log\LoggerInterface;

/**
 * What is in a store under a key: the digits of an integer, so that the server can count with them; or what the codec makes of any other
 * value, signed for this key. What cannot be read is a miss, which is told to the log once.
 *
 * @internal
 */
final class Entries
{
    /** Bytes of the longest integer. */
    public const MAX_DIGITS = 20;

    /** Keys that are remembered as told. */
    private const MAX_TOLD = 1000;

    /** What reads and writes all but integers: it takes the name as the context. */
    public readonly EntryCodec $codec;
    /** Whether bytes count only with a signature: then integers are signed, too. */
    private readonly bool $isStrict;
    /** @var array<string, true> keys of entries that are damaged, and told */
    private array $told = [];
    /** Whether brine_serialize() is all that there is to do with what is no integer. */
    private bool $isDirect;

    public function __construct(Serializer $serializer, private readonly ?LoggerInterface $logger)
    {
        $isStrict = false;
        for ($within = $serializer; $within instanceof Decorator && !$within instanceof Auto; $within = $within->inner()) {
            $isStrict = $isStrict || ($within instanceof Signed && $within->isStrict());
        }
        $this->isStrict = $isStrict;
        $this->codec = new EntryCodec($serializer, $logger === null ? null : $this->tell(...));
        $this->isDirect = $this->codec->isPlain;
    }

    /**
     * @param string $name the key as the server has it
     * @throws InvalidArgument if the value cannot be written
     */
    public function write(string $name, mixed $value): string
    {
        try {
            // A call less: small values take not much longer.
            if ($this->isDirect && !\is_int($value)) {
                return \brine_serialize($value);
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
     * @param string|null $data null if there is none
     * @param mixed $miss what is returned where there is no value
     */
    public function read(string $name, ?string $data, mixed $miss = null): mixed
    {
        if (!isset($data[self::MAX_DIGITS]) && $data !== null && !$this->isStrict && ($number = self::number($data)) !== null) {
            return $number;
        }

        return @$this->codec->read($data, $name, $miss);
    }

    /** What is no string, and none of a serializer. */
    public function refuse(string $name, string $what): void
    {
        $this->tell(Failure::decoding("It is $what", 0, 'unknown_format'), $name);
    }

    /** The integer whose digits these are, as PHP writes it; null if they are something else. */
    public static function number(string $data): ?int
    {
        return !isset($data[self::MAX_DIGITS]) && (string) (int) $data === $data ? (int) $data : null;
    }

    /** Says once of an entry that it is a miss, until it is written again. */
    private function tell(\Throwable $error, string $name): void
    {
        if ($this->logger === null || isset($this->told[$name])) {
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
