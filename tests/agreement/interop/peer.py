"""Answers tests/agreement/interop/python.php: unpacks what Brine packed, says what it is as JSON, and packs it again.

Each line of the input is a message in hexadecimal; each line of the output is the value as JSON and the same value
packed by msgpack, in hexadecimal.
"""

import json
import struct
import sys

import msgpack


def describe(value):
    """A value with its type, as Interop\\describe() in PHP has it."""
    if value is None:
        return ["nil"]
    if isinstance(value, bool):
        return ["bool", value]
    if isinstance(value, int):
        return ["int", str(value)]
    if isinstance(value, float):
        bits = struct.pack(">d", value)
        return ["float", "nan" if value != value else bits.hex()]
    if isinstance(value, str):
        return ["str", value.encode().hex()]
    if isinstance(value, bytes):
        return ["bin", value.hex()]
    if isinstance(value, list):
        return ["array", [describe(item) for item in value]]
    if isinstance(value, dict):
        return ["map", [[describe(key), describe(item)] for key, item in value.items()]]
    if isinstance(value, msgpack.Timestamp):
        return ["timestamp", str(value.seconds), value.nanoseconds]
    if isinstance(value, msgpack.ExtType):
        return ["ext", value.code, value.data.hex()]
    raise TypeError(type(value))


for line in sys.stdin:
    value = msgpack.unpackb(bytes.fromhex(line), raw=False, strict_map_key=False, timestamp=0)
    sys.stdout.write(json.dumps(describe(value)) + "\t" + msgpack.packb(value, use_bin_type=True).hex() + "\n")
    sys.stdout.flush()
