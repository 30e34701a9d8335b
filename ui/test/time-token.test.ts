/** Claims about reading time-stamp tokens: those of openssl are read, and what is changed is not taken for one. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { stampedTime } from "#content/time-token.ts";
import { removeFolders } from "../e2e/package-tools.ts";
import { inBase64, type TimeAuthority, timeAuthority } from "../e2e/time-authority.ts";

const HEAD = "c0ffee".padEnd(64, "1");
let authority: TimeAuthority;
let token: Uint8Array<ArrayBuffer>;
let [before, later] = [0, 0];
beforeAll(() => {
  authority = timeAuthority();
  before = Date.now();
  token = authority.stamp(HEAD);
  later = Date.now();
});
afterAll(removeFolders);

const timeOf = (bytes: Uint8Array, head: string) => stampedTime(inBase64(bytes), head);
/** The token's bytes, one character for each. */
const text = () => Buffer.from(token).toString("latin1");
const textOf = (hex: string) => Buffer.from(hex, "hex").toString("latin1");
/** The time, as it stands in the token. */
const stampText = () => /\d{14}(\.\d+)?Z/.exec(text())?.[0] ?? "";
/** The token with other text in the place of some that it has. */
const replaced = (had: string, other: string) => {
  expect(text()).toContain(had);
  return Uint8Array.from(Buffer.from(text().replace(had, other), "latin1"));
};

test("a token says when its head was stamped, to the millisecond", () => {
  const time = timeOf(token, HEAD) ?? 0;
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(later);
});

test("it is a token for no other head, in none of its digits", () => {
  for (let place = 0; place < HEAD.length; place += 1) {
    const other = HEAD[place] === "0" ? "1" : "0";
    expect(timeOf(token, HEAD.slice(0, place) + other + HEAD.slice(place + 1))).toBeNull();
  }
  expect(timeOf(token, "")).toBeNull();
  expect(timeOf(token, HEAD.toUpperCase())).toBeNull();
});

test("what is cut off anywhere, or longer, is none", () => {
  for (let length = 0; length < token.length; length += 1) {
    expect(timeOf(token.subarray(0, length), HEAD)).toBeNull();
  }
  expect(timeOf(Uint8Array.from([...token, 0]), HEAD)).toBeNull();
  expect(stampedTime(inBase64(token).slice(1), HEAD)).toBeNull();
});

test("wherever a byte is changed, it is a token for this head or none, and of its time", () => {
  const time = timeOf(token, HEAD);
  const isWithin = (part: string, place: number) =>
    place >= text().indexOf(part) && place < text().indexOf(part) + part.length;
  for (let place = 0; place < token.length; place += 1) {
    const changed = token.slice();
    changed[place] = (changed[place] ?? 0) ^ 1;
    const found = timeOf(changed, HEAD);
    if (isWithin(textOf(HEAD), place)) expect(found).toBeNull();
    else if (isWithin(stampText(), place)) expect(found).not.toBe(time);
    else expect([null, time]).toContain(found);
  }
});

test.each([
  ["what is signed and no time stamp", "2a864886f70d0109100104", "2a864886f70d0109100105"],
  ["what is not signed", "2a864886f70d010702", "2a864886f70d010703"],
])("%s is none", (_, had, other) => {
  expect(timeOf(replaced(textOf(had), textOf(other)), HEAD)).toBeNull();
});

test("a stamp by another digest is none", () => {
  const long = HEAD + HEAD.slice(0, 32);
  const other = authority.stamp(long, "sha384");
  expect(timeOf(other, long)).toBeNull();
  expect(timeOf(other, HEAD)).toBeNull();
});

test("a length without end, or longer than it has to be, is no DER", () => {
  expect(timeOf(Uint8Array.from([0x30, 0x80, ...token.subarray(4), 0, 0]), HEAD)).toBeNull();
  const [, , high = 0, low = 0] = token;
  expect([token[0], token[1]]).toEqual([0x30, 0x82]);
  const longer = Uint8Array.from([0x30, 0x83, 0, high, low, ...token.subarray(4)]);
  expect(timeOf(longer, HEAD)).toBeNull();
});

test("a time that is in no calendar, or not in UTC, is none", () => {
  const changed = (other: string) => timeOf(replaced(stampText(), other), HEAD);
  const [day, rest] = [stampText().slice(0, 8), stampText().slice(8)];
  expect(changed(day + rest)).toBe(timeOf(token, HEAD));
  expect(changed(`20260228${rest}`)).not.toBeNull();
  expect(changed(`20260231${rest}`)).toBeNull();
  expect(changed(`20261301${rest}`)).toBeNull();
  expect(changed(`${day}99${rest.slice(2)}`)).toBeNull();
  expect(changed(stampText().replace("Z", "0"))).toBeNull();
});
