/** Claims about what shows when a hash chain is followed. */
import { expect, test } from "vitest";
import { isUnbroken } from "#test/unbroken.ts";
import { CHAIN_START, gapBytes, type SealedLink, seal } from "./evidence-chain.ts";

async function chainOf(count: number): Promise<SealedLink[]> {
  const links: SealedLink[] = [];
  let head = CHAIN_START;
  for (let seq = 0; seq < count; seq += 1) {
    const bytes = new Uint8Array([seq, 1, 2, 3]).buffer;
    const kind = seq === 3 ? ("gap" as const) : ("sound" as const);
    const link = await seal(head, { seq, kind, at: 1_000 + seq, mono: seq * 1_000, bytes });
    links.push(link);
    head = link.chain;
  }
  return links;
}

test("an unchanged chain is unbroken, and so is an empty one", async () => {
  expect(await isUnbroken(CHAIN_START, await chainOf(8))).toBe(true);
  expect(await isUnbroken(CHAIN_START, [])).toBe(true);
});

test.each([
  ["a changed byte", (link: SealedLink) => ({ ...link, bytes: gapBytes("else") })],
  ["a changed time", (link: SealedLink) => ({ ...link, at: link.at + 1 })],
  ["a gap passed off as sound", (link: SealedLink) => ({ ...link, kind: "sound" as const })],
  ["a forged digest", (link: SealedLink) => ({ ...link, sha256: "0".repeat(64) })],
])("%s breaks it", async (_name, change) => {
  const links = await chainOf(8);
  expect(
    await isUnbroken(
      CHAIN_START,
      links.map((link, at) => (at === 3 ? change(link) : link)),
    ),
  ).toBe(false);
});

test("a removed, repeated or moved link breaks it", async () => {
  const links = await chainOf(8);
  for (let at = 0; at < 7; at += 1) {
    const without = links.filter((_link, index) => index !== at);
    const twice = links.flatMap((link, index) => (index === at ? [link, link] : [link]));
    expect(await isUnbroken(CHAIN_START, without)).toBe(false);
    expect(await isUnbroken(CHAIN_START, twice)).toBe(false);
    expect(await isUnbroken(CHAIN_START, [...links].reverse())).toBe(false);
  }
});

test("a part continues the chain of the part before, and no other", async () => {
  const link = await seal("a".repeat(64), {
    seq: 0,
    kind: "gap",
    at: 1,
    mono: 1,
    bytes: gapBytes("x"),
  });
  expect(await isUnbroken("a".repeat(64), [link])).toBe(true);
  expect(await isUnbroken(CHAIN_START, [link])).toBe(false);
});
