<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * Calls unserialize() apart from any other unserialize().
 *
 * Where Serializable::unserialize() calls unserialize(), natively this is a part of the call outside: it goes on with
 * that one's numbers of values. While a hook of serialize() runs, the engine keeps calls apart; so the call is made
 * from one.
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
     * Whether it is Serializable::unserialize() that has called the calling code. In Serializable::serialize(), run()
     * would have the serialize() outside count on.
     */
    public static function isInStringForm(): bool
    {
        return self::stringFormHook() === 'unserialize';
    }

    /**
     * The method of Serializable that has called the calling code, the innermost one.
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

    /**
     * Whether the calling code was called by a hook of serialisation, in which the engine has unserialize() act
     * otherwise.
     */
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
