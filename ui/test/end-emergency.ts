/** The end of a test's emergency, so that the next test begins without one. */
import { act, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { pageEmergency } from "#features/emergency/controller/controller.ts";
import { typed } from "#features/emergency/machine/stories.ts";
import { changeState, readState } from "#store/app-database.ts";
import { readDurable } from "#store/durable.ts";

/**
 * Ends the emergency, if there is one, and what is shown of it afterwards. Resolves when neither of its homes says that it
 * goes on: the set-up of the tests empties local storage, and what the database still had then would be the next test's.
 */
export async function endEmergency(): Promise<void> {
  const { emergency, ended, call: lastCall } = pageEmergency().getState();
  const emergencyId = emergency?.id ?? ended?.id;
  if (emergencyId !== undefined) {
    await act(async () => {
      const { report } = pageEmergency();
      report(typed("own", { typedIn: emergencyId, lastCall }));
      report({
        type: "recording-stopped",
        emergencyId,
        closed: { stored: 0, unsaved: 0, isOffered: true },
      });
      report({ type: "end-seen", emergencyId });
    });
  }
  await waitFor(async () => {
    expect(await readDurable("emergency")).not.toMatchObject({ isLocked: true });
    expect(await readState("emergency")).not.toMatchObject({ value: { isLocked: true } });
  });
  // What a test typed is not counted against the next one.
  await changeState("lockouts", () => ({ keep: undefined, answer: undefined }));
}
