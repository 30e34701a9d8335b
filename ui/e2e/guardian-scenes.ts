/** The screens of guardians: the guardian's page in every state, and the links in the settings. */
import type { Page, Route } from "playwright-core";
import type { DownItem, Place } from "#seal/items.ts";
import { claimAsGuardian, personsPhone } from "#test/link-ends.ts";
import { ownPin, pasted, savedSettings, startReal } from "./phone.ts";
import { closeRow, openRow, row } from "./rows.ts";
import { opens, press, recorded, type Scene, type Step, shows, user, visitor } from "./scene.ts";
import type { Stage } from "./stage.ts";
import { openSettled } from "./still.ts";

const place = (at: number): Place => ({
  latitude: -33.868_82 + at * 0.000_4 + Math.sin(at) * 0.000_1,
  longitude: 151.209_29 + at * 0.000_5,
  accuracy: 12 + at,
  ageMs: 4_000,
});

/** What every item of the picture's emergency has; the clock of a moment ago. */
const of = (isDrill = false, agoMs = 0) => ({
  emergency: "emergency",
  at: Date.now() - agoMs,
  isDrill,
});

export const alarm = (isDrill = false): DownItem => ({
  kind: "alarm",
  ...of(isDrill, 240_000),
  place: null,
});
const places = (): DownItem[] =>
  [0, 1, 2, 3, 4].map((at) => ({
    kind: "place",
    ...of(false, 200_000 - at * 40_000),
    place: place(at),
  }));

/** What came in each state of the guardian's page, and words that show that it is there. */
const watchStates: readonly (readonly [name: string, items: () => DownItem[], shown: string])[] = [
  ["watch-linked", () => [], "does their phone show the same"],
  ["watch-test", () => [{ kind: "test", at: Date.now() }], "Test message"],
  ["watch-alarm-without-place", () => [alarm()], "started an emergency"],
  ["watch-alarm", () => [alarm(), ...places()], "Within 16 m"],
  [
    "watch-public-code",
    () => [
      alarm(),
      ...places(),
      { kind: "battery", ...of(), place: null, level: 0.04 },
      { kind: "opened-with-public-code", ...of(), place: null },
    ],
    "treat as danger",
  ],
  [
    "watch-overdue",
    () => [{ kind: "overdue", ...of(false, 90_000), place: place(0), dueAt: Date.now() }],
    "did not end a session in time",
  ],
  [
    "watch-drill",
    () => [alarm(true), { kind: "place", ...of(true), place: place(0) }],
    "Drill: where",
  ],
  ["watch-ended", () => [alarm(), ...places(), { kind: "ended", ...of() }], "own PIN"],
];

/** Uses the link of a phone, which does not know it yet. */
export async function usedLink(page: Page, on: Stage) {
  const phone = await personsPhone(on.server.origin);
  await page.goto(phone.path);
  await page.getByLabel("Who sent you this link?").fill("Ana");
  await page.getByRole("button", { name: "Be a guardian" }).click();
  await page.getByText(/^Six digits appear here/).waitFor();
  return phone;
}

/** Becomes the guardian of a phone, which then tells its part of the digits and sends the items. */
function followed(items: () => DownItem[], shown: string): Step {
  return async (page, on) => {
    const phone = await usedLink(page, on);
    await phone.keys();
    for (const item of items()) await phone.send(item);
    await page.getByText(shown).first().waitFor();
  };
}

/** Something was sent to the guardian that the server keeps no more. */
const missed: Step = async (page, on) => {
  await usedLink(page, on);
  const newsBefore = Date.now();
  const missing = async (route: Route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, newsBefore } });
  };
  // Away from the page that asks by itself; and every first answer of the next one, since a page may ask anew.
  const address = page.url();
  await page.goto("about:blank");
  await page.route("**/api/watches/items?*wait=0*", missing);
  await page.goto(address);
  await page.getByText("Something is missing here").waitFor();
};

/** Opens a link on the guardian's page, without using it. */
const offered: Step = async (page, on) => {
  const phone = await personsPhone(on.server.origin);
  await page.goto(phone.path);
  await page.getByRole("button", { name: "Be a guardian" }).waitFor();
};

