<?php

/*
 * Session data as the save handler may return it, or as session_decode() may receive it, depending on the first byte. A session that decodes is
 * encoded and decoded again; any other must stay as stored.
 */

declare(strict_types=1);

namespace Brine\Fuzz;

require __DIR__ . '/support.php';

/** Keeps one session in memory. */
final class MemoryHandler implements \SessionHandlerInterface, \SessionIdInterface, \SessionUpdateTimestampHandlerInterface
{
    public static string $stored = '';
    public static int $writes = 0;

    public function open(string $path, string $name): bool
    {
        return true;
    }

    public function close(): bool
    {
        return true;
    }

    public function read(string $id): string
    {
        return self::$stored;
    }

    public function write(string $id, string $data): bool
    {
        self::$stored = $data;
        self::$writes++;

        return true;
    }

    public function destroy(string $id): bool
    {
        finding('the session is destroyed');
    }

    public function gc(int $max_lifetime): int
    {
        return 0;
    }

    public function create_sid(): string
    {
        return bin2hex(random_bytes(16));
    }

    public function validateId(string $id): bool
    {
        return true;
    }

    public function updateTimestamp(string $id, string $data): bool
    {
        return $this->write($id, $data);
    }
}

ini_set('session.serialize_handler', 'brine');
ini_set('session.use_cookies', '0');
ini_set('session.cache_limiter', '');
ini_set('session.gc_probability', '0');
session_set_save_handler(new MemoryHandler(), false);

function run(string $input): void
{
    if ($input === '') {
        return;
    }
    MemoryHandler::$writes = 0;
    Hooks::reset();
    $data = substr($input, 1);
    if (isExpensive($data)) {
        return;
    }
    $isRead = (ord($input[0]) & 1) === 0;
    MemoryHandler::$stored = $isRead ? $data : '';
    try {
        // Data that is not Brine's goes to other handlers, which warn.
        @session_start();
        if (!$isRead) {
            @session_decode($data);
        }
    } catch (\Throwable $thrown) {
        checkRefused($thrown, $isRead ? $data : '');

        return;
    }
    if (session_status() === PHP_SESSION_ACTIVE) {
        checkDecoded($data);
    }
    $_SESSION = [];
}

/** Sessions have no options, so that a few bytes can stand for millions of elements. */
function isExpensive(string $data): bool
{
    $outcome = Outcome::ofDecode($data, ['max_elements' => 10_000]);

    return str_starts_with($outcome->thrown ?? '', 'max_elements');
}

function checkRefused(\Throwable $thrown, string $stored): void
{
    if (session_status() === PHP_SESSION_ACTIVE) {
        finding('a session is active after ' . $thrown->getMessage());
    }
    if (MemoryHandler::$writes > 0 || MemoryHandler::$stored !== $stored) {
        finding('a session that cannot be decoded was written');
    }
    $_SESSION = [];
}

function checkDecoded(string $data): void
{
    try {
        $encoded = session_encode();
    } catch (\Throwable) {
        session_abort();

        return;
    }
    $isCompared = isComparable($data);
    $text = $isCompared ? textOf($_SESSION) : '';
    try {
        session_decode((string) $encoded);
        if (!Hooks::$unsteady && $isCompared && differ($text, textOf($_SESSION))) {
            finding('the session is another one after a round trip');
        }
    } catch (\Throwable $thrown) {
        if (!Hooks::$unsteady && $thrown instanceof \Brine\DecodeException) {
            finding('what was encoded does not decode: ' . $thrown->getMessage());
        }
    }
    if (session_status() === PHP_SESSION_ACTIVE) {
        session_abort();
    }
}
