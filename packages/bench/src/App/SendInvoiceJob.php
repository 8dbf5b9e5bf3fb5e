<?php

declare(strict_types=1);

namespace Brine\Bench\App;

final class SendInvoiceJob
{
    public ?string $connection = null;
    public ?string $queue = 'mail';
    public ?Moment $delay = null;
    public ?bool $afterCommit = null;
    public array $middleware = [];
    public array $chained = [];
    public ?string $chainConnection = null;
    public ?string $chainQueue = null;
    public ?array $chainCatchCallbacks = null;

    public function __construct(
        public ModelIdentifier $invoice,
        public ModelIdentifier $recipients,
        protected string $locale,
        private array $attachments,
        public int $tries = 5,
        public array $backoff = [10, 60, 300],
    ) {
    }
}
