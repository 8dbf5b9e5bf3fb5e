<?php

declare(strict_types=1);

namespace Brine;

use Brine\Internal\MissingClasses;
use Brine\Internal\ReadOptions;

/**
 * Writes and reads the entries of a cache. An object of a class that is allowed and cannot be found makes an entry unreadable: the reason is
 * "missing_class", as with the option "missing_classes" of brine_unserialize().
 *
 * Warnings of hooks and loaders go to PHP's handler of errors. Put the operator @ before a call where they must not.
 *
 * @phpstan-import-type Options from ReadOptions
 */
final class EntryCodec
{
    /**
     * Where exceptions come from that brine_unserialize() throws here.
     *
     * @internal
     */
    public const FILE = __FILE__;

    /** The serializer, to which a missing class is an exception; null if it lacks that option. */
    private readonly ?Serializer $reader;
    /** What reads payloads of Brine's own format, by these options; null if the serializer does more about them. */
    private readonly ?BrineSerializer $brine;
    /** @var Options */
    private readonly array $options;
    /** The second byte of those payloads; no byte if they are not read at once. */
    private readonly string $direct;
    /**
     * Whether brine_serialize() is all that encode() does.
     *
     * @internal
     */
    public readonly bool $isPlain;
    /** @var (\Closure(\Throwable, string, string): mixed)|null */
    private readonly ?\Closure $report;

    /**
     * @param Serializer $serializer writes and reads the values
     * @param (callable(\Throwable $error, string $context, string $bytes): mixed)|null $report is told of each entry that read() takes for a
     *     miss because it is damaged or forged, or has no value here; null if nobody is. What it throws comes out of read().
     */
    public function __construct(private readonly Serializer $serializer, ?callable $report = null)
    {
        $this->report = $report === null ? null : $report(...);
        $this->reader = $serializer instanceof RefusesMissing ? $serializer->refusingMissing() : null;
        $this->brine = $this->reader === null ? null : BrineSerializer::of($this->reader);
        $this->options = $this->brine?->options() ?? [];
        $this->direct = $this->brine === null ? '' : "\x10";
        $writer = $serializer instanceof Deflated ? $serializer->inner() : $serializer;
        $writer = $writer instanceof Auto ? $writer->inner() : $writer;
        $this->isPlain = $writer instanceof BrineSerializer && $writer->isPlain();
    }

    /**
     * @param string $context what a signature covers without being written, such as the entry's key; '' for the serializer's own. Without
     *     signatures it counts for nothing.
     * @return string bytes, at least one
     * @throws EncodeException if the value cannot be written. Hooks of objects throw what they want.
     */
    public function encode(mixed $value, string $context = ''): string
    {
        if ($this->isPlain) {
            return \brine_serialize($value);
        }

        return $this->serializer instanceof Signed && $context !== ''
            ? $this->serializer->serializeIn($context, $value)
            : self::in($context, $this->serializer)->serialize($value);
    }

    /**
     * @param string $context as for encode()
     * @throws DecodeException if the bytes are damaged or forged, or need a class that is missing; getReason() tells. Hooks of objects throw
     *     what they want.
     */
    public function decode(string $bytes, string $context = ''): mixed
    {
        return match (true) {
            $this->reader === null => MissingClasses::refused(fn (): mixed => self::in($context, $this->serializer)->unserialize($bytes)),
            $this->reader instanceof Signed && $context !== '' => $this->reader->unserializeIn($context, $bytes),
            default => self::in($context, $this->reader)->unserialize($bytes),
        };
    }

    /**
     * The value of an entry, for a page that has to go on without it.
     *
     * @param string|false|null $bytes false or null, as clients say it, for an entry that is not there
     * @param string $context as for encode()
     * @param mixed $miss what is returned where there is no value: an object of your own tells it from all values
     */
    public function read(string|false|null $bytes, string $context = '', mixed $miss = null): mixed
    {
        try {
            // Payloads of Brine's own format, which are most; and what has this byte by chance, which is refused for the one before.
            if (($bytes[1] ?? null) === $this->direct) {
                // @phpstan-ignore argument.type (what has bytes is a string)
                return \brine_unserialize($bytes, $this->options);
            }
        } catch (\Throwable $error) {
            // It is told below.
        }
        if (!\is_string($bytes)) {
            return $miss;
        }
        try {
            return isset($error) && $this->brine !== null && $bytes[0] === "\xc1"
                ? $this->brine->readAgain($bytes, $error, $this->options)
                : $this->decode($bytes, $context);
        } catch (\Throwable $error) {
            if ($this->report !== null) {
                ($this->report)($error, $context, $bytes);
            }

            return $miss;
        }
    }

    private static function in(string $context, Serializer $serializer): Serializer
    {
        return $context !== '' && $serializer instanceof Contextual ? $serializer->withContext($context) : $serializer;
    }
}
