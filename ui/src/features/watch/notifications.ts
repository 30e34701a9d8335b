/** Where the server pushes to for the people of this browser. */
import { changePush } from "#api/watches.ts";
import { pushAddress } from "#platform/push.ts";
import { changeWatched, type Watched } from "#store/watched.ts";

/** Gives the server this browser's push address; rejects where either cannot be reached. */
export async function takePushes(person: Watched, serverKey: string): Promise<void> {
  const { endpoint, p256dh, auth } = await pushAddress(serverKey);
  if (person.pushEndpoint === endpoint) return;
  await changePush(person.post, { endpoint, p256dh, auth });
  await changeWatched(person.id, (before) => ({ ...before, pushEndpoint: endpoint }));
}
