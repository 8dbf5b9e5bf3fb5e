<?php

declare(strict_types=1);

namespace Brine\Bench\App;

/** A date as date libraries write it: through __serialize(), as text and time zone. */
final class Moment
{
    public function __construct(private string $date, private string $timezone = 'UTC')
    {
    }

    /** @return array<string, int|string> */
    public function __serialize(): array
    {
        return ['date' => $this->date, 'timezone_type' => 3, 'timezone' => $this->timezone];
    }

    /** @param array{date: string, timezone: string} $data */
    public function __unserialize(array $data): void
    {
        $this->date = $data['date'];
        $this->timezone = $data['timezone'];
    }
}
