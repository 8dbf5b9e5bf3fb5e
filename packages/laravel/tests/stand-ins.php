<?php

declare(strict_types=1);

/*
 * Parts of packages that Laravel requires, and that not every mirror of Packagist has (composer.json, "provide"): functions of PHP 8.5, an
 * enum of 8.6, and the clock that Carbon names. Nothing else of them is used by these tests.
 */

namespace {
    if (!\function_exists('array_first')) {
        /** @param array<mixed> $array */
        function array_first(array $array): mixed
        {
            return $array === [] ? null : $array[\array_key_first($array)];
        }
    }
    if (!\function_exists('array_last')) {
        /** @param array<mixed> $array */
        function array_last(array $array): mixed
        {
            return $array === [] ? null : $array[\array_key_last($array)];
        }
    }
    if (!\function_exists('get_error_handler')) {
        function get_error_handler(): ?callable
        {
            $handler = \set_error_handler(null);
            \restore_error_handler();

            return $handler;
        }

        function get_exception_handler(): ?callable
        {
            $handler = \set_exception_handler(null);
            \restore_exception_handler();

            return $handler;
        }
    }
    if (\PHP_VERSION_ID < 80600) {
        enum SortDirection
        {
            case Ascending;
            case Descending;
        }
    }
}

namespace Symfony\Component\Clock {
    interface ClockInterface extends \Psr\Clock\ClockInterface
    {
        public function sleep(float|int $seconds): void;

        public function withTimeZone(\DateTimeZone|string $timezone): static;
    }

    final class NativeClock implements ClockInterface
    {
        public function now(): \DateTimeImmutable
        {
            return new \DateTimeImmutable();
        }

        public function sleep(float|int $seconds): void
        {
            \usleep((int) ($seconds * 1e6));
        }

        public function withTimeZone(\DateTimeZone|string $timezone): static
        {
            return new static();
        }
    }
}
