/** Claims about disk and mirror: which of them is believed, and about what. */
import "fake-indexeddb/auto";
import { beforeEach, expect, test } from "vitest";
import { readDurable } from "#store/durable.ts";
import { emergencyStateRecord, NO_EMERGENCY, writeEmergencyState } from "#store/emergency-state.ts";
import { keep, reconcile } from "./keeper.ts";

const record = {
  ...NO_EMERGENCY,
  isLocked: true,
  emergencyId: "e",
  kind: "real" as const,
  ownPin: "482915",
  text: "Help",
};

beforeEach(() => keep(record));

test("what somebody writes into the mirror does not change what the disk knows", async () => {
  writeEmergencyState({ ...record, ownPin: "", text: "Fine" });
  const { going } = await reconcile();
  expect(going).toMatchObject({ ownPin: "482915", text: "Help", isDecoy: false });
  expect(emergencyStateRecord.read()).toMatchObject({ ownPin: "482915", text: "Help" });
});

test("a decoy that only the mirror heard of goes on, and the disk hears of it", async () => {
  writeEmergencyState({ ...record, isDecoy: true });
  const { going } = await reconcile();
  expect(going).toMatchObject({ isDecoy: true, ownPin: "482915" });
  expect(emergencyStateRecord.read()).toMatchObject({ isLocked: true, isDecoy: true });
  expect(await readDurable("emergency")).toMatchObject({ isLocked: true, isDecoy: true });
});

test("a decoy of another emergency changes nothing", async () => {
  writeEmergencyState({ ...record, emergencyId: "other", isDecoy: true });
  expect((await reconcile()).going).toMatchObject({ id: "e", isDecoy: false });
});
