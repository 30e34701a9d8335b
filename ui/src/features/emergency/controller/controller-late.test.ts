/** Claims about several emergencies, pages and tabs on one fake phone: what is late or elsewhere harms nothing. */
import { beforeEach, describe, expect, test } from "vitest";
import { emergencyTimes } from "#content/limits.ts";
import { NO_EMERGENCY } from "#store/emergency/emergency-state.ts";
import {
  ana,
  ben,
  demoPin,
  type EmergencyApp,
  ownPin,
  placeNow,
  startApp,
} from "#test/emergency-app.ts";
import { type FakePhone, fakePhone } from "#test/fake-phone.ts";

let phone: FakePhone;
let app: EmergencyApp;

const advance = (ms: number) => phone.clock.advance(ms);

beforeEach(async () => {
  phone = fakePhone();
  app = await startApp(phone);
});

describe("what is left over from an emergency", () => {
  /** Ends the first emergency and starts the next one, which has no location yet. */
  async function again(kind: "real" | "test" = "real") {
    await app.controller.submitPin("lockScreen", ownPin, false);
    app.trigger(kind);
    await advance(0);
  }

  test("its timers neither take the next one's tap away nor name a contact of it", async () => {
    app.trigger();
    await advance(3_000);
    await again();
    app.controller.report({
      type: "message-requested",
      emergencyId: app.emergency()?.id ?? "",
      phoneNumber: ana,
      hasPlace: true,
    });
    await advance(2_000);
    expect(app.controller.getState()).toMatchObject({ launching: ana, unseen: null });
  });

  test("its test copies nothing of a real one, and lists nobody", async () => {
    app.trigger("test");
    await advance(500);
    await again();
    await advance(5_000);
    expect(app.tab.copied).toEqual([]);
    expect(app.controller.getState().isCopied).toBeNull();
    expect(app.tab.toasts.map(({ title }) => title)).not.toContain("Emergency contacts");
  });

  test("its recorder, closing late, does not end the recording of the next one", async () => {
    app.trigger();
    await advance(0);
    await app.tab.speak("first");
    await expect.poll(() => phone.chunks.length).toBe(1);
    await again();
    await expect.poll(() => app.controller.getState().recording.phase).toBe("on");
    await advance(5_000);
    expect(app.controller.getState().recording.phase).toBe("on");
    expect(app.tab.toasts.map(({ title }) => title)).not.toContain("Recording Saved");
  });

  test("its screen, going dark late, says nothing of the next one's", async () => {
    app.trigger();
    let lateNews: (isKeptOn: boolean) => void = () => undefined;
    Object.assign(app.tab.devices, {
      keepScreenOn: (listener: typeof lateNews) => {
        lateNews = listener;
        return () => undefined;
      },
    });
    await app.controller.submitPin("lockScreen", ownPin, false);
    app.trigger();
    const first = lateNews;
    await again();
    first(false);
    expect(app.controller.getState().isScreenKeptOn).toBe(true);
    lateNews(false);
    expect(app.controller.getState().isScreenKeptOn).toBe(false);
  });

  test("a code that is still being counted does not unlock the next one", async () => {
    app.trigger();
    const { changeLockouts } = app.tab.devices;
    let count: () => void = () => undefined;
    const counted = new Promise<void>((resolve) => {
      count = resolve;
    });
    const slow: typeof changeLockouts = async (...args) => {
      await counted;
      return changeLockouts(...args);
    };
    Object.assign(app.tab.devices, { changeLockouts: slow });
    const trying = app.controller.submitPin("lockScreen", ownPin, true);
    await advance(0);
    const id = app.emergency()?.id ?? "";
    phone.disk.set("emergency", { ...NO_EMERGENCY, emergencyId: id });
    app.controller.report({ type: "ended-elsewhere", emergencyId: id, endedAt: 9e15, at: 0 });
    app.trigger();
    count();
    await trying;
    expect(app.emergency()).not.toBeNull();
    expect(app.emergency()?.id).not.toBe(id);
  });
});

