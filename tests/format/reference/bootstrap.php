<?php

/* The reference decoder. */

declare(strict_types=1);

foreach (['MalformedPayload', 'Numbers', 'NativeText', 'NativeReader', 'Limits', 'Strings', 'Cells', 'Names', 'Shapes', 'Dictionary', 'Decoder'] as $class) {
    require_once __DIR__ . "/$class.php";
}
