<?php

/* Functions of extensions that PHPStan does not know. They are never called from here. */

declare(strict_types=1);

function lz4_compress(string $data, int $level = 0): string|false
{
}

function lz4_uncompress(string $data): string|false
{
}
