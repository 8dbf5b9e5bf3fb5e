<?php

/*
 * One request of one thread: reads and writes with the thread's own settings. Prints failed checks, and returns their number.
 *
 * @var int $thread
 * @var int $request
 */

declare(strict_types=1);

namespace Brine\Tests\Igbinary;

require_once __DIR__ . '/../values.php';
require_once __DIR__ . '/../../Checks.php';

use Brine\Tests\Checks;

Checks::$failed = 0;
$at = "thread $thread, request $request";
Checks::same("$at: the settings of the request before are gone", ['igbinary', '1'], [\ini_get('igbinary.format'), \ini_get('igbinary.compact_strings')]);
$format = $thread % 2 === 0 ? 'brine' : 'igbinary';
$isCompact = $thread % 3 === 0;
\ini_set('igbinary.format', $format);
\ini_set('igbinary.compact_strings', $isCompact ? '1' : '0');
$known = ['brine' => '00000002c110', 'igbinary' => $isCompact ? '000000021402060011047465787406010e00' : '00000002140206001104746578740601110474657874'][$format];
for ($i = 0; $i < 50; $i++) {
    $bytes = \igbinary_serialize(['text', 'text']);
    Checks::same("$at: bytes", $known, \substr(\bin2hex($bytes), 0, \strlen($known)));
    Checks::same("$at: bytes of a client", $bytes, \brine_igbinary_capi_serialize(['text', 'text']));
    foreach (values() as $name => $value) {
        $bytes = \brine_igbinary_capi_serialize($value);
        $read = $i % 2 === 0 ? \igbinary_unserialize($bytes) : \brine_igbinary_capi_unserialize($bytes);
        Checks::same("$at: $name", \print_r($value, true), \print_r($read, true));
    }
}
$warning = '';
\set_error_handler(static function (int $level, string $message) use (&$warning): bool {
    $warning = $message;

    return true;
});
Checks::same("$at: damaged bytes", null, \igbinary_unserialize("\0\0\0\2\x14\1\6\0"));
Checks::same("$at: the warning", 'igbinary_unserialize(): the payload ends too early at byte 8, in $value[0]', $warning);
\restore_error_handler();
\gc_collect_cycles();

return Checks::$failed;
