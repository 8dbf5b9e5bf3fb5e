<?php

declare(strict_types=1);

/** The pages to compare, for visitors and for the logged-in administrator. */
final class Pages
{
    private const VISITOR = [
        '/', '/page/2/', '/page/7/', '/post-1/', '/post-7/', '/post-23/', '/post-40/', '/page-1/', '/page-4/', '/category/category-1/', '/category/category-5/', '/tag/tag-3/',
        '/author/author2/', '/2022/03/', '/?s=Sentence', '/?s=nothing-of-that', '/feed/', '/comments/feed/', '/post-7/feed/', '/wp-sitemap.xml', '/wp-sitemap-posts-post-1.xml',
        '/wp-json/', '/wp-json/wp/v2/posts?per_page=20', '/wp-json/wp/v2/pages', '/wp-json/wp/v2/categories', '/wp-json/wp/v2/tags', '/wp-json/wp/v2/users', '/wp-json/wp/v2/comments',
        '/wp-json/wp/v2/search?search=post', '/not-there/', '/wp-login.php',
    ];
    private const ADMINISTRATOR = [
        '/', '/post-7/', '/wp-admin/', '/wp-admin/edit.php', '/wp-admin/edit.php?post_type=page', '/wp-admin/edit-comments.php', '/wp-admin/users.php', '/wp-admin/profile.php',
        '/wp-admin/edit-tags.php?taxonomy=category', '/wp-admin/edit-tags.php?taxonomy=post_tag', '/wp-admin/options-discussion.php', '/wp-admin/options-reading.php',
        '/wp-admin/upload.php', '/wp-admin/tools.php',
        '/wp-json/wp/v2/types?context=edit', '/wp-json/wp/v2/users?context=edit', '/wp-json/wp/v2/settings', '/wp-json/wp/v2/posts?context=edit&status=any',
    ];
    /** Parts that differ in each request without any cache: nonces and times in seconds, dates with times, and a proposed password. */
    private const VOLATILE = ['~\b([0-9a-f]{10}|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\b~', '~ data-pw="[^"]*"~'];

    private string $cookie = '';
    private string $authorization = '';
    private int $differing = 0;
    /** @var array<string, array{int, string}> pages without cache, until the site or the date changes */
    private array $known = [];

    public function __construct(private readonly string $directory)
    {
    }

    /**
     * Logs the administrator in; all hosts accept the cookie.
     *
     * @param string $password for the REST API
     */
    public function logIn(Host $host, string $password): void
    {
        $this->authorization = 'Basic ' . base64_encode("admin:$password");
        $form = http_build_query(['log' => 'admin', 'pwd' => Site::PASSWORD, 'testcookie' => '1', 'wp-submit' => 'Log In']);
        [$status, $body, $lines] = $host->request('/wp-login.php', ['COOKIE' => 'wordpress_test_cookie=WP%20Cookie%20check'], $form);
        $cookies = [];
        foreach ($lines as $line) {
            if (preg_match('/^Set-Cookie: (wordpress[^=]+=[^;]+)/i', $line, $match) === 1) {
                $cookies[] = $match[1];
            }
        }
        $status === 302 && count($cookies) > 2 || throw new RuntimeException("The login is $status: " . substr(strip_tags($body), 0, 500));
        $this->cookie = implode('; ', array_unique($cookies));
    }

    /** @return list<array{string, bool}> paths, and whether the administrator requests them */
    public static function all(): array
    {
        return [
            ...array_map(static fn (string $path): array => [$path, false], self::VISITOR),
            ...array_map(static fn (string $path): array => [$path, true], self::ADMINISTRATOR),
        ];
    }

    /** @return array{int, string} status and comparable text */
    public function get(Host $host, string $path, bool $isAdministrator): array
    {
        [$status, $body] = $host->request($path, $isAdministrator ? $this->headers($path) : []);

        return [$status, self::comparable($body)];
    }

    /** @return array<string, string> headers of an administrator's request */
    public function headers(string $path): array
    {
        return str_starts_with($path, '/wp-json/') ? ['AUTHORIZATION' => $this->authorization] : ['COOKIE' => $this->cookie];
    }

    public static function comparable(string $html): string
    {
        // WordPress writes random letters of each address as entities.
        $html = (string) preg_replace_callback('~&#0?(\d\d\d?);~', static fn (array $match): string => chr((int) $match[1]), $html);

        return (string) preg_replace(self::VOLATILE, '', $html);
    }

    /**
     * Compares all pages of hosts with those of a host without persistent cache, several times: cold and warm.
     *
     * @param list<Host> $hosts
     * @return list<string> differences
     */
    public function differences(Host $bare, array $hosts, int $rounds = 2): array
    {
        $wrong = [];
        foreach (self::all() as [$path, $isAdministrator]) {
            [$wanted, $text] = $this->known[gmdate('Y-m-d') . (int) $isAdministrator . $path] ??= $this->get($bare, $path, $isAdministrator);
            $wanted === ($path === '/not-there/' ? 404 : 200) || $wrong[] = "$path without cache is $wanted";
            for ($round = 0; $round < $rounds; ++$round) {
                foreach ($hosts as $host) {
                    [$status, $other] = $this->get($host, $path, $isAdministrator);
                    if ([$status, $other] !== [$wanted, $text]) {
                        $wrong[] = "$path on $host->name, request $round, is $status and differs: " . $this->keep($path, $text, $other);
                    }
                }
            }
        }

        return $wrong;
    }

    /** Says that the site has changed. */
    public function forget(): void
    {
        $this->known = [];
    }

    /**
     * @param list<Host> $hosts
     * @param list<string> $paths for the administrator
     * @return list<string> differences
     */
    public function someDiffer(Host $bare, array $hosts, array $paths): array
    {
        $wrong = [];
        foreach ($paths as $path) {
            [$wanted, $text] = $this->get($bare, $path, true);
            foreach ($hosts as $host) {
                [$status, $other] = $this->get($host, $path, true);
                if ([$status, $other] !== [$wanted, $text]) {
                    $wrong[] = "$path on $host->name is $status and differs from $wanted: " . $this->keep($path, $text, $other);
                }
            }
        }

        return $wrong;
    }

    private function keep(string $path, string $wanted, string $found): string
    {
        $name = sprintf('%s/differing-%03d', $this->directory, ++$this->differing);
        file_put_contents("$name-wanted.html", "<!-- $path -->\n$wanted");
        file_put_contents("$name-found.html", "<!-- $path -->\n$found");

        return basename("$name-*");
    }
}
