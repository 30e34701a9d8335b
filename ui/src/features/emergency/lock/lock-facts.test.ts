/** Claims about what the lock screens say of an emergency. */
import { expect, test } from "vitest";
import { CALM } from "../machine/machine.ts";
import type { Emergency, EmergencyState } from "../machine/state.ts";
import { lockFacts } from "./lock-facts.ts";

const emergency: Emergency = {
  id: "e",
  kind: "real",
  triggeredBy: "button",
  triggeredAt: 0,
  safeWord: null,
  text: "Help",
  location: null,
  messages: [],
  isDecoy: false,
  ownPin: "",
};

const standings = (change: Partial<EmergencyState>) =>
  Object.fromEntries(
    lockFacts({ ...CALM, emergency, ...change }, emergency).map(({ name, standing }) => [
      name,
      standing,
    ]),
  );

test("what is still to come is not shown as wrong", () => {
  const begun = standings({ recording: { phase: "starting" } });
  expect(begun).toEqual({ location: "waiting", recording: "waiting", contacts: "waiting" });
});

test("sound that is not recorded, or not stored, is shown as wrong", () => {
  const failed = standings({ recording: { phase: "failed", reason: "denied" } });
  expect(failed["recording"]).toBe("wrong");
  const on = { phase: "elsewhere" } as const;
  expect(standings({ recording: on, isEvidenceKept: false })["recording"]).toBe("wrong");
  expect(standings({ recording: on, isEvidenceKept: true })["recording"]).toBe("good");
});
