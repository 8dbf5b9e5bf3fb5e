<?php

declare(strict_types=1);

namespace Brine\Bench;

use Closure;

/** What applications keep in APCu: a compiled route table, a component's settings, a list of objects. */
final class ApcuValues
{
    private const ROUTES = 240;

    /** @return array<string, Closure(): mixed> by row */
    public static function all(): array
    {
        return [
            'apcu/routes' => self::routes(...),
            'apcu/config' => self::config(...),
            'apcu/dto_100' => static fn (): array => Shapes::dto(100),
        ];
    }

    /** @return array<string, mixed> routes by name, and those without parameters by path, as a URL matcher looks them up */
    private static function routes(): array
    {
        $routes = $static = [];
        for ($i = 0; $i < self::ROUTES; ++$i) {
            $name = \sprintf('app_%s_%d', ['list', 'show', 'edit', 'delete'][$i % 4], \intdiv($i, 4));
            $path = '/section-' . \intdiv($i, 4) . ['', '/{id}', '/{id}/edit', '/{id}/delete'][$i % 4];
            $routes[$name] = [
                'path' => $path,
                'defaults' => ['_controller' => "App\\Controller\\Section{$i}Controller::run", '_locale' => 'en', '_format' => 'html'],
                'requirements' => $i % 4 === 0 ? [] : ['id' => '\d+'],
                'methods' => $i % 4 === 3 ? ['POST'] : ['GET', 'HEAD'],
                'priority' => 0,
            ];
            if ($i % 4 === 0) {
                $static[$path] = $name;
            }
        }

        return ['routes' => $routes, 'static' => $static];
    }

    /** @return array<string, mixed> */
    private static function config(): array
    {
        return [
            'name' => 'example',
            'debug' => false,
            'timezone' => 'Europe/Berlin',
            'locales' => ['de', 'en', 'fr'],
            'mail' => ['host' => 'mail.example.org', 'port' => 587, 'from' => 'shop@example.org'],
            'cache' => ['store' => 'redis', 'seconds' => 3600],
        ];
    }
}
