--TEST--
The option allowed_classes takes namespaces, in each form of object; a list, true and false of a call count instead of the setting
--EXTENSIONS--
brine
--INI--
error_reporting=E_ALL & ~E_DEPRECATED
--FILE--
<?php
declare(strict_types=1);

namespace App\Entity {
    class User
    {
        public int $number = 1;
    }

    enum Suit
    {
        case Hearts;
    }

    final class Legacy implements \Serializable
    {
        public mixed $inner = null;

        public function serialize(): string
        {
            return serialize([new User(), new \App\EntityEvil()]);
        }

        public function unserialize(string $data): void
        {
            $this->inner = unserialize($data);
        }
    }
}

namespace App {
    class EntityEvil
    {
        public int $number = 2;
    }
}

namespace {
    use App\Entity\{Legacy, Suit, User};
    use App\EntityEvil;

    require __DIR__ . '/../round_trip.inc';

    function classes(mixed $value): string
    {
        return implode(', ', array_map(
            static fn (mixed $item): string => $item instanceof Legacy ? 'Legacy(' . classes($item->inner) . ')' : get_debug_type($item),
            $value,
        ));
    }

    $value = [new User(), new EntityEvil(), Suit::Hearts, new Legacy()];
    $plain = [new User(), new EntityEvil()];
    $inputs = [
        [brine_serialize($value), brine_unserialize(...)],
        [brine_igbinary_serialize($value), brine_igbinary_unserialize(...)],
        [brine_serialize($plain), static fn (string $bytes, array $options) => brine_unserialize($bytes, $options + ['resident' => true])],
    ];
    // The setting is what the calls below do without.
    foreach (['', 'none', 'App\*'] as $setting) {
        ini_set('brine.allowed_classes', $setting);
        foreach ($inputs as [$bytes, $read]) {
            foreach ([['App\Entity\*'], ['APP\entity\*', 'app\ENTITYEVIL'], ['App\*'], [], false, true] as $list) {
                for ($i = 0; $i < 3; $i++) {
                    $seen[json_encode($list)][thrown(static function () use ($read, $bytes, $list): void {
                        throw new Exception(classes($read($bytes, ['allowed_classes' => $list])));
                    })] = true;
                }
            }
        }
    }
    foreach ($seen as $list => $outcomes) {
        echo "$list\n    ", implode("\n    ", array_keys($outcomes)), "\n";
    }
    foreach (['*', '\*', 'A*', 'A\**', 'A\*\B', '*\A', "A\\\0*"] as $wrong) {
        echo thrown(static fn () => brine_unserialize($inputs[0][0], ['allowed_classes' => [$wrong]])), "\n";
    }
}
?>
--EXPECT--
["App\\Entity\\*"]
    Exception: App\Entity\User, __PHP_Incomplete_Class, App\Entity\Suit, Legacy(App\Entity\User, __PHP_Incomplete_Class)
    Exception: App\Entity\User, __PHP_Incomplete_Class
["APP\\entity\\*","app\\ENTITYEVIL"]
    Exception: App\Entity\User, App\EntityEvil, App\Entity\Suit, Legacy(App\Entity\User, App\EntityEvil)
    Exception: App\Entity\User, App\EntityEvil
["App\\*"]
    Exception: App\Entity\User, App\EntityEvil, App\Entity\Suit, Legacy(App\Entity\User, App\EntityEvil)
    Exception: App\Entity\User, App\EntityEvil
[]
    Brine\DecodeException: the enum App\Entity\Suit is not allowed (allowed_classes) at byte 48, in $value[2]
    Brine\DecodeException: the enum App\Entity\Suit is not allowed (allowed_classes) at byte 63, in $value[2]
    Exception: __PHP_Incomplete_Class, __PHP_Incomplete_Class
false
    Brine\DecodeException: the enum App\Entity\Suit is not allowed (allowed_classes) at byte 48, in $value[2]
    Brine\DecodeException: the enum App\Entity\Suit is not allowed (allowed_classes) at byte 63, in $value[2]
    Exception: __PHP_Incomplete_Class, __PHP_Incomplete_Class
true
    Exception: App\Entity\User, App\EntityEvil, App\Entity\Suit, Legacy(App\Entity\User, App\EntityEvil)
    Exception: App\Entity\User, App\EntityEvil
ValueError: brine_unserialize(): Option "allowed_classes" must be an array of class names, "*" given
ValueError: brine_unserialize(): Option "allowed_classes" must be an array of class names, "\*" given
ValueError: brine_unserialize(): Option "allowed_classes" must be an array of class names, "A*" given
ValueError: brine_unserialize(): Option "allowed_classes" must be an array of class names, "A\**" given
ValueError: brine_unserialize(): Option "allowed_classes" must be an array of class names, "A\*\B" given
ValueError: brine_unserialize(): Option "allowed_classes" must be an array of class names, "*\A" given
ValueError: brine_unserialize(): Option "allowed_classes" must be an array of class names, "A\" given
