<?php

declare(strict_types=1);

namespace Brine\Laravel\Console;

use Brine\Compressed;
use Brine\Inspector;
use Brine\Laravel\Codec;
use Brine\Laravel\Migration\Entries;
use Brine\Laravel\Settings;
use Brine\Laravel\Stores;
use Brine\Migration\Status;
use Illuminate\Console\Command;
use Illuminate\Contracts\Config\Repository as Config;

/** Reports what a store contains, and its size in other formats. Changes nothing. */
final class StatusCommand extends Command
{
    use FindsStores;

    /** @var string */
    protected $signature = 'brine:status {store? : its name in config/cache.php; the default store if it is left out}
        {--sample=1000 : how many entries are read to estimate sizes}';

    /** @var string */
    protected $description = 'Show the formats and sizes of the entries in a cache store';

    public function handle(Stores $stores, Config $config): int
    {
        $name = $this->argument('store') ?? $config->get('cache.default');
        try {
            [$driver, $store, $isBrine] = $this->find($config, \is_string($name) ? $name : '');
            $settings = $stores->settings($store);
            $this->describe(\is_string($name) ? $name : '', $driver, $isBrine, $settings);
            $entries = Entries::of($stores->make($driver, $store));
            $sample = $this->option('sample');
            $this->show($this->inspect($entries, $settings, \is_numeric($sample) ? \max(0, (int) $sample) : 1000));
        } catch (\InvalidArgumentException | \LogicException $error) {
            $this->components->error($error->getMessage());

            return self::FAILURE;
        }

        return self::SUCCESS;
    }

    private function describe(string $name, string $driver, bool $isBrine, Settings $settings): void
    {
        $version = \phpversion('brine');
        $extension = $version === false ? 'not loaded: it reads Brine in PHP, and writes serialize()' : $version;
        $this->components->twoColumnDetail('Store', $name);
        $this->components->twoColumnDetail('Driver', $isBrine ? "brine-$driver" : "$driver (Laravel's own: set brine-$driver)");
        $this->components->twoColumnDetail('Extension', $extension);
        $this->components->twoColumnDetail('Writes', $settings->write());
        $this->components->twoColumnDetail('Compression', $settings->compression() ?? 'none');
        $this->components->twoColumnDetail('Signed', $settings->keys() === [] ? 'no' : 'yes');
        $this->components->twoColumnDetail('Dictionary', $settings->dictionary() ?? 'none');
        $this->components->twoColumnDetail('Resident', $settings->isResident() ? 'yes' : 'no');
        if ($driver === 'database') {
            $this->components->twoColumnDetail('Bytes', 'of payloads: as base64 in the column, those of Brine take a third more');
        }
    }

    private function inspect(Entries $entries, Settings $settings, int $sample): Status
    {
        $codec = new Codec($settings->serializer());
        $unsigned = new Codec($settings->unsigned());
        $writers = ['native' => $entries->plain(new Codec($settings->forNative()->serializer())), 'now' => $entries->plain($codec)];
        if ($settings->compression() === null) {
            $writers['zlib'] = $entries->plain(new Codec(new Compressed($settings->unsigned())));
        }

        return (new Inspector($entries->plain($codec, $unsigned), $writers, $sample))->inspect($entries->payloads());
    }

    private function show(Status $status): void
    {
        $this->newLine();
        foreach ($status->formats as $format => ['entries' => $count, 'bytes' => $bytes]) {
            $this->components->twoColumnDetail("$format", "$count entries, $bytes bytes");
        }
        $this->components->twoColumnDetail('all', "{$status->entries()} entries, {$status->bytes()} bytes");
        $texts = [
            'native' => 'by serialize()',
            'now' => 'by these settings',
            'zlib' => 'with compression',
        ];
        foreach ($status->estimates as $name => $bytes) {
            $this->components->twoColumnDetail($texts[$name] ?? $name, "about $bytes bytes");
        }
        if ($status->unreadable > 0) {
            $this->components->warn("$status->unreadable of $status->sampled entries cannot be read");
        }
    }
}
