<?php

/* Cases of events around a decode: hooks, class loaders, processes, the collector, the end. */

declare(strict_types=1);

namespace Brine\Tests\Resident;

use Brine\Tests\Checks;

function case_full_table(): void
{
    $value = static fn (int $i): array => ['number' => $i, 'text' => \str_repeat("text $i ", 30), 'list' => \range(0, 20)];
    $payloads = \array_map(static fn (int $i): string => \brine_serialize($value($i)), \range(0, 1999));
    $wrong = 0;
    // From half of the memory on, a sixteenth is admitted in 4,096 misses.
    for ($sight = 0; $sight < 20; ++$sight) {
        foreach ($payloads as $i => $payload) {
            $wrong += resident($payload) === $value($i) ? 0 : 1;
        }
    }
    Checks::same('wrong', 0, $wrong);
    $status = \brine_resident_status();
    Checks::that("within the bound: {$status['bytes']}", $status['bytes'] > 0 && $status['bytes'] <= 64 << 10);
    Checks::that("some, not all: {$status['entries']}", $status['entries'] > 5 && $status['entries'] < 1000);
    Checks::same('nothing leaves within a request', 0, $status['evicted']);
    Checks::same('admitted', $status['entries'], $status['admitted']);
    Checks::that('refused', $status['refused']['full'] > 0);
    Checks::that('what was admitted stays', $status['hits'] >= $status['entries']);
}

function case_fork(): void
{
    if (!\function_exists('pcntl_fork')) {
        return;
    }
    $values = [config('fork'), [new Point(1, 2.0, ['x'], 'y'), config()], \str_repeat('long ', 1000)];
    $payloads = \array_map(admitted(...), $values);
    $frame = \brine_serialize_signed($values[0], 'key of this test');
    for ($sight = 0; $sight < 3; ++$sight) {
        \brine_unserialize_signed($frame, 'key of this test', ['resident' => true]);
    }
    $held = \array_map(resident(...), $payloads);
    $children = [];
    for ($child = 0; $child < 8; ++$child) {
        $pid = \pcntl_fork();
        if ($pid === 0) {
            $right = 0;
            for ($round = 0; $round < 50; ++$round) {
                foreach ($payloads as $i => $payload) {
                    $read = resident($payload);
                    $right += \serialize($read) === \serialize($values[$i]) && \serialize($held[$i]) === \serialize($values[$i]) ? 1 : 0;
                    if (\is_array($read)) {
                        $read['written'] = $round;
                    }
                }
                $right += \brine_unserialize_signed($frame, 'key of this test', ['resident' => true]) === $values[0] ? 1 : 0;
                $right += \brine_unserialize_signed($frame, 'other', ['resident' => true]) === null ? 1 : 0;
                // Further ones, which the other processes do not have.
                $right += resident(admitted(config($child * 1000 + $round))) === config($child * 1000 + $round) ? 1 : 0;
            }
            exit($right === 300 ? 0 : 1);
        }
        $children[] = $pid;
    }
    foreach ($children as $child => $pid) {
        $status = 0;
        \pcntl_waitpid($pid, $status);
        Checks::same("child $child", 0, $status);
    }
    Checks::that('the parent', hits($payloads[0]));
    Checks::same('what the parent holds', \serialize($values), \serialize($held));
}

function case_fork_and_fill(): void
{
    if (!\function_exists('pcntl_fork')) {
        return;
    }
    case_full_table();
    $pid = \pcntl_fork();
    if ($pid === 0) {
        $wrong = 0;
        for ($i = 0; $i < 300; ++$i) {
            $wrong += resident(admitted(config($i))) === config($i) ? 0 : 1;
        }
        exit($wrong === 0 && figure('bytes') <= 64 << 10 ? 0 : 1);
    }
    $status = 0;
    \pcntl_waitpid($pid, $status);
    Checks::same('child', 0, $status);
}

/** @return array<string, mixed> */
function cyclicValues(): array
{
    $node = new Node(1, 2.0, ['tag'], 'cycle');
    $node->next = $node;
    $node->children = config('in a cycle');
    $first = new Node(2);
    $second = new Node(3);
    $first->next = $second;
    $second->next = $first;
    $second->data = [config(), [$first]];
    $object = new \stdClass();
    $object->list = [$object, config('dynamic')];
    $magic = new Magic();
    $magic[] = $magic;
    $magic['config'] = config('magic');
    $ending = new Ending();
    $ending->list = [$ending, config('ending')];

    return ['node' => [$node], 'nodes' => [$first, $second], 'object' => $object, 'magic' => [$magic], 'ending' => [$ending, $node]];
}

