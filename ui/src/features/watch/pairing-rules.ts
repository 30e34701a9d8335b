/** The test notification that ends the pairing, as the guardian's page tells of it. Pure. */
import type { DownItem } from "#seal/items.ts";

/** What came, and what was answered. */
export interface Paired {
  readonly items: readonly { readonly seq: number; readonly item: DownItem }[];
  readonly answers: readonly { readonly about: string | null }[];
}

/**
 * `waiting`: nothing has come yet; `here`: the page has read it, and no notification was shown; `arrived`: as a notification. Null
 * once something else came.
 */
export type PairingStep = "waiting" | "here" | "arrived" | "answered" | null;

/** How far the test is; `wasShown` says whether a notification of the item with a number was shown. */
export function pairingStep(
  { items, answers }: Paired,
  wasShown: (seq: number) => boolean,
): PairingStep {
  const last = items.at(-1);
  if (last === undefined) return "waiting";
  if (last.item.kind !== "test" || last.item.of !== "pairing") return null;
  if (answers.some(({ about }) => about === null)) return "answered";
  return wasShown(last.seq) ? "arrived" : "here";
}

/** The same in words. */
export function pairingText(name: string, step: Exclude<PairingStep, null>): string {
  const texts = {
    waiting: `comes once ${name}'s phone has seen that this browser takes notifications.`,
    here: "sent, and not shown by this device yet. If it does not appear within a minute, check if this device lets this browser notify you.",
    arrived: `arrived on this device. Tap "I saw it", so that ${name} knows.`,
    answered: "arrived on this device, and answered.",
  };
  return `Test notification: ${texts[step]}`;
}
