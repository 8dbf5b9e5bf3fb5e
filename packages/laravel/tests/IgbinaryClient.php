<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

use Illuminate\Cache\CacheManager;
use Illuminate\Cache\Lock;
use Illuminate\Cache\RateLimiter;
use Illuminate\Cache\RedisStore;
use Illuminate\Cache\Repository;
use Illuminate\Foundation\Application;
use Illuminate\Queue\Jobs\RedisJob;
use Illuminate\Queue\QueueManager;
use Illuminate\Queue\RedisQueue;
use Illuminate\Session\SessionManager;
use Illuminate\Session\Store;
use Illuminate\Support\Carbon;
use Illuminate\Support\Collection;

/** One process of a test in igbinary's place: an application whose phpredis has the option serializer. */
final class IgbinaryClient
{
    /** The code of the process: its arguments are the directory of the application, its settings as JSON, its step, and as JSON the steps to read. */
    public const PROCESS = <<<'PHP'
        require $argv[1] . '/vendor/autoload.php';
        $app = Brine\Laravel\Tests\Host::start($argv[1], json_decode($argv[2], true));
        echo json_encode(Brine\Laravel\Tests\IgbinaryClient::work($app, (int) $argv[3], json_decode($argv[4], true)), JSON_THROW_ON_ERROR);
        PHP;

    /** @return array<string, mixed> */
    public static function values(): array
    {
        return [
            'text' => 'some text', 'digits' => '5', 'integer' => 5, 'float' => 1.5, 'true' => true, 'false' => false, 'empty' => [],
            'rows' => \array_fill(0, 30, ['id' => 5, 'name' => 'name', 'price' => 2.5]), 'thing' => new Thing('thing', [1], new Thing()), 'kind' => Kind::Second,
            'collection' => new Collection(['a' => new Thing(), 'b' => [null]]), 'time' => Carbon::createFromTimestampUTC(1_000_000_000),
        ];
    }

    /**
     * @param list<int> $steps whose entries are read
     * @return array<string, string> results by what was done
     */
    public static function work(Application $app, int $step, array $steps): array
    {
        $cache = $app->make(CacheManager::class)->store('redis');
        $queue = $app->make(QueueManager::class)->connection('redis');
        \assert($cache instanceof Repository && $queue instanceof RedisQueue);
        $results = [
            ...self::entries($cache, $step, $steps), ...self::tags($cache, $step, $steps), ...self::locks($cache, $step),
            ...self::jobs($queue, $step), ...self::sessions($app->make(SessionManager::class), $step),
        ];
        $limiter = $app->make(RateLimiter::class);
        $results['attempts'] = [$limiter->hit('limit', 1000), $limiter->attempts('limit'), $limiter->tooManyAttempts('limit', $step + 1), $limiter->remaining('limit', 3)];

        return \array_map(static fn (mixed $result): string => \addcslashes(\serialize($result), "\0..\37\177..\377"), $results);
    }

    /**
     * @param list<int> $steps
     * @return array<string, mixed>
     */
    private static function entries(Repository $cache, int $step, array $steps): array
    {
        $results = [];
        foreach ($steps as $earlier) {
            foreach (self::values() as $name => $value) {
                $results["get $name of $earlier"] = $cache->get("$name $earlier");
                $results["add $name of $earlier"] = $cache->add("$name $earlier", 'another', 1000);
            }
            $results["many of $earlier"] = $cache->many(["rows $earlier", "integer $earlier", "together $earlier", 'none']);
            $results["pull of $earlier"] = [$earlier + 1 === $step ? $cache->pull("pulled $earlier") : null, $cache->get("pulled $earlier") === null || $earlier + 1 < $step];
        }
        foreach (self::values() as $name => $value) {
            $results["put $name"] = $name === 'kind' ? $cache->forever("$name $step", $value) : $cache->put("$name $step", $value, 1000);
            $results["get own $name"] = $cache->get("$name $step");
        }
        $results['add'] = [$cache->add("added $step", [1, new Thing()], 1000), $cache->add("added $step", 'another', 1000), $cache->get("added $step")];
        $results['remember'] = [$cache->remember('remembered', 1000, static fn (): array => ['once' => $step]), $cache->rememberForever("own $step", static fn (): Thing => new Thing('own'))];
        $results['put many'] = $cache->putMany(["together $step" => ['a' => [1]], "pulled $step" => new Thing('pulled')], 1000);
        // An integer in igbinary's form is none for Redis; one that Redis has counted is.
        $results['count'] = [$cache->increment('counted'), $cache->increment('counted', 5), $cache->decrement('counted')];

        return $results;
    }

