<?php

declare(strict_types=1);

namespace Brine\Training;

use Brine\Dictionary;
use Brine\Format\Decoder;
use Brine\Format\Dictionary\Checker;
use Brine\Format\Dictionary\Index;
use Brine\Format\Encoder;

/**
 * Makes a dictionary from samples of a cache, regardless of their order. Anyone may read a dictionary, so it takes no secrets: only values of
 * several samples, and no random tokens. Train one per application and tenant. Hooks run repeatedly.
 */
final class Trainer
{
    /** @var array<array-key, array{string, string}> payload and label, by the payload's hash */
    private array $samples = [];

    /** @var array<array-key, array{string, string}> the same of those that are held back */
    private array $unseen = [];

    private int $unreadable = 0;

    /**
     * @param (\Closure(string $kind, mixed $entry): bool)|null $filter tells whether something may be in the dictionary: a "string"; a "shape",
     *     of which the first element is 0 before keys, 1 before a class and names of properties, or 2 before a class; or an "array". What
     *     contains a string that is refused is refused.
     * @param int $heldBack of how many samples one is not used to train, but to report what the dictionary brings; 0 for none
     * @param bool|list<string> $allowedClasses as for brine_unserialize(): of other classes no object is made where samples are read again, and no
     *     class is loaded. Samples have such objects as __PHP_Incomplete_Class.
     */
    public function __construct(
        private readonly ?\Closure $filter = null,
        private readonly int $heldBack = 8,
        private readonly bool|array $allowedClasses = true,
    ) {
        if ($heldBack < 0 || $heldBack === 1) {
            throw new \ValueError("One sample of $heldBack cannot be held back: 0 is for none");
        }
    }

    /**
     * @param string $label the group that the sample is in, for the report: what its key begins with
     * @throws \Brine\EncodeException if the value cannot be written
     */
    public function add(mixed $value, string $label = ''): void
    {
        $payload = \brine_serialize($value);
        $hash = \hash('sha256', $payload, true);
        // By content, so that number and order do not matter.
        if ($this->heldBack > 0 && \ord($hash[0]) * 256 + \ord($hash[1]) < \intdiv(65536, $this->heldBack)) {
            $this->unseen[$hash] = [$payload, $label];
        } else {
            $this->samples[$hash] = [$payload, $label];
        }
    }

    /**
     * Adds a payload of Brine. Objects of allowed classes are created, to see how they would be written.
     *
     * @throws \Brine\Exception if the payload is not read, or its value cannot be written
     */
    public function addPayload(string $payload, string $label = ''): void
    {
        $this->add($this->read($payload), $label);
    }

    /** Samples left out of training, because their own hooks cannot read or rewrite them. */
    public function unreadable(): int
    {
        return $this->unreadable;
    }

    /** Number of different samples, held-back ones included. */
    public function count(): int
    {
        return \count($this->samples) + \count($this->unseen);
    }

    /**
     * @param int $maxBytes   the most that the file may have
     * @param int $minSupport in how many samples a string or an array is at least that the dictionary has: what is in few may be one user's
     * @param int $presetBytes beyond $maxBytes, the most that the preset dictionary of compression may have, for what Compressed writes; 0 for none
     * @param int $nameSupport the same as $minSupport, where it is less, for keys of arrays and names of classes and properties, and for arrays that
     *     hold nothing but code's strings, true, false, null and numbers of one digit. A key with a space, an "@", three digits in a row or letters
     *     beyond ASCII may be data: for it, $minSupport holds. Code's strings are these names, those of the samples' classes and of what they declare,
     *     those of classes in the same namespaces, and what consists of words alone that names in $minSupport samples have: one sample is enough for
     *     these, and for lists of keys that are such. With $nameSupport no less than $minSupport, everything has to be in $minSupport samples
     * @throws \ValueError if a number is out of range
     */
    public function train(int $maxBytes = 65536, int $minSupport = 4, int $presetBytes = 0, int $nameSupport = 2): Dictionary
    {
        if ($maxBytes < 16 || $maxBytes > Checker::MAX_SIZE) {
            throw new \ValueError('A dictionary has from 16 to ' . Checker::MAX_SIZE . " bytes, not $maxBytes");
        }
        if (\min($minSupport, $nameSupport) < 1) {
            throw new \ValueError('Something is in one sample at least, not in ' . \min($minSupport, $nameSupport));
        }
        if ($presetBytes < 0 || $presetBytes > Checker::MAX_PRESET) {
            throw new \ValueError('A preset dictionary has from 0 to ' . Checker::MAX_PRESET . " bytes, not $presetBytes");
        }
        \ksort($this->samples, \SORT_STRING);
        $walk = function (Recorder $recorder): void {
            foreach ($this->samples as $hash => [$payload]) {
                $recorder->nextSample(\strlen($payload));
                try {
                    Encoder::write($this->read($payload), $recorder);
                } catch (\Throwable) {
                    // Hooks may reject their own data.
                    unset($this->samples[$hash]);
                    ++$this->unreadable;
                }
            }
        };

        $selection = new Selection($walk, $this->filter, $maxBytes, $minSupport, \min($minSupport, $nameSupport));
        $dictionary = Dictionary::fromBytes($selection->run());

        return $presetBytes === 0 ? $dictionary : $this->withPreset($dictionary, $presetBytes, $minSupport);
    }

    /** As above, with a compression preset. */
    private function withPreset(Dictionary $dictionary, int $most, int $minSupport): Dictionary
    {
        $presets = new Presets($minSupport, $this->filter);
        $index = Index::of($dictionary->contents());
        foreach ($this->samples as [$payload]) {
            $recorder = new Recorder($index);
            $data = Encoder::write($this->read($payload), $recorder)->output();
            $presets->add(\substr($data, \strlen($recorder->header())), \array_map(strval(...), \array_keys($recorder->strings)));
        }
        $parts = Decoder::decode($dictionary->bytes());
        for ($preset = $presets->choose($most); $preset !== ''; $preset = \substr($preset, 1)) {
            // Also used for zstd, which accepts any bytes; the file has them once.
            $file = \brine_serialize([...(array) $parts, [1 => $preset, 2 => $preset]]);
            if (Checker::mayHaveId($file)) {
                return Dictionary::fromBytes($file);
            }
        }

        return $dictionary;
    }

    /**
     * The dictionary's effect on the held-back samples, or on all if there are none.
     *
     * @throws \Throwable what hooks of a sample throw that do not read it, or write it once more
     */
    public function report(Dictionary $dictionary): Report
    {
        $report = new Report();
        $samples = $this->unseen !== [] || $this->heldBack > 0 ? $this->unseen : $this->samples;
        \ksort($samples, \SORT_STRING);
        foreach ($samples as [$payload, $label]) {
            $report->add($label, \strlen($payload), \strlen(Encoder::encodeWith($this->read($payload), $dictionary->contents())));
        }

        return $report;
    }

    private function read(string $payload): mixed
    {
        return \brine_unserialize($payload, ['allowed_classes' => $this->allowedClasses]);
    }
}
