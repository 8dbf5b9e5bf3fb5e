<?php

declare(strict_types=1);

namespace Brine\BrineBundle;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\DecodeException;
use Brine\Serializer;
use Brine\Signed;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/**
 * Compresses and signs sessions, which PHP has already serialized. Also reads sessions stored without this bundle, unless sessions are signed:
 * then an unsigned one counts as missing. If nothing compresses or signs, sessions are stored unchanged.
 */
final class SessionMarshaller implements MarshallerInterface
{
    /** Whether the serializer would only wrap a session, which hosts without this bundle could not read. */
    private readonly bool $isPlain;
    private readonly Serializer $reader;

    /** @param Serializer $serializer writes strings in Brine's format, decorated or not */
    public function __construct(private readonly Serializer $serializer)
    {
        $this->isPlain = $serializer instanceof BrineSerializer;
        // It also opens sessions that were compressed before.
        $this->reader = $this->isPlain ? new Auto(options: ['allowed_classes' => false]) : $serializer;
    }

    /**
     * @param array<array-key, mixed> $values the sessions' texts
     * @param array<mixed>|null $failed receives the ids that cannot be written, both as values and as keys: MarshallingSessionHandler checks the keys
     * @param-out array<array-key> $failed
     * @return array<array-key, string>
     */
    public function marshall(array $values, ?array &$failed): array
    {
        $failed = $entries = [];
        foreach ($values as $id => $value) {
            try {
                $entries[$id] = $this->isPlain && \is_string($value) && $this->isHandedOn($value) ? $value : $this->serializer->serialize($value);
            } catch (\Throwable) {
                $failed[$id] = $id;
            }
        }

        return $entries;
    }

    /** Whether unmarshall() leaves a text unchanged: PHP's handler "brine" makes payloads, too. */
    private function isHandedOn(string $text): bool
    {
        try {
            return $this->unmarshall($text) === $text;
        } catch (\DomainException) {
            return false;
        }
    }

    /** @throws \DomainException if the bytes cannot be read: the only exception that the handler treats as a missing session */
    public function unmarshall(string $value): string
    {
        $isSigned = $this->serializer instanceof Signed;
        // Empty bytes are not a session. The handlers "php", "php_serialize" and "igbinary" store another first byte.
        if ($value === '' || (!$isSigned && $value[0] !== "\xc1")) {
            return $value;
        }
        try {
            $session = $this->reader->unserialize($value);
        } catch (\Throwable $error) {
            if (!$isSigned && $error instanceof DecodeException && $error->getReason() === 'bad_enum') {
                // A session of PHP's handler "brine", as below. No class is allowed here, and an enum has no substitute.
                return $value;
            }
            throw new \DomainException($error->getMessage(), 0, $error);
        }
        if (\is_string($session)) {
            return $session;
        }

        // An array stored by PHP's handler "brine".
        return $isSigned ? throw new \DomainException('The signed data is not a session') : $value;
    }
}
