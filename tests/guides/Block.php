<?php

declare(strict_types=1);

namespace Brine\Tests\Guides;

/** A fenced block of code of a page, with what the comments right before it say. */
final class Block
{
    /**
     * @param string             $place    page and line of the fence
     * @param string             $language the word behind the fence
     * @param string|null        $notRun   why it is not run
     * @param list<string>       $needs    extensions that it needs, and programs: "redis-server"
     * @param string|null        $with     the prelude that runs before it: a file of preludes/
     */
    public function __construct(
        public readonly string $place,
        public readonly string $language,
        public readonly string $code,
        public readonly ?string $notRun,
        public readonly array $needs,
        public readonly ?string $with,
    ) {
    }

    /** Is it run by this PHP? */
    public function isRun(bool $hasRedisServer): bool
    {
        foreach ($this->needs as $need) {
            if ($need === 'redis-server' ? !$hasRedisServer : !\extension_loaded($need)) {
                return false;
            }
        }

        return $this->language === 'php' && $this->notRun === null;
    }

    /** @return list<string> statements that import names */
    public function imports(): array
    {
        return $this->language === 'php' ? $this->matches('/^use [A-Z][^;]*;$/m', 0) : [];
    }

    /** The code without its imports, and without the tag at its beginning: as many lines. */
    public function body(): string
    {
        return (string) \preg_replace(['/\A<\?php$/m', '/^use [A-Z][^;]*;$/m'], '', $this->code);
    }

    /** The output that "// prints: …" at its lines' ends announces. */
    public function output(): string
    {
        return \implode('', \array_map(static fn (string $line): string => "$line\n", $this->matches('~// prints: (.*)$~m', 1)));
    }

    /** The class of the exception that "// throws: …" announces. */
    public function exception(): ?string
    {
        return $this->matches('~// throws: ([\w\\\\]+)$~m', 1)[0] ?? null;
    }

    /** @return list<string> its shell commands: all lines, or in a "console" block the text after "$ " */
    public function commands(): array
    {
        return $this->language === 'console' ? $this->matches('/^\$ (.*)$/m', 1) : [$this->code];
    }

    /** @return list<string> */
    private function matches(string $pattern, int $group): array
    {
        \preg_match_all($pattern, $this->code, $matches);

        return $matches[$group];
    }
}
