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

    /** @var array<array-key, array{string, string}> the same of held-back samples */
    private array $unseen = [];

    private int $unreadable = 0;

    /**
     * @param (\Closure(string $kind, mixed $entry): bool)|null $filter whether an entry may be in the dictionary: a "string", an "array", or a
     *     "shape" (0 and keys; 1, a class and property names; or 2 and a class). Entries that contain a refused string are refused too.
     * @param int $heldBack one in this many samples is not used for training, but to report the dictionary's effect; 0 for none
     * @param bool|list<string> $allowedClasses as for brine_unserialize(): when samples are read again, other classes are not loaded, and their
     *     objects become __PHP_Incomplete_Class.
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
     * @param string $label group of the sample in the report, such as its key's prefix
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
     * @throws \Brine\Exception if the payload cannot be read, or its value cannot be written
     */
    public function addPayload(string $payload, string $label = ''): void
    {
        $this->add($this->read($payload), $label);
    }

    /** Number of samples left out of training because their own hooks cannot read or rewrite them. */
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
     * @param int $maxBytes   limit of the file
     * @param int $minSupport least number of samples that contain an entry: data in few samples may be one user's
     * @param int $presetBytes limit of the compression preset (for Compressed), in addition to $maxBytes; 0 for none
     * @param int $nameSupport like $minSupport, for strings that probably come from code: array keys, class and property names, and arrays that
     *     contain only strings from code, true, false, null and one-digit numbers. Keys with a space, "@", three digits in a row or letters beyond
     *     ASCII may be data, and need $minSupport. One sample suffices for names of the samples' classes and of their properties, for classes in
     *     the same top-level namespaces, for text made only of words that names in $minSupport samples have, and for lists of such keys. If not
     *     below $minSupport, $minSupport applies to everything.
     * @throws \ValueError if a number is out of range
     */
    public function train(int $maxBytes = 65536, int $minSupport = 4, int $presetBytes = 0, int $nameSupport = 2): Dictionary
    {
        if ($maxBytes < 16 || $maxBytes > Checker::MAX_SIZE) {
            throw new \ValueError('A dictionary has from 16 to ' . Checker::MAX_SIZE . " bytes, not $maxBytes");
        }
        if (\min($minSupport, $nameSupport) < 1) {
            throw new \ValueError('The least number of samples must be at least 1, not ' . \min($minSupport, $nameSupport));
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

    /** The dictionary with a compression preset of at most $most bytes. */
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
     * @throws \Throwable exceptions of a sample's hooks that fail to read or rewrite it
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