describe("a test that another tab made real", () => {
  test("is real in both tabs, on the disk, and after a kill that the disk did not hear of it", async () => {
    app.trigger("test");
    await advance(0);
    const other = await startApp(phone);
    await advance(0);
    const { id } = app.emergency() ?? {};
    other.tab.announce({ triggeredBy: "voice", safeWordUsed: "help me" });
    await advance(0);
    for (const tab of [app, other]) {
      expect(tab.emergency()).toMatchObject({ id, kind: "real", triggeredBy: "voice" });
    }
    expect(phone.disk.get("emergency")).toMatchObject({ kind: "real", isLocked: true });
  });

  test("is not made a test again by a page that was killed before the disk heard of it", async () => {
    app.trigger("test");
    await advance(0);
    const before = phone.disk.get("emergency");
    app.trigger("real");
    await advance(0);
    phone.disk.set("emergency", before);
    await app.tab.close();
    const next = await startApp(phone);
    expect(next.emergency()).toMatchObject({ kind: "real" });
    expect(phone.disk.get("emergency")).toMatchObject({ kind: "real" });
  });

  test("does not take along a place that is too old to be sent, and waits for a new one", async () => {
    app.tab.learnPlace({ fix: placeNow(phone) });
    app.trigger("test");
    await advance(0);
    const tested = app.opened().length;
    phone.clock.sleep(3_000_000);
    app.trigger("real");
    await advance(0);
    app.tab.learnPlace({ isAsking: true });
    expect(app.opened()).toHaveLength(tested);
    app.tab.learnPlace({ fix: placeNow(phone) });
    await advance(0);
    const bodies = app.tab.opened.slice(tested).map(({ body }) => body);
    expect(bodies).toEqual([expect.stringContaining("Location: ")]);
  });

  test("has no place that is too old, on the disk or in another tab, and opens no message for it", async () => {
    app.tab.learnPlace({ fix: placeNow(phone) });
    app.trigger("test");
    await advance(0);
    const tested = app.opened().length;
    const other = await startApp(phone);
    phone.clock.sleep(3_000_000);
    await app.tab.breakRecorder("failed");
    app.trigger("real");
    await advance(0);
    const kept = [phone.disk.get("emergency"), phone.mirror, other.emergency(), app.emergency()];
    expect(kept).toMatchObject(kept.map(() => ({ kind: "real", location: null })));
    // The other tab stores something, which this one hears.
    const emergencyId = other.emergency()?.id ?? "";
    other.controller.report({ type: "text-taken", emergencyId, hasPlace: false });
    other.controller.report({ type: "message-confirmed", emergencyId, phoneNumber: ben });
    await advance(0);
    expect(app.emergency()?.messages[1]).toMatchObject({ status: "confirmed" });
    await advance(emergencyTimes.answerWaitMs);
    expect(app.opened()).toHaveLength(tested);
    expect(app.emergency()).toMatchObject({ location: null });
  });

  test("is not made a test again by a tab that heard nothing yet", async () => {
    app.trigger("test");
    await advance(0);
    const other = await startApp(phone);
    Object.assign(app.tab.devices, { tellOtherTabs: () => undefined });
    app.trigger("real");
    await advance(0);
    other.tab.learnPlace({ fix: placeNow(phone) });
    await advance(0);
    expect(phone.disk.get("emergency")).toMatchObject({ kind: "real" });
    expect(other.emergency()).toMatchObject({ kind: "real" });
  });
});

