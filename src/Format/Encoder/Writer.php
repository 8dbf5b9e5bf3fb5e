<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

use Brine\Format\Dictionary\Contents;
use Brine\Format\Dictionary\Entries;
use Brine\Format\Dictionary\Split;
use Brine\Format\Tag;
use Brine\Internal\StackLevels;
use Brine\Tree\Isolation;

/**
 * The state of one encode; writes values, arrays and references. Writing something pure also returns its transcript: its bytes, with numbers in
 * place of definitions.
 *
 * Two pure values are equal if and only if their transcripts are, which finds repeated arrays.
 *
 * @internal
 */
final class Writer
{
    public const MAX_DEPTH = 4096;

    /** Once this many arrays are remembered and fewer than one in 16 was repeated, no more are. */
    private const ARRAYS_TO_GIVE_UP = 16384;
    private const HITS_SHIFT = 4;

    public readonly Strings $strings;
    public readonly Shapes $shapes;
    public readonly WideRows $wideRows;

    /** Numbers used so far for arrays, objects and PHP references. */
    public int $arrays = 0;
    public int $objects = 0;
    private int $references = 0;
    /** Complete arrays that contain an object or reference. */
    private int $impureArrays = 0;
    /** Whether there is a back-reference to an object or PHP reference. */
    public bool $hasBackReference = false;
    /** Grows with every object and reference. An array during which it has not grown is pure. */
    public int $identityCount = 0;
    /** Open arrays and objects, and the limit. */
    public int $depth = 0;
    public readonly int $maxDepth;

    /** @var \SplObjectStorage<object, int> number of each object seen; -1 if it was written as null. Keeps them alive, too. */
    public \SplObjectStorage $objectNumbers;
    /** @var array<string, array{int, Reference}> the same of PHP references, by their id */
    private array $referenceNumbers = [];

    /** @var array<string, string> bytes for a repeated array, by transcript */
    private array $shared = [];
    private int $sharedCount = 0;
    private int $sharedHits = 0;

    /** @var array<int, string> the output in pieces; the first $size are valid */
    private array $pieces;
    private int $size = 1;

    private ?bool $keepsHooksApart = null;

    /** How often code of the value's classes ran; it may have changed the value. */
    public int $hookCalls = 0;

    /** Whether arrays of the dictionary were used. */
    private bool $usesArrays = false;

    public function __construct(private readonly ?Entries $dictionary = null, bool $layouts = false)
    {
        $this->pieces = [$dictionary?->header() ?? "\xC1\x10"];
        $this->maxDepth = StackLevels::left(self::MAX_DEPTH);
        $this->objectNumbers = new \SplObjectStorage();
        $this->strings = new Strings($dictionary);
        $this->shapes = new Shapes($this->strings, $dictionary, $layouts);
        $this->wideRows = new WideRows();
    }

    public function output(): string
    {
        return \implode('', \array_slice($this->pieces, 0, $this->size));
    }

    /** Number of objects, PHP references, and arrays with such inside, except for rows of tables. */
    public function nodes(): int
    {
        return $this->objects + $this->references + $this->impureArrays;
    }

    /** Whether a writer without the dictionary would have written the same bytes after the header. */
    public function isPlain(): bool
    {
        return !$this->strings->hasGiven() && $this->shapes->longestFromDictionary === 0 && !$this->usesArrays && $this->hasShortNumbers();
    }

    /** Whether a writer without the dictionary would certainly have written more. */
    public function isSurelyShorter(): bool
    {
        return $this->strings->saved > Contents::ID_SIZE && $this->shapes->longestFromDictionary <= 1 && !$this->usesArrays && $this->hasShortNumbers();
    }

    /** Whether back-references take as many bytes as without a dictionary. */
    private function hasShortNumbers(): bool
    {
        return $this->strings->numbers <= Split::OWN_STRINGS && $this->shapes->count <= Split::OWN_SHAPES && $this->arrays <= Split::OWN_ARRAYS;
    }

    /** Whether Isolation calls hooks: not inside Serializable::serialize(), where it would change the numbering. */
    public function keepsHooksApart(): bool
    {
        return $this->keepsHooksApart ??= Isolation::stringFormHook() !== 'serialize';
    }

    public function put(string $bytes): void
    {
        $this->pieces[$this->size++] = $bytes;
    }

