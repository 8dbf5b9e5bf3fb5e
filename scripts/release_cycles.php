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
        foreach (get_declared_classes() as $name) {
            $class = new ReflectionClass($name);
            foreach ($class->isInternal() ? [] : $class->getProperties(ReflectionProperty::IS_STATIC) as $property) {
                $type = $property->getType();
                try {
                    if ($type === null || $type->allowsNull()) {
                        $property->setValue(null, null);
                    } elseif ((string) $type === 'array') {
                        $property->setValue(null, []);
                    }
                } catch (Throwable) {
                    // Defaults of its class need one whose loader is gone.
                }
            }
        }
        gc_collect_cycles();
    });
});
