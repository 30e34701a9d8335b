/** What comes from a guardian and from the server about one link, while the settings are on the screen. */
import { hasEnded, type LinkState, type Reading, readWatch } from "#api/watches.ts";
import { wallTime } from "#platform/clock.ts";
import { openUp, type UpItem } from "#seal/items.ts";
import { changeGuardian, type Guardian, guardians, type LinkedGuardian } from "#store/guardians.ts";
import { completeLink } from "#sync/claims.ts";
import { repeatWhileSeen } from "#sync/while-seen.ts";

/** What is known of a link now. */
export type Attention =
  | { readonly kind: "asking" }
  | { readonly kind: "known"; readonly link: LinkState }
  /** The server could not be asked. */
  | { readonly kind: "cut-off" }
  /** The server does not have the link, or not any more. */
  | { readonly kind: "gone" }
  /** Whoever claimed the link did not know its secret. */
  | { readonly kind: "spoiled" };

/** The guardian with what was read of the answers. */
async function heard(guardian: LinkedGuardian, { items, after }: Reading): Promise<void> {
  const answers: UpItem[] = [];
  for (const { seq, bytes } of items) {
    const item = await openUp(guardian.up, seq, bytes);
    if (item !== null) answers.push(item);
  }
  if (after === guardian.after) return;
  const last = answers.at(-1);
  await changeGuardian(guardian.id, (before) => {
    if (before.state !== "linked" || after <= before.after) return before;
    if (last === undefined) return { ...before, after };
    const lastAnswer = { answer: last.answer, about: last.about, at: wallTime() };
    return { ...before, after, lastAnswer };
  });
}

/** Attends to the guardian `id` until the returned function is called. */
export function attend(id: string, report: (attention: Attention) => void): () => void {
  let isOver = false;
  let version = "";
  const say = (attention: Attention) => {
    if (!isOver) report(attention);
  };
  const understand = async (guardian: Guardian, reading: Reading): Promise<boolean> => {
    const { link } = reading;
    if (guardian.state === "linked") await heard(guardian, reading);
    else if (link.state === "claimed" && (await completeLink(guardian, reading)) === null) {
      say({ kind: "spoiled" });
      return false;
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
      const reading = await readWatch(guardian.owner, { after, signal, ...waiting });
      version = reading.link.version;
      return understand(guardian, reading);
    },
    onFailure: (error) => {
      const isGone = hasEnded(error);
      say({ kind: isGone ? "gone" : "cut-off" });
      return !isGone;
    },
  });
  return () => {
    isOver = true;
    stop();
  };
}
