<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Profiler;

use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\DataCollector\DataCollector;
use Symfony\Component\HttpKernel\DataCollector\LateDataCollectorInterface;

/** The panel of the profiler. */
final class BrineDataCollector extends DataCollector implements LateDataCollectorInterface
{
    /** @var array{formats: array<string, array{reads: int, readBytes: int, writes: int, writtenBytes: int}>, unreadable: int, unwritable: int, extension: string|null} */
    protected $data = ['formats' => [], 'unreadable' => 0, 'unwritable' => 0, 'extension' => null];

    public function __construct(private readonly Statistics $statistics)
    {
    }

    public function collect(Request $request, Response $response, ?\Throwable $exception = null): void
    {
        // What is written when the response is sent counts too.
    }

    public function lateCollect(): void
    {
        $version = \phpversion('brine');
        $this->data = [
            'formats' => $this->statistics->formats(),
            'unreadable' => $this->statistics->unreadableEntries(),
            'unwritable' => $this->statistics->unwritableValues(),
            'extension' => $version === false ? null : $version,
        ];
    }

    public function getName(): string
    {
        return 'brine';
    }

    public function reset(): void
    {
        $this->data = ['formats' => [], 'unreadable' => 0, 'unwritable' => 0, 'extension' => null];
        $this->statistics->reset();
    }

    /** @return array<string, array{reads: int, readBytes: int, writes: int, writtenBytes: int}> */
    public function getFormats(): array
    {
        return $this->data['formats'];
    }

    /** All reads and writes, and their bytes. */
    public function getEntries(): int
    {
        return (int) \array_sum(\array_column($this->data['formats'], 'reads')) + (int) \array_sum(\array_column($this->data['formats'], 'writes'));
    }

    public function getBytes(): int
    {
        return (int) \array_sum(\array_column($this->data['formats'], 'readBytes')) + (int) \array_sum(\array_column($this->data['formats'], 'writtenBytes'));
    }

    public function getUnreadable(): int
    {
        return $this->data['unreadable'];
    }

    public function getUnwritable(): int
    {
        return $this->data['unwritable'];
    }

    /** @return string|null the extension's version; null where it is not loaded */
    public function getExtension(): ?string
    {
        return $this->data['extension'];
    }
}