function case_cycles(): void
{
    \gc_disable();
    foreach (cyclicValues() as $name => $value) {
        $payload = admitted($value);
        $collected = [];
        foreach ([false, true, true] as $i => $option) {
            $collected[$i] = [];
            for ($round = 0; $round < 5; ++$round) {
                \gc_collect_cycles();
                $ended = Ending::$ended;
                $read = \brine_unserialize($payload, ['resident' => $option]);
                if ($round % 2 === 1) {
                    foreach (Choice::objects($read) as $object) {
                        $object instanceof Node && $object->children['written'] = 1;
                    }
                }
                unset($read, $object);
                $count = \gc_collect_cycles();
                // Values that cannot be part of a cycle are not counted.
                $collected[$i][] = [$count > 0, Ending::$ended - $ended];
            }
        }
        Checks::same("$name, collected", $collected[0], $collected[1]);
        Checks::same("$name, collected again", $collected[0], $collected[2]);
        Checks::same("$name, value", \serialize($value), \serialize(resident($payload)));
    }
    \gc_enable();
    $payloads = \array_map(\brine_serialize(...), cyclicValues());
    $held = [];
    for ($i = 0; $i < 30_000; ++$i) {
        foreach ($payloads as $payload) {
            $held[$i % 50] = resident($payload);
        }
    }
    Checks::that('the collector ran', \gc_status()['runs'] > 0);
    Checks::that('memory: ' . \memory_get_usage(), \memory_get_usage() < 64 << 20);
}

/** Other worker modes call these hooks while a script runs; what it holds stays. */
function case_hooks_of_requests(): void
{
    $value = static fn (int $i): array => ['number' => $i, 'text' => \str_repeat("text $i ", 20), 'list' => \range(0, 20), 'object' => (object) ['n' => [$i]]];
    $pure = static fn (int $i): array => ['number' => $i, 'text' => \str_repeat("pure $i ", 20), 'list' => \range(0, 20)];
    $held = [];
    $wrong = 0;
    $orders = [['shutdown', 'post_deactivate', 'startup'], ['post_deactivate', 'startup'], ['startup'], ['startup', 'startup'], ['post_deactivate'], ['shutdown', 'startup'], ['startup', 'shutdown', 'post_deactivate']];
    for ($i = 0; $i < 400; ++$i) {
        $held[$i] = [resident(admitted($pure($i))), resident(admitted($value($i)))];
        foreach ($orders[$i % \count($orders)] as $hook) {
            Checks::$failed += \brine_call_hook($hook) || $hook === 'shutdown' ? 0 : 1;
        }
        // In a function that PHP calls from inside of another, too.
        \array_map(static fn (string $hook): bool => \brine_call_hook($hook), ['post_deactivate', 'startup']);
        $wrong += \serialize($held[\intdiv($i, 2)]) === \serialize([$pure(\intdiv($i, 2)), $value(\intdiv($i, 2))]) ? 0 : 1;
    }
    foreach ($held as $i => $pair) {
        $wrong += \serialize($pair) === \serialize([$pure($i), $value($i)]) ? 0 : 1;
        $pair[0]['list'][] = 'written';
    }
    Checks::same('wrong', 0, $wrong);
    Checks::same('evicted', 0, figure('evicted'));
    Checks::that('admitted', figure('admitted') > 5);
    Checks::that('bound', figure('bytes') <= 64 << 10);
}

/** They may be called while a value is being read, or written: the objects that come after are read, and written, too. */
function case_hooks_of_requests_in_the_middle(): void
{
    $value = [new InTheMiddle('first'), 'text', new InTheMiddle('second'), new Point(1, 2.0, ['x'], 'y'), new InTheMiddle('third')];
    $expected = \serialize($value);
    foreach ([['shutdown', 'post_deactivate', 'startup'], ['post_deactivate']] as $hooks) {
        InTheMiddle::$hooks = $hooks;
        InTheMiddle::$calls = [];
        $payload = \brine_serialize($value);
        for ($sight = 0; $sight < 3; ++$sight) {
            $read = [\brine_unserialize($payload), resident($payload)];
            InTheMiddle::$hooks = [];
            Checks::same('plain', $expected, \serialize($read[0]));
            Checks::same('resident', $expected, \serialize($read[1]));
            InTheMiddle::$hooks = $hooks;
        }
        Checks::same('calls', \str_repeat('first second third ', 7), \implode(' ', [...InTheMiddle::$calls, '']));
    }
}

