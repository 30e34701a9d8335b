/** What triggers take in milliseconds beside their budgets, for `scripts/bench triggers` on a quiet machine. */
import { test } from "vitest";
import { appPages, openAll, visitOnce } from "./app-pages.ts";
import { unreachable } from "./browser.ts";
import { budgetTable, several } from "./budget-table.ts";
import { listeningOn, speakOn } from "./covert-scenes.ts";
import { withSettings } from "./fakes.ts";
import { openHome, startGuarded } from "./guardian-phones.ts";
import { answeredAfter, toldAfter } from "./guardian-times.ts";
import { killedWhileRecording, lostMs, phoneToKill } from "./kill-rounds.ts";
import { demoPin, openPhone, unlock } from "./phone.ts";
import { openSlowPhone, pressedOnSlow3G } from "./slow-phone.ts";
import { stage } from "./stage.ts";
import { askedOn, timedStart } from "./trigger-times.ts";

const on = stage();
const report = budgetTable();

test("a real emergency", async () => {
  const took = await several(10, async () => {
    const { page, close } = await openPhone(on);
    await askedOn(page);
    const times = await timedStart(page);
    await close();
    return times;
  });
  report(
    "the button: lock",
    300,
    took.map(({ lock }) => lock),
  );
  report(
    "the button: recorder",
    1_000,
    took.map(({ recording }) => recording),
  );
  report(
    "the button: first message",
    2_000,
    took.map(({ message }) => message),
  );
});

test.each(["/voice", "/settings", "/app"])("a word on %s", async (path) => {
  const took = await several(5, async () => {
    const { page, close } = await listeningOn(on, path);
    const recording = await speakOn(page);
    await close();
    return recording;
  });
  report(`a word on ${path}: recorder`, 1_000, took);
});

test("the button on slow 3G", async () => {
  const took = await several(5, async () => {
    const { page, close } = await openSlowPhone(on);
    const { waited } = await pressedOnSlow3G(page);
    await close();
    return waited;
  });
  report("the button on slow 3G: its question, from its first frame", 300, took);
});

test("kills", async () => {
  const phone = await phoneToKill(on.server.origin);
  const kills = await killedWhileRecording(phone, 20);
  await phone.close();
  report("kills while recording: sound that each lost", 1_200, kills.map(lostMs));
});

test("pages without the network", async () => {
  const phone = await on.visit();
  await withSettings(phone.page);
  await visitOnce(phone.page);
  await phone.context.setOffline(true);
  const took = await several(5, () => openAll(phone.page));
  phone.allowProblems(unreachable);
  await phone.close();
  const worst = took.map((times) => Math.max(...appPages.map((path) => times[path] ?? Number.NaN)));
  report("pages without the network: the slowest of all", 3_000, worst);
});

test("guardians", async () => {
  const took = await several(3, async () => {
    const phones = await startGuarded();
    await openHome(phones.her.page, phones.server.origin);
    await phones.his.leave();
    const told = await toldAfter(phones);
    await unlock(phones.her.page, demoPin);
    await phones.her.page.getByRole("button", { name: "0 BPM" }).waitFor();
    await phones.his.page.goto(`${phones.server.origin}/watch`);
    const answered = await answeredAfter(phones, "I saw it", 64);
    await phones.stop();
    return { told, answered };
  });
  report(
    "an emergency: shown by a guardian's phone",
    3_000,
    took.map(({ told }) => told),
  );
  report(
    "a guardian's answer: shown as the heart rate",
    3_000,
    took.map(({ answered }) => answered),
  );
});
