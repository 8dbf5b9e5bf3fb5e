<?php

declare(strict_types=1);

/** A site's pages in their first state, for later comparison. */
final class Pages
{
    private const MAX = 20;
    /** Pages for logged-in users only: their HTML contains times and tokens, so only their status counts. */
    private const OWN = ['/admin/content', '/admin/modules', '/admin/structure/types', '/admin/reports/status', '/admin/config'];

    /** @var array<string, list<string>> HTML by path: all variants that the site itself returns, which may depend on its caches */
    private array $pages = [];
    private int $differing = 0;

    public function __construct(private readonly string $url)
    {
    }

    /** Finds the pages by their links, starting at the front page. */
    public function crawl(): void
    {
        $paths = ['/'];
        for ($i = 0; $i < count($paths) && $i < self::MAX; ++$i) {
            [$status, $html] = $this->get($paths[$i]);
            if ($status !== 200) {
                // Another page may only redirect.
                $i > 0 || throw new RuntimeException("The first page is $status before anything was done");
                continue;
            }
            $this->pages[$paths[$i]] = [self::comparable($html)];
            preg_match_all('~href="(/[^"?#]*)"~', $html, $links);
            foreach ($links[1] as $path) {
                if (!in_array($path, $paths, true) && preg_match('~\.\w{2,5}$|^/(admin|user|search|themes|core|sites)\b|rss|contact~', $path) !== 1) {
                    $paths[] = $path;
                }
            }
        }
    }

    /** Fetches the pages once more without the module. */
    public function learn(): void
    {
        foreach ($this->pages as $path => $known) {
            foreach ([false, true, false] as $isPast) {
                $html = $this->askFor($path, $isPast)[1];
                if (!in_array($html, $this->pages[$path], true)) {
                    $this->pages[$path][] = $html;
                }
            }
        }
    }

    /** @return list<string> pages that are not always the same */
    public function variable(): array
    {
        return array_keys(array_filter($this->pages, static fn (array $known): bool => count($known) > 1));
    }

    /** @return array{int, string} status, and HTML to compare */
    private function askFor(string $path, bool $isPast): array
    {
        // A session cookie bypasses the page cache; the second cookie makes BigPipe send pages in one piece.
        $name = 'SESS' . substr(hash('sha256', (string) parse_url($this->url, PHP_URL_HOST)), 0, 32);
        [$status, $html] = $this->get($path, null, $isPast ? "$name=none; big_pipe_nojs=1" : null);

        return [$status, $status === 200 ? self::comparable($html) : $html];
    }

    /** @return list<string> */
    public function paths(): array
    {
        return array_keys($this->pages);
    }

    /**
     * @param string|null $login a link to check the administrator's pages too
     * @return list<string> differences
     */
    public function differences(string $directory, ?string $login): array
    {
        $wrong = [];
        foreach ($this->pages as $path => $known) {
            // Once possibly from the page cache, and once bypassing it.
            foreach ([$path => false, "$path, past the cache of pages," => true] as $asked => $isPast) {
                [$status, $html] = $this->askFor($path, $isPast);
                if ($status !== 200) {
                    $wrong[] = "$asked is $status";
                    file_put_contents("$directory/failed.html", "$asked\n$html\n", FILE_APPEND);
                } elseif (!in_array($html, $known, true)) {
                    $wrong[] = "$asked has other HTML";
                    $file = sprintf('%s/wrong-%03d', $directory, ++$this->differing);
                    foreach ($known as $i => $before) {
                        file_put_contents("$file-before-$i.html", $before);
                    }
                    file_put_contents("$file-now.html", $html);
                }
            }
        }
        $jar = "$directory/cookies";
        @unlink($jar);
        foreach ($login === null ? [] : [$login, ...self::OWN] as $path) {
            [$status, $html] = $this->get($path, $jar);
            if ($status !== 200) {
                $wrong[] = ($path === $login ? 'the login' : $path) . " is $status";
                file_put_contents("$directory/failed.html", "$path\n$html\n", FILE_APPEND);
            }
        }

        return $wrong;
    }

    /** @return array{int, string} status and HTML */
    private function get(string $path, ?string $jar = null, ?string $cookie = null): array
    {
        $handle = curl_init(str_starts_with($path, 'http') ? $path : $this->url . $path);
        curl_setopt_array($handle, [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 120]);
        if ($jar !== null) {
            curl_setopt_array($handle, [CURLOPT_COOKIEJAR => $jar, CURLOPT_COOKIEFILE => $jar, CURLOPT_FOLLOWLOCATION => true]);
        }
        if ($cookie !== null) {
            curl_setopt($handle, CURLOPT_COOKIE, $cookie);
        }
        $html = (string) curl_exec($handle);

        return [curl_getinfo($handle, CURLINFO_RESPONSE_CODE), $html];
    }

    /**
     * HTML without random parts: file names, tokens, numbers of forms, and spaces between tags. If BigPipe sends a part separately, which it does
     * only for uncached parts, Drupal does not mark links to the page itself.
     */
    private static function comparable(string $html): string
    {
        $html = (string) preg_replace('~>\s+<~', '><', $html);

        return (string) preg_replace(
            ['~js-view-dom-id-[0-9a-f]+~', '~"view_dom_id":"[0-9a-f]+"~', '~views_dom_id:[0-9a-f]+~', '~(?<=")form-[A-Za-z0-9_-]{30,}~', '~\?(v=)?[a-z0-9.]{5,8}(?=")~', '~/(css|js)/(css|js)_[^"]+~', '~"permissionsHash":"\w+"~', '~--[A-Za-z0-9_-]{11}(?=")~', '~"libraries":"[^"]*"~', '~itok=[\w-]+~', '~--\d+(?=["-])~', '~ class="is-active"| is-active(?=[" ])| aria-current="page"~'],
            '',
            $html,
        );
    }
}
