/** Claims about stored PINs. */
import { expect, test, vi } from "vitest";
import { isSealedPin, matchesPin, sealPin } from "./pin-hash.ts";

test("a stored PIN shows none of its digits, and the same PIN is stored differently each time", async () => {
  const [one, other] = [await sealPin("482915"), await sealPin("482915")];
  expect(one).toMatch(/^pbkdf2-sha256:\d+:[0-9a-f]{32}:[0-9a-f]{64}$/);
  expect(one.split(":").slice(2)).not.toEqual(other.split(":").slice(2));
  expect(isSealedPin(one)).toBe(true);
});

test("only the PIN itself matches", async () => {
  const kept = await sealPin("482915");
  expect(await matchesPin("482915", kept)).toBe(true);
  for (const wrong of ["", "482914", "48291", "4829150", kept]) {
    expect(await matchesPin(wrong, kept)).toBe(false);
  }
});

test("the hash is what the standard says", async () => {
  // Computed with Python's hashlib.pbkdf2_hmac, which is OpenSSL's.
  const salt = "73616c74000000000000000000000000";
  const hash = "f623c9d8681a853131edc55c856ff440f6a3cdc189c703eb93c9b89226193a04";
  expect(await matchesPin("482915", `pbkdf2-sha256:1000:${salt}:${hash}`)).toBe(true);
});

test("the iteration count is stored with the hash, so that an earlier count still matches", async () => {
  const kept = await sealPin("482915");
  const [scheme, iterations, salt, hash] = kept.split(":");
  expect(Number(iterations)).toBeGreaterThanOrEqual(100_000);
  expect(await matchesPin("482915", [scheme, 50_000, salt, hash].join(":"))).toBe(false);
});

test("a PIN in clear from an earlier release matches, and sealing a hash leaves it as it is", async () => {
  expect([await matchesPin("4829", "4829"), await matchesPin("4828", "4829")]).toEqual([
    true,
    false,
  ]);
  const kept = await sealPin("4829");
  expect(await sealPin(kept)).toBe(kept);
});

test.each([
  "",
  "pbkdf2-sha256",
  "pbkdf2-sha256:0:00:00",
  `pbkdf2-sha256:99999999999:${"0".repeat(32)}:${"0".repeat(64)}`,
  `md5:1:${"0".repeat(32)}:${"0".repeat(64)}`,
  `pbkdf2-sha256:1:${"x".repeat(32)}:${"0".repeat(64)}`,
])("an edited record %j matches no code, not even itself or nothing", async (kept) => {
  expect(isSealedPin(kept)).toBe(false);
  for (const code of ["", "1234", "0000"]) expect(await matchesPin(code, kept)).toBe(false);
});

test("the work is one hash whether the code is right or wrong and whether a PIN is stored", async () => {
  const kept = await sealPin("482915");
  const work = vi.spyOn(crypto.subtle, "deriveBits");
  for (const [code, stored] of [
    ["482915", kept],
    ["000000", kept],
    ["482915", "482915"],
    ["000000", ""],
  ] as const) {
    await matchesPin(code, stored);
  }
  const counts = work.mock.calls.map(([how]) => (how as Pbkdf2Params).iterations);
  work.mockRestore();
  expect(counts).toEqual(Array.from({ length: 4 }, () => Number(kept.split(":")[1])));
});
