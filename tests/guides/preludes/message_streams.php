<?php

// Both ends of a connection: what is written to the one is read from the other.
$file = tempnam(sys_get_temp_dir(), 'brine');
$socket = fopen($file, 'w');
$connection = fopen($file, 'r');
unlink($file);
$source = new class () {
    private array $chunks;

    public function __construct()
    {
        $this->chunks = str_split(brine_msgpack_pack('in two parts'), 7);
    }

    public function read(): ?string
    {
        return array_shift($this->chunks);
    }
};
