<?php

/*
 * One request of a visitor: ?id=ID&add=NUMBER. Prints the id that the visitor has then, and a hash of what is in the session.
 */

declare(strict_types=1);

require __DIR__ . '/content.php';

if (!isset($_GET['id'])) {
    // The test requests it until the server answers.
    exit('ready');
}
session_id($_GET['id']);
session_start();
if (isset($_GET['add'])) {
    $_SESSION['items'][] = \Brine\Tests\Sessions\item((int) $_GET['add']);
}
session_write_close();
echo session_id(), ' ', \Brine\Tests\Sessions\hashOf($_SESSION['items'] ?? []);
