<?php

declare(strict_types=1);

namespace Brine\Bench;

use Brine\Bench\App\Moment;
use Closure;

/**
 * Small values such as a request reads from its caches, for machines without a corpus: settings, translations, rights, links, rows, DTOs, models,
 * jobs. No two are alike. They are built like those of Shapes.
  */
final class SmallValues
{
    /** @return array<string, Closure(): mixed> */
    public static function all(): array
    {
        $kinds = [
            'settings' => self::smallSettings(...),
            'translations' => self::smallTranslations(...),
            'rights' => self::smallRights(...),
            'ids' => static fn (int $i) => \array_map(static fn (int $n) => \crc32("id $i $n") % 100_000, \range(1, 3 + 9 * $i)),
            'link' => self::smallLink(...),
            'rows' => static fn (int $i) => \array_map(
                static fn (array $row) => \array_slice($row, 0, 2 + $i % 6),
                \array_slice(Shapes::rowsetDistinct(60), $i, 1 + 3 * ($i % 13)),
            ),
            'dto' => static fn (int $i) => \array_slice(Shapes::dto(40), $i, 1 + $i % 9),
            'orders' => static fn (int $i) => Shapes::dtoMixed(1 + $i % 5),
            'text' => static fn (int $i) => \str_repeat("<p class=\"part-$i\">Paragraph $i of a rendered page.</p>\n", 1 + 5 * $i),
            'fragment' => self::smallFragment(...),
            'model' => Shapes::eloquentModel(...),
            'session' => self::smallSession(...),
            'count' => static fn (int $i) => \crc32("count $i"),
        ];
        $values = [];
        foreach ($kinds as $kind => $build) {
            for ($i = 1; $i <= 16; ++$i) {
                $values["$kind $i"] = static fn () => $build($i);
            }
        }

        return $values + [
            'job' => Shapes::queueJob(...),
            'keys' => Shapes::jwks(...),
            'row' => Shapes::smallAssoc(...),
            'deep' => static fn () => Shapes::deep(12),
            'product' => static fn () => Shapes::catalog()['products'][0],
        ];
    }

    /**
     * Settings per module of a site, each with different names.
     *
     * @return array<string, mixed>
     */
    public static function smallSettings(int $i): array
    {
        $settings = ['_core' => ['hash' => Shapes::hex("settings $i", 43)], 'langcode' => Shapes::fresh('en'), 'status' => $i % 4 !== 0];
        for ($n = 0; $n < $i; ++$n) {
            $name = "module_$i.option_" . Shapes::hex("option $i $n", 4);
            $settings[$name] = match (($i + $n) % 5) {
                0 => ['enabled' => $n % 2 === 0, 'weight' => $n - 3],
                1 => "value of option $n",
                2 => 3600 * $n,
                3 => null,
                4 => ["tag-$n", "tag-$i"],
            };
        }

        return $settings;
    }

    /** @return array<string, mixed> */
    public static function smallTranslations(int $i): array
    {
        $texts = [];
        for ($n = 0; $n < 4 * $i; ++$n) {
            $texts["form.field_$i.label_$n"] = "Die Übersetzung von Feld $n im Formular $i";
        }

        return ['locale' => Shapes::fresh('de'), 'domain' => "form_$i", 'messages' => $texts];
    }

    /** @return array<string, mixed> */
    public static function smallRights(int $i): array
    {
        $rights = [];
        foreach (['view', 'edit', 'delete', 'share', 'publish', 'archive'] as $n => $verb) {
            $rights["$verb resource $i"] = ($i >> $n & 1) === 1;
        }

        $inherited = \array_map(static fn (int $n) => "role_$n", \range(1, $i));

        return ['role' => "role_$i", 'admin' => $i === 1, 'rights' => $rights, 'inherits' => $inherited];
    }

    public static function smallLink(int $i): \stdClass
    {
        $link = (object) [
            'id' => "menu.link.$i",
            'title' => "Page $i",
            'route' => ['name' => "page.view_$i", 'parameters' => ['page' => $i]],
            'options' => ['attributes' => ['class' => ["link-$i", 'menu__link']], 'query' => []],
            'weight' => $i - 8,
            'expanded' => $i % 3 === 0,
            'parent' => $i % 2 !== 0 ? null : 'menu.link.' . \intdiv($i, 2),
        ];
        $link->children = $i % 5 === 0 ? [self::smallLink($i + 1), self::smallLink($i + 2)] : [];

        return $link;
    }

    /** @return array<string, mixed> */
    public static function smallFragment(int $i): array
    {
        return [
            '#markup' => \str_repeat("<li><a href=\"/node/$i\">Entry $i</a></li>", $i),
            '#attached' => ['library' => ["theme/part-$i", 'core/base'], 'settings' => ['path' => ['current' => "node/$i", 'front' => false]]],
            '#cache' => ['contexts' => ['languages', 'theme', "user.role_$i"], 'tags' => ["node:$i", 'node_view'], 'max-age' => $i % 3 !== 0 ? -1 : 60 * $i],
        ];
    }

    /** @return array<string, mixed> */
    public static function smallSession(int $i): array
    {
        return [
            '_token' => Shapes::hex("token $i", 40),
            '_previous' => ['url' => "https://shop.example.org/products/$i?page=" . $i % 4],
            '_flash' => ['old' => [], 'new' => $i % 3 !== 0 ? [] : ['notice']],
            "login_web_$i" => 1000 + $i,
            'cart' => \array_map(
                static fn (int $n) => ['sku' => \sprintf('ART-%05d', 17 * $i + $n), 'quantity' => 1 + $n, 'price' => (199 + 25 * $n) / 100],
                \range(1, 1 + $i % 4),
            ),
            'seen_at' => new Moment(Shapes::dateText(61 * $i)),
        ];
    }
}
