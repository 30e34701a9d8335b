/** Claims about what is left of an emergency beside its recording. */
import { beforeEach, expect, test, vi } from "vitest";
import { noteGuardianNews } from "#store/guardians/guardian-news.ts";
import { emergencyDetails } from "./emergency-details.ts";
import { emergencyStateRecord, NO_EMERGENCY } from "./emergency-state.ts";

beforeEach(() => {
  vi.stubGlobal("navigator", {});
});

const place = { latitude: -33.8, longitude: 151.2, accuracy: 12 };
const message = {
  name: "Ann",
  phoneNumber: "+61",
  status: "opened" as const,
  hadPlace: true,
  told: "nothing" as const,
};

/** The record says that this emergency is on. */
function isOn(emergencyId: string): void {
  vi.spyOn(emergencyStateRecord, "read").mockReturnValue({
    ...NO_EMERGENCY,
    isLocked: true,
    emergencyId,
    location: { ...place, timestamp: 9_000 },
    messages: [{ ...message, alarm: 1 }],
    text: "Help",
  });
}

test("the places that guardians were to be told are those of this emergency, at the time at which they were known", async () => {
  const news = { what: "started" as const, isDrill: false, at: 5_000 };
  await noteGuardianNews({ ...news, emergencyId: "one", place: { ...place, ageMs: 2_000 } });
  await noteGuardianNews({ ...news, emergencyId: "other", place: { ...place, ageMs: null } });
  await noteGuardianNews({ ...news, emergencyId: "one", what: "ended", place: null });
  const { places, messages } = await emergencyDetails("one");
  expect(places).toEqual([expect.objectContaining({ ...place, at: 3_000 })]);
  expect(messages).toEqual([]);
});

test("messages are there while their emergency is on, and are never those of another", async () => {
  isOn("newer");
  expect(await emergencyDetails("newer")).toMatchObject({
    places: [{ ...place, at: 9_000 }],
    messages: [message],
    text: "Help",
  });
  expect(await emergencyDetails("older")).toEqual({ places: [], messages: [], text: "" });
});
