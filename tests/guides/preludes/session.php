<?php

$sessions = sys_get_temp_dir() . '/brine-guides-' . bin2hex(random_bytes(8));
mkdir($sessions);
register_shutdown_function(static function () use ($sessions): void {
    array_map(unlink(...), glob("$sessions/*"));
    rmdir($sessions);
});
ini_set('session.use_cookies', '0');
ini_set('session.cache_limiter', '');
ini_set('session.save_path', $sessions);
ini_set('session.serialize_handler', 'brine');
