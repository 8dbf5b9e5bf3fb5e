<?php

declare(strict_types=1);

namespace Brine\Console;

use Symfony\Component\Console\Output\ConsoleOutput;

/** The standard output, which throws if the system does not accept the data. */
final class Output extends ConsoleOutput
{
    /** A reader that is gone, as with "| head", gets no error message. */
    private const GONE = 'errno=32 ';

    /** @throws Failed|OutputClosed */
    protected function doWrite(string $message, bool $newline): void
    {
        $stream = $this->getStream();
        $bytes = $newline ? $message . \PHP_EOL : $message;
        while ($bytes !== '') {
            \error_clear_last();
            $written = @\fwrite($stream, $bytes);
            if ($written === false || $written === 0 && !self::isWaitedFor($stream)) {
                throw \str_contains(\error_get_last()['message'] ?? '', self::GONE)
                    ? new OutputClosed()
                    : new Failed('The standard output cannot be written' . File::reason());
            }
            $bytes = \substr($bytes, $written);
        }
        \fflush($stream);
    }

    /**
     * Whether a non-blocking stream accepts more data after a while.
     *
     * @param resource $stream
     */
    private static function isWaitedFor($stream): bool
    {
        $read = $except = null;
        $write = [$stream];

        return \error_get_last() === null && @\stream_select($read, $write, $except, 60) === 1;
    }
}
