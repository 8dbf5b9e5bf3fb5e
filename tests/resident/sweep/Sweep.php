<?php

declare(strict_types=1);

namespace Brine\Tests\Resident\Sweep;

/** Calls the functions and methods of an extension in children, which crash where one writes into a resident value. */
final class Sweep
{
    /** Those that end, stop or replace the process, or wait for another one, and Brine's own. */
    private const LEFT_OUT = '/^(pcntl_|posix_kill|posix_set|posix_setsid|readline|exit$|die$|sleep$|usleep$|time_nanosleep|time_sleep_until|dl$|brine_call_hook$|uopz_|xdebug_break|phpdbg_'
        . '|msg_receive|sem_acquire|apache_|set_time_limit|ignore_user_abort|fscanf$|stream_select|socket_accept|opcache_|inotify_read|FFI::|gearman|Gearman|fsockopen|pfsockopen|ini_set|error_log|proc_nice)/';
    /** Seconds that a child may take for the sets of a function. */
    private const SECONDS = 2;

    public int $functions = 0;
    public int $calls = 0;
    /** @var list<string> functions that write into resident values */
    public array $writers = [];
    /** @var list<string> functions that end PHP whatever they are given, or wait */
    public array $unknown = [];

    private readonly Arguments $resident;
    private readonly Arguments $plain;

    public function __construct()
    {
        $this->resident = new Arguments(true);
        $this->plain = new Arguments(false);
    }

    public function extension(\ReflectionExtension $extension): void
    {
        foreach ($extension->getFunctions() as $name => $function) {
            $this->callable($name, $function, null);
        }
        foreach ($extension->getClasses() as $class) {
            foreach ($class->getMethods(\ReflectionMethod::IS_PUBLIC) as $method) {
                if ($method->class === $class->name && !$method->isAbstract()) {
                    $this->callable("$class->name::$method->name", $method, $class);
                }
            }
        }
    }

    private function callable(string $name, \ReflectionFunction|\ReflectionMethod $function, ?\ReflectionClass $class): void
    {
        if (\preg_match(self::LEFT_OUT, $name) === 1) {
            return;
        }
        ++$this->functions;
        for ($set = 0; $set < Arguments::SETS; ++$set) {
            [$done, $signal] = $this->child($function, $class, $this->resident, $set, Arguments::SETS);
            $this->calls += $done;
            $set += $done;
            if ($signal === 0) {
                break;
            }
            // The set after the last one that was done.
            if ($signal === \SIGSEGV && $this->writes($function, $class, $set)) {
                $this->writers[] = $name;
                break;
            }
            if (!\in_array($name, $this->unknown, true)) {
                $this->unknown[] = $name;
            } elseif ($signal === \SIGALRM) {
                break;
            }
        }
    }

    /** Whether a set always ends PHP with resident values, and never with plain ones: some functions crash at random. */
    private function writes(\ReflectionFunction|\ReflectionMethod $function, ?\ReflectionClass $class, int $set): bool
    {
        for ($try = 0; $try < 4; ++$try) {
            if ($this->child($function, $class, $this->resident, $set, $set + 1)[1] !== \SIGSEGV || $this->child($function, $class, $this->plain, $set, $set + 1)[1] !== 0) {
                return false;
            }
        }

        return true;
    }

    /**
     * Calls a function with some sets in a child.
     *
     * @return array{int, int} the number of sets that were done, and the signal that ended the child, or 0
     */
    private function child(\ReflectionFunction|\ReflectionMethod $function, ?\ReflectionClass $class, Arguments $arguments, int $from, int $to): array
    {
        $progress = \stream_socket_pair(\STREAM_PF_UNIX, \STREAM_SOCK_STREAM, 0);
        $child = \pcntl_fork();
        if ($child === 0) {
            \fclose($progress[0]);
            \pcntl_alarm(self::SECONDS);
            \ob_start(static fn (): string => '');
            for ($set = $from; $set < $to; ++$set) {
                self::call($function, $class, $arguments, $set);
                @\fwrite($progress[1], '.');
            }
            // Without PHP's end of a process, whose tables the functions may have changed.
            \pcntl_exec('/bin/true');
            exit(0);
        }
        \fclose($progress[1]);
        $done = \strlen((string) \stream_get_contents($progress[0]));
        \fclose($progress[0]);
        \pcntl_waitpid($child, $status);

        return [\min($done, $to - $from), \pcntl_wifsignaled($status) ? \pcntl_wtermsig($status) : 0];
    }

    private static function call(\ReflectionFunction|\ReflectionMethod $function, ?\ReflectionClass $class, Arguments $arguments, int $set): void
    {
        try {
            $values = $arguments->of($function, $set);
            // References, for parameters that take one.
            foreach ($values as &$value) {
            }
            if ($function instanceof \ReflectionFunction) {
                $result = @$function->invokeArgs($values);
            } elseif ($function->isStatic()) {
                $result = @$function->invokeArgs(null, $values);
            } else {
                $object = self::instance($class, $arguments, $set);
                $result = $object === null ? null : @$function->invokeArgs($object, $values);
            }
            // What came back may be written to later.
            if (\is_object($result ?? null)) {
                @\var_export($result, true);
            }
        } catch (\Throwable) {
        }
    }

    private static function instance(\ReflectionClass $class, Arguments $arguments, int $set): ?object
    {
        $constructor = $class->getConstructor();
        if ($class->isAbstract() || $class->isEnum() || $class->isInterface()) {
            return null;
        }
        for ($try = 0; $constructor !== null && $try < 6; ++$try) {
            try {
                return @$class->newInstanceArgs($arguments->of($constructor, $set + $try));
            } catch (\Throwable) {
            }
        }
        try {
            return $constructor === null ? $class->newInstance() : $class->newInstanceWithoutConstructor();
        } catch (\Throwable) {
            return null;
        }
    }
}
