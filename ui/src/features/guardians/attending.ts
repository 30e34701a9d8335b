/** What comes from a guardian and from the server about one link, while the settings are on the screen. */
import { isMissing, type LinkState, type Reading } from "#api/watches.ts";
import { type Guardian, guardians } from "#store/guardians/guardians.ts";
import { completeLink } from "#sync/claims.ts";
import { storeSigns } from "#sync/heartbeats.ts";
import { readInTime, repeatWhileSeen } from "#sync/while-seen.ts";
import type { Found, Lost } from "./guardian-rules.ts";

/** What is known of a link now. */
export type Attention =
  | { readonly kind: "asking" }
  | { readonly kind: "known"; readonly link: LinkState }
  /** The server could not be asked. */
  | { readonly kind: "cut-off" }
  /** Something answers that the link is not there, and does not prove that it has ended. */
  | { readonly kind: "gone" }
  /** The link was claimed, and the server has no more what its keys follow from. */
  | { readonly kind: "expired" }
  /** Whoever claimed the link did not know its secret. */
  | { readonly kind: "spoiled" };

/** Whether the link is of no use, as far as anybody can tell now. */
function isLost(found: Attention): found is Extract<Attention, { readonly kind: Lost }> {
  return ["gone", "expired", "spoiled"].includes(found.kind);
}

/** What was last found out about each link, since the app was opened: the list and the screen of the guardians ask in turn. */
const newest = new Map<string, NonNullable<Found>>();

/** What was last found out about the link of the guardian `id`; null where nothing was yet. */
export function lastFound(id: string): Found {
  return newest.get(id) ?? null;
}

/** Attends to the guardian `id` until the returned function is called. */
export function attend(id: string, report: (attention: Attention) => void): () => void {
  let isOver = false;
  let version = "";
  const say = (attention: Attention) => {
    if (isOver) return;
    if (attention.kind === "known") newest.set(id, attention.link);
    else if (isLost(attention)) newest.set(id, attention.kind);
    report(attention);
  };
  const understand = async (guardian: Guardian, reading: Reading): Promise<boolean> => {
    const { link } = reading;
    if (guardian.state === "linked") await storeSigns(guardian, reading);
    else if (link.state === "claimed") {
      const completed = await completeLink(guardian, reading);
      if (completed === "expired" || completed === "spoiled") {
        say({ kind: completed });
        return false;
      }
    }
    say({ kind: "known", link });
    return link.state !== "ended";
  };
  const stop = repeatWhileSeen({
    turn: async (signal, isFirst) => {
      const guardian = (await guardians.read()).find((one) => one.id === id);
      if (guardian === undefined) return false;
      const after = guardian.state === "linked" ? guardian.after : -1;
      const waiting = isFirst ? {} : { version, isPatient: true };
      const reading = await readInTime(guardian.owner, { after, signal, ...waiting });
      version = reading.link.version;
      return understand(guardian, reading);
    },
    onInterruption: () => say({ kind: "asking" }),
    onFailure: (error) => {
      say({ kind: isMissing(error) ? "gone" : "cut-off" });
      return true;
    },
  });
  return () => {
    isOver = true;
    stop();
  };
}
