<?php

/*
 * Lists PHP files of more than 600 lines, and functions of more than 80; exit code 1 if there are any. Functions of generated files
 * ("@generated") may be longer. With --functions, only functions are checked.
 *
 * usage: php scripts/check-lines.php [--functions] FILE...
 */

declare(strict_types=1);

const MAX_LINES_OF_FILE = 600;
const MAX_LINES_OF_FUNCTION = 80;

/** @return iterable<string, int> the lines of each function that has a name, by name and line */
function lines_of_functions(string $code): iterable
{
    $tokens = array_values(array_filter(PhpToken::tokenize($code), static fn (PhpToken $token): bool => !$token->isIgnorable()));
    foreach ($tokens as $i => $token) {
        if (!$token->is(T_FUNCTION) || $tokens[$i - 1]->is(T_USE)) {
            continue;
        }
        $name = $tokens[$i + ($tokens[$i + 1]->text === '&' ? 2 : 1)];
        if ($name->text === '(') {
            continue;
        }
        $depth = 0;
        for ($j = $i; isset($tokens[$j]); ++$j) {
            $depth += match (true) {
                $tokens[$j]->is(['{', T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES]) => 1,
                $tokens[$j]->is('}') => -1,
                default => 0,
            };
            if ($depth === 0 && $tokens[$j]->is(['}', ';'])) {
                break;
            }
        }
        yield "$name->text(), line $token->line" => $tokens[$j]->line - $token->line + 1;
    }
}

$status = 0;
$isForFunctions = ($argv[1] ?? '') === '--functions';
foreach (array_slice($argv, $isForFunctions ? 2 : 1) as $file) {
    $code = file_get_contents($file);
    $found = [];
    if (!$isForFunctions && substr_count($code, "\n") > MAX_LINES_OF_FILE) {
        $found[] = substr_count($code, "\n") . ' lines';
    }
    foreach (str_contains($code, "\n * @generated ") ? [] : lines_of_functions($code) as $function => $lines) {
        if ($lines > MAX_LINES_OF_FUNCTION) {
            $found[] = "$function: $lines lines";
        }
    }
    foreach ($found as $what) {
        echo "$file: $what\n";
        $status = 1;
    }
}
exit($status);
