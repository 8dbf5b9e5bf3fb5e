<?php

declare(strict_types=1);

/*
 * The style of the library, its PHPUnit tests and the examples: PSR-12, strict types, functions of PHP by their full
 * names.
 */
return (new PhpCsFixer\Config())
    ->setRiskyAllowed(true)
    ->setCacheFile(__DIR__ . '/build/php-cs-fixer.cache')
    ->setRules([
        '@PSR12' => true,
        'declare_strict_types' => true,
        'native_function_invocation' => ['include' => ['@all'], 'scope' => 'namespaced', 'strict' => false],
        'native_constant_invocation' => ['scope' => 'namespaced'],
        'no_unused_imports' => true,
        'ordered_imports' => ['sort_algorithm' => 'alpha'],
        'single_quote' => false,
        'trailing_comma_in_multiline' => ['elements' => ['arrays', 'arguments', 'match', 'parameters']],
    ])
    // Composer's platform is the oldest PHP that is supported; the newest are tested too.
    ->setUnsupportedPhpVersionAllowed(true)
    ->setFinder(
        PhpCsFixer\Finder::create()
            ->in([__DIR__ . '/src', __DIR__ . '/examples', __DIR__ . '/tests/library', __DIR__ . '/packages'])
            ->notPath('#(^|/)(vendor|tools)/#'),
    );
