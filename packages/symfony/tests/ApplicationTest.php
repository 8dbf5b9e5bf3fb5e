<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

use Brine\BrineBundle\Profiler\BrineDataCollector;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpKernel\Profiler\Profiler;
use Symfony\Component\RateLimiter\RateLimiterFactory;

/** Users of pools: the rate limiter and the profiler. */
final class ApplicationTest extends PoolTestCase
{
    public function testTheRateLimiter(): void
    {
        $limiters = [];
        foreach (['fixed_window', 'sliding_window'] as $policy) {
            $limiters[$policy] = ['policy' => $policy, 'limit' => 3, 'interval' => '1 hour', 'cache_pool' => 'app.redis', 'lock_factory' => null];
        }
        $limiters['token_bucket'] = ['policy' => 'token_bucket', 'limit' => 3, 'rate' => ['interval' => '1 hour'], 'cache_pool' => 'app.redis', 'lock_factory' => null];
        foreach ([[], ['sign' => ['keys' => ['a secret of a test']]]] as $brine) {
            $this->redis()->flushAll();
            foreach (\array_keys($limiters) as $policy) {
                $accepted = [];
                for ($i = 0; $i < 5; ++$i) {
                    // Each time another process.
                    $factory = $this->boot($brine, ['rate_limiter' => $limiters])->get("limiter.$policy");
                    \assert($factory instanceof RateLimiterFactory);
                    $accepted[] = $factory->create('somebody')->consume()->isAccepted();
                }
                self::assertSame([true, true, true, false, false], $accepted, $policy);
            }
        }
    }

    public function testTheProfilersPanel(): void
    {
        $container = $this->boot();
        $this->save($this->pool($container, 'app.redis'), 'damaged', ['value']);
        $this->bytes($container, 'app.redis', 'damaged', 'damaged');
        $this->save($this->pool($container, 'app.redis'), 'old', 'old');
        $this->bytes($container, 'app.redis', 'old', \serialize('old'));
        $kernel = $this->kernel(debug: true);
        $container = $kernel->getContainer();
        $request = Request::create('/page');
        $response = $kernel->handle($request);
        self::assertSame('["new",null,"old"]', $response->getContent());
        $kernel->terminate($request, $response);
        $profiler = $container->get('profiler');
        \assert($profiler instanceof Profiler);
        $profile = $profiler->loadProfileFromResponse($response);
        \assert($profile !== null);
        $collector = $profile->getCollector('brine');
        self::assertInstanceOf(BrineDataCollector::class, $collector);
        $ours = \extension_loaded('brine');
        $length = \strlen($ours ? \brine_serialize('new') : \serialize('new'));
        self::assertSame(1, $collector->getUnreadable());
        self::assertSame(0, $collector->getUnwritable());
        self::assertSame(\extension_loaded('brine') ? ['hits', 'bytes', 'entries', 'workers'] : [], \array_keys($collector->getResident() ?? []));
        $formats = $collector->getFormats();
        self::assertSame(['reads' => 0, 'readBytes' => 0, 'writes' => 0, 'writtenBytes' => 0], $formats['other']);
        self::assertSame([1, $length], [$formats[$ours ? 'brine' : 'native']['writes'], $formats[$ours ? 'brine' : 'native']['writtenBytes']]);
        self::assertSame(3, $collector->getEntries());
        $panel = $kernel->handle(Request::create('/_profiler/' . $profile->getToken() . '?panel=brine'));
        self::assertSame(200, $panel->getStatusCode());
        $text = (string) $panel->getContent();
        self::assertStringContainsString('<h2>Brine</h2>', $text);
        self::assertStringContainsString('1 entries could not be read and were misses', $text);
        self::assertStringContainsString('<strong>Brine</strong>', $text);
        $bar = (string) $kernel->handle(Request::create('/_wdt/' . $profile->getToken()))->getContent();
        self::assertStringContainsString('Brine', $bar);
    }
}