describe("a page that opens", () => {
  test("finds the emergency that is on, records its next part and opens no message", async () => {
    app.tab.learnPlace({ fix: placeNow(phone) });
    app.trigger();
    await advance(0);
    await app.tab.leaveFor(1_500);
    await app.tab.close();
    const next = await startApp(phone);
    expect(next.emergency()).toMatchObject({ id: app.emergency()?.id });
    await expect.poll(() => next.controller.getState().recording.phase).toBe("on");
    expect(next.opened()).toEqual([]);
    expect([...next.tab.holds].sort()).toEqual(["page", "position", "screen"]);
  });

  test("locks before the disk has answered, by what the mirror says", async () => {
    app.trigger();
    await advance(0);
    phone.isDiskSlow = true;
    expect((await startApp(phone)).emergency()).toMatchObject({ id: app.emergency()?.id });
  });

  test("believes the disk, not a mirror that somebody emptied", async () => {
    app.trigger();
    await advance(0);
    phone.mirror = { ...phone.mirror, isLocked: false };
    expect((await startApp(phone)).emergency()).toMatchObject({ id: app.emergency()?.id });
    expect(phone.mirror.isLocked).toBe(true);
  });

  test("shows no lock behind a decoy, and goes on recording", async () => {
    app.trigger();
    await app.controller.submitPin("lockScreen", demoPin, true);
    await advance(0);
    await app.tab.close();
    const next = await startApp(phone);
    expect(next.tab.holds).not.toContain("page");
    await expect.poll(() => next.tab.microphone.running).toBe(1);
  });
});

describe("two tabs", () => {
  let apps: readonly [EmergencyApp, EmergencyApp];
  const heardIn = (order: readonly EmergencyApp[]) => {
    for (const { tab } of order) tab.announce({ triggeredBy: "voice", safeWordUsed: "help" });
  };
  const running = () => apps.map(({ tab }) => tab.microphone.running);
  const recording = () => apps[running().indexOf(1)] as EmergencyApp;

  beforeEach(async () => {
    apps = [app, await startApp(phone)];
  });

  test("that hear the same word have one emergency, one recording and, with a code, one end", async () => {
    heardIn(apps);
    await advance(1_000);
    const [id, otherId] = apps.map((one) => one.emergency()?.id);
    expect(otherId).toBe(id);
    expect(phone.disk.get("emergency")).toMatchObject({ emergencyId: id });
    expect(running().sort()).toEqual([0, 1]);
    await recording().tab.speak("heard");
    const owners = () => [...phone.recordings.values()].map((row) => row.emergencyEventId);
    await expect.poll(owners).toEqual([id]);
    await apps[0].controller.submitPin("lockScreen", ownPin, false);
    await advance(1_000);
    expect(apps.map((one) => one.emergency())).toEqual([null, null]);
    await expect.poll(running).toEqual([0, 0]);
  });

  test("are both unlocked by a decoy unlock in one of them", async () => {
    heardIn(apps);
    await advance(1_000);
    await apps[1].controller.submitPin("lockScreen", demoPin, true);
    await advance(0);
    expect(apps.map((one) => one.emergency()?.isDecoy)).toEqual([true, true]);
    for (const { tab } of apps) expect(tab.holds).not.toContain("page");
  });

  test("show what the recorder does also when its tab's own emergency gave way to the other's", async () => {
    // The first tab has the recorder, the second one's emergency is on the disk first.
    const { changeDurable } = app.tab.devices;
    const later: typeof changeDurable = async (name, decide) => {
      await new Promise<void>((resolve) => phone.clock.after(100, resolve));
      return changeDurable(name, decide);
    };
    Object.assign(app.tab.devices, { changeDurable: later });
    heardIn(apps);
    await advance(50);
    await app.tab.speak("heard");
    await advance(950);
    expect(running()).toEqual([1, 0]);
    const id = apps[1].emergency()?.id;
    expect([app.emergency()?.id, id]).toEqual([id, "tab2-1"]);
    await expect.poll(() => phone.chunks.length).toBe(1);
    expect([...phone.recordings.values()]).toMatchObject([{ emergencyEventId: id }]);
    await app.tab.breakRecorder("muted");
    await expect.poll(() => app.controller.getState().recording.phase).toBe("starting");
    await advance(500);
    await expect.poll(() => app.controller.getState().recording.phase).toBe("on");
  });
});
