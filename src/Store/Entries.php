<?php

declare(strict_types=1);

namespace Brine\Store;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Contextual;
use Brine\DecodeException;
use Brine\Decorator;
use Brine\EncodeException;
use Brine\Guarded;
use Brine\Internal\Failure;
use Brine\Internal\ReadOptions;
use Brine\Serializer;
use Brine\Signed;
use Psr\Log\LoggerInterface;

/**
 * What is in a store under a key: the digits of an integer, so that the server can count with them; or what the serializer makes of any
 * other value, signed for this key. What cannot be read is a miss, which is told to the log once.
 *
 * @internal
 * @phpstan-import-type Options from ReadOptions
 */
final class Entries
{
    /** Bytes of the longest integer. */
    public const MAX_DIGITS = 20;

    /** Keys that are remembered as told. */
    private const MAX_TOLD = 1000;

    /** @var Options|null by which brine_unserialize() reads payloads of Brine's own format; null if that depends on the key */
    public readonly ?array $options;
    /** What reads and writes signed entries by their names; null if that is not all */
    public readonly ?Signed $signed;
    private Guarded $serializer;
    /** Whether brine_serialize() writes all that is no integer. */
    private readonly bool $isPlain;
    /** Whether bytes count only with a signature: then integers are signed, too. */
    private bool $isStrict = false;
    /** Whether the serializer depends on the key. */
    private bool $isBound;
    /** @var array<string, true> keys of entries that are damaged, and told */
    private array $told = [];
    /** Whether it has such. */
    public bool $hasTold = false;
    /** Whether brine_serialize() is all that write() does with what is no integer. */
    public bool $writesPlainly;

    public function __construct(Serializer $inner, private ?LoggerInterface $logger)
    {
        $serializer = $inner;
        for ($within = $serializer; $within instanceof Decorator && !$within instanceof Auto; $within = $within->inner()) {
            $this->isStrict = $this->isStrict || $within instanceof Signed;
        }
        $this->serializer = new Guarded($serializer);
        $this->isBound = $serializer instanceof Contextual && $serializer->withContext('') !== $serializer;
        $this->signed = $this->serializer->signed();
        $this->options = $this->isBound ? null : $this->serializer->options();
        $writer = $inner instanceof Auto ? $inner->inner() : $inner;
        $this->isPlain = !$this->isBound && $writer instanceof BrineSerializer && $writer->isPlain();
        $this->writesPlainly = $this->isPlain;
    }

    /**
     * @param string $name the key as the server has it
     * @throws InvalidArgument if the value cannot be written
     */
    public function write(string $name, mixed $value): string
    {
        if ($this->hasTold) {
            unset($this->told[$name]);
            $this->hasTold = $this->told !== [];
            $this->writesPlainly = $this->isPlain && !$this->hasTold;
        }
        if (!$this->isStrict && \is_int($value)) {
            return (string) $value;
        }
        try {
            $data = match (true) {
                $this->isPlain => \brine_serialize($value),
                $this->isBound => $this->serializer->serializeIn($name, $value),
                default => $this->serializer->serialize($value),
            };
        } catch (EncodeException $error) {
            throw self::refusal($name, $error);
        }

        return self::number($data) === null
            ? $data
            : throw new InvalidArgument("The value for \"$name\" cannot be stored: the serializer writes digits, which are an integer here");
    }

    /** What write() throws. */
    public static function refusal(string $name, EncodeException $error): InvalidArgument
    {
        return new InvalidArgument("The value for \"$name\" cannot be stored: " . $error->getMessage(), 0, $error);
    }

    /**
     * @param string|null $data null if there is none
     * @param bool|null $isHit becomes whether there is a value
     * @param-out bool $isHit
     * @param \Throwable|null $error what brine_unserialize() has thrown, where it has read the data: hooks are not called again
     */
    public function read(string $name, ?string $data, ?bool &$isHit = null, ?\Throwable $error = null): mixed
    {
        $isHit = false;
        if ($data === null) {
            return null;
        }
        if (!$this->isStrict && !isset($data[self::MAX_DIGITS]) && ($number = self::number($data)) !== null) {
            $isHit = true;

            return $number;
        }
        try {
            $value = match (true) {
                $error !== null => $this->serializer->readAgain($data, $error),
                $this->isBound => $this->serializer->unserializeIn($name, $data),
                default => $this->serializer->unserialize($data),
            };
            $isHit = true;

            return $value;
        } catch (DecodeException $error) {
            $this->tell($name, $error);

            return null;
        }
    }

    /** What is no string, and none of a serializer. */
    public function refuse(string $name, string $what): void
    {
        $this->tell($name, Failure::decoding("It is $what", 0, 'unknown_format'));
    }

    /** The integer whose digits these are, as PHP writes it; null if they are something else. */
    public static function number(string $data): ?int
    {
        return !isset($data[self::MAX_DIGITS]) && (string) (int) $data === $data ? (int) $data : null;
    }

    /** Says once of an entry that it is a miss, until it is written again. */
    public function tell(string $name, DecodeException $error): void
    {
        if ($this->logger === null || isset($this->told[$name])) {
            return;
        }
        if (\count($this->told) >= self::MAX_TOLD) {
            $this->told = [];
        }
        $this->told[$name] = $this->hasTold = true;
        $this->writesPlainly = false;
        $context = ['key' => $name, 'message' => $error->getMessage(), 'reason' => $error->getReason(), 'exception' => $error];
        $this->logger->warning('The entry {key} cannot be read, and is a miss: {message}', $context);
    }
}