/** What opens bytes runs code, in which a request may seem to end and the next one to begin, and which may decode the same bytes. */
function case_opened_in_the_middle(): void
{
    $value = static fn (int $i): array => ['number' => $i, 'text' => \str_repeat("text $i ", 20), 'list' => \range(0, 20), 'object' => (object) ['n' => [$i]]];
    $held = [];
    $wrong = 0;
    for ($i = 0; $i < 400; ++$i) {
        $payload = \brine_serialize($value($i));
        $calls = 0;
        $open = static function (string $bytes) use (&$open, &$calls, &$held, $payload): string {
            if (++$calls % 2 === 1) {
                $held[] = \brine_unserialize($bytes, ['resident' => true, 'open' => $open]);
            }
            foreach (['shutdown', 'post_deactivate', 'startup'] as $hook) {
                Checks::$failed += \brine_call_hook($hook) || $hook === 'shutdown' ? 0 : 1;
            }

            return $payload;
        };
        for ($sight = 0; $sight < 3; ++$sight) {
            $held[] = \brine_unserialize(\strrev($payload), ['resident' => true, 'open' => $open]);
        }
        $wrong += \serialize(\end($held)) === \serialize($value($i)) ? 0 : 1;
        Checks::that("opened at value $i: $calls", $calls >= 2);
        $held = \count($held) > 100 ? \array_slice($held, 90) : $held;
    }
    Checks::same('wrong', 0, $wrong);
    Checks::same('evicted', 0, figure('evicted'));
    Checks::that('admitted', figure('admitted') > 5);
    Checks::that('hits', figure('hits') > 5);
    Checks::that('bound', figure('bytes') <= 64 << 10);
}

function case_class_comes_later(): void
{
    \error_reporting(\E_ALL & ~\E_DEPRECATED);
    // The payload of a class that does not exist yet.
    $payload = \str_replace('Brine\Tests\Resident\Point', 'Brine\Tests\Resident\Later', \brine_serialize([new Point(5, 1.5, ['t'], 'l'), config()]));
    alike('missing', $payload);
    Checks::same('class', '__PHP_Incomplete_Class', \get_class(resident($payload)[0]));
    eval('namespace Brine\Tests\Resident; class Later { public string $first = "of the class"; public $x; protected $y; public $label; public array $more = [1]; }');
    alike('declared', $payload);
    Checks::same('class', 'Brine\Tests\Resident\Later', \get_class(resident($payload)[0]));
    $payload = \str_replace('Brine\Tests\Resident\Point', 'Brine\Tests\Resident\Alias', \brine_serialize([new Point(5, 1.5, ['t'], 'l'), config()]));
    alike('no alias', $payload);
    \class_alias(Point::class, 'Brine\Tests\Resident\Alias');
    alike('alias', $payload);
    Checks::same('class of an alias', Point::class, \get_class(resident($payload)[0]));
}

function case_autoloaders(): void
{
    $asked = [];
    \spl_autoload_register(static function (string $class) use (&$asked): void {
        $asked[] = $class;
        if (\str_ends_with($class, 'Loads')) {
            eval('namespace Brine\Tests\Resident; class Loads { public int $x = 0; public $label; }');
        }
        if (\str_ends_with($class, 'Throw')) {
            throw new \DomainException('no such class');
        }
    });
    $of = static fn (string $name): string => \str_replace('Brine\Tests\Resident\Point', "Brine\\Tests\\Resident\\$name", \brine_serialize([new Point(5, 1.5, ['t'], 'l'), [new Point(6)], config()]));
    foreach (['Gone2', 'Throw', 'Loads'] as $name) {
        $payload = $of($name);
        $seen = [];
        foreach ([false, true, true, true, true] as $sight => $option) {
            $asked = [];
            $outcome = outcome(static fn (): mixed => \brine_unserialize($payload, ['resident' => $option]));
            // A class is loaded once.
            $seen[] = [$name === 'Loads' ? [] : $asked, $outcome];
            Checks::same("$name, sight $sight", $seen[0], $seen[$sight]);
        }
    }
}

function case_callback_for_classes(): void
{
    $asked = [];
    $GLOBALS['resident_asked'] = &$asked;
    \ini_set('unserialize_callback_func', __NAMESPACE__ . '\callbackForClass');
    $payload = \str_replace('Brine\Tests\Resident\Point', 'Brine\Tests\Resident\Gone1', \brine_serialize([new Point(5), config()]));
    $expected = null;
    foreach ([false, true, true, true] as $sight => $option) {
        $asked = [];
        $outcome = outcome(static fn (): mixed => @\brine_unserialize($payload, ['resident' => $option]));
        $expected ??= [$asked, $outcome];
        Checks::same("sight $sight", $expected, [$asked, $outcome]);
    }
}

function callbackForClass(string $class): void
{
    $GLOBALS['resident_asked'][] = $class;
}

