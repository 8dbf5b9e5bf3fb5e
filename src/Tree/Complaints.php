<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * What unserialize() complains of while it builds a value: of a text that it refuses, and of what hooks of PHP's own are given, which are exceptions
 * instead; and of dynamic properties, once for each class and name, of MOST_DEPRECATIONS at most, and of none in hooks of PHP's own that may
 * make more of them. All others go where they would go without this.
 *
 * @internal
 */
final class Complaints
{
    /** Bytes of a name in a deprecation, as in those of the extension. */
    private const SHOWN_OF_NAME = 200;

    /** Most deprecations of dynamic properties that a call raises. */
    private const MOST_DEPRECATIONS = 100;

    /** How its message begins. */
    private const DYNAMIC_PROPERTY = 'Creation of dynamic property ';

    /** @var callable|null the handler that was set before */
    private mixed $previous = null;

    /** @var array<string, true> by their hashes, the deprecations that were raised */
    private array $seen = [];

    /** @param int $hookElements how many properties hooks of PHP's own may make */
    private function __construct(private readonly int $hookElements)
    {
    }

    /** @return self|null null if there is nothing to be kept back */
    public static function expected(Classes $classes, bool $mayLoseNumbers): ?self
    {
        $hookElements = $classes->hookElements();

        return $mayLoseNumbers || $classes->mayDeprecate() || $classes->hasVirtual || $hookElements > 0 ? new self($hookElements) : null;
    }

    /** Hears what is complained of from now on, until the handler is restored. */
    public function listen(): void
    {
        $this->previous = \set_error_handler($this->hear(...));
    }

    private function hear(int $level, string $message, string $file, int $line): bool
    {
        $isOwn = $file === Builder::FILE;
        if ($isOwn && \str_starts_with($message, 'unserialize(): Error at offset ')) {
            return true;
        }
        $complaint = Complaint::heard($level, $message, $file, $line, Builder::FILE);
        if ($complaint !== null) {
            throw $complaint;
        }
        if (!$isOwn || !\str_starts_with($message, self::DYNAMIC_PROPERTY)) {
            return $this->pass($level, $message, $file, $line);
        }
        if (self::isOfHook($message)) {
            return $this->hookElements > self::MOST_DEPRECATIONS - \count($this->seen) || $this->pass($level, $message, $file, $line);
        }
        $hash = \hash('xxh128', $message);
        if (\count($this->seen) >= self::MOST_DEPRECATIONS || isset($this->seen[$hash])) {
            return true;
        }
        $this->seen[$hash] = true;
        $shown = self::shortened($message);
        if ($shown !== $message && !\is_callable($this->previous)) {
            return \trigger_error($shown, \E_USER_DEPRECATED);
        }

        return $this->pass($level, $shown, $file, $line);
    }

    /** @return bool whether it is dealt with: not if PHP has to */
    private function pass(int $level, string $message, string $file, int $line): bool
    {
        return \is_callable($this->previous) && ($this->previous)($level, $message, $file, $line) !== false;
    }

    /** Whether it is an object's own hook that has made a dynamic property. */
    private static function isOfHook(string $message): bool
    {
        $start = \strlen(self::DYNAMIC_PROPERTY);

        return \method_exists(\substr($message, $start, (int) \strpos($message, '::$') - $start), '__unserialize');
    }

    /** The engine's deprecation of a dynamic property, of whose name a payload can have made it very long. */
    private static function shortened(string $message): string
    {
        $most = (int) \strpos($message, '::$') + 3 + self::SHOWN_OF_NAME;
        $end = ' is deprecated';

        return \strlen($message) > $most + \strlen($end) ? \substr($message, 0, $most) . "...$end" : $message;
    }
}
