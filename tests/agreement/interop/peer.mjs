/*
 * Answers tests/agreement/interop/javascript.php: unpacks what Brine packed, says what it is as JSON, and packs it again. The
 * first argument is the directory with node_modules.
 *
 * Each line of the input is a message in hexadecimal; each line of the output is the value as JSON and the same value
 * packed by @msgpack/msgpack, in hexadecimal. JavaScript has one type of numbers, so a number is "number" here, and
 * integers beyond 53 bits are not sent unless as BigInt.
 */

import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { resolve } from "node:path";

const require = createRequire(resolve(process.argv[2], "package.json"));
const { decode, encode, ExtData, ExtensionCodec, decodeTimestampToTimeSpec, encodeTimeSpecToTimestamp } = require("@msgpack/msgpack");

const hex = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");

// Timestamps as they are: a Date has milliseconds only.
class Timestamp {
  constructor(seconds, nanoseconds) {
    this.sec = seconds;
    this.nsec = nanoseconds;
  }
}

const extensionCodec = new ExtensionCodec();
extensionCodec.register({
  type: -1,
  encode: (value) => (value instanceof Timestamp ? encodeTimeSpecToTimestamp(value) : null),
  decode: (data) => {
    const { sec, nsec } = decodeTimestampToTimeSpec(data);
    return new Timestamp(sec, nsec);
  },
});

function describe(value) {
  if (value === null) return ["nil"];
  switch (typeof value) {
    case "boolean":
      return ["bool", value];
    case "bigint":
      return ["int", value.toString()];
    case "number": {
      const bits = Buffer.alloc(8);
      bits.writeDoubleBE(value);
      return ["number", Number.isNaN(value) ? "nan" : bits.toString("hex")];
    }
    case "string":
      return ["str", Buffer.from(value, "utf8").toString("hex")];
  }
  if (value instanceof Uint8Array) return ["bin", hex(value)];
  if (Array.isArray(value)) return ["array", value.map(describe)];
  if (value instanceof Timestamp) return ["timestamp", String(value.sec), value.nsec];
  if (value instanceof ExtData) return ["ext", value.type, hex(value.data)];
  return ["map", Object.entries(value).map(([key, item]) => [describe(key), describe(item)])];
}

for await (const line of createInterface({ input: process.stdin })) {
  const value = decode(Buffer.from(line, "hex"), { extensionCodec, useBigInt64: true });
  const again = encode(value, { extensionCodec, useBigInt64: true, maxDepth: 5000 });
  process.stdout.write(JSON.stringify(describe(value)) + "\t" + hex(again) + "\n");
}