/** Records its hooks' arguments, and runs the configured action. */
final class Told
{
    /** @var list<string> */
    public static array $log = [];
    public static ?\Closure $does = null;

    public function __construct(public string $name = '', public array $list = [], public mixed $inner = null)
    {
    }

    public function __serialize(): array
    {
        return ['name' => $this->name, 'list' => $this->list, 'inner' => $this->inner];
    }

    public function __unserialize(array $data): void
    {
        self::$log[] = 'unserialize ' . \serialize([$data['name'], $data['list'], \gettype($data['inner'])]);
        ['name' => $this->name, 'list' => $this->list, 'inner' => $this->inner] = $data;
        self::$does === null || (self::$does)($this, $data);
        $data['list'][] = 'written by the hook';
        $this->list[] = 'added by the hook';
    }

    public function __destruct()
    {
        self::$log[] = "destruct $this->name";
    }
}

/** The log of one decode, and what it came to. */
function toldBy(string $payload, bool $option): array
{
    Told::$log = [];
    $outcome = outcome(static fn (): mixed => \brine_unserialize($payload, ['resident' => $option]));
    \gc_collect_cycles();

    return [$outcome, Told::$log];
}

function toldPayload(): string
{
    $waking = new Waking();
    $waking->list = [1, 2];

    return \brine_serialize([
        new Told('first', [1, [2]], new Told('inside', config())), 'waking' => $waking, [new Told('second', [], (object) ['a' => new Told('deep')])],
        new Told('third', config(), [$waking, Suit::Hearts]),
    ]);
}

function case_hooks_in_order(): void
{
    $payload = toldPayload();
    $expected = toldBy($payload, false);
    Checks::same('hooks', 5, \count(\array_filter($expected[1], static fn (string $line): bool => \str_starts_with($line, 'unserialize'))));
    for ($sight = 1; $sight <= 5; ++$sight) {
        Checks::same("sight $sight", $expected, toldBy($payload, true));
    }
}

function case_hooks_that_throw(): void
{
    $payload = toldPayload();
    toldBy($payload, true);
    toldBy($payload, true);
    foreach (['first', 'inside', 'second', 'deep', 'third'] as $name) {
        Told::$does = static function (Told $told) use ($name): void {
            if ($told->name === $name) {
                throw new \DomainException("thrown by $name");
            }
        };
        $expected = toldBy($payload, false);
        for ($sight = 1; $sight <= 4; ++$sight) {
            Checks::same("$name, sight $sight", $expected, toldBy($payload, true));
        }
    }
    Told::$does = null;
    $expected = toldBy($payload, false);
    Checks::same('afterwards', $expected, toldBy($payload, true));
}

function case_hooks_that_decode(): void
{
    $payload = toldPayload();
    $other = admitted(config('other'));
    $levels = 0;
    foreach ([false, true] as $inner) {
        Told::$does = static function (Told $told) use ($payload, $other, $inner, &$levels): void {
            if ($levels < 2) {
                ++$levels;
                $again = \brine_unserialize($payload, ['resident' => $inner]);
                $told->inner = [\brine_unserialize($other, ['resident' => $inner]), \count($again)];
                $told->inner[0]['written'] = 1;
                --$levels;
            }
        };
        $expected = toldBy($payload, false);
        for ($sight = 1; $sight <= 4; ++$sight) {
            Checks::same("inner $inner, sight $sight", $expected, toldBy($payload, true));
        }
    }
    Told::$does = null;
}

function case_hooks_that_suspend(): void
{
    $payload = toldPayload();
    $expected = toldBy($payload, false)[0];
    toldBy($payload, true);
    toldBy($payload, true);
    Told::$does = static function (): void {
        \Fiber::getCurrent() === null || \Fiber::suspend();
    };
    $fibers = [];
    for ($i = 0; $i < 6; ++$i) {
        $fibers[$i] = new \Fiber(static fn (): string => outcome(static fn (): mixed => \brine_unserialize($payload, ['resident' => $i !== 0])));
        $fibers[$i]->start();
    }
    for ($round = 0; \array_filter($fibers, static fn (\Fiber $fiber): bool => !$fiber->isTerminated()) !== [] && $round < 100; ++$round) {
        foreach ($fibers as $i => $fiber) {
            // One stays suspended, with a partly built value.
            if (!$fiber->isTerminated() && $i !== 5) {
                $fiber->resume();
            }
        }
    }
    for ($i = 0; $i < 5; ++$i) {
        Checks::same("fiber $i", $expected, $fibers[$i]->getReturn());
    }
    unset($fibers, $fiber);
    Told::$does = null;
    Checks::same('afterwards', $expected, toldBy($payload, true)[0]);
}

