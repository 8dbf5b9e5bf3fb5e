<?php

/*
 * Counts the words of each comment's prose: at most MAX_WORDS, in C and in PHP, told apart by the file's extension. Drawings and tags of docblocks do not
 * count. Prints each comment that is too long; the exit code is 1 if any is.
 *
 * usage: php scripts/check-comments.php FILE...
 */

declare(strict_types=1);

const MAX_WORDS = 45;

/* Strings and characters are matched too, so that comment marks inside them do not count. */
const COMMENT_OF_C = '~"(?:\\\\.|[^"\\\\])*+"|\'(?:\\\\.|[^\'\\\\])*+\'|(?<comment>/\*.*?\*/|//[^\n]*(?:\n\h*//[^\n]*)*+)~s';

/* Box characters, columns set apart by two spaces or more, or the indentation of an example. */
const LINE_OF_DRAWING = '~^ {4}|[\x{2500}-\x{257F}]|\S\h{2,}\S|\S\t+\S~u';

/** @return array<int, string> each comment by the offset of its first byte */
function comments_of_c(string $source): array
{
    preg_match_all(COMMENT_OF_C, $source, $matches, PREG_SET_ORDER | PREG_OFFSET_CAPTURE);
    $comments = [];
    foreach ($matches as $match) {
        if (isset($match['comment'])) {
            $comments[$match['comment'][1]] = $match['comment'][0];
        }
    }

    return $comments;
}

/** @return array<int, string> each comment by the offset of its first byte; line comments on adjacent lines are one */
function comments_of_php(string $source): array
{
    $comments = [];
    $open = null;
    foreach (PhpToken::tokenize($source) as $token) {
        if ($token->is(T_WHITESPACE) && substr_count($token->text, "\n") < 2) {
            continue;
        }
        $isLine = $token->is(T_COMMENT) && !str_starts_with($token->text, '/*');
        if ($isLine && $open !== null) {
            $comments[$open] .= "\n$token->text";
            continue;
        }
        $open = $isLine ? $token->pos : null;
        if ($token->is([T_COMMENT, T_DOC_COMMENT])) {
            $comments[$token->pos] = $token->text;
        }
    }

    return $comments;
}

/** A comment without its marks, drawings and tags; a tag extends to the next empty line. */
function prose(string $comment): string
{
    $prose = [];
    $inTag = false;
    foreach (explode("\n", $comment) as $line) {
        $line = preg_replace('~^\h*(?:/\*+|\*+/|\*|//|#)\h?|\h*\*+/$~', '', $line) ?? $line;
        $inTag = ($inTag && trim($line) !== '') || preg_match('~^\h*@\w~', $line) === 1;
        if (!$inTag && preg_match(LINE_OF_DRAWING, $line) !== 1 && !str_starts_with($line, 'usage: ')) {
            $prose[] = $line;
        }
    }

    return implode("\n", $prose);
}

$found = false;
foreach (array_slice($argv, 1) as $file) {
    $source = (string) file_get_contents($file);
    $comments = pathinfo($file, PATHINFO_EXTENSION) === 'php' ? comments_of_php($source) : comments_of_c($source);
    foreach ($comments as $offset => $comment) {
        $words = count((array) preg_split('/\s+/', prose($comment), flags: PREG_SPLIT_NO_EMPTY));
        if ($words > MAX_WORDS) {
            $line = 1 + substr_count($source, "\n", 0, $offset);
            echo "$file:$line: a comment of $words words, and at most " . MAX_WORDS . "\n";
            $found = true;
        }
    }
}
exit($found ? 1 : 0);
