<?php

declare(strict_types=1);

/*
 * Fails each allocation of encodes and decodes once, as memory_limit does, in a server. The request ends with a fatal error; the server must go
 * on unharmed, and without leaks under a sanitizer.
 *
 *     scripts/php.sh release|asan tests/limits/allocation/run.php [end of the values [first value]]
 */

namespace Brine\Tests\Allocation;

use RuntimeException;

/** Steps for each value. */
const CALLS = ['encode', 'decode', 'encode_igbinary', 'decode_igbinary'];

/** Steps for the first values only: signatures and dictionaries add nothing for others, and the first values cover MessagePack. */
const FURTHER_CALLS = ['encode_signed', 'decode_signed', 'load', 'encode_given', 'decode_given', 'encode_in_place', 'decode_in_place', 'pack', 'unpack'];
const FURTHER_VALUES = 2;

/** What becomes resident with the call, and what is found. Graphs have what is refused. */
const RESIDENT_CALLS = ['admit', 'find'];
const RESIDENT_VALUES = 8;

/** PHP's own server, with what the environment says of the build. */
final class Server
{
    /** @var resource */
    private $process;

    public function __construct(string $build, private readonly string $log)
    {
        // Nobody can take the port between these two, but by bad luck; then the server does not answer, and the suite fails.
        $socket = stream_socket_server('tcp://127.0.0.1:0');
        $this->address = stream_socket_get_name($socket, false);
        fclose($socket);
        $command = [
            PHP_BINARY, '-n', '-d', 'memory_limit=1G', '-d', 'max_execution_time=0', '-d', "extension=$build/modules/brine.so",
            '-d', "extension=$build/igbinary/modules/brine_igbinary.so", '-d', "extension=$build/faults/modules/brine_faults.so", '-S', $this->address, __DIR__ . '/server.php',
        ];
        // Blocks of a request that ended in an error are freed with it, also where PHP's own allocator is switched off.
        $environment = ['USE_TRACKED_ALLOC' => '1'] + getenv();
        $this->process = proc_open($command, [['file', '/dev/null', 'r'], ['file', $log, 'w'], ['file', $log, 'w']], $pipes, null, $environment);
        for ($tries = 0; @file_get_contents("http://$this->address/?check=1") === false; ++$tries) {
            if ($tries === 200) {
                throw new RuntimeException('the server does not answer: ' . $this->log());
            }
            usleep(50_000);
        }
    }

    private readonly string $address;

    public function get(string $query): string
    {
        $context = stream_context_create(['http' => ['ignore_errors' => true, 'timeout' => 300]]);
        $answer = @file_get_contents("http://$this->address/?$query", false, $context);
        if ($answer === false) {
            throw new RuntimeException("no answer to $query");
        }

        return $answer;
    }

    /** The server's output, without lines for requests. */
    public function log(): string
    {
        return preg_replace('/^.* (?:Accepted|Closing)\n/m', '', file_get_contents($this->log));
    }

    /** @return int the exit status, which a sanitizer sets */
    public function stop(): int
    {
        proc_terminate($this->process, 2);

        return proc_close($this->process);
    }
}

/** @return int how many allocations failed, each once */
function sweep(Server $server, string $call, int $value): int
{
    for ($fail = 1;; ++$fail) {
        $answer = $server->get("call=$call&value=$value&fail=$fail");
        if (str_starts_with($answer, 'allocations: ')) {
            return $fail - 1;
        }
        // What went wrong afterwards would follow the message. PHP reports an exception that is pending before it.
        if (preg_match('/\nFatal error: Allocation \d+ of the call fails, of \d+ bytes in \S+ on line \d+\s*$/D', $answer) !== 1) {
            throw new RuntimeException("value $value, $call, allocation $fail: $answer");
        }
        if ($fail % 16 === 0 && ($answer = $server->get('check=1')) !== 'right') {
            throw new RuntimeException("value $value, $call, after allocation $fail: $answer");
        }
    }
}

$build = getenv('BRINE_BUILD');
if ($build === false) {
    exit("BRINE_BUILD is the directory of the build; scripts/php.sh sets it\n");
}
$server = new Server($build, "$build/logs/allocation-server");
$passed = 0;
$failed = 0;
try {
    for ($value = (int) ($argv[2] ?? 0); $value < (int) ($argv[1] ?? 12); ++$value) {
        $calls = [...CALLS, ...($value < FURTHER_VALUES ? FURTHER_CALLS : []), ...($value < RESIDENT_VALUES ? RESIDENT_CALLS : [])];
        foreach ($calls as $call) {
            $passed += sweep($server, $call, $value);
        }
    }
} catch (RuntimeException $error) {
    ++$failed;
    echo $error->getMessage(), "\n";
}
$status = $server->stop();
if ($status > 0 && $status !== 130) {
    ++$failed;
    echo "the server ended with $status:\n", $server->log(), "\n";
}
echo "$passed passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
