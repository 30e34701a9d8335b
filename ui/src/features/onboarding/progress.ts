/** Which steps of the set-up are done. Nothing is remembered that may have become false since. */
import { hasOwnPin } from "#store/settings/own-pin.ts";
import { reachableContacts, type Settings } from "#store/settings/settings.ts";
import { SETUP_STEPS, type SetupRecord, type SetupStep } from "#store/settings/setup.ts";

/** The state of a permission; `unknown` where the browser does not tell. */
type Known = PermissionState | "unknown";

/** What the browser allows now. */
export interface Allowed {
  readonly location: Known;
  readonly microphone: Known;
}

/** Everything that decides. */
export interface SetupFacts {
  readonly settings: Settings;
  /** Whether they are only the defaults, because this phone's cannot be read now. */
  readonly isUnread: boolean;
  readonly setup: SetupRecord;
  readonly allowed: Allowed;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What is known of a permission: `again` was allowed at `at`, epoch milliseconds, and the browser may ask once more. */
export type Allowance =
  | { readonly kind: "granted" | "denied" | "open" }
  | { readonly kind: "again"; readonly at: number };

/** How long a permission counts that was given, where the browser never says that it is: 30 days. */
const ALLOWED_FOR_MS = 30 * 86_400_000;

/** When a request was allowed last, and when the browser said later that it is granted, in epoch milliseconds. */
interface Noted {
  readonly allowedAt: number | null;
  readonly grantedAt?: number | null;
}

/**
 * What the browser says, and where it says neither yes nor no, what came of the last request. An iPhone asks again whenever an
 * app is opened anew, so its "prompt" takes nothing back for a while. A browser that said "granted" in a later document has taken
 * it back then, as Chrome does with sites that are not used.
 */
export function allowanceOf(known: Known, noted: Noted, now: number): Allowance {
  if (known === "granted" || known === "denied") return { kind: known };
  const { allowedAt, grantedAt = null } = noted;
  if (allowedAt === null || Math.abs(now - allowedAt) > ALLOWED_FOR_MS) return { kind: "open" };
  const isTakenBack = grantedAt !== null && grantedAt >= allowedAt;
  return isTakenBack ? { kind: "open" } : { kind: "again", at: allowedAt };
}

/**
 * Whether it is to be noted that the browser says "granted": once, and again after each request that was allowed. Of one that was
 * allowed in this document, which was opened at `openedAt`, an iPhone says so, too, and asks again in the next.
 */
export function isGrantNews(
  known: Known,
  { allowedAt, grantedAt = null }: Noted,
  openedAt: number,
): boolean {
  const from = allowedAt ?? 0;
  return known === "granted" && from < openedAt && (grantedAt ?? -1) < from;
}

/** What is noted of both. */
export const notedOf = (setup: SetupRecord) => ({
  location: { allowedAt: setup.placeFoundAt, grantedAt: setup.placeGrantedAt },
  microphone: { allowedAt: setup.microphoneOpenedAt, grantedAt: setup.microphoneGrantedAt },
});

/** What is known of the location and of the microphone. */
export function allowances({ allowed, setup, now }: SetupFacts) {
  const noted = notedOf(setup);
  return {
    location: allowanceOf(allowed.location, noted.location, now),
    microphone: allowanceOf(allowed.microphone, noted.microphone, now),
  } as const;
}

/** Whether it was allowed and not refused since. */
export const isAllowed = ({ kind }: Allowance): boolean => kind === "granted" || kind === "again";

/** Whether the browser may ask again for something that it was allowed. */
export function mayAskAgain(facts: SetupFacts): boolean {
  const { location, microphone } = allowances(facts);
  return location.kind === "again" || microphone.kind === "again";
}

/** Whether a step is done now. */
export function isStepDone(step: SetupStep, facts: SetupFacts): boolean {
  const { settings, setup } = facts;
  switch (step) {
    case "person":
      return reachableContacts(settings).some(({ name }) => name.trim() !== "");
    case "pin":
      return hasOwnPin(settings);
    case "permissions": {
      const { location, microphone } = allowances(facts);
      return isAllowed(location) && isAllowed(microphone);
    }
    case "test":
      return setup.isPractised;
    default:
      return step satisfies never;
  }
}

/** Whether nobody can say that a step is not done: all but the browser's permissions may be stored where nothing can be read. */
export function isStepUnread(step: SetupStep, facts: SetupFacts): boolean {
  return facts.isUnread && step !== "permissions" && !isStepDone(step, facts);
}

/** The steps that are done. */
export function stepsDone(facts: SetupFacts): readonly SetupStep[] {
  return SETUP_STEPS.filter((step) => isStepDone(step, facts));
}

/** The first step that is not done; the summary when all are. */
export function nextStep(facts: SetupFacts): SetupRecord["at"] {
  return SETUP_STEPS.find((step) => !isStepDone(step, facts)) ?? "summary";
}

/** The screen after a step, and before it; before the first there is none. */
export function screenAfter(at: SetupRecord["at"]): SetupRecord["at"] {
  return at === "summary" ? at : (SETUP_STEPS[SETUP_STEPS.indexOf(at) + 1] ?? "summary");
}
export function screenBefore(at: SetupRecord["at"]): SetupStep | null {
  const index = at === "summary" ? SETUP_STEPS.length : SETUP_STEPS.indexOf(at);
  return SETUP_STEPS[index - 1] ?? null;
}

/** The progress in words. */
export function progressText(done: number): string {
  return `${done} of ${SETUP_STEPS.length} done`;
}
