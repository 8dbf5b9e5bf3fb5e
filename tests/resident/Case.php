<?php

/* Common part of the cases. */

declare(strict_types=1);

namespace Brine\Tests\Resident;

use Brine\Tests\Checks;

require_once __DIR__ . '/../Checks.php';

/** Native text, or what was thrown; and what PHP warned of. */
function outcome(\Closure $decode): string
{
    $messages = '';
    \set_error_handler(static function (int $level, string $message) use (&$messages): bool {
        $messages .= "\n$message";

        return true;
    });
    try {
        return \serialize($decode()) . $messages;
    } catch (\Brine\DecodeException $error) {
        return $error->getReason() . ' at ' . $error->getOffset() . ': ' . $error->getMessage() . $messages;
    } catch (\Throwable $error) {
        return $error::class . ': ' . $error->getMessage() . $messages;
    } finally {
        \restore_error_handler();
    }
}

/** The value by the option. */
function resident(string $payload, array $options = []): mixed
{
    return \brine_unserialize($payload, ['resident' => true] + $options);
}

/** Is decoded until it is resident, if it can be. */
function admitted(mixed $value): string
{
    $payload = \brine_serialize($value);
    for ($sight = 0; $sight < 3; ++$sight) {
        resident($payload);
    }

    return $payload;
}

/** With the option, at four sights, everything is as without it. */
function alike(string $name, string $payload, array $options = []): void
{
    $expected = outcome(static fn (): mixed => \brine_unserialize($payload, $options));
    for ($sight = 1; $sight <= 4; ++$sight) {
        Checks::same("$name, sight $sight", $expected, outcome(static fn (): mixed => resident($payload, $options)));
    }
}

/** Of brine_resident_status(). */
function figure(string $name): int|string
{
    return \brine_resident_status()[$name];
}

/** Did a second look at the payload come from what is resident? */
function hits(string $payload, array $options = []): bool
{
    $before = figure('hits');
    resident($payload, $options);

    return figure('hits') === $before + 1;
}

/**
 * PHP with the build's modules.
 *
 * @param list<string> $settings
 * @param list<string> $arguments
 * @return array{string, int} output and exit code
 */
function inChild(array $settings, array $arguments): array
{
    $command = [PHP_BINARY, '-n', '-d', 'memory_limit=1G'];
    foreach (['modules/brine.so', 'hooks/modules/brine_hooks.so'] as $module) {
        \array_push($command, '-d', 'extension=' . \getenv('BRINE_BUILD') . "/$module");
    }
    if (\getenv('SKIP_ASAN') !== false) {
        $settings[] = 'auto_prepend_file=' . \dirname(__DIR__, 2) . '/scripts/release_cycles.php';
    }
    foreach ($settings as $setting) {
        \array_push($command, '-d', $setting);
    }
    $process = \proc_open([...$command, ...$arguments], [['file', '/dev/null', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
    $output = (string) \stream_get_contents($pipes[1]);
    do {
        $status = \proc_get_status($process);
    } while ($status['running'] && \usleep(5_000) === null);
    \proc_close($process);

    return [$output, $status['signaled'] ? 128 + $status['termsig'] : $status['exitcode']];
}
