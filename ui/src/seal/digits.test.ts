/** Claims about the six digits: what they follow from, and what somebody between the two phones can do about them. */
import { describe, expect, test } from "vitest";
import { type Bytes, joined, toBase64url } from "./bytes.ts";
import { commitmentTo, digitsOf, type Pairing, revealedDigits } from "./digits.ts";

const counted = (from: number, length: number): Bytes =>
  Uint8Array.from({ length }, (_, at) => from + at);

const pairing: Pairing = {
  person: joined(Uint8Array.of(2), counted(0, 32)),
  guardian: joined(Uint8Array.of(3), counted(100, 32)),
  secret: counted(200, 16),
};
const nonce = counted(50, 16);

test("digits and commitment are those that Python's hashlib gives", async () => {
  expect(await digitsOf(pairing, null)).toBe("336944");
  expect(await digitsOf(pairing, nonce)).toBe("493750");
  expect(toBase64url(await commitmentTo(nonce, pairing))).toBe("H-i9N4KxdwUnP01-w4pRFg");
});

test("the digits follow from every key, the secret and the number", async () => {
  const other = counted(7, 33);
  const all = [
    digitsOf(pairing, nonce),
    digitsOf({ ...pairing, person: other }, nonce),
    digitsOf({ ...pairing, guardian: other }, nonce),
    digitsOf({ ...pairing, secret: counted(8, 16) }, nonce),
    digitsOf(pairing, counted(51, 16)),
  ];
  expect(new Set(await Promise.all(all)).size).toBe(all.length);
});

test("a number is told to a guardian only with the key and the secret that its commitment is for", async () => {
  const commitment = await commitmentTo(nonce, pairing);
  const revealed = (change: Partial<Pairing>, told = nonce) =>
    revealedDigits({ ...pairing, commitment, ...change }, told);
  expect(await revealed({})).toBe("493750");
  // The guardian's key is free: it is made after the link.
  expect(await revealed({ guardian: counted(1, 33) })).toMatch(/^\d{6}$/);
  expect(await revealed({ person: counted(1, 33) })).toBeNull();
  expect(await revealed({ secret: counted(1, 16) })).toBeNull();
  expect(await revealed({}, counted(51, 16))).toBeNull();
});

/** Different bytes for each name, the same in each run, so that no test depends on luck. */
async function bytesOf(name: string, length: number): Promise<Bytes> {
  const digest = await crypto.subtle.digest("SHA-512", new TextEncoder().encode(name));
  return new Uint8Array(digest).slice(0, length);
}

/** Two of the six digits stand for all of them, so that a million tries are a hundred. */
const short = (digits: string) => digits.slice(-2);
const TRIES = 1_000;

/**
 * Somebody between the two, who hands the guardian a link of their own and claims the person's link. They choose the key that
 * the person gets after they have seen everything else that is known then.
 */
describe("somebody who swaps the keys", () => {
  /** The first of many keys with which the digits would be `wanted`, if the number were `guessed`. */
  async function grind(name: string, honest: Pairing, wanted: string, guessed: Bytes | null) {
    for (let at = 0; at < TRIES; at += 1) {
      const guardian = await bytesOf(`${name} key ${at}`, 33);
      if (short(await digitsOf({ ...honest, guardian }, guessed)) === wanted) return guardian;
    }
    return await bytesOf(`${name} any key`, 33);
  }

  /** How often both see the same digits in `rounds` attempts. */
  async function agreements(rounds: number, isCommitted: boolean): Promise<number> {
    let count = 0;
    for (let round = 0; round < rounds; round += 1) {
      const of = (what: string, length: number) => bytesOf(`${what} ${round}`, length);
      const number = async (what: string) => (isCommitted ? of(what, 16) : null);
      const between: Pairing = {
        ...{ person: await of("swapped person", 33), secret: await of("swapped secret", 16) },
        guardian: await of("guardian", 33),
      };
      const seen = await digitsOf(between, await number("swapped number"));
      const person = await of("person", 33);
      const honest: Pairing = { person, secret: await of("secret", 16), guardian: person };
      const guessed = await number("guess");
      const guardian = await grind(`${round}`, honest, short(seen), guessed);
      const hers = await digitsOf({ ...honest, guardian }, await number("her number"));
      if (short(hers) === short(seen)) count += 1;
    }
    return count;
  }

  test("finds a key for the same digits in every attempt where the link commits to no number", async () => {
    expect(await agreements(10, false)).toBe(10);
  });

  test("is left to chance in every attempt where it does", async () => {
    // One in a hundred is expected.
    expect(await agreements(30, true)).toBeLessThan(3);
  });

  test("cannot tell the guardian another number afterwards", async () => {
    const commitment = await commitmentTo(await bytesOf("committed", 16), pairing);
    for (let at = 0; at < TRIES; at += 1) {
      const told = await bytesOf(`afterwards ${at}`, 16);
      expect(await revealedDigits({ ...pairing, commitment }, told)).toBeNull();
    }
  });
});
