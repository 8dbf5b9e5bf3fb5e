--TEST--
A class that has no object yet gets its defaults evaluated when the first one is decoded; what that throws comes out
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Model_
{
    public $own = 1;
}
enum Suit
{
    case Hearts;
}
class Base__
{
    public const PREFIX = 'pre' . 'fix';
    protected $inherited = self::PREFIX . '-' . PHP_MAJOR_VERSION;
}
final class Expr__ extends Base__
{
    public $own = 0;
    public array $list = [self::PREFIX => [Suit::Hearts, 1 << 4]];
    public Suit $suit = Suit::Hearts;
    private $late = LATE . '!';
}
final class Hooked extends Base__
{
    public array $list = [self::PREFIX];

    public function __unserialize(array $data): void
    {
        $this->list[] = $data['own'];
    }
}
final class Broken
{
    public $own = 0;
    public $undefined = NO_SUCH_CONSTANT;
}

$payload = brine_serialize([new Model_(), new Model_()]);
define('LATE', 'late');
print_r(brine_unserialize(str_replace('Model_', 'Expr__', $payload))[1]);
print_r(brine_unserialize(str_replace('Model_', 'Hooked', $payload))[1]);
for ($i = 0; $i < 2; $i++) {
    try {
        brine_unserialize(str_replace('Model_', 'Broken', $payload));
    } catch (Throwable $thrown) {
        echo $thrown::class, ': ', $thrown->getMessage(), "\n";
    }
}
?>
--EXPECT--
Expr__ Object
(
    [inherited:protected] => prefix-8
    [own] => 1
    [list] => Array
        (
            [prefix] => Array
                (
                    [0] => Suit Enum
                        (
                            [name] => Hearts
                        )

                    [1] => 16
                )

        )

    [suit] => Suit Enum
        (
            [name] => Hearts
        )

    [late:Expr__:private] => late!
)
Hooked Object
(
    [inherited:protected] => prefix-8
    [list] => Array
        (
            [0] => prefix
            [1] => 1
        )

)
Error: Undefined constant "NO_SUCH_CONSTANT"
Error: Undefined constant "NO_SUCH_CONSTANT"
