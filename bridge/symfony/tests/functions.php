<?php

declare(strict_types=1);

/*
 * The function of PHP 8.5 that Symfony needs of symfony/polyfill-php85: composer.json says that the tests have it, so that they can be installed
 * where that package cannot be had.
 */
if (!\function_exists('get_error_handler')) {
    function get_error_handler(): ?callable
    {
        $handler = \set_error_handler(null);
        \restore_error_handler();

        return $handler;
    }
}
