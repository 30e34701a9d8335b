/** The end of an emergency, as the next test finds it. */
import { waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { readDurable } from "#store/durable.ts";
import { readState } from "#store/evidence-database.ts";

/**
 * Resolves when neither home of the stored emergency says that it goes on. Of the database by itself too: the set-up of the
 * tests empties local storage, and what the database still had then would be the next test's emergency.
 */
export const unlockedInBothHomes = (): Promise<void> =>
  waitFor(async () => {
    expect(await readDurable("emergency")).not.toMatchObject({ isLocked: true });
    expect(await readState("emergency")).not.toMatchObject({ value: { isLocked: true } });
  });
