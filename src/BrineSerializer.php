<?php

declare(strict_types=1);

namespace Brine;

use Brine\Dictionary\Lookup;
use Brine\Dictionary\Source;
use Brine\Format\Dictionaries;
use Brine\Format\SignedFrame;
use Brine\Internal\Failure;
use Brine\Internal\Platform;
use Brine\Internal\ReadOptions;
use Brine\Internal\ReadsByOptions;
use Brine\Internal\ReadsInside;
use Brine\Tree\Builder;

/**
 * Brine's own format (docs/format.md), written and read by the extension, or in PHP if it is not loaded.
 *
 * @phpstan-import-type Options from ReadOptions
 */
final class BrineSerializer implements ReadsInside, RefusesMissing
{
    use ReadsByOptions;

    /** File of the calls that read with the extension; errors of built-in classes name it. */
    private const FILES = [__FILE__, EntryCodec::FILE, Signed::FILE, Dictionaries::FILE, Builder::FILE];

    private ?Lookup $lookup;
    /**
     * The options of brine_serialize().
     *
     * @internal
     * @var array{layouts?: true, dictionary?: string}
     */
    public readonly array $writing;

    /**
     * @param array{allowed_classes?: bool|list<string>, missing_classes?: 'incomplete'|'throw', stale_classes?: 'accept'|'throw', max_depth?: int,
     *     max_elements?: int, max_memory?: int, resident?: bool} $options as for brine_unserialize(); with "stale_classes" => "throw", layouts are
     *     written too. An extension that is older than this option does without it
     * @param Dictionary|null $dictionary for writing, if it makes the payload smaller
     * @param Source|null $dictionaries finds dictionaries that payloads name and nobody has loaded
     * @throws \TypeError|\ValueError if $options is not an array, or an option is unknown, of the wrong type, or out of range
     * @throws DecodeException if the dictionary cannot be loaded
     */
    public function __construct(mixed $options = [], private readonly ?Dictionary $dictionary = null, ?Source $dictionaries = null)
    {
        $dictionary?->load();
        $this->lookup = $dictionaries === null ? null : new Lookup($dictionaries);
        $this->options = ReadOptions::check($options, 'new BrineSerializer(');
        if (isset($this->options['stale_classes']) && !Platform::knowsLayouts()) {
            unset($this->options['stale_classes']);
        }
        $this->writing = (($this->options['stale_classes'] ?? '') === 'throw' ? ['layouts' => true] : [])
            + ($dictionary === null ? [] : ['dictionary' => $dictionary->id()]);
    }

    public function refusingMissing(bool $andStale): static
    {
        $options = $andStale ? $this->options + ['stale_classes' => 'throw'] : $this->options;
        $new = new self(['missing_classes' => 'throw'] + $options, $this->dictionary);
        $new->lookup = $this->lookup;

        return $new;
    }

    /**
     * The BrineSerializer that reads a serializer's payloads, if no other step is involved; null otherwise.
     *
     * @internal
     */
    public static function of(Serializer $serializer): ?self
    {
        while ($serializer instanceof Compressed || $serializer instanceof Deflated) {
            $serializer = $serializer->inner();
        }

        return $serializer instanceof Auto ? $serializer->brine() : ($serializer instanceof self ? $serializer : null);
    }

    public function serialize(mixed $value): string
    {
        return $this->writing === [] ? \brine_serialize($value) : \brine_serialize($value, $this->writing);
    }

    public function unserialize(string $data): mixed
    {
        try {
            return \brine_unserialize($data, $this->options);
        } catch (\Throwable $error) {
            return $this->readAgain($data, $error, $this->options);
        }
    }

    /** @internal */
    public function unserializeWithin(string $data, int $maxMemory): mixed
    {
        $options = $this->options + ['max_memory' => $maxMemory];
        try {
            return \brine_unserialize($data, $options);
        } catch (\Throwable $error) {
            return $this->readAgain($data, $error, $options);
        }
    }

    /** @internal */
    public function provide(DecodeException $error, string $data): bool
    {
        return $this->lookup !== null && $this->lookup->provide($error, $data);
    }

    /**
     * Handles a failed read: if a dictionary was missing and is found now, reads again.
     *
     * @internal
     * @param Options $options
     */
    public function readAgain(string $data, \Throwable $error, array $options): mixed
    {
        if ($error instanceof DecodeException && $this->provide($error, $data)) {
            try {
                return \brine_unserialize($data, $options);
            } catch (\Throwable $error) {
                // The error is the first attempt's.
            }
        }
        throw $error instanceof DecodeException
            ? Recognition::explain($error, $data, Format::Brine)
            : Failure::reading($error, self::FILES);
    }

    /** @internal */
    public function isResident(): bool
    {
        return $this->options['resident'] ?? false;
    }

    /** @internal */
    public function unserializeInside(string $data, \Closure $open, ?int $maxMemory): mixed
    {
        $options = $this->options + ($maxMemory === null ? [] : ['max_memory' => $maxMemory]);
        $content = null;
        $remember = static function (string $data) use ($open, &$content): ?string {
            return $content = $open($data);
        };
        try {
            try {
                return \brine_unserialize($data, ['open' => $remember] + $options);
            } catch (DecodeException $error) {
                if ($content === null || !$this->provide($error, $content)) {
                    throw $error;
                }

                return \brine_unserialize($data, ['open' => $open] + $options);
            }
        } catch (\Throwable $error) {
            throw Failure::reading($error, self::FILES);
        }
    }

    /**
     * As readAgain(), for a signed payload.
     *
     * @internal
     * @param non-empty-list<string> $keys
     */
    public function readSignedAgain(
        string $data,
        \Throwable $error,
        #[\SensitiveParameter]
        array $keys,
        string $context,
    ): mixed {
        if ($error instanceof DecodeException && $this->provide($error, $data)) {
            try {
                return \brine_unserialize_signed($data, $keys, ['context' => $context] + $this->options);
            } catch (\Throwable $error) {
                // The error is the first attempt's.
            }
        }
        throw Failure::reading($error, self::FILES, SignedFrame::PAYLOAD_OFFSET);
    }
}
