<?php

declare(strict_types=1);

namespace Brine\Tests\Frozen;

use Brine\Compressed;
use Brine\Compression\Algorithm;
use Brine\Compression\Envelope;
use Brine\Serializer;
use Brine\Tests\Vectors\Graph;
use Brine\Tests\Vectors\Vector;

/**
 * What a version has written, in a folder with its name. Later versions must read it; nothing in it ever changes (SHA256SUMS).
 *
 * - vectors.txt: those of valid/, dictionaries/valid/ and with_dictionary/valid/ that no earlier version has.
 * - frames.json: signed frames; envelopes.json: envelopes with contents.
 */
final class Frozen
{
    private const VECTORS = ['valid', 'dictionaries/valid', 'with_dictionary/valid'];

    public function __construct(private readonly string $folder)
    {
    }

    /**
     * Fills the folder with the vectors of the day that no folder beside it has.
     *
     * @param string $vectors their directory
     */
    public function write(string $vectors): void
    {
        if (\file_exists($this->folder)) {
            throw new \RuntimeException("$this->folder is there already: what was frozen stays as it is");
        }
        $earlier = \array_map(static fn (string $folder): array => self::meanings(Folder::vectors($folder)), \glob(\dirname($this->folder) . '/*', \GLOB_ONLYDIR));
        $texts = [];
        foreach (self::VECTORS as $kind) {
            foreach (\glob("$vectors/$kind/*.vector") as $file) {
                $texts["$kind/" . \basename($file)] = (string) \file_get_contents($file);
            }
        }
        \mkdir($this->folder, recursive: true);
        $this->put(Folder::VECTORS, Folder::join(\array_intersect_key($texts, \array_diff(self::meanings($texts), ...$earlier))));
        $frames = \array_filter(self::json("$vectors/signed.json"), static fn (array $frame): bool => isset($frame['value']));
        $this->put('frames.json', self::text(\array_values($frames)));
        $vectorsOfEnvelopes = \array_filter(self::json("$vectors/envelopes.json"), static fn (array $envelope): bool => isset($envelope['content']));
        $presets = Vector::parse('presets', $texts['dictionaries/valid/presets.vector'])->payload();
        $this->put('envelopes.json', self::text([...\array_values($vectorsOfEnvelopes), ...self::envelopes($presets)]));
        $this->put(Folder::SUMS, Folder::sums($this->folder));
    }

    /**
     * Needs the dictionaries of earlier versions, which their mistakes() loads.
     *
     * @return iterable<string, string> what is wrong with each thing that is in the folder, by its name; empty where nothing is
     */
    public function mistakes(): iterable
    {
        yield Folder::SUMS => Folder::sums($this->folder) === (string) @\file_get_contents("$this->folder/" . Folder::SUMS) ? '' : 'files were changed, added or removed';
        // In the order of names, dictionaries are loaded before what needs them.
        foreach (Folder::vectors($this->folder) as $file => $text) {
            $name = \substr($file, 0, -\strlen('.vector'));
            $vector = Vector::parse($name, $text);
            yield $name => self::mistake(static fn (): mixed => \brine_unserialize($vector->payload(), $vector->options), $vector->nativeText(), $vector->options);
            if (\str_starts_with($name, 'dictionaries/')) {
                $load = static fn (): string => \brine_dictionary_load($vector->payload());
                yield "$name, loaded" => self::mistake($load, \serialize(\substr(\hash('sha256', $vector->payload()), 0, 16)));
            }
        }
        foreach (self::json("$this->folder/frames.json") as ['name' => $name, 'frame' => $frame, 'key' => $key, 'context' => $context, 'value' => $value]) {
            $read = static fn (): mixed => \brine_unserialize_signed(\hex2bin($frame), \hex2bin($key), ['context' => \hex2bin($context)]);
            yield "frames.json, $name" => self::mistake($read, $value);
        }
        foreach (self::json("$this->folder/envelopes.json") as ['name' => $name, 'envelope' => $envelope, 'content' => $content]) {
            [$envelope, $content] = [(string) \hex2bin($envelope), (string) \hex2bin($content)];
            if (Algorithm::tryFrom(\ord($envelope[2]))?->isAvailable() !== false) {
                $read = static fn (): mixed => (new Compressed(self::passing()))->unserialize($envelope);
                yield "envelopes.json, $name" => self::mistake($read, \serialize($content));
            }
        }
    }

    /**
     * @param  array<string, string> $vectors texts by name
     * @return array<string, string> directory and meaning of each
     */
    private static function meanings(array $vectors): array
    {
        $meaning = static fn (string $name, string $text): string => \serialize([\dirname($name), Unchanged::meaning($name, $text)]);

        return \array_combine(\array_keys($vectors), \array_map($meaning, \array_keys($vectors), $vectors));
    }

    /**
     * @param \Closure(): mixed    $read
     * @param string               $expected native text
     * @param array<string, mixed> $options
     */
    private static function mistake(\Closure $read, string $expected, array $options = []): string
    {
        $allowed = \array_intersect_key($options, ['allowed_classes' => true]);
        try {
            $value = $read();
        } catch (\Throwable $error) {
            return 'throws ' . $error::class . ": {$error->getMessage()}";
        }
        $native = \unserialize($expected, $allowed);

        return \serialize($value) === \serialize($native) && Graph::describe($value) === Graph::describe($native) ? '' : 'is ' . \serialize($value);
    }

    /**
     * @param  string $presets the file of a dictionary with presets
     * @return iterable<array{name: string, description: string, envelope: string, content: string}> of each algorithm that PHP has here
     */
    private static function envelopes(string $presets): iterable
    {
        $payload = \brine_serialize(\array_fill(0, 100, ['id' => 5, 'text' => \str_repeat('a text ', 10)]));
        $contents = ['Rows.' => $payload, 'Rows, with a preset.' => "\xC1\x12" . \hex2bin(\brine_dictionary_load($presets)) . \substr($payload, 2)];
        foreach ($contents as $description => $content) {
            foreach (Algorithm::cases() as $algorithm) {
                $envelope = $algorithm->isAvailable() ? Envelope::compress($content, $algorithm, $algorithm->defaultLevel()) : null;
                if ($envelope !== null && ($content === $payload || $envelope[3] === "\1")) {
                    $name = "written_by_$algorithm->name" . ($content === $payload ? '' : '_with_preset');
                    yield ['name' => $name, 'description' => $description, 'envelope' => \bin2hex($envelope), 'content' => \bin2hex($content)];
                }
            }
        }
    }

    /** An envelope's content that is not a payload stays unchanged. */
    private static function passing(): Serializer
    {
        return new class () implements Serializer {
            public function serialize(mixed $value): string
            {
                return (string) $value;
            }

            public function unserialize(string $data): string
            {
                return $data;
            }
        };
    }

    /** @return list<array<string, mixed>> */
    private static function json(string $file): array
    {
        return \json_decode((string) \file_get_contents($file), true, flags: \JSON_THROW_ON_ERROR);
    }

    /** @param list<array<string, mixed>> $things */
    private static function text(array $things): string
    {
        return \json_encode($things, \JSON_PRETTY_PRINT | \JSON_UNESCAPED_SLASHES | \JSON_THROW_ON_ERROR) . "\n";
    }

    private function put(string $file, string $text): void
    {
        \file_put_contents("$this->folder/$file", $text);
    }
}
