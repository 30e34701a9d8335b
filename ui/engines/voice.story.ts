/** Listening in every engine: what it cannot hear is said. */
import { beforeAll, expect, test } from "vitest";
import { sharedServer, type TestServer } from "../e2e/server.ts";
import { keepPhrase, noteRecorded, recorded } from "../e2e/voice-phrase.ts";
import { lacks } from "./engine.ts";
import { recordedParts } from "./export.ts";
import { openPage, preparedPhone } from "./pages.ts";
import { patience } from "./phone.ts";

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});

test("the voice screen says whether this browser recognises speech", async () => {
  const phone = await preparedPhone(server.origin);
  await openPage(phone, "/voice");
  await phone.see(/Listening|Voice/);
  if (lacks.recognition) await phone.see("This browser cannot recognise speech here now");
  else await phone.seeNot("This browser cannot recognise speech here now");
});

test("a trained phrase behind the disguise is recorded from the microphone that heard it", async () => {
  const settings = {
    ...{ version: 2, isListeningEnabled: true, wakeWordMode: "trained" },
    staysDisguised: true,
  };
  const scripts = [`(${noteRecorded})();`];
  const phone = await preparedPhone(server.origin, settings, { scripts });
  await openPage(phone, "/app");
  await keepPhrase(phone, 1.5);
  await phone.reload();
  const seconds = async () => {
    const parts = await recordedParts(phone).catch(() => []);
    return Math.max(0, ...parts.map(({ row }) => row.duration));
  };
  await expect.poll(seconds, { ...patience, timeout: 120_000 }).toBeGreaterThan(2);
  // How often listening itself asked is not counted: on a busy machine it begins anew when no sound comes.
  expect(await phone.evaluate(recorded)).toBe("copied");
});
