<?php

declare(strict_types=1);

/** Changes of the site by its REST API: a fixed random sequence. */
final class Writes
{
    private int $number = 0;
    /** @var list<int> */
    private array $posts = [];
    private readonly \Random\Randomizer $random;

    /** @param array<string, string> $headers of the administrator */
    public function __construct(private readonly array $headers, private readonly string $name, int $seed)
    {
        $this->random = new \Random\Randomizer(new \Random\Engine\Mt19937($seed));
    }

    /**
     * @param Closure(string $path, array<string, string> $headers, string $json): array{int, string, list<string>} $request
     * @return array{string, int, string} path, status and body
     */
    public function next(Closure $request): array
    {
        $n = ++$this->number;
        $own = $this->posts === [] ? 12 : $this->posts[$this->random->getInt(0, count($this->posts) - 1)];
        [$path, $values] = match ($this->random->getInt(0, 7)) {
            0, 1 => ['posts', ['title' => "$this->name $n", 'content' => "<p>Text $n of $this->name.</p>", 'status' => 'publish', 'categories' => [1 + $n % 5]]],
            2, 3 => ["posts/$own", ['title' => "$this->name $n, changed", 'content' => "<p>Changed by $this->name, $n</p>", 'tags' => [10 + $n % 9]]],
            4 => ['comments', ['post' => $own, 'content' => "Comment $n of $this->name", 'author_name' => $this->name, 'author_email' => "$this->name@check.invalid"]],
            5 => ["users/2", ['description' => "About author 1, $n by $this->name"]],
            6 => ['settings', ['description' => "Tagline $n of $this->name"]],
            7 => ['tags', ['name' => "A tag $n of $this->name"]],
        };
        [$status, $body] = $request("/wp-json/wp/v2/$path", $this->headers, json_encode($values, JSON_THROW_ON_ERROR));
        if ($path === 'posts' && $status === 201) {
            $this->posts[] = (int) json_decode($body, true)['id'];
        }

        return [$path, $status, $body];
    }
}
