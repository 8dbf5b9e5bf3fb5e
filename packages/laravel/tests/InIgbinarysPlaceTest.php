<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

/**
 * Laravel's own stores with phpredis' option serializer, across the steps of a roll-out in igbinary's place, forward and back. Each step has the results
 * that it has if all are igbinary's.
 */
final class InIgbinarysPlaceTest extends TestCase
{
    /** What writes at each step: igbinary itself, or Brine in its place, in a format. */
    private const STEPS = [null, 'igbinary', 'brine', 'igbinary', null];

    public function testEachStepIsAsWithIgbinary(): void
    {
        $expected = $this->results([null, null, null, null, null]);
        self::assertStringStartsWith('O:25:"Brine\\Laravel\\Tests\\Thing":', $expected[1]['get thing of 0']);
        self::assertSame(\serialize([false, false, true, true, false]), $expected[4]['lock of the step before']);
        self::assertStringStartsWith('a:2:{i:0;a:4:{i:0;i:0;i:1;i:1;i:2;i:2;i:3;i:3;}', $expected[4]['session']);
        foreach ($this->results(self::STEPS) as $step => $results) {
            self::assertSame($expected[$step], $results, "step $step");
            self::assertStringStartsWith('00000002' . ($step === 2 ? 'c110' : '1719'), $this->stored("thing $step"), "the format at step $step");
            // Whatever others compare is the same in both formats.
            self::assertSame('000000020605', $this->stored("integer $step"), "an integer at step $step");
        }
    }

    /** The hexadecimal bytes of an entry. */
    private function stored(string $key): string
    {
        $bytes = $this->redis()->get("app:cache:$key");

        return \is_string($bytes) ? \bin2hex($bytes) : self::fail("There is no $key");
    }

    /**
     * @param list<string|null> $steps
     * @return list<array<string, string>>
     */
    private function results(array $steps): array
    {
        $app = $this->app('phpredis', [], false);
        $this->redis()->flushAll();
        $settings = Host::store('phpredis', $this->servers(), false)[1] + [
            'database.redis.options' => ['serializer' => \Redis::SERIALIZER_IGBINARY, 'prefix' => 'app:'],
            // Laravel 12 and 13 have different ones.
            'cache.prefix' => 'cache:',
            'queue.default' => 'redis',
            'session.driver' => 'redis',
        ];
        $results = [];
        foreach ($steps as $step => $place) {
            // igbinary itself comes back when no entry of Brine is left.
            $read = \array_slice($step < 4 ? [0, 1, 2] : [0, 1, 3], 0, $step);
            $output = self::php(IgbinaryClient::PROCESS, [$app->basePath(), (string) \json_encode($settings), (string) $step, (string) \json_encode($read)], [], $place === null ? ['brine'] : [], $place);
            /** @var array<string, string> $result */
            $result = \json_decode($output, true, flags: \JSON_THROW_ON_ERROR);
            $results[] = $result;
        }

        return $results;
    }
}
