<?php

declare(strict_types=1);

namespace Brine\Bench\App;

final class Record
{
    public function __construct(
        public readonly string $id,
        public readonly string $ownerId,
        public readonly string $number,
        public readonly string $title,
        public readonly string $summary,
        public readonly string $language,
        public readonly string $country,
        public readonly ?string $region,
        public readonly ?string $note,
        public readonly Status $status,
        public readonly Origin $origin,
        public readonly Priority $priority,
        public readonly Moment $createdAt,
        public readonly Moment $updatedAt,
        public readonly ?Moment $expiresAt,
        public readonly ?Moment $archivedAt,
        public readonly ?Issuer $issuer,
        public readonly array $models,
        public readonly array $fields,
        public readonly array $labels,
        public readonly array $permissions,
        public readonly int $position,
        public readonly int $revision,
        public readonly ?float $confidence,
        public readonly bool $isPinned,
        public readonly bool $isShared,
        public readonly bool $isLocked,
    ) {
    }
}
