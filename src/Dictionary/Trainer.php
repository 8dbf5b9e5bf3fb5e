<?php

declare(strict_types=1);

namespace Brine\Dictionary;

use Brine\Dictionary;
use Brine\Dictionary\Training\Recorder;
use Brine\Dictionary\Training\Selection;
use Brine\Format\Dictionary\Checker;
use Brine\Format\Encoder;

/**
 * Makes a dictionary of samples: of what an application keeps in its cache. The same samples make the same dictionary, in whatever order they
 * come; equal samples count once.
 *
 * What is in the dictionary is in everybody's hands who has it. So it takes only what is in several samples, no long tokens that look random,
 * and nothing that a filter refuses. Train one dictionary for one application and one tenant.
 *
 * Samples are read again several times: hooks of their objects run each time.
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
     */
    public function __construct(private readonly ?\Closure $filter = null, private readonly int $heldBack = 8)
    {
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
        // By their content, so that it does not matter how many there are or which comes first.
        if ($this->heldBack > 0 && \ord($hash[0]) * 256 + \ord($hash[1]) < \intdiv(65536, $this->heldBack)) {
            $this->unseen[$hash] = [$payload, $label];
        } else {
            $this->samples[$hash] = [$payload, $label];
        }
    }

    /**
     * A payload of Brine, whose objects are made to see what they would be written as.
     *
     * @throws \Brine\Exception if the payload is not read, or its value cannot be written
     */
    public function addPayload(string $payload, string $label = ''): void
    {
        $this->add(self::read($payload), $label);
    }

    /** How many samples were left out of training, because their own hooks do not read them, or write them once more. */
    public function unreadable(): int
    {
        return $this->unreadable;
    }

    /** How many different samples there are, those that are held back among them. */
    public function count(): int
    {
        return \count($this->samples) + \count($this->unseen);
    }

    /**
     * @param int $maxBytes   the most that the file may have
     * @param int $minSupport in how many samples something is at least that the dictionary has: what is in few may be one user's
     * @throws \ValueError if a number is out of range
     */
    public function train(int $maxBytes = 65536, int $minSupport = 4): Dictionary
    {
        if ($maxBytes < 16 || $maxBytes > Checker::MAX_SIZE) {
            throw new \ValueError('A dictionary has from 16 to ' . Checker::MAX_SIZE . " bytes, not $maxBytes");
        }
        if ($minSupport < 1) {
            throw new \ValueError("Something is in one sample at least, not in $minSupport");
        }
        \ksort($this->samples, \SORT_STRING);
        $walk = function (Recorder $recorder): void {
            foreach ($this->samples as $hash => [$payload]) {
                $recorder->nextSample(\strlen($payload));
                try {
                    Encoder::write(self::read($payload), $recorder);
                } catch (\Throwable) {
                    // Hooks may refuse what they have given.
                    unset($this->samples[$hash]);
                    ++$this->unreadable;
                }
            }
        };

        return Dictionary::fromBytes((new Selection($walk, $this->filter, $maxBytes, $minSupport))->run());
    }

    /**
     * What a dictionary brings for the samples that were held back, or, where none were, for all.
     *
     * @throws \Throwable what hooks of a sample throw that do not read it, or write it once more
     */
    public function report(Dictionary $dictionary): Report
    {
        $report = new Report();
        $samples = $this->unseen !== [] || $this->heldBack > 0 ? $this->unseen : $this->samples;
        \ksort($samples, \SORT_STRING);
        foreach ($samples as [$payload, $label]) {
            $report->add($label, \strlen($payload), \strlen(Encoder::encodeWith(self::read($payload), $dictionary->contents())));
        }

        return $report;
    }

    private static function read(string $payload): mixed
    {
        return \brine_unserialize($payload);
    }
}
