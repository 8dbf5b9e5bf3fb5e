<?php

declare(strict_types=1);

namespace Brine\Bench\Html;

use Brine\Bench\Result\Comparison;
use Brine\Bench\Result\Verdict;

/** CSS classes (page.css) that give each serializer one colour in all tables. A form such as "native zlib-6" has a shade of that colour. */
final class Colours
{
    /** Numbers of colours in page.css for variants of Brine, and for all others. */
    private const OWN = 4;
    private const OTHERS = 8;
    private const SHADES = 3;

    /** @var array<string, string> */
    private array $classes = [];

    /** @param list<Comparison> $tables */
    public function __construct(array $tables)
    {
        $own = $others = 0;
        $subjects = \array_map(Verdict::subject(...), $tables);
        $forms = [];
        foreach (\array_unique(\array_merge(...\array_column($tables, 'serializers'))) as $name) {
            $whole = \explode(' ', $name)[0];
            $isOwn = \str_starts_with($name, 'brine') || \in_array($name, $subjects, true);
            if ($whole !== $name && isset($this->classes[$whole])) {
                $forms[$whole] = ($forms[$whole] ?? 0) + 1;
                $this->classes[$name] = self::shade($this->classes[$whole], $forms[$whole]);
            } elseif ($isOwn) {
                $this->classes[$name] = self::shade('own' . $own % self::OWN, \intdiv($own++, self::OWN));
            } else {
                $this->classes[$name] = self::shade('peer' . $others % self::OTHERS, \intdiv($others++, self::OTHERS));
            }
        }
    }

    /** The same colour with the number of a shade; 0 is the colour itself. */
    private static function shade(string $class, int $number): string
    {
        $colour = \explode(' ', $class)[0];

        return $number === 0 ? $colour : "$colour shade" . (1 + ($number - 1) % self::SHADES);
    }

    public function of(string $serializer): string
    {
        return $this->classes[$serializer] ?? 'peer0';
    }

    /** The serializer's name, coloured if it has a colour. */
    public function label(string $serializer): string
    {
        $swatch = !isset($this->classes[$serializer]) ? '' : Html::element('span', ['class' => 'swatch ' . $this->of($serializer)], '');

        // No line break between a hyphen and a number.
        $name = (string) \preg_replace('/\S*-\d\S*/', '<span class="whole">$0</span>', Html::text($serializer));

        return Html::element('span', ['class' => 'label'], $swatch . $name);
    }
}
