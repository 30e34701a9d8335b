/** Where the server pushes to for the people of this browser. The service worker uses it too. */
import { changePush } from "#api/watches.ts";
import type { PushAddress } from "#platform/workers/push-subscription.ts";
import { changeWatched, people, type Watched } from "#store/guardians/watched.ts";

/** Tells the server this browser's push address for one person. */
export async function tellAddress({ id, post }: Watched, address: PushAddress): Promise<void> {
  await changePush(post, address);
  await changeWatched(id, (before) => ({ ...before, pushEndpoint: address.endpoint }));
}

/** The same for everybody for whom it had another one; rejects where the server has not got all of it. */
export async function tellNewAddress(address: PushAddress): Promise<void> {
  const all = (await people.read()).filter(
    ({ isEnded, pushEndpoint }) => !isEnded && pushEndpoint !== address.endpoint,
  );
  await Promise.all(all.map((person) => tellAddress(person, address)));
}
