<?php

$_ENV['CACHE_KEY'] = base64_encode(random_bytes(32));
$cache = new class () {
    private array $entries = [];

    public function set(string $key, string $data): void
    {
        $this->entries[$key] = $data;
    }

    public function get(string $key): string
    {
        return $this->entries[$key];
    }
};
$id = 'user:5';
$value = ['admin' => true];
