<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * The error handler that is active while unserialize() builds a value.
 *
 * It turns warnings about the value into exceptions (NativeWarning), and limits deprecations of dynamic properties to MAX_DEPRECATIONS, once per
 * class and name. All others go to the previous handler.
 *
 * @internal
 */
final class WarningHandler
{
    /** Bytes of a property name that a deprecation shows, as in the extension. */
    private const SHOWN_OF_NAME = 200;

    /** Deprecations of dynamic properties per call, at most. */
    private const MAX_DEPRECATIONS = 100;

    /** Prefix of that deprecation's message. */
    private const DYNAMIC_PROPERTY = 'Creation of dynamic property ';

    /** @var callable|null the handler that was set before */
    private mixed $previous = null;

    /** @var array<string, true> hashes of the deprecations that were raised */
    private array $seen = [];

    /** @param int $hookElements how many properties hooks of built-in classes may create */
    private function __construct(private readonly int $hookElements)
    {
    }

    /** @return self|null null if no warning of the value needs handling */
    public static function expected(Classes $classes, bool $mayLoseNumbers): ?self
    {
        $hookElements = $classes->hookElements();

        return $mayLoseNumbers || $classes->mayDeprecate() || $classes->hasVirtual || $hookElements > 0 ? new self($hookElements) : null;
    }

    /** Installs the handler; the caller takes it back (ErrorHandler). */
    public function listen(): \Closure
    {
        $handler = $this->hear(...);
        $this->previous = \set_error_handler($handler);

        return $handler;
    }

    private function hear(int $level, string $message, string $file, int $line): bool
    {
        $isOwn = $file === Builder::FILE;
        if ($isOwn && \str_starts_with($message, 'unserialize(): Error at offset ')) {
            return true;
        }
        $exception = NativeWarning::heard($level, $message, $file, $line, Builder::FILE);
        if ($exception !== null) {
            throw $exception;
        }
        if (!$isOwn || !\str_starts_with($message, self::DYNAMIC_PROPERTY)) {
            return $this->pass($level, $message, $file, $line);
        }
        if (self::isOfHook($message)) {
            return $this->hookElements > self::MAX_DEPRECATIONS - \count($this->seen) || $this->pass($level, $message, $file, $line);
        }
        $hash = \hash('xxh128', $message);
        if (\count($this->seen) >= self::MAX_DEPRECATIONS || isset($this->seen[$hash])) {
            return true;
        }
        $this->seen[$hash] = true;
        $shown = self::shortened($message);
        if ($shown !== $message && !\is_callable($this->previous)) {
            return \trigger_error($shown, \E_USER_DEPRECATED);
        }

        return $this->pass($level, $shown, $file, $line);
    }

    /** @return bool false if PHP's own handler must report it */
    private function pass(int $level, string $message, string $file, int $line): bool
    {
        return \is_callable($this->previous) && ($this->previous)($level, $message, $file, $line) !== false;
    }

    /** Whether the object's own hook created the dynamic property. */
    private static function isOfHook(string $message): bool
    {
        $start = \strlen(self::DYNAMIC_PROPERTY);

        return \method_exists(\substr($message, $start, (int) \strpos($message, '::$') - $start), '__unserialize');
    }

    /** The engine's deprecation with a shortened property name: names come from the payload, and can be very long. */
    private static function shortened(string $message): string
    {
        $most = (int) \strpos($message, '::$') + 3 + self::SHOWN_OF_NAME;
        $end = ' is deprecated';

        return \strlen($message) > $most + \strlen($end) ? \substr($message, 0, $most) . "...$end" : $message;
    }
}
