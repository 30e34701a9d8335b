/** Reads a time-stamp token (RFC 3161), as far as this app says something of it. Who signed it is not checked here. */

/** A token that was kept, for a head of a recording's chain. */
export interface KeptToken {
  readonly head: string;
  /** The token in base64. */
  readonly token: string;
  /** When it came, by this device's clock in epoch milliseconds. */
  readonly at: number;
}

/** The bytes of a token in base64. Throws for what is none. */
export const tokenBytes = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** A value of DER (X.690). */
interface Value {
  readonly tag: number;
  readonly content: Uint8Array;
}

const INTEGER = 0x02;
const OCTETS = 0x04;
const OBJECT = 0x06;
const TIME = 0x18;
const SEQUENCE = 0x30;
const EXPLICIT = 0xa0;

const SIGNED_DATA = "2a864886f70d010702";
const TST_INFO = "2a864886f70d0109100104";
const SHA_256 = "608648016503040201";

const hex = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function demand(isSo: boolean): void {
  if (!isSo) throw new Error("It is no time-stamp token.");
}

/** The length at a place, and where its content begins. A length that is written longer than it has to be is no DER. */
function lengthAt(bytes: Uint8Array, at: number): readonly [length: number, start: number] {
  const first = bytes[at] ?? Number.NaN;
  if (first < 0x80) return [first, at + 1];
  const digits = bytes.subarray(at + 1, at + 1 + (first & 0x7f));
  const length = digits.reduce((sum, digit) => sum * 256 + digit, 0);
  demand(digits.length > 0 && digits.length < 4 && digits[0] !== 0 && length >= 0x80);
  return [length, at + 1 + digits.length];
}

/** The values that stand one after the other, to the last byte. */
function valuesIn(bytes: Uint8Array): readonly Value[] {
  const values: Value[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [length, start] = lengthAt(bytes, at + 1);
    const end = start + length;
    demand(end <= bytes.length);
    values.push({ tag: bytes[at] ?? 0, content: bytes.subarray(start, end) });
    at = end;
  }
  return values;
}

/** The content of the value that a way leads to: at each step the value in this place, which has this tag. */
function inside(bytes: Uint8Array, ...way: readonly (readonly [place: number, tag: number])[]) {
  return way.reduce((content, [place, tag]) => {
    const value = valuesIn(content)[place];
    demand(value?.tag === tag);
    return value?.content ?? content;
  }, bytes);
}

/** A GeneralizedTime in UTC, in epoch milliseconds. */
function timeIn(bytes: Uint8Array): number {
  const text = String.fromCharCode(...bytes);
  const found = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d{1,9}))?Z$/.exec(text) ?? [];
  const [, year, month, day, hour, minute, second, fraction = ""] = found;
  const whole = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const time = Date.parse(`${whole}.${fraction.padEnd(3, "0").slice(0, 3)}Z`);
  // Some engines take the 31st of any month.
  demand(!Number.isNaN(time) && new Date(time).toISOString().startsWith(whole));
  return time;
}

/** The time in a token, which is in base64, for a head, in epoch milliseconds; null where it is no token for it. */
export function stampedTime(base64: string, head: string): number | null {
  try {
    const token = tokenBytes(base64);
    demand(valuesIn(token).length === 1);
    const info = inside(token, [0, SEQUENCE]);
    demand(hex(inside(info, [0, OBJECT])) === SIGNED_DATA);
    const wrapped = inside(info, [1, EXPLICIT], [0, SEQUENCE], [2, SEQUENCE]);
    demand(hex(inside(wrapped, [0, OBJECT])) === TST_INFO);
    const stamp = inside(wrapped, [1, EXPLICIT], [0, OCTETS], [0, SEQUENCE]);
    demand(hex(inside(stamp, [0, INTEGER])) === "01");
    demand(hex(inside(stamp, [2, SEQUENCE], [0, SEQUENCE], [0, OBJECT])) === SHA_256);
    demand(hex(inside(stamp, [2, SEQUENCE], [1, OCTETS])) === head);
    return timeIn(inside(stamp, [4, TIME]));
  } catch {
    return null;
  }
}
