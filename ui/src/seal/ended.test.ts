/** Claims about the proof that a link has ended. */
import { expect, test } from "vitest";
import { endedProof } from "./keys.ts";

test("is the one that the server gives for the same token", async () => {
  // The server's test has the same words: `domain/link_token.rs`.
  const proof = "3EbHDqm0ASeWyRSiT6P2KJcf7QTD5Be9dmaXE-41PlQ";
  expect(await endedProof("A".repeat(43))).toBe(proof);
  expect(await endedProof(`${"A".repeat(42)}E`)).not.toBe(proof);
});
