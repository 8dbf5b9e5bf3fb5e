<?php

declare(strict_types=1);

namespace Brine\Format\Decoder;

use Brine\Format\Dictionary\Contents;
use Brine\Format\Tag;
use Brine\Internal\DecodeError;
use Brine\Internal\Path;
use Brine\Tree\ClassError;
use Brine\Tree\Classes;
use Brine\Tree\ClassKind;
use Brine\Tree\Costs;
use Brine\Tree\ObjectForm;

/**
 * Reads class and property names, which define the shapes of objects (docs/format.md, section 8).
 *
 * @internal
 */
abstract class Names
{
    /** Kind of a property name, by the byte before it. */
    private const PUBLIC = 0x00;
    private const PROTECTED = 0x01;
    private const PRIVATE = 0x02;
    private const PRIVATE_OF = 0x03;

    protected Input $input;
    protected Costs $costs;
    protected Classes $classes;

    /** The fingerprint of a LAYOUT, until the shape behind it is read. */
    public ?int $layout = null;

    /** @var array<int, ClassKind|null> By string number: the classes of these names; null if missing or denied. */
    private array $kinds = [];

    /**
     * @param int $around offset of the object
     * @return array{string, ClassKind|null} the name of a class; null if the class is missing or denied
     */
    final protected function ofClass(int $around): array
    {
        $input = $this->input;
        $at = $input->p;
        $isNew = $at < $input->end && $input->in[$at] > Tag::SHORT_STRING_BYTE && $input->in[$at] < Tag::STRING_REF_1_BYTE;
        $number = $isNew ? \count($this->input->strings) : $this->input->numberOfString();
        $name = $this->input->string();
        // A long name can be repeated with one byte, so its meaning is cached.
        if (!$isNew && $number !== null && \array_key_exists($number, $this->kinds)) {
            return [$name, $this->kinds[$number]];
        }
        if (!Classes::isName($name)) {
            throw ClassError::name($name, $at);
        }
        $this->costs->beforeClass($this->classes, $name, $at, $around);
        $class = $this->classes->find($name, $at, $this->costs->depth);
        if ($number !== null) {
            $this->kinds[$number] = $class;
        }

        return [$name, $class];
    }

    /** Reads class and property names of an object whose shape has its number already. */
    final public function readShape(Shape $shape, int $at): void
    {
        [$name, $class] = $this->ofClass($at);
        $count = $this->input->countOfNames();
        if ($class !== null && !$class->hasObjects) {
            throw ClassError::kind($name, $at);
        }
        // Checked before names take memory.
        if ($count > $this->costs->left) {
            throw $this->costs->beyond('max_elements', $at);
        }
        $names = $this->ofProperties($count, $name, $class);
        if ($class !== null && $class->hasStringForm && !$class->hasUnserialize) {
            throw ClassError::notByProperties($name, $at);
        }
        if ($count > Costs::FEW_KEYS || $this->costs->longStrings > 1) {
            $shape->steps = $this->costs->workOfKeys($names, $at);
        }
        if (\count(\array_flip($names)) < $count) {
            throw DecodeError::twice('duplicate_name', $names, $at);
        }
        $this->classes->checkLayout($name, $class, $names, $this->layout, $at);
        $this->fillShape($shape, $name, $class, $names);
    }

    /**
     * Prepares a shape of the dictionary for use.
     *
     * @param non-empty-list<int|string> $fromDictionary kind, class, and names
     */
    final public function useShape(Shape $shape, array $fromDictionary, int $at): void
    {
        $name = (string) $fromDictionary[1];
        $this->costs->beforeClass($this->classes, $name, $at, $at);
        $class = $this->classes->find($name, $at, $this->costs->depth);
        if ($class !== null && !$class->hasObjects) {
            throw ClassError::kind($name, $at);
        }
        if ($class !== null && $class->hasStringForm && !$class->hasUnserialize) {
            throw ClassError::notByProperties($name, $at);
        }
        if ($fromDictionary[0] === Contents::CUSTOM) {
            $this->classes->checkLayout($name, $class, null, $this->layout, $at);
            $this->fillCustom($shape, $name, $class);

            return;
        }
        $names = \array_map(\strval(...), \array_slice($fromDictionary, 2));
        if (\count($names) > Costs::FEW_KEYS || $this->costs->longStrings > 1) {
            $shape->steps = $this->costs->workOfKeys($names, $at);
        }
        $this->classes->checkLayout($name, $class, $names, $this->layout, $at);
        $this->fillShape($shape, $name, $class, $names);
    }

