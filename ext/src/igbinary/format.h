/*
 * Types of igbinary's format. Where a number of 1, 2 or 4 bytes follows, the next types are those for the wider
 * numbers.
 */
#ifndef BRINE_IGBINARY_FORMAT_H
#define BRINE_IGBINARY_FORMAT_H

typedef enum {
	/* Also an uninitialised property in the place of its name. */
	BRINE_IGBINARY_NULL = 0x00,
	/* A back-reference to an array, or to the value of a PHP reference. */
	BRINE_IGBINARY_AGAIN = 0x01,
	BRINE_IGBINARY_FALSE = 0x04,
	BRINE_IGBINARY_TRUE = 0x05,
	/* Integers: the absolute value, most significant byte first. A negative one has the next type. */
	BRINE_IGBINARY_LONG_8 = 0x06,
	BRINE_IGBINARY_LONG_16 = 0x08,
	BRINE_IGBINARY_LONG_32 = 0x0A,
	BRINE_IGBINARY_LONG_64 = 0x20,
	BRINE_IGBINARY_DOUBLE = 0x0C,
	BRINE_IGBINARY_EMPTY_STRING = 0x0D,
	BRINE_IGBINARY_STRING_AGAIN = 0x0E,
	BRINE_IGBINARY_STRING = 0x11,
	BRINE_IGBINARY_STRING_64 = 0x26,
	BRINE_IGBINARY_ARRAY = 0x14,
	/*
	 * The class name, new or known, of an object. Its properties follow as an array, its case name, or its SERIALIZED
	 * bytes.
	 */
	BRINE_IGBINARY_CLASS = 0x17,
	BRINE_IGBINARY_CLASS_AGAIN = 0x1A,
	BRINE_IGBINARY_SERIALIZED = 0x1D,
	BRINE_IGBINARY_ENUM_CASE = 0x27,
	BRINE_IGBINARY_OBJECT_AGAIN = 0x22,
	/* Stands before the value of a PHP reference. */
	BRINE_IGBINARY_REFERENCE = 0x25,
} brine_igbinary_type;

#endif
