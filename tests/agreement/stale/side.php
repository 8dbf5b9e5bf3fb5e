<?php

/*
 * A program before or after a deployment, for run.php: "old" writes objects of its classes, "new" reads what is on the standard input. Each reads its
 * classes from a file, and describes them by Reflection.
 */

declare(strict_types=1);

namespace Brine\Tests\Stale;

use Brine\DecodeException;
use Brine\Format\Decoder;
use Brine\Format\Encoder;
use Brine\Internal\ReadOptions;

require __DIR__ . '/../../bootstrap.php';

// What called an exception's constructor is no part of it.
\ini_set('zend.exception_ignore_args', '1');
// Undeclared properties.
\error_reporting(\E_ALL & ~\E_DEPRECATED);

/**
 * What the guard may compare, found in another way than the codecs do.
 *
 * @return array{form: string, names: list<string>, versions: list<int>, isOpen: bool}
 */
function describe(\ReflectionClass $class): array
{
    $names = $versions = [];
    $isOpen = false;
    $method = $class->hasMethod('__serialize') ? $class->getMethod('__serialize') : null;
    for ($of = $class; $of !== false; $of = $of->getParentClass()) {
        foreach ($of->getProperties() as $property) {
            $isVirtual = \method_exists($property, 'isVirtual') && $property->isVirtual();
            if ($property->isStatic() || $isVirtual || $property->isPrivate() && $property->class !== $of->name) {
                continue;
            }
            $scope = $property->isPublic() ? '' : ($property->isProtected() ? '*' : $property->class);
            // A child may have made it public.
            if ($scope !== '*' || !isset($names[$property->name])) {
                $names[($scope === '' ? '' : "\0$scope\0") . $property->name] = true;
            }
        }
        foreach ($of->getAttributes('Brine\Version') as $attribute) {
            $arguments = $attribute->getArguments();
            $versions[] = \reset($arguments);
        }
        $isOpen = $isOpen || $of->getAttributes(\AllowDynamicProperties::class) !== [];
    }
    $names = \array_map(strval(...), \array_keys($names));
    \sort($names, \SORT_STRING);

    return [
        'form' => $method === null ? 'properties' : ($method->isInternal() ? 'of PHP' : 'own'),
        'names' => \array_map(bin2hex(...), $names),
        'versions' => $versions,
        'isOpen' => $isOpen && $names === [],
    ];
}

/** An object of the class; some properties have no value, or are not declared. */
function object(string $class, int $seed): object
{
    $object = (new \ReflectionClass($class))->newInstanceWithoutConstructor();
    if ($object instanceof \ArrayObject || $object instanceof \SplObjectStorage) {
        $object = new $class();
    }
    foreach ((new \ReflectionClass($class))->getProperties() as $i => $property) {
        if ((\crc32("$seed $i") & 7) === 0 && $property->getDeclaringClass()->isUserDefined() && !$property->isStatic() && !$property->isReadOnly() && !(\PHP_VERSION_ID >= 80400 && $property->hasHooks())) {
            (function (string $name): void {
                unset($this->$name);
            })->bindTo($object, $property->class)($property->name);
        }
    }
    if (($seed & 15) < 3 && !\method_exists($class, '__serialize')) {
        // A deprecation where the class does not allow it.
        $object->undeclared = 1;
    }

    return $object;
}

[, $side, $file] = $_SERVER['argv'];
$codecs = ['extension' => [static fn (mixed $value): string => \brine_serialize($value, ['layouts' => true]), \brine_unserialize(...)]];
if (\in_array('stale_classes', ReadOptions::NAMES, true)) {
    $codecs['codec in PHP'] = [static fn (mixed $value): string => Encoder::encode($value, true), Decoder::decode(...)];
}
$payloads = $side === 'old' ? [] : \json_decode((string) \stream_get_contents(\STDIN), true, 64, \JSON_THROW_ON_ERROR);
$results = [];
foreach (\json_decode((string) \file_get_contents($file), true, 64, \JSON_THROW_ON_ERROR) as $i => ['seed' => $seed, $side => $code]) {
    eval("namespace N$i; $code");
    $class = "N$i\\T";
    $result = describe(new \ReflectionClass($class));
    foreach ($codecs as $codec => [$encode, $decode]) {
        if ($side === 'old') {
            $object = object($class, $seed);
            // Some are rows of a table.
            $value = ($seed & 48) !== 0 ? $object : \array_map(static fn (): object => object($class, $seed), \range(1, 12));
            $written = (array) $object;
            $result['written'] = \array_map(static fn (int|string $name): string => \bin2hex((string) $name), \array_keys($written));
            $result['payloads'][$codec] = \bin2hex($encode($value));
            continue;
        }
        try {
            $decode((string) \hex2bin($payloads[$i]['payloads'][$codec]), ['stale_classes' => 'throw']);
            $result['read'][$codec] = 'read';
        } catch (DecodeException $error) {
            $result['read'][$codec] = $error->getReason() . ': ' . $error->getMessage();
        }
    }
    $results[] = $result;
}
echo \json_encode($results, \JSON_THROW_ON_ERROR);
