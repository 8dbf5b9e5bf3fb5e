<?php

/*
 * One request of the measurement under eviction (packages/bench/tools/shared_churn.php): reads forty of the newest values before ?newest=N and holds them, as an
 * application reads its caches. Answers in JSON; with &do=status, what the process says of its values.
 */

declare(strict_types=1);

final class Pair
{
    public mixed $first = null;
    public mixed $second = null;
}

const WINDOW = 300;
$newest = (int) ($_GET['newest'] ?? 0);
$random = new Random\Randomizer(new Random\Engine\Mt19937($newest + (int) ($_GET['client'] ?? 0)));
$held = [];
for ($i = 0; $i < 40 && $newest > 0; ++$i) {
    // Newer ones are read more often.
    $number = $newest - intdiv($random->getInt(0, WINDOW - 1) ** 2, WINDOW);
    $held[] = brine_unserialize((string) file_get_contents(__DIR__ . "/payloads/$number"), ['resident' => true]);
}
$answer = ['pid' => getmypid(), 'read' => count($held)];
if (($_GET['do'] ?? '') === 'status') {
    $answer['status'] = brine_resident_status();
}
echo json_encode($answer);
