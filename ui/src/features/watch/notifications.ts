/** Where the server pushes to for the people of this browser. */
import { pushAddress } from "#platform/push.ts";
import type { Watched } from "#store/watched.ts";
import { tellAddress, tellNewAddress } from "#sync/push-address.ts";

/**
 * Gives the server this browser's push address, each time the page opens: the server may have lost it, or the browser changed
 * it. With `isNew` another one is asked for. Rejects where the browser's push service or the server cannot be reached.
 */
export async function takePushes(
  person: Watched,
  serverKey: string,
  isNew: boolean,
): Promise<void> {
  const address = await pushAddress(serverKey, isNew);
  await tellAddress(person, address);
  // One subscription serves all links of this browser.
  await tellNewAddress(address);
}
