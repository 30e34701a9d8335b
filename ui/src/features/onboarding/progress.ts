/** Which steps of the set-up are done. Nothing is remembered that may have become false since. */
import { hasOwnPin } from "#store/own-pin.ts";
import { reachableContacts, type Settings } from "#store/settings.ts";
import { SETUP_STEPS, type SetupRecord, type SetupStep } from "#store/setup.ts";

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
  readonly setup: SetupRecord;
  readonly allowed: Allowed;
}

/** Whether a permission is there. Where the browser does not tell, what was tried here decides. */
export function isAllowed(known: Known, wasTried: boolean): boolean {
  return known === "granted" || (known === "unknown" && wasTried);
}

/** Whether the app may use the location, and the microphone. */
export function allowedNow({ allowed, setup }: SetupFacts): {
  readonly location: boolean;
  readonly microphone: boolean;
} {
  return {
    location: isAllowed(allowed.location, setup.hasFoundPlace),
    microphone: isAllowed(allowed.microphone, setup.hasOpenedMicrophone),
  };
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
      const { location, microphone } = allowedNow(facts);
      return location && microphone;
    }
    case "test":
      return setup.isPractised;
    default:
      return step satisfies never;
  }
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
