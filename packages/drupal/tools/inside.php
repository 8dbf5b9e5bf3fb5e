<?php

/*
 * Commands of check.php that run inside the site, in a separate process.
 * usage: inside.php WEB-ROOT install|uninstall|installed|rebuild|reasons|state|report|empty BIN,BIN|rewrite FORMAT|dump FILE|load FILE|train FILE
 */

declare(strict_types=1);

use Brine\Training\Trainer;
use Drupal\brine\Codec;
use Drupal\Core\Cache\DatabaseBackend;
use Drupal\Core\DrupalKernel;
use Symfony\Component\HttpFoundation\Request;

[, $root, $command, $argument] = $argv + [3 => ''];
chdir($root);
$_SERVER['SCRIPT_NAME'] = '/index.php';
$loader = require 'autoload.php';
// The site has the library; the trainer is in this tree.
$loader->addPsr4('Brine\\Training\\', dirname(__DIR__, 3) . '/packages/cli/src/Training');
$request = Request::create('http://127.0.0.1' . (getenv('DRUPAL_PORT') !== false ? ':' . getenv('DRUPAL_PORT') : '') . '/');
$request->server->set('SCRIPT_NAME', '/index.php');
if ($command === 'rebuild') {
    DrupalKernel::bootEnvironment();
    Drupal\Core\Site\Settings::initialize((string) getcwd(), DrupalKernel::findSitePath($request), $loader);
    require_once 'core/includes/utility.inc';
    drupal_rebuild($loader, $request);
    exit(0);
}
$kernel = DrupalKernel::createFromRequest($request, $loader, 'prod');
$kernel->boot();
$kernel->preHandle($request);

switch ($command) {
    case 'install':
        Drupal::service('module_installer')->install(['brine']);
        break;
    case 'uninstall':
        Drupal::service('module_installer')->uninstall(['brine']);
        break;
    case 'installed':
        echo Drupal::moduleHandler()->moduleExists('brine') ? 'yes' : 'no';
        break;
    case 'reasons':
        echo json_encode(Drupal::service('brine.uninstall_validator')->validate('brine'));
        break;
    case 'state':
        echo json_encode([
            'damaged' => Drupal::hasService('brine.record') ? Drupal::service('brine.record')->damaged() : 0,
            'logged' => Drupal::moduleHandler()->moduleExists('dblog') ? (int) Drupal::database()->query("SELECT COUNT(*) FROM {watchdog} WHERE type = 'brine'")->fetchField() : -1,
            'login' => user_pass_reset_url(Drupal\user\Entity\User::load(1)) . '/login',
        ], JSON_THROW_ON_ERROR);
        break;
    case 'report':
        echo Drupal\brine\Status\TextReport::of(Drupal::service('brine.report'));
        break;
    case 'empty':
        foreach (explode(',', $argument) as $bin) {
            Drupal::cache($bin)->deleteAll();
        }
        break;
    case 'rewrite':
        rewrite($argument);
        break;
    case 'dump':
        $entries = [];
        foreach (entries() as [$bin, $backend, $entry]) {
            $entries[] = [$bin, $entry->cid, base64_encode($entry->bytes)];
        }
        file_put_contents($argument, json_encode($entries));
        echo count($entries);
        break;
    case 'train':
        $trainer = new Trainer();
        foreach (entries() as [$bin, $backend, $entry]) {
            // Entries from before the settings are native text.
            if (str_starts_with($entry->bytes, "\xC1\x10")) {
                $trainer->addPayload($entry->bytes, $bin);
            }
        }
        file_put_contents($argument, $trainer->train()->bytes());
        break;
    case 'load':
        $backends = [];
        foreach (backends() as $bin => $backend) {
            $backends[$bin] = $backend;
        }
        foreach (json_decode((string) file_get_contents($argument), true) as [$bin, $cid, $bytes]) {
            write($bin, $backends[$bin], $cid, (string) base64_decode($bytes, true));
        }
        break;
    default:
        fwrite(STDERR, "unknown: $command\n");
        exit(2);
}

/** @return array<string, object> the backends of the bins that use Brine, by bin */
function backends(): array
{
    Drupal::service('brine.backends')->bins();
    $backends = [];
    foreach (Drupal::getContainer()->getParameter('brine.backends') as $id) {
        foreach (Drupal::service($id)->backends() as $bin => $backend) {
            $backends[$bin] = $backend->inner();
        }
    }
    if (Drupal::database()->schema()->tableExists('cache_container')) {
        $backends['container'] = new DatabaseBackend(
            Drupal::database(),
            Drupal::service('cache_tags.invalidator.checksum'),
            'container',
            Drupal::service('serialization.phpserialize'),
            Drupal::time(),
            -1,
        );
    }

    return $backends;
}

/** @return iterable<array{string, object, Drupal\brine\Status\Entry}> entries that are not strings */
function entries(): iterable
{
    $backends = backends();
    foreach (Drupal::service('brine.backends')->bins() as $name => $bin) {
        foreach ($bin->entries ?? [] as $entry) {
            if (!$entry->isString) {
                yield [$name, $backends[$name], $entry];
            }
        }
    }
}

/** Replaces an entry's bytes directly, bypassing the backend. */
function write(string $bin, object $backend, string $cid, string $bytes): void
{
    if ($backend instanceof DatabaseBackend) {
        Drupal::database()->update("cache_$bin")->fields(['data' => $bytes])->condition('cid', $cid)->execute();
    } else {
        Drupal::service('redis.factory')->getClient()->hSet($backend->getKey($cid), 'data', $bytes);
    }
}

function rewrite(string $format): void
{
    $number = 0;
    foreach (iterator_to_array(entries(), false) as [$bin, $backend, $entry]) {
        $bytes = $entry->bytes;
        if (!in_array($format, ['cut', 'emptied', 'flipped'], true)) {
            // Old entries of a container have other names, and may contain classes that no longer exist.
            try {
                $value = Codec::current()->decode($bytes, $bin, $entry->cid, false);
            } catch (Throwable $error) {
                fwrite(STDERR, "$bin:$entry->cid is not read: {$error->getMessage()}\n");
                continue;
            }
        }
        write($bin, $backend, $entry->cid, match ($format) {
            'igbinary' => igbinary_serialize($value),
            'igbinary_gz' => (string) gzcompress(igbinary_serialize($value)),
            'native_gz' => (string) gzcompress(serialize($value)),
            'native' => serialize($value),
            'brine' => brine_serialize($value),
            'compressed' => (new Brine\Compressed(new Brine\BrineSerializer()))->serialize($value),
            'cut' => substr($bytes, 0, intdiv(strlen($bytes), 2)),
            'emptied' => '',
        });
        ++$number;
    }
    echo $number;
}
