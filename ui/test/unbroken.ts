/** Whether links are a chain, by the product's own walk along a part. */
import type { SealedLink } from "#store/evidence/evidence-chain.ts";
import { follow } from "#store/evidence/evidence-walk.ts";

/** Whether the links are an unbroken chain from `start`; no links are one too. */
export async function isUnbroken(start: string, links: readonly SealedLink[]): Promise<boolean> {
  async function* kept() {
    yield* links;
  }
  const end = links.at(-1)?.chain ?? start;
  const copies = { read: async () => null, seqs: async () => [] };
  for await (const { isNext, fits } of follow({ start, end, kept: kept(), copies })) {
    if (!(isNext && fits)) return false;
  }
  return true;
}
