<?php

/*
 * Functions of ext-zstd and ext-lz4, implemented with FFI if the extensions are not loaded (Debian has none). They do not warn as the extensions
 * do. Without FFI or a library, they are not defined.
 */

declare(strict_types=1);

namespace Brine\Tests;

/** Calls of a library that fills a buffer. */
final class Library
{
    private function __construct(private \FFI $ffi)
    {
    }

    public static function open(string $file, string $declarations): ?self
    {
        if (!\extension_loaded('ffi')) {
            return null;
        }
        try {
            return new self(\FFI::cdef($declarations, $file));
        } catch (\FFI\Exception) {
            return null;
        }
    }

    /** @return int what the function returns */
    public function call(string $function, int|string|\FFI\CData ...$arguments): int
    {
        /** @var int */
        return $this->ffi->{$function}(...$arguments);
    }

    /**
     * Calls a function of zstd with a new context.
     *
     * @return int what the function returns; negative if that is an error
     */
    public function with(string $context, string $function, int|string|\FFI\CData ...$arguments): int
    {
        $state = $this->ffi->{"ZSTD_create$context"}();
        $written = $this->call($function, $state, ...$arguments);
        $this->ffi->{"ZSTD_free$context"}($state);

        return $this->call('ZSTD_isError', $written) !== 0 ? -1 : $written;
    }

    /**
     * @param \Closure(\FFI\CData): int $fill returns how many bytes it has written, or a negative number
     * @return string|false
     */
    public function fill(int $size, \Closure $fill): string|false
    {
        $buffer = $this->ffi->new("char[$size]");
        if ($buffer === null) {
            return false;
        }
        $written = $fill($buffer);

        return $written > 0 ? \FFI::string($buffer, $written) : false;
    }
}

/** The two libraries; null where they are not there. */
final class Libraries
{
    public static ?Library $zstd = null;
    public static ?Library $lz4 = null;
}

Libraries::$zstd = Library::open('libzstd.so.1', '
    size_t ZSTD_compressBound(size_t size);
    size_t ZSTD_compress(void *to, size_t capacity, const char *from, size_t size, int level);
    size_t ZSTD_decompress(void *to, size_t capacity, const char *from, size_t size);
    unsigned long long ZSTD_getFrameContentSize(const char *from, size_t size);
    void *ZSTD_createCCtx(void);
    size_t ZSTD_freeCCtx(void *context);
    size_t ZSTD_compress_usingDict(void *context, void *to, size_t capacity, const char *from, size_t size, const char *preset, size_t preset_size, int level);
    void *ZSTD_createDCtx(void);
    size_t ZSTD_freeDCtx(void *context);
    size_t ZSTD_decompress_usingDict(void *context, void *to, size_t capacity, const char *from, size_t size, const char *preset, size_t preset_size);
    unsigned ZSTD_isError(size_t code);
');
Libraries::$lz4 = Library::open('liblz4.so.1', '
    int LZ4_compressBound(int size);
    int LZ4_compress_default(const char *from, char *to, int size, int capacity);
    int LZ4_compress_HC(const char *from, char *to, int size, int capacity, int level);
    int LZ4_decompress_safe(const char *from, char *to, int size, int capacity);
');

if (Libraries::$zstd !== null && !\function_exists('zstd_compress')) {
    eval(<<<'PHP'
        function zstd_compress(string $data, int $level = 3): string|false
        {
            $zstd = Brine\Tests\Libraries::$zstd;
            $size = $zstd->call('ZSTD_compressBound', strlen($data));

            return $zstd->fill($size, function ($buffer) use ($zstd, $data, $size, $level): int {
                $written = $zstd->call('ZSTD_compress', $buffer, $size, $data, strlen($data), $level);

                return $zstd->call('ZSTD_isError', $written) !== 0 ? -1 : $written;
            });
        }

        // Like the extension it allocates what the frame says.
        function zstd_uncompress(string $data): string|false
        {
            $zstd = Brine\Tests\Libraries::$zstd;
            $size = $zstd->call('ZSTD_getFrameContentSize', $data, strlen($data));
            if ($size <= 0) {
                return false;
            }

            return $zstd->fill($size, function ($buffer) use ($zstd, $data, $size): int {
                $written = $zstd->call('ZSTD_decompress', $buffer, $size, $data, strlen($data));

                return $zstd->call('ZSTD_isError', $written) !== 0 ? -1 : $written;
            });
        }

        function zstd_compress_dict(string $data, string $dict): string|false
        {
            $zstd = Brine\Tests\Libraries::$zstd;
            $size = $zstd->call('ZSTD_compressBound', strlen($data));

            return $zstd->fill($size, fn ($buffer): int => $zstd->with('CCtx', 'ZSTD_compress_usingDict', $buffer, $size, $data, strlen($data), $dict, strlen($dict), 3));
        }

        function zstd_uncompress_dict(string $data, string $dict): string|false
        {
            $zstd = Brine\Tests\Libraries::$zstd;
            $size = $zstd->call('ZSTD_getFrameContentSize', $data, strlen($data));

            return $size <= 0
                ? false
                : $zstd->fill($size, fn ($buffer): int => $zstd->with('DCtx', 'ZSTD_decompress_usingDict', $buffer, $size, $data, strlen($data), $dict, strlen($dict)));
        }
        PHP);
}
if (Libraries::$lz4 !== null && !\function_exists('lz4_compress')) {
    eval(<<<'PHP'
        function lz4_compress(string $data, int $level = 0): string|false
        {
            $lz4 = Brine\Tests\Libraries::$lz4;
            $size = $lz4->call('LZ4_compressBound', strlen($data));
            $block = $lz4->fill($size, fn ($buffer): int => $level === 0
                ? $lz4->call('LZ4_compress_default', $data, $buffer, strlen($data), $size)
                : $lz4->call('LZ4_compress_HC', $data, $buffer, strlen($data), $size, $level));

            return $block === false ? false : pack('V', strlen($data)) . $block;
        }

        // Like the extension it allocates what the first four bytes say.
        function lz4_uncompress(string $data): string|false
        {
            $lz4 = Brine\Tests\Libraries::$lz4;
            $size = unpack('V', $data)[1];

            return $lz4->fill($size, fn ($buffer): int => $lz4->call('LZ4_decompress_safe', substr($data, 4), $buffer, strlen($data) - 4, $size));
        }
        PHP);
}
