<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * Runs unserialize() isolated from an outer unserialize().
 *
 * Called within Serializable::unserialize(), unserialize() would continue the outer call's numbering of values. While a hook of serialize() runs,
 * the engine keeps calls apart, so this calls from such a hook.
 *
 * @internal
 */
final class Isolation
{
    private mixed $result = null;

    /** @param \Closure(): mixed $call */
    private function __construct(private readonly \Closure $call)
    {
    }

    /**
     * @template T
     * @param \Closure(): T $call
     * @return T
     */
    public static function run(\Closure $call): mixed
    {
        $isolation = new self($call);
        \serialize($isolation);

        /** @var T */
        return $isolation->result;
    }

    /** @return array{} */
    public function __serialize(): array
    {
        $this->result = ($this->call)();

        return [];
    }

    /**
     * Whether the caller was called by Serializable::unserialize(). In Serializable::serialize(), run() would disturb the outer serialize()'s
     * numbering.
     */
    public static function isInStringForm(): bool
    {
        return self::stringFormHook() === 'unserialize';
    }

    /**
     * The innermost method of Serializable that has called the calling code.
     *
     * @return 'serialize'|'unserialize'|null
     */
    public static function stringFormHook(): ?string
    {
        foreach (\debug_backtrace(\DEBUG_BACKTRACE_IGNORE_ARGS) as $frame) {
            $name = \strtolower($frame['function']);
            if (($name === 'serialize' || $name === 'unserialize')
                && \is_subclass_of($frame['class'] ?? '', \Serializable::class)) {
                return $name;
            }
        }

        return null;
    }

    /** Whether a serialization hook has called the calling code: the engine's unserialize() behaves differently there. */
    public static function isInHook(): bool
    {
        foreach (\debug_backtrace(\DEBUG_BACKTRACE_IGNORE_ARGS) as $frame) {
            $name = \strtolower($frame['function']);
            if (\in_array($name, ['__serialize', '__unserialize', '__sleep', '__wakeup'], true)) {
                return true;
            }
            $class = $frame['class'] ?? '';
            if (($name === 'serialize' || $name === 'unserialize') && \is_subclass_of($class, \Serializable::class)) {
                return true;
            }
        }

        return false;
    }
}
