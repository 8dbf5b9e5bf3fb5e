<?php

declare(strict_types=1);

namespace Drupal\brine;

use Drupal\brine\Status\Backends;
use Drupal\brine\Status\Record;
use Drupal\Core\Extension\ModuleUninstallValidatorInterface;

/**
 * Prevents uninstalling while entries exist that Drupal cannot read without the module. Drupal empties bins only after the module is gone, so
 * every page would fail until then.
 */
final class UninstallValidator implements ModuleUninstallValidatorInterface
{
    public function __construct(private readonly Backends $backends, private readonly Record $record)
    {
    }

    /**
     * @param string $module
     * @return list<string>
     */
    public function validate($module)
    {
        if ($module !== 'brine') {
            return [];
        }
        if (!Codec::current()->configuration()->writesNative) {
            return ["Set \$settings['brine']['write'] = 'native' in settings.php, and rebuild the caches"];
        }
        if (!$this->record->isNative()) {
            return ["Rebuild the caches: they were not since \$settings['brine']['write'] = 'native' was set"];
        }
        $reasons = [];
        foreach ($this->backends->bins() as $bin) {
            // Without Brine's settings, Drupal asks for other names in the container's bin.
            $number = $bin->name === 'container' ? 0 : $bin->foreign();
            if ($number > 0) {
                $reasons[] = "The cache bin $bin->name has entries that are no native text ($number): rebuild the caches";
            }
        }

        return $reasons;
    }
}
