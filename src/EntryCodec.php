<?php

declare(strict_types=1);

namespace Brine;

use Brine\Internal\MissingClasses;
use Brine\Internal\ReadOptions;

/**
 * Writes and reads cache entries. An allowed class that is missing ("missing_class"), or has changed since an entry was written ("stale_class"),
 * makes it unreadable.
 *
 * Warnings of hooks and class loaders go to PHP's error handler: call with @ to suppress them.
 *
 * @phpstan-import-type Options from ReadOptions
 */
final class EntryCodec
{
    /**
     * File of the brine_unserialize() call here; errors of built-in classes name it.
     *
     * @internal
     */
    public const FILE = __FILE__;

    /** The serializer, with missing and changed classes as errors; null if it has no such option. */
    private readonly ?Serializer $reader;
    private readonly Serializer $writer;
    /** Reader of Brine's own format, if payloads need nothing else; otherwise null. */
    private readonly ?BrineSerializer $brine;
    /** @var Options */
    private readonly array $options;
    /** Second byte of payloads that are read directly; '' if none are. */
    private readonly string $direct;
    /**
     * Whether encode() only calls brine_serialize() with $writing.
     *
     * @internal
     */
    public readonly bool $isPlain;
    /**
     * @internal
     * @var array{layouts?: true, dictionary?: string}
     */
    public readonly array $writing;
    /** @var (\Closure(\Throwable, string, string): mixed)|null */
    private readonly ?\Closure $report;

    /**
     * @param Serializer $serializer writes and reads the values
     * @param (callable(\Throwable $error, string $context, string $bytes): mixed)|null $report is called for each entry that read() treats as a
     *     miss because it is damaged or forged, cannot be restored here, or is stale (see StaleEntries). Exceptions that it throws leave read().
     * @param bool $refusesStale whether an entry with a class that has changed is unreadable, if the serializer's options do not say it
     *     ("stale_classes"): for stores where a miss loses nothing
     */
    public function __construct(private readonly Serializer $serializer, ?callable $report = null, bool $refusesStale = true)
    {
        $this->report = $report === null ? null : $report(...);
        $this->reader = $serializer instanceof RefusesMissing ? $serializer->refusingMissing($refusesStale) : null;
        $serializer = $this->reader ?? $serializer;
        $this->writer = $serializer;
        $this->brine = $this->reader === null ? null : BrineSerializer::of($this->reader);
        $this->options = $this->brine?->options() ?? [];
        $this->direct = $this->brine === null ? '' : "\x10";
        $writer = $serializer instanceof Deflated ? $serializer->inner() : $serializer;
        $writer = $writer instanceof Auto ? $writer->inner() : $writer;
        $this->isPlain = $writer instanceof BrineSerializer;
        $this->writing = $writer instanceof BrineSerializer ? $writer->writing : [];
    }

    /**
     * @param string $context covered by the signature, but not stored, such as the entry's key; '' for the serializer's own. Without
     *     signatures it has no effect.
     * @return string bytes, at least one
     * @throws EncodeException if the value cannot be written. Hooks of objects may throw anything.
     */
    public function encode(mixed $value, string $context = ''): string
    {
        if ($this->isPlain) {
            return \brine_serialize($value, $this->writing);
        }

        return $this->writer instanceof Signed && $context !== ''
            ? $this->writer->serializeIn($context, $value)
            : self::in($context, $this->writer)->serialize($value);
    }

    /**
     * @param string $context as for encode()
     * @throws DecodeException if the bytes are damaged or forged, or need a class that is missing; see getReason(). Hooks of objects may throw
     *     anything.
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
     * The value of an entry, or $miss: for pages that must work without it.
     *
     * @param string|false|null $bytes false or null for a missing entry
     * @param string $context as for encode()
     * @param mixed $miss returned for a miss; use an object of your own to distinguish it from values
     */
    public function read(string|false|null $bytes, string $context = '', mixed $miss = null): mixed
    {
        try {
            // The fast path: Brine's own format. Any other format with this second byte has a wrong first byte, and is rejected.
            if (($bytes[1] ?? null) === $this->direct) {
                // @phpstan-ignore argument.type (it has a second byte, so it is a string)
                return \brine_unserialize($bytes, $this->options);
            }
        } catch (\Throwable $error) {
            // Reported below.
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
