<?php

declare(strict_types=1);

namespace Brine\MessagePack\Internal;

use Brine\MessagePack\Extension\TimestampExtension;

/**
 * Unpacks an array or a map with all that is in it.
 *
 * @internal
 */
trait UnpacksArrays
{
    /**
     * Unpacks what the array's or map's head is at the position of. One loop for all levels, in which common types are
     * read without a call.
     *
     * @return array<mixed> where this throws, the position is somewhere in the array
     */
    private function unpackArrayOrMap(): array
    {
        $buffer = $this->buffer;
        $end = \strlen($buffer);
        $offset = $this->offset;
        $start = $offset;
        $depth = $this->depth;
        // Each value takes a byte, so all heads cannot claim more of them than there are.
        $budget = $end - $offset;
        $elements = 0;
        // How many elements or entries the innermost array or map lacks; 0 before the outermost.
        $left = 0;
        $isMap = false;
        $stack = [];

        for (;;) {
            if ($isMap) {
                $code = $offset < $end ? \ord($buffer[$offset]) : throw Errors::truncated($offset);
                if ($code < 0x80) {
                    $key = $code;
                    ++$offset;
                } elseif ($code > 0x9f && $code < 0xc0 && !$this->validateUtf8) {
                    $size = $code & 0x1f;
                    if ($size >= $end - $offset) {
                        throw Errors::truncated($offset);
                    }
                    $key = \substr($buffer, $offset + 1, $size);
                    $offset += $size + 1;
                } else {
                    $this->offset = $offset;
                    $key = $this->takeKey($code);
                    $offset = $this->offset;
                }
            }

            if ($offset >= $end) {
                throw Errors::truncated($offset);
            }
            $code = \ord($buffer[$offset++]);

            if ($code < 0x80) {
                $value = $code;
            } elseif ($code < 0xa0 || ($code & 0xfc) === 0xdc) {
                $head = $offset - 1;
                if ($code < 0xa0) {
                    $count = $code & 0x0f;
                    $opensMap = $code < 0x90;
                } elseif (($code & 1) === 0) {
                    if ($end - $offset < 2) {
                        throw Errors::truncated($head);
                    }
                    $count = \ord($buffer[$offset]) << 8 | \ord($buffer[$offset + 1]);
                    $offset += 2;
                    $opensMap = $code === 0xde;
                } else {
                    if ($end - $offset < 4) {
                        throw Errors::truncated($head);
                    }
                    $count = \unpack('N', $buffer, $offset)[1];
                    $offset += 4;
                    $opensMap = $code === 0xdf;
                }
                $claim = $opensMap ? 2 * $count : $count;
                if ($claim > $end - $offset || ($budget -= $claim) < 0) {
                    throw Errors::truncated($head);
                }
                if (($elements += $count) > $this->maxElements) {
                    throw Errors::maxElements($head);
                }
                if ($depth >= $this->maxDepth) {
                    throw Errors::maxDepth($head);
                }
                if ($count > 0) {
                    if ($left > 0) {
                        $stack[] = [$array, $left, $isMap, $key];
                    }
                    $array = [];
                    $key = null;
                    $left = $count;
                    $isMap = $opensMap;
                    ++$depth;
                    continue;
                }
                $value = [];
            } elseif ($code < 0xc0) {
                $size = $code & 0x1f;
                if ($size > $end - $offset) {
                    throw Errors::truncated($offset - 1);
                }
                $value = \substr($buffer, $offset, $size);
                $offset += $size;
                if ($this->validateUtf8 && \preg_match('//u', $value) !== 1) {
                    throw Errors::badUtf8($offset - $size - 1);
                }
            } elseif ($code > 0xdf) {
                $value = $code - 0x100;
            } else {
                switch ($code) {
                    case 0xc0:
                        $value = null;
                        break;
                    case 0xc2:
                        $value = false;
                        break;
                    case 0xc3:
                        $value = true;
                        break;
                    case 0xc4:
                    case 0xd9:
                        if ($offset >= $end || ($size = \ord($buffer[$offset])) >= $end - $offset) {
                            throw Errors::truncated($offset - 1);
                        }
                        $value = \substr($buffer, $offset + 1, $size);
                        if ($this->validateUtf8 && $code === 0xd9 && \preg_match('//u', $value) !== 1) {
                            throw Errors::badUtf8($offset - 1);
                        }
                        $offset += $size + 1;
                        break;
                    case 0xc5:
                    case 0xda:
                        if ($end - $offset < 2) {
                            throw Errors::truncated($offset - 1);
                        }
                        $size = \ord($buffer[$offset]) << 8 | \ord($buffer[$offset + 1]);
                        if ($size > $end - $offset - 2) {
                            throw Errors::truncated($offset - 1);
                        }
                        $value = \substr($buffer, $offset + 2, $size);
                        if ($this->validateUtf8 && $code === 0xda && \preg_match('//u', $value) !== 1) {
                            throw Errors::badUtf8($offset - 1);
                        }
                        $offset += $size + 2;
                        break;
                    case 0xca:
                        if ($end - $offset < 4) {
                            throw Errors::truncated($offset - 1);
                        }
                        $value = \unpack('G', $buffer, $offset)[1];
                        $offset += 4;
                        break;
                    case 0xcb:
                        if ($end - $offset < 8) {
                            throw Errors::truncated($offset - 1);
                        }
                        $value = \unpack('E', $buffer, $offset)[1];
                        $offset += 8;
                        break;
                    case 0xcc:
                        if ($offset >= $end) {
                            throw Errors::truncated($offset - 1);
                        }
                        $value = \ord($buffer[$offset++]);
                        break;
                    case 0xcd:
                        if ($end - $offset < 2) {
                            throw Errors::truncated($offset - 1);
                        }
                        $value = \ord($buffer[$offset]) << 8 | \ord($buffer[$offset + 1]);
                        $offset += 2;
                        break;
                    case 0xce:
                        if ($end - $offset < 4) {
                            throw Errors::truncated($offset - 1);
                        }
                        $value = \unpack('N', $buffer, $offset)[1];
                        $offset += 4;
                        break;
                    case 0xcf:
                        if ($end - $offset < 8) {
                            throw Errors::truncated($offset - 1);
                        }
                        $value = \unpack('J', $buffer, $offset)[1];
                        $offset += 8;
                        if ($value < 0) {
                            $value = $this->bigInt($value);
                        }
                        break;
                    case 0xd0:
                        if ($offset >= $end) {
                            throw Errors::truncated($offset - 1);
                        }
                        $value = \ord($buffer[$offset++]);
                        if ($value > 0x7f) {
                            $value -= 0x100;
                        }
                        break;
                    case 0xd1:
                        if ($end - $offset < 2) {
                            throw Errors::truncated($offset - 1);
                        }
                        $value = \ord($buffer[$offset]) << 8 | \ord($buffer[$offset + 1]);
                        if ($value > 0x7fff) {
                            $value -= 0x10000;
                        }
                        $offset += 2;
                        break;
                    case 0xd2:
                        if ($end - $offset < 4) {
                            throw Errors::truncated($offset - 1);
                        }
                        $value = \unpack('N', $buffer, $offset)[1];
                        if ($value > 0x7fffffff) {
                            $value -= 0x100000000;
                        }
                        $offset += 4;
                        break;
                    case 0xd3:
                        if ($end - $offset < 8) {
                            throw Errors::truncated($offset - 1);
                        }
                        $value = \unpack('J', $buffer, $offset)[1];
                        $offset += 8;
                        break;
                    case 0xc6:
                    case 0xdb:
                        $this->offset = $offset - 1;
                        $value = self::unpack();
                        $offset = $this->offset;
                        break;
                    case 0xc1:
                        throw Errors::unknownByte($offset - 1);
                    default:
                        $head = $offset - 1;
                        $this->offset = $head;
                        $payload = $this->takePayload($code);
                        $offset = $this->offset;
                        // Extensions see the position of the whole.
                        $this->offset = $start;
                        $extension = $this->extensions[$this->type] ?? null;
                        $value = match (true) {
                            $extension === null => $this->unpackUnknownExt($this->type, $payload, $depth, $head),
                            $extension instanceof TimestampExtension => TimestampExtension::fromPayload($payload, $head),
                            default => $this->unpackPayload($this->type, $payload, $depth),
                        };
                }
            }

            if ($left > 1) {
                --$left;
                if ($isMap) {
                    $array[$key] = $value;
                } else {
                    $array[] = $value;
                }
                continue;
            }
            // The value is the last one of what is around it, and this may be again.
            while ($left === 1) {
                if ($isMap) {
                    $array[$key] = $value;
                } else {
                    $array[] = $value;
                }
                $value = $array;
                --$depth;
                if ($stack === []) {
                    $left = 0;
                } else {
                    [$array, $left, $isMap, $key] = \array_pop($stack);
                }
            }
            if ($left === 0) {
                $this->offset = $offset;

                /** @var array<mixed> */
                return $value;
            }
            --$left;
            if ($isMap) {
                $array[$key] = $value;
            } else {
                $array[] = $value;
            }
        }
    }
}
