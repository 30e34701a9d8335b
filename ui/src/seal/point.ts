/**
 * Public keys of P-256 in their compressed form of 33 bytes (SEC 1, section 2.3). Browsers need not read that form, so the
 * missing coordinate is computed here. It is public: the time that this takes tells nothing.
 */
import { type Bytes, joined } from "./bytes.ts";

/** How long a compressed point is, in bytes. */
export const POINT_BYTES = 33;

const COORDINATE_BYTES = 32;

/** The field's prime and the curve's constant b (SEC 2, section 2.4.2; a is -3). */
const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

function toNumber(bytes: Uint8Array): bigint {
  return bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
}

function toBytes(number: bigint): Bytes {
  return Uint8Array.from({ length: COORDINATE_BYTES }, (_, at) =>
    Number((number >> BigInt(8 * (COORDINATE_BYTES - 1 - at))) & 0xffn),
  );
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}

/** The compressed form of an uncompressed point of 65 bytes. */
export function compress(point: Uint8Array): Bytes {
  const isOdd = ((point[2 * COORDINATE_BYTES] ?? 0) & 1) === 1;
  return joined(Uint8Array.of(isOdd ? 3 : 2), point.subarray(1, 1 + COORDINATE_BYTES));
}

/** The uncompressed form, or null when the bytes are no point of the curve. */
export function decompress(point: Uint8Array): Bytes | null {
  const [sign] = point;
  if (point.length !== POINT_BYTES || (sign !== 2 && sign !== 3)) return null;
  const x = toNumber(point.subarray(1));
  if (x >= P) return null;
  const square = (((x * x * x - 3n * x + B) % P) + P) % P;
  const root = power(square, (P + 1n) / 4n);
  if ((root * root) % P !== square) return null;
  const y = (root & 1n) === BigInt(sign & 1) ? root : P - root;
  return joined(Uint8Array.of(4), point.subarray(1), toBytes(y));
}
