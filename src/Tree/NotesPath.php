<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\DecodeException;
use Brine\Internal\DecodeError;
use Brine\Internal\Path;

/** Notes the way to a fault, while what is inside of arrays and objects returns from it. A part of the readers. */
trait NotesPath
{
    /** Begins with the first failure. */
    private ?Path $path = null;

    /** What user code has thrown that was asked for a class: it is thrown as it is. */
    private ?DecodeException $foreign = null;

    private function path(): Path
    {
        return $this->path ??= new Path();
    }

    /** The same failure, with the way to it. */
    private function placed(DecodeException $error): DecodeException
    {
        return $error === $this->foreign || $this->path === null ? $error : DecodeError::in($error, $this->path);
    }

    /**
     * @template T
     * @param \Closure(): T $ask may load classes
     * @return T
     */
    private function asked(\Closure $ask): mixed
    {
        try {
            return $ask();
        } catch (DecodeException $error) {
            throw $this->foreign = $error;
        }
    }
}
