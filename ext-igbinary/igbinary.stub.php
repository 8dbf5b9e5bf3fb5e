<?php

/** @generate-class-entries */

/**
 * Encodes a value in igbinary's format, or, with igbinary.format = brine, an array or object in Brine's.
 *
 * @param mixed $value
 * @return string|null null after a warning
 * @throws Brine\EncodeException if the value holds an object that cannot be serialised, or is nested too deeply
 */
function igbinary_serialize($value) {}

/**
 * Decodes both formats.
 *
 * @param string $str
 * @return mixed the value; null after a warning; false for an empty string
 */
function igbinary_unserialize($str) {}
