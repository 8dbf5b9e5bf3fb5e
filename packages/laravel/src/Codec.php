<?php

declare(strict_types=1);

namespace Brine\Laravel;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Guarded;
use Brine\Internal\ReadOptions;
use Brine\RefusesMissing;
use Brine\Serializer;
use Brine\Signed;

/**
 * Writes and reads the entries of a store. What cannot be read is a miss.
 *
 * @phpstan-import-type Options from ReadOptions
 */
final class Codec implements Payloads
{
    /** What writes, without the steps in between where there are such. */
    private readonly Serializer $writer;
    /** The serializer, to which a missing class is an exception. */
    private readonly Serializer $reader;
    /** What of it reads most entries, and by which options; null if they are signed. */
    private readonly ?BrineSerializer $brine;
    /** @var Options */
    private readonly array $options;
    /** Both, if they sign. */
    private readonly ?Signed $signed;
    private readonly ?Signed $signedReader;

    /** @param Unreadable|null $unreadable what becomes of entries that cannot be read; null if that is an exception */
    public function __construct(Serializer $serializer, private readonly ?Unreadable $unreadable = null)
    {
        $writer = $serializer instanceof Auto ? $serializer->inner() : $serializer;
        $this->writer = $writer instanceof BrineSerializer ? $writer : $serializer;
        $this->reader = ($serializer instanceof RefusesMissing ? $serializer->refusingMissing() : null) ?? new Guarded($serializer);
        $this->brine = BrineSerializer::of($this->reader);
        $this->options = $this->brine?->options() ?? [];
        $this->signed = $serializer instanceof Signed ? $serializer : null;
        $this->signedReader = $this->reader instanceof Signed ? $this->reader : null;
    }

    public function signs(): bool
    {
        return $this->signed !== null;
    }

    public function encode(mixed $value, string $context): string
    {
        return $this->signed === null ? $this->writer->serialize($value) : $this->signed->serializeIn($context, $value);
    }

    public function decode(string $data, string $context): mixed
    {
        try {
            if ($this->brine !== null && \str_starts_with($data, "\xc1\x10")) {
                try {
                    $value = \brine_unserialize($data, $this->options);
                } catch (\Throwable $error) {
                    $value = $this->brine->readAgain($data, $error, $this->options, __FILE__);
                }
            } else {
                $value = $this->signedReader === null ? $this->reader->unserialize($data) : $this->signedReader->unserializeIn($context, $data);
            }

            return $value instanceof \__PHP_Incomplete_Class ? throw ClassUnavailable::of($value) : $value;
        } catch (\Throwable $error) {
            if ($this->unreadable === null) {
                throw $error;
            }
            $this->unreadable->tell($error, $context, $data);

            return null;
        }
    }
}