/** Makes a link in the settings. */
const linkMade: Step = async (page) => {
  await openRow(page, "Guardians");
  await page.getByRole("button", { name: "Add a guardian" }).click();
  await page.getByLabel("Guardian's name").fill("Ben");
  await page.getByRole("button", { name: "Make a link" }).click();
  await page.getByRole("img", { name: "The code of the link for Ben" }).waitFor();
};

/** The code that opens what a session does. */
const typeCode: Step = async (page) => {
  await page.getByLabel("Security code").fill(ownPin);
  await page.getByRole("button", { name: "Verify Code" }).click();
};

/** The link of the settings is claimed. */
const linkClaimed: Step = async (page, on) => {
  await page.getByRole("button", { name: "Copy the link" }).click();
  await page.getByRole("button", { name: "Copied", exact: true }).waitFor();
  await claimAsGuardian(on.server.origin, await pasted(page));
  await page.getByRole("button", { name: "The same digits" }).waitFor();
};

/** Goes on at another page. */
export const at =
  (path: string): Step =>
  (page) =>
    openSettled(page, path);

/** The digits were compared, and the device knows it. */
const compared: Step = async (page) => {
  const same = page.getByRole("button", { name: "The same digits" });
  await same.click();
  await same.waitFor({ state: "detached" });
};

/** A guardian is linked. */
export const linked: readonly Step[] = [linkMade, linkClaimed, compared];

/** Every screen of guardians. */
export const guardianScenes: readonly Scene[] = [
  visitor("watch", "/watch", shows("Open a link")),
  visitor("watch-offer", "/watch", offered),
  visitor("watch-used", "/watch", usedLink),
  visitor("watch-other-version", `/watch#3${"x".repeat(66)}`, shows(/another version/)),
  ...watchStates.map(([name, items, words]) => visitor(name, "/watch", followed(items, words))),
  visitor("watch-missed", "/watch", missed),
  visitor(
    "watch-about-link",
    "/watch",
    followed(() => [], "does their phone show the same"),
    (page) => page.getByText("About this link").click(),
  ),
  visitor(
    "watch-compared",
    "/watch",
    followed(() => [], "does their phone show the same"),
    compared,
    (page) => page.getByText("About this link").click(),
    shows("You said that Ana's phone shows the same"),
  ),
  user(
    savedSettings,
    "settings-guardian-add",
    "/settings",
    row("Guardians"),
    press("Add a guardian"),
  ),
  user(savedSettings, "settings-guardian-waiting", "/settings", linkMade),
  user(savedSettings, "settings-guardian-compare", "/settings", linkMade, linkClaimed),
  user(
    savedSettings,
    "settings-guardian-linked",
    "/settings",
    ...linked,
    press("Send a test to Ben"),
    shows(/^Stored for Ben/),
  ),
  user(
    savedSettings,
    "settings-guardian-unlink",
    "/settings",
    ...linked,
    press("Unlink Ben"),
    opens("alertdialog"),
  ),
  user(
    savedSettings,
    "settings-guardian-listed",
    "/settings",
    ...linked,
    closeRow,
    shows("Ben, no sign of life yet"),
  ),
  user(
    savedSettings,
    "session-not-set-up",
    "/app",
    press("Start session"),
    shows("Sessions are set up in the settings."),
  ),
  user(
    savedSettings,
    "session-choices",
    "/settings",
    ...linked,
    at("/app"),
    press("Start session"),
    shows("How sessions work: see the settings."),
  ),
  user(
    savedSettings,
    "session-nobody",
    "/settings",
    ...linked,
    at("/app"),
    press("Start session"),
    press("90 min"),
    press("Details"),
    typeCode,
    // The guardian of these scenes has no notifications.
    shows(/^Nobody is alerted\. No notification can be sent to Ben now\./),
  ),
  user(
    savedSettings,
    "lock-guardian",
    "/settings",
    ...linked,
    at("/home"),
    startReal,
    recorded,
    shows("Ben sees it once their page is open"),
  ),
  user(
    savedSettings,
    "lock-guardian-not-compared",
    "/settings",
    linkMade,
    linkClaimed,
    at("/home"),
    startReal,
    recorded,
    shows("Ben sees it once their page is open (digits not compared)"),
  ),
];
