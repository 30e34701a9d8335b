/** Listening in every engine: what it cannot hear is said. */
import { afterAll, beforeAll, test } from "vitest";
import { startServer, type TestServer } from "../e2e/server.ts";
import { lacks } from "./engine.ts";
import { openPage, preparedPhone } from "./pages.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: "off" });
});
afterAll(() => server.stop());

test("the voice screen says whether this browser recognises speech", async () => {
  const phone = await preparedPhone(server.origin);
  await openPage(phone, "/voice");
  await phone.see(/Listening|Voice/);
  if (lacks.recognition) await phone.see("This browser cannot recognise speech here now");
  else await phone.seeNot("This browser cannot recognise speech here now");
});
