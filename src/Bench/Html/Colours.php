<?php

declare(strict_types=1);

namespace Brine\Bench\Html;

use Brine\Bench\Result\Comparison;
use Brine\Bench\Result\Verdict;

/** A colour for each serializer, the same in all tables: the name of a class of page.css. */
final class Colours
{
    /** Colours that page.css has for variants of Brine, and for all others. */
    private const OWN = 4;
    private const OTHERS = 8;

    /** @var array<string, string> */
    private array $classes = [];

    /** @param list<Comparison> $tables */
    public function __construct(array $tables)
    {
        $own = $others = 0;
        $subjects = \array_map(Verdict::subject(...), $tables);
        foreach (\array_unique(\array_merge(...\array_column($tables, 'serializers'))) as $name) {
            $isOwn = \str_starts_with($name, 'brine') || \in_array($name, $subjects, true);
            $this->classes[$name] = $isOwn ? 'own' . $own++ % self::OWN : 'peer' . $others++ % self::OTHERS;
        }
    }

    public function of(string $serializer): string
    {
        return $this->classes[$serializer] ?? 'peer0';
    }

    public function label(string $serializer): string
    {
        $swatch = Html::element('span', ['class' => 'swatch ' . $this->of($serializer)], '');

        return Html::element('span', ['class' => 'label'], $swatch . Html::text($serializer));
    }
}
