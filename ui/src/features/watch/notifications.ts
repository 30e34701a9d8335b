/** Where the server pushes to for the people of this browser. */
import { timeLimit } from "#platform/clock.ts";
import { pushAddress } from "#platform/workers/push.ts";
import { whileHolding } from "#platform/workers/tabs.ts";
import type { Watched } from "#store/guardians/watched.ts";
import { tellAddress, tellNewAddress } from "#sync/push-address.ts";

/** How long taking an address and telling it may take, in milliseconds. */
const PATIENCE_MS = 30_000;

/**
 * Gives the server this browser's push address, each time the page opens: the server may have lost it, or the browser changed
 * it. With `isNew` the one that the server was given for this person is replaced, unless it was since: all people share it, so one
 * of them is attended to at a time. Rejects where the browser's push service or the server cannot be reached.
 */
export async function takePushes(
  person: Watched,
  serverKey: string,
  isNew: boolean,
): Promise<void> {
  const take = async () => {
    const address = await pushAddress(serverKey, isNew ? person.pushEndpoint : null);
    await tellAddress(person, address);
    // One subscription serves all links of this browser.
    await tellNewAddress(address);
  };
  await whileHolding("push-address", () => timeLimit(take(), PATIENCE_MS));
}
