<?php

declare(strict_types=1);

namespace Brine\Console\Store;

use Brine\Console\UsageError;

/**
 * Finds a Drupal site's database in its settings.php without running it: parses the literals that are assigned to
 * $databases['default']['default'].
 *
 * @internal
 */
final class DrupalSettings
{
    private const VARIABLE = '$databases';

    /** @var list<\PhpToken> */
    private array $tokens;
    private int $at = 0;

    private function __construct(string $code)
    {
        $this->tokens = \array_values(\array_filter(\PhpToken::tokenize($code), static fn (\PhpToken $token): bool => !$token->isIgnorable()));
    }

    /**
     * @param string $path of the site, of its directory in sites/, or of settings.php
     * @return array<array-key, mixed> such as driver, database, username, password, host, port, prefix
     * @throws UsageError
     */
    public static function database(string $path): array
    {
        foreach ([$path, "$path/settings.php", "$path/sites/default/settings.php", "$path/web/sites/default/settings.php"] as $file) {
            if (\is_file($file)) {
                $code = @\file_get_contents($file);
                $database = $code === false ? null : (new self($code))->find();

                return $database ?? throw new UsageError("In $file no database is assigned in literals: give it as mysql:…, pgsql:… or sqlite:…, with --table");
            }
        }
        throw new UsageError("There is no settings.php in $path");
    }

    /** @return array<array-key, mixed>|null the last assignment of it */
    private function find(): ?array
    {
        $found = null;
        foreach ($this->tokens as $i => $token) {
            if ($token->id === \T_VARIABLE && $token->text === self::VARIABLE) {
                $this->at = $i + 1;
                $keys = [];
                while ($this->take('[')) {
                    $keys[] = $this->literal();
                    $this->take(']');
                }
                $value = $this->take('=') ? $this->literal() : null;
                foreach (\array_slice(['default', 'default'], \count($keys)) as $key) {
                    $value = \is_array($value) ? $value[$key] ?? null : null;
                }
                $isDefault = \count(\array_keys($keys, 'default', true)) === \count($keys);
                $found = $isDefault && \is_array($value) && isset($value['driver']) ? $value : $found;
            }
        }

        return $found;
    }

    private function take(string $text): bool
    {
        $is = ($this->tokens[$this->at]->text ?? '') === $text;
        $this->at += $is ? 1 : 0;

        return $is;
    }

    /** Parses a string, number, constant or array, and advances; null for anything else. */
    private function literal(): mixed
    {
        $token = $this->tokens[$this->at] ?? null;
        if ($token === null) {
            return null;
        }
        ++$this->at;
        if ($token->id === \T_ARRAY && $this->take('(')) {
            return $this->array(')');
        }

        return match (true) {
            $token->text === '[' => $this->array(']'),
            $token->id === \T_CONSTANT_ENCAPSED_STRING => self::string($token->text),
            $token->id === \T_LNUMBER => (int) $token->text,
            \strtolower($token->text) === 'true' => true,
            \strtolower($token->text) === 'false' => false,
            default => null,
        };
    }

    /** @return array<array-key, mixed> elements that are literals */
    private function array(string $end): array
    {
        $array = [];
        while (isset($this->tokens[$this->at]) && !$this->take($end)) {
            $value = $this->literal();
            if ($this->take('=>')) {
                $key = $value;
                $value = $this->literal();
                if (\is_int($key) || \is_string($key)) {
                    $array[$key] = $value;
                }
            } else {
                $array[] = $value;
            }
            // Skips anything that is not a literal.
            for ($depth = 0; isset($this->tokens[$this->at]); ++$this->at) {
                $text = $this->tokens[$this->at]->text;
                if ($depth === 0 && ($text === ',' || $text === $end)) {
                    break;
                }
                $depth += match ($text) {
                    '(', '[', '{' => 1,
                    ')', ']', '}' => -1,
                    default => 0,
                };
            }
            $this->take(',');
        }

        return $array;
    }

    /** Decodes a string literal. In double quotes, it supports the escapes that occur in passwords. */
    private static function string(string $literal): string
    {
        $content = \substr($literal, 1, -1);

        return $literal[0] === "'"
            ? \str_replace(['\\\\', "\\'"], ['\\', "'"], $content)
            : \str_replace(['\\\\', '\\"', '\\$'], ['\\', '"', '$'], $content);
    }
}
