<?php

declare(strict_types=1);

// Checks that the prose of a comment has at most 45 words. Tags of docblocks, whatever stands below them, and lines of analysers do not count; nor does
// what is indented: drawings of layouts, and code.
// usage: php scripts/check-comments-php.php FILE...

const MOST = 45;

/** @return list<array{int, string}> comments with their lines; those of // in lines that follow each other are one */
function comments(string $code): array
{
    $comments = [];
    $end = -1;
    foreach (\token_get_all($code) as $token) {
        if (!\is_array($token)) {
            $end = -1;
        } elseif ($token[0] === \T_COMMENT && $token[2] === $end + 1 && !\str_starts_with($token[1], '/*')) {
            $comments[\count($comments) - 1][1] .= "\n" . $token[1];
            ++$end;
        } elseif ($token[0] === \T_COMMENT || $token[0] === \T_DOC_COMMENT) {
            $comments[] = [$token[2], $token[1]];
            $end = \str_starts_with($token[1], '/*') ? -1 : $token[2];
        } elseif ($token[0] !== \T_WHITESPACE) {
            $end = -1;
        }
    }

    return $comments;
}

function words(string $comment): int
{
    $words = 0;
    foreach (\explode("\n", $comment) as $line) {
        $line = \preg_replace(['~^\s*(?:/\*+|\*+/|\*|//|#) ?~', '~\s*\*+/$~'], '', $line) ?? '';
        if (\preg_match('/^@(?!phpstan-)/', $line) === 1 && \str_contains($comment, '/**')) {
            break;
        }
        if (\preg_match('/^(?:@|\s{2}\s)/', $line) !== 1) {
            $words += \count(\preg_split('/\s+/', $line, -1, \PREG_SPLIT_NO_EMPTY) ?: []);
        }
    }

    return $words;
}

$failures = 0;
foreach (\array_slice($argv, 1) as $file) {
    foreach (comments((string) \file_get_contents($file)) as [$line, $comment]) {
        $words = words($comment);
        if ($words > MOST) {
            echo "$file:$line: a comment of $words words; more than ", MOST, " are too many\n";
            $failures = 1;
        }
    }
}
exit($failures);
