<?php

/*
 * Prepended to every script of the sanitized tests. A PHP without debug code never frees objects in cycles that are alive at the end: its allocator
 * drops them with everything else. Without that allocator they would be reported as leaks.
 */

declare(strict_types=1);

register_shutdown_function(static function (): void {
    // Registered again, so that it comes after the functions that the script has registered.
    register_shutdown_function(static function (): void {
        foreach (array_keys($GLOBALS) as $name) {
            unset($GLOBALS[$name]);
        }
        // Defaults that need a class are evaluated while its loader still works.
        foreach (get_declared_classes() as $name) {
            (new ReflectionClass($name))->getStaticProperties();
        }
        foreach (get_declared_classes() as $name) {
            $class = new ReflectionClass($name);
            foreach ($class->isInternal() ? [] : $class->getProperties(ReflectionProperty::IS_STATIC) as $property) {
                $type = $property->getType();
                if ($type === null || $type->allowsNull()) {
                    $property->setValue(null, null);
                } elseif ((string) $type === 'array') {
                    $property->setValue(null, []);
                }
            }
        }
        gc_collect_cycles();
    });
});
