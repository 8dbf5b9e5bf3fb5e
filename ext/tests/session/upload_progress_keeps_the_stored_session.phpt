--TEST--
A session that holds an enum, or an object of a class with Serializable alone, is written as it was while an upload is told of, and is read after it
--EXTENSIONS--
brine
session
--SKIPIF--
<?php
preg_match('/-d "extension=[^"]*\bbrine\.\w+"/', getenv('TEST_PHP_EXTRA_ARGS') ?: '') || die('skip the extension must be named by path on the command line');
?>
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);

enum Suit: string
{
    case Hearts = 'H';
}

// Such a class is deprecated where it is compiled.
eval('final class Text implements Serializable
{
    public function serialize(): string
    {
        return "text";
    }

    public function unserialize(string $data): void
    {
    }
}');

if (PHP_SAPI === 'cli-server') {
    if (count($_FILES) > 0) {
        exit('uploaded');
    }
    session_start();
    exit($_SESSION['suit'] === Suit::Hearts || $_SESSION['suit'] instanceof Text ? 'read' : 'another value');
}

/** The answer of a server that has the settings. */
function request(string $address, ?string $body): string
{
    $options = ['ignore_errors' => true, 'timeout' => 60, 'header' => ['Cookie: PHPSESSID=visitor']];
    if ($body !== null) {
        $options['header'][] = 'Content-Type: multipart/form-data; boundary=limit';
        $options += ['method' => 'POST', 'content' => $body];
    }

    return (string) file_get_contents("http://$address/", false, stream_context_create(['http' => $options]));
}

/** Starts a server, asks it once, and stops it: PHP's own does not close a session whose upload has ended in an error. */
function ask(string $directory, int $lazy, ?string $body): string
{
    $command = 'exec ' . escapeshellarg(PHP_BINARY) . ' ' . getenv('TEST_PHP_EXTRA_ARGS') . " -d session.serialize_handler=brine -d session.lazy_write=$lazy"
        . ' -d session.upload_progress.enabled=1 -d session.upload_progress.freq=1000 -d session.upload_progress.min_freq=0'
        . ' -d session.save_path=' . escapeshellarg($directory) . ' -S 127.0.0.1:0 ' . escapeshellarg(__FILE__);
    $process = proc_open($command, [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', "$directory/log", 'w']], $pipes);
    for ($tries = 0; !preg_match('~http://(127\.0\.0\.1:\d+)\) started~', (string) file_get_contents("$directory/log"), $match); $tries++) {
        if ($tries === 600) {
            throw new RuntimeException('the server does not start: ' . file_get_contents("$directory/log"));
        }
        usleep(50_000);
    }
    $answer = request($match[1], $body);
    proc_terminate($process);
    proc_close($process);

    return $answer;
}

$directory = sys_get_temp_dir() . '/brine_upload_' . bin2hex(random_bytes(8));
mkdir($directory, 0700);
$body = "--limit\r\nContent-Disposition: form-data; name=\"PHP_SESSION_UPLOAD_PROGRESS\"\r\n\r\nid\r\n"
    . "--limit\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n" . str_repeat('x', 100_000) . "\r\n--limit--\r\n";
$values = ['brine' => brine_serialize(['suit' => Suit::Hearts]), 'brine, Serializable' => brine_serialize(['suit' => new Text()]), 'php' => 'suit|' . serialize(Suit::Hearts), 'php_serialize' => serialize(['suit' => Suit::Hearts])];
foreach ([0, 1] as $lazy) {
    foreach ($values as $handler => $text) {
        file_put_contents("$directory/sess_visitor", $text);
        echo $handler, ': ', substr(ask($directory, $lazy, $body), -8), ', ', file_get_contents("$directory/sess_visitor") === $text ? 'as it was, ' : 'changed, ', ask($directory, $lazy, null), "\n";
    }
}
array_map(unlink(...), glob("$directory/*"));
rmdir($directory);
?>
--EXPECT--
brine: uploaded, as it was, read
brine, Serializable: uploaded, as it was, read
php: uploaded, as it was, read
php_serialize: uploaded, as it was, read
brine: uploaded, as it was, read
brine, Serializable: uploaded, as it was, read
php: uploaded, as it was, read
php_serialize: uploaded, as it was, read