/** Values too large for the table are decoded each time. */
function case_large_values(): void
{
    $value = \array_map(static fn (int $i): string => \md5((string) $i), \range(0, 60_000));
    $payload = \brine_serialize($value);
    for ($sight = 1; $sight <= 4; ++$sight) {
        Checks::that("sight $sight", resident($payload) === $value);
    }
    Checks::same('entries', 0, figure('entries'));
    Checks::same('hits', 0, figure('hits'));
    Checks::that('refused', \brine_resident_status()['refused']['too_large'] > 0 || \brine_resident_status()['refused']['full'] > 0);
}

/** Constants, statics, globals and destructors are what PHP frees last. */
function case_constants_and_statics_at_the_end(): void
{
    $value = resident(admitted(config('end')));
    \define('RESIDENT_AT_THE_END', $value);
    Names::$kept = resident(admitted(config('end')));
    $GLOBALS['resident_at_the_end'] = resident(admitted(config('end')));
    $function = static function (mixed $add): int {
        static $kept = [];
        $kept[] = $add;

        return \count($kept);
    };
    Checks::same('static', 1, $function(resident(admitted(config('end')))));
    \set_error_handler(static fn (): bool => $value === []);
    \ini_set('user_agent', resident(admitted('an agent that is long enough to be one of its own')) . '');
    \set_include_path(resident(admitted(['/tmp:/nowhere/' . \str_repeat('x', 40)]))[0]);
    \stream_wrapper_register(resident(admitted(['schemeofaresidentstring']))[0], Files::class);
    \putenv(resident(admitted(['BRINE_AT_THE_END=' . \str_repeat('y', 40)]))[0]);
    \session_status() === \PHP_SESSION_NONE || \session_abort();
    $GLOBALS['resident_told'] = resident(admitted([new Ending(), config('object at the end')]));
    $GLOBALS['resident_last'] = new class ($value) {
        public function __construct(private array $held)
        {
        }

        public function __destruct()
        {
            $this->held['destructed'] = \constant('RESIDENT_AT_THE_END')['rows'];
            echo \count($this->held) === 5 && \count(Names::$kept) === 4 ? "bye\n" : "something else at the end\n";
        }
    };
    \register_shutdown_function(static function (array $held): void {
        $held['shutdown'] = resident(admitted(config('in a shutdown function')));
        echo $held['shutdown'] === config('in a shutdown function') ? "bye\n" : "something else in a shutdown function\n";
    }, $value);
}

function case_collector_and_property_tables(): void
{
    $payload = admitted(config('table'));
    for ($i = 0; $i < 2000; ++$i) {
        $object = (object) resident($payload);
        $holder = new \stdClass();
        $holder->object = $object;
        $object->holder = $holder;
        $holder->list = resident($payload);
        $second = (object) resident($payload)['rows'];
        $third = new \ArrayObject(resident($payload));
        $third[] = $third;
        // Newer versions of PHP call it deprecated.
        $fourth = @new \ArrayIterator($second);
        $fifth = (static fn (): \stdClass => (object) resident($payload))();
        $fifth->self = $fifth;
        unset($object, $holder, $second, $third, $fourth, $fifth);
        if ($i % 100 === 0) {
            \gc_collect_cycles();
        }
    }
    Checks::same('value', config('table'), resident($payload));
    Checks::that('memory', \memory_get_usage() < 32 << 20);
}

function case_iterating_at_the_end(): void
{
    $GLOBALS['resident_generator'] = (static function (): \Generator {
        foreach (resident(admitted(config('generator'))) as $key => $element) {
            try {
                yield $key => $element;
            } finally {
                $element = resident(admitted(config('finally')));
                echo $element === config('finally') ? '' : "something else in finally\n";
            }
        }
    })();
    Checks::same('first', 'generator', $GLOBALS['resident_generator']->current());
    $GLOBALS['resident_fiber'] = new \Fiber(static function (): void {
        $held = resident(admitted(config('fiber')));
        \Fiber::suspend($held);
    });
    $read = $GLOBALS['resident_fiber']->start();
    $read[] = 1;
    Checks::same('in the fiber', 5, \count($read));
}

function case_defaults_under_opcache(): void
{
    $settings = opcache();
    if ($settings === null) {
        return;
    }
    [$output, $code] = inChild([...$settings, 'opcache.file_update_protection=0'], [__DIR__ . '/defaults.php']);
    Checks::same('output', \str_repeat("same\n", 4) . "2 hits, 1 cached\n", $output);
    Checks::same('exit code', 0, $code);
}
