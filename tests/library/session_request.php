<?php

/* One request of a visitor: the id of the session, and what is added to it, if anything. Prints the id that the visitor has then, and the session. */

declare(strict_types=1);

[, $id, $added] = $argv;
\ob_start();
\session_id($id);
\session_start();
if ($added !== '') {
    $_SESSION['added'] = [...(array) ($_SESSION['added'] ?? []), $added];
}
\session_write_close();
echo \session_id(), ' ', \json_encode($_SESSION);