    /** @param ClassKind|null $class null if it is missing or denied */
    final protected function fillCustom(Shape $shape, string $name, ?ClassKind $class): void
    {
        $shape->form = new ObjectForm($name, null, $class);
        [$shape->form->layout, $this->layout] = [$this->layout, null];
        $shape->text = \strlen($name);
        $shape->class = $class;
        $shape->memory = $this->classes->memoryOf($class);
        $shape->kind = Shape::CUSTOM;
    }

    /**
     * @param ClassKind|null $class null if it is missing or denied
     * @param list<string>   $names
     */
    private function fillShape(Shape $shape, string $name, ?ClassKind $class, array $names): void
    {
        $flipped = \array_flip($names);
        $count = \count($names);
        $others = $class === null ? [] : \array_diff_key($flipped, $class->properties);
        if ($class !== null && $class->minds && $others !== []) {
            $this->classes->takeOthers($class, $others, $flipped);
        }
        $texts = [];
        $bytes = \strlen($name);
        foreach ($names as $property) {
            $texts[] = $text = 's:' . \strlen($property) . ":\"$property\";";
            $bytes += \strlen($text);
        }
        $shape->text = $bytes;
        $shape->form = new ObjectForm($name, $texts, $class);
        [$shape->form->layout, $this->layout] = [$this->layout, null];
        $shape->class = $class;
        $shape->count = $count;
        $memory = $class === null || $class->isThrowable ? $this->classes->memoryOf($class) : $class->memory;
        $shape->memory = $memory + Costs::memoryOfValues($class, $count, $others === []);
        $shape->kind = Shape::OBJECT;
    }

    /** @return list<string> in PHP's mangled form */
    private function ofProperties(int $count, string $class, ?ClassKind $kind): array
    {
        $input = $this->input;
        $isIncomplete = $kind === null || $kind->isIncomplete;
        $checksNames = $kind !== null && $kind->checksNames;
        $scope = self::PUBLIC;
        $owner = '';
        $names = [];
        for ($i = 0; $i < $count; ++$i) {
            $at = $input->p;
            if ($at < $input->end && $input->in[$at] <= "\x03") { // PRIVATE_OF, or a scope before it
                [$scope, $owner] = $this->scope($scope, $class);
            }
            $p = $input->p;
            $size = $p < $input->end ? \ord($input->in[$p]) - 0x1F : 0; // SHORT_STRING
            if ($size > 1 && $size <= 0x40 && $size < $input->end - $p) {
                // Inlined: most names are short strings.
                $name = $this->input->strings[] = \substr($input->in, $p + 1, $size);
                $input->p = $p + 1 + $size;
            } else {
                $name = $this->input->string();
            }
            if ($scope !== self::PUBLIC ? $name === '' : $isIncomplete && $name === Classes::NAME_OF_INCOMPLETE) {
                throw $name === ''
                    ? DecodeError::with('bad_name', 'the name of a ' . self::word($scope) . ' property is empty', $at)
                    : ClassError::nameOfIncomplete($at);
            }
            if ($scope !== self::PUBLIC) {
                $this->costs->charge(Costs::MEMORY_OF_NAME + \strlen($owner) + \strlen($name), $at);
                $name = "\0$owner\0$name";
            } elseif (\str_starts_with($name, "\0")) {
                $this->costs->charge(Costs::MEMORY_OF_NAME + \strlen($name), $at);
            }
            if ($checksNames && !Classes::isPropertyName($name)) {
                throw ClassError::propertyName($name, $class, $at);
            }
            $names[] = $name;
        }

        return $names;
    }

    /** @return array{int, string} kind of the following names, and their class */
    private function scope(int $before, string $class): array
    {
        $at = $this->input->p;
        $scope = $this->input->byte();
        if ($scope === $before && $scope !== self::PRIVATE_OF) {
            $word = self::word($scope);
            throw DecodeError::with('bad_name', "the scope of property names is $word, and is $word already", $at);
        }
        if ($scope === self::PUBLIC) {
            return [$scope, ''];
        }
        $owner = match ($scope) {
            self::PROTECTED => '*',
            self::PRIVATE => $class,
            default => $this->input->string(),
        };
        if ($owner === '' || \str_contains($owner, "\0")) {
            throw DecodeError::with('bad_name', "a property is private to '" . Path::readable($owner) . "', which is not the name of a class", $at);
        }

        return [$scope, $owner];
    }

    /** Name of a scope in errors. */
    private static function word(int $scope): string
    {
        return match ($scope) {
            self::PUBLIC => 'public',
            self::PROTECTED => 'protected',
            default => 'private',
        };
    }
}