    /**
     * Writes values one after the other.
     *
     * @param array<mixed> $values     as Reference::wrapAll() returns them
     * @param string       $bytes      bytes before them
     * @param string       $transcript their transcript
     * @param bool         $properties whether the keys are property names
     * @return string the transcript
     */
    public function values(array $values, string $bytes, string $transcript, bool $properties = false): string
    {
        $strings = $this->strings;
        try {
            foreach ($values as $key => $value) {
                if (\is_string($value)) {
                    if (!isset($value[1])) {
                        $token = $value === '' ? Tag::EMPTY_STRING_BYTE : Tag::SHORT_STRING_BYTE . $value;
                        $bytes .= $token;
                        $transcript .= $token;
                        continue;
                    }
                    $token = isset($value[Strings::LONG]) ? $strings->findLong($value) : $strings->known[$value] ?? null;
                    if ($token !== null) {
                        ++$strings->hits;
                        $bytes .= $token;
                        $transcript .= $token;
                    } else {
                        $bytes .= $strings->define($value, true);
                        $transcript .= $strings->backReference;
                    }
                } elseif (\is_int($value)) {
                    if ($value >= 0 && $value < 0x10000) {
                        $token = $value < 32 ? \chr($value)
                            : ($value < 0x100 ? Tag::U8_BYTE . \chr($value) : Tag::U16_BYTE . \chr($value & 0xFF) . \chr($value >> 8));
                    } else {
                        $token = Numbers::int($value);
                    }
                    $bytes .= $token;
                    $transcript .= $token;
                } elseif ($value === null) {
                    $bytes .= Tag::NULL_BYTE;
                    $transcript .= Tag::NULL_BYTE;
                } elseif (\is_array($value)) {
                    if ($value === []) {
                        $bytes .= Tag::EMPTY_ARRAY_BYTE;
                        $transcript .= Tag::EMPTY_ARRAY_BYTE;
                        continue;
                    }
                    $this->pieces[$this->size++] = $bytes;
                    $bytes = '';
                    $transcript .= $this->array($value);
                } elseif (\is_object($value)) {
                    $this->pieces[$this->size++] = $bytes;
                    $bytes = '';
                    if ($value instanceof Reference) {
                        $this->reference($value);
                    } else {
                        Objects::write($this, $value);
                    }
                } else {
                    $token = match (true) {
                        $value === true => Tag::TRUE_BYTE,
                        $value === false => Tag::FALSE_BYTE,
                        \is_float($value) => Numbers::double($value),
                        // A resource: 0, as in serialize().
                        default => "\0",
                    };
                    $bytes .= $token;
                    $transcript .= $token;
                }
            }
        } catch (CannotEncode $failure) {
            if ($properties) {
                $failure->path->addProperty($key);
            } else {
                $failure->path->addKey($key);
            }
            throw $failure;
        }
        $this->pieces[$this->size++] = $bytes;

        return $transcript;
    }

    /** Writes one value. */
    public function value(mixed $value): string
    {
        if (\is_array($value) && $value !== []) {
            return $this->array($value);
        }
        if (!\is_object($value)) {
            return $this->values([$value], '', '');
        }
        if ($value instanceof Reference) {
            $this->reference($value);
        } else {
            Objects::write($this, $value);
        }

        return '';
    }

    /** @param non-empty-array<mixed> $array */
    private function array(array $array): string
    {
        if ($this->depth >= $this->maxDepth) {
            throw CannotEncode::depth($this->maxDepth);
        }
        if ($this->dictionary !== null) {
            $fromDictionary = $this->dictionary->array($array);
            if ($fromDictionary !== null && $this->depth + $fromDictionary[1] <= $this->maxDepth) {
                $this->usesArrays = true;
                $this->put($fromDictionary[0]);

                return $fromDictionary[0];
            }
        }
        $start = $this->size;
        $number = $this->arrays++;
        $identityCount = $this->identityCount;
        ++$this->depth;
        foreach ($array as $key => $_) {
            if (\ReflectionReference::fromArrayElement($array, $key) !== null) {
                $array = Reference::wrapAll($array);
                break;
            }
        }
        $isList = \array_is_list($array);
        $count = \count($array);
        $transcript = $count < 8 ? null : Table::write($this, $array, $isList) ?? ($isList ? Run::write($this, $array) : null);
        if ($transcript === null) {
            if ($isList) {
                $head = $count <= 16 ? \chr(Tag::SHORT_LIST - 1 + $count) : self::listHead($count);
                $transcript = $this->values($array, $head, $head);
            } else {
                $head = $this->shapes->map(\array_keys($array));
                $transcript = $this->values($array, $head, $this->shapes->backReference);
            }
        }
        --$this->depth;
        if ($this->identityCount !== $identityCount) {
            ++$this->impureArrays;

            return '';
        }
        if ($this->depth === 0) {
            // Nothing follows the outermost array.
            return '';
        }
        if (isset($this->shared[$transcript])) {
            return $this->takeBack($this->shared[$transcript], $start, $number);
        }
        $reference = $this->dictionary !== null ? Split::ownArray($number, $this->dictionary->countArrays())
            : ($number < 2048 ? \chr(Tag::SHARED_2 | $number >> 8) . \chr($number & 0xFF) : Tag::SHARED_BYTE . Numbers::uv($number));
        if ($this->sharedCount < self::ARRAYS_TO_GIVE_UP || $this->sharedHits >= $this->sharedCount >> self::HITS_SHIFT) {
            $this->shared[$transcript] = $reference;
            ++$this->sharedCount;
        }

        return $reference;
    }

    /** Replaces a repeated array that was just written, from this piece on, by its number. All in it was repeated too, so no other numbers change. */
    private function takeBack(string $reference, int $start, int $number): string
    {
        \assert($number < $this->arrays && $start < $this->size);
        ++$this->sharedHits;
        $this->arrays = $number;
        $this->pieces[$start] = $reference;
        $this->size = $start + 1;

        return $reference;
    }

    private function reference(Reference $reference): void
    {
        ++$this->identityCount;
        $known = $this->referenceNumbers[$reference->id] ?? null;
        if ($known !== null) {
            $this->hasBackReference = true;
            $this->put(Tag::REFERENCE_REF_BYTE . Numbers::uv($known[0]));

            return;
        }
        $this->referenceNumbers[$reference->id] = [$this->references++, $reference];
        $this->put(Tag::REFERENCE_BYTE);
        $value = $reference->value;
        $this->value(\is_array($value) ? Objects::withoutSlots($value) : $value);
    }

    /** The bytes that begin a list. */
    public static function listHead(int $count): string
    {
        return $count <= 16 ? \chr(Tag::SHORT_LIST - 1 + $count) : Tag::LIST_BYTE . Numbers::uv($count);
    }
}