    /**
     * @param list<int> $steps
     * @return array<string, mixed>
     */
    private static function tags(Repository $cache, int $step, array $steps): array
    {
        $results = [];
        foreach ($steps as $earlier) {
            $results["tagged by $earlier"] = $cache->tags(['all', "of $earlier"])->get("tagged $earlier");
        }
        if (\in_array($step - 1, $steps, true)) {
            $last = $step - 1;
            $results['tag of the step before'] = [$cache->tags(["of $last"])->flush(), $cache->tags(['all', "of $last"])->get("tagged $last")];
        }
        $tagged = $cache->tags(['all', "of $step"]);
        $results['tag'] = [$tagged->put("tagged $step", [new Thing("tagged $step")], 1000), $tagged->get("tagged $step"), $tagged->forever('kept', $step)];

        return $results;
    }

    /**
     * A lock is taken at one step and released at the next one: Lua compares the packed owner.
     *
     * @return array<string, mixed>
     */
    private static function locks(Repository $cache, int $step): array
    {
        $store = $cache->getStore();
        \assert($store instanceof RedisStore);
        $last = $step - 1;
        $own = $store->restoreLock("lock $last", "owner $last");
        \assert($own instanceof Lock);
        $results = ['lock of the step before' => [
            $store->lock("lock $last", 1000)->get(), $store->restoreLock("lock $last", 'a stranger')->release(), $own->isOwnedByCurrentProcess(), $own->release(), $own->release(),
        ]];
        $results['lock'] = [$store->lock("lock $step", 1000, "owner $step")->get(), $store->lock("lock $step", 1000)->get()];

        return $results;
    }

    /**
     * A job is put into the queue at one step and taken out at the next one.
     *
     * @return array<string, mixed>
     */
    private static function jobs(RedisQueue $queue, int $step): array
    {
        $results = ['queue' => [$queue->size(), $queue->pendingSize(), $queue->delayedSize(), $queue->reservedSize()]];
        for ($i = 0; ($job = $queue->pop()) instanceof RedisJob; $i++) {
            $payload = $job->payload();
            $results["job $i"] = [$payload['job'] ?? null, $payload['data'] ?? null, $job->attempts()];
            $i === 0 && $job->attempts() < 2 ? $job->release() : $job->delete();
        }
        foreach (['now', 'too'] as $name) {
            $queue->push($name, ['step' => $step, 'thing' => ['list' => [1.5, null]]]);
        }
        $queue->later(0, 'later', ['step' => $step]);
        $results['queue then'] = [$queue->size(), $queue->pendingSize(), $queue->delayedSize(), $queue->reservedSize()];

        return $results;
    }

    /**
     * One visitor, at all steps.
     *
     * @return array<string, mixed>
     */
    private static function sessions(SessionManager $manager, int $step): array
    {
        $session = $manager->driver('redis');
        \assert($session instanceof Store);
        $session->setId(\str_repeat('v', 40));
        $session->start();
        $results = ['session' => [$session->get('visits'), $session->get('thing')]];
        $session->put('visits', [...(array) $session->get('visits'), $step]);
        $session->put('thing', ['of' => $step, 'thing' => new Thing("of $step")]);
        $session->save();

        return $results;
    }
}
