/**
 * Pictures of the screens in WebKit, with text of twice the size, to be looked at:
 *
 *   SERVER_BINARY=... SCREENS=<part of a name> SCREENS_FOLDER=<folder> npx vitest run --project webkit-screens
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import { ownPin } from "../e2e/phone.ts";
import { startServer, type TestServer } from "../e2e/server.ts";
import { linkPhones } from "./linked.ts";
import { openHome, openPage, openRow, preparedPhone, startReal, unlock } from "./pages.ts";
import { openPhone, type Phone, type Tab } from "./phone.ts";

const wanted = process.env["SCREENS"] ?? "all";
const folder = process.env["SCREENS_FOLDER"] ?? "test-results/webkit-screens";

let server: TestServer;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  server = await startServer({ RATE_LIMITS: "off" });
});
afterAll(() => server.stop());

const sizes = [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
] as const;

/** Takes a screen's four pictures. */
async function pictures(tab: Tab, name: string): Promise<void> {
  for (const isDark of [false, true]) {
    for (const size of sizes) {
      const file = `${name}-${size.width}-${isDark ? "dark" : "light"}.png`;
      await tab.picture(join(folder, file), { ...size, isDark });
    }
  }
}

/** A screen of a phone that has settings, or of somebody who was never here. */
type Screen = readonly [name: string, open: () => Promise<Tab>];

const visitor = (path: string, ...steps: readonly ((phone: Phone) => Promise<void>)[]) =>
  opened(() => openPhone({ origin: server.origin }), path, steps);
const user = (path: string, ...steps: readonly ((phone: Phone) => Promise<void>)[]) =>
  opened(() => preparedPhone(server.origin), path, steps);

function opened(
  open: () => Promise<Phone>,
  path: string,
  steps: readonly ((phone: Phone) => Promise<void>)[],
) {
  return async () => {
    const phone = await open();
    await openPage(phone, path);
    for (const step of steps) await step(phone);
    return phone;
  };
}
const press = (name: string | RegExp) => (phone: Phone) => phone.press(name);
const row = (title: string) => (phone: Phone) => openRow(phone, title);
const see = (text: string | RegExp) => (phone: Phone) => phone.see(text);

const screens: readonly Screen[] = [
  ["landing", visitor("/")],
  [
    "checkout",
    visitor("/", press(/^Purchase now/), (phone) => phone.fill("Email Address", "ann@example.org")),
  ],
  ["gift", visitor("/gift")],
  ["app", user("/app")],
  ["home", user("/home", see(/\bReady\b/))],
  ["question", user("/home", see(/\bReady\b/), press("REAL EMERGENCY"), see("Yes, start now"))],
  ["lock", user("/home", see(/\bReady\b/), startReal, see("Recording audio evidence"))],
  [
    "ended",
    user(
      "/home",
      see(/\bReady\b/),
      startReal,
      see("Recording audio evidence"),
      (phone) => unlock(phone, ownPin),
      see("Recording saved"),
    ),
  ],
  ["settings", user("/settings", see("Nobody yet"))],
  ["settings-words", user("/settings", row("Wake Word Detection"), see("Battery"))],
  ["settings-country", user("/settings", row("Country"), see("The lock shows"))],
  ["voice", user("/voice", see("This browser cannot recognise speech"))],
  ["set-up-person", visitor("/setup")],
  ["set-up-pin", visitor("/setup", press(/^PIN/), see("Your own PIN"))],
  ["set-up-access", visitor("/setup", press(/^Access/), see("What the phone must allow"))],
  ["set-up-test", user("/setup", press(/^Test/), see("TEST EMERGENCY"))],
  ["watch", visitor("/watch", see("Open a link"))],
  [
    "watch-alarm",
    async () => {
      const { her, his } = await linkPhones(server.origin, null);
      await openHome(her);
      await startReal(her);
      await his.see("Mia started an emergency");
      return his;
    },
  ],
];

const chosen = screens.filter(([name]) => wanted === "all" || name.includes(wanted));

test.each(chosen)("%s", async (name, open) => {
  await pictures(await open(), name);
});
