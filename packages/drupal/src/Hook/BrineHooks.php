<?php

declare(strict_types=1);

namespace Drupal\brine\Hook;

use Drupal\brine\Codec;
use Drupal\brine\Severity;
use Drupal\brine\Status\Backends;
use Drupal\brine\Status\Record;
use Drupal\Core\Hook\Attribute\Hook;
use Drupal\Core\Site\Settings;

/** The module's hooks. */
final class BrineHooks
{
    public function __construct(private readonly Record $record, private readonly Backends $backends)
    {
    }

    #[Hook('rebuild')]
    public function rebuild(): void
    {
        $codec = Codec::current();
        $isNative = $codec->configuration()->writesNative;
        // Entries that outlast a rebuild must stay readable: by Drupal alone, if all is native text.
        if (!$this->record->rebuilt($isNative, $codec->signs) || $isNative) {
            $this->backends->emptyLasting();
        }
        $this->record->seePhp();
    }

    /** @return array<string, array<string, mixed>> */
    #[Hook('runtime_requirements')]
    public function runtimeRequirements(): array
    {
        $this->record->seePhp();
        $warnings = $this->warnings();

        return ['brine' => [
            'title' => 'Brine',
            'value' => Codec::current()->configuration()->writesNative ? 'writes native text' : 'writes Brine',
            'description' => $warnings !== [] ? \implode(' ', $warnings) : 'What is in the cache bins is shown at /admin/reports/brine.',
            'severity' => $warnings !== [] ? Severity::warning() : Severity::ok(),
        ]];
    }

    /** @return list<string> */
    private function warnings(): array
    {
        $warnings = [];
        $configuration = Codec::current()->configuration();
        foreach ($configuration->writesNative ? [] : $this->record->php() as $kind => $php) {
            if ($php['brine'] === false) {
                $warnings[] = "PHP of the $kind has no extension brine: it writes native text, and reads Brine's in PHP, which is slow.";
            }
        }
        if ($configuration->algorithm !== null && Settings::get('redis_compress_length', 0) > 0) {
            $warnings[] = "Entries are compressed twice: remove \$settings['redis_compress_length'], or \$settings['brine']['compress'].";
        }
        $damaged = $this->record->damaged();
        if ($damaged > 0) {
            $warnings[] = "Cache entries could not be read since the last rebuild, and were made anew: $damaged at least. The log names some.";
        }

        return $warnings;
    }
}
