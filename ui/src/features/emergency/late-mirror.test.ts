/** Claims about kills: local storage is written late, so after one it may hold any state from before. */
import { expect, test } from "vitest";
import type { EmergencyRecord } from "#store/emergency-state.ts";
import { demoPin, ownPin, startApp } from "#test/emergency-app.ts";
import { fakePhone } from "#test/fake-phone.ts";

/** A generator of numbers from 0 to 1 that repeats itself for the same seed (Park and Miller). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

test.each(Array.from({ length: 40 }, (_, index) => index + 1))(
  "an ended emergency never comes back, and one that is on always does (sequence %d)",
  async (seed) => {
    const random = randomOf(seed * 7_919);
    const phone = fakePhone();
    const written: EmergencyRecord[] = [phone.mirror];
    let app = await startApp(phone);
    const ended = new Set<string>();
    for (let count = 0; count < 40; count += 1) {
      const going = app.emergency();
      const move = random();
      if (move < 0.35) app.trigger(random() < 0.3 ? "test" : "real");
      else if (move < 0.65) {
        const pin = random() < 0.3 ? demoPin : ownPin;
        const outcome = await app.controller.submitPin("lockScreen", pin, false);
        if (going !== null && (outcome === "own" || outcome === "demo")) ended.add(going.id);
      } else if (move < 0.7) await phone.clock.advance(random() * 5_000);
      else if (move < 0.75) phone.clock.changeWallTime((random() - 0.5) * 86_400_000);
      else {
        const on = app.emergency();
        const told = phone.news.length;
        await app.tab.close();
        phone.mirror = written[Math.floor(random() * written.length)] as EmergencyRecord;
        app = await startApp(phone);
        expect(app.emergency()?.id).toBe(on?.id);
        const late = phone.news.slice(told).filter((news) => ended.has(news.emergencyId));
        expect(late).toEqual([]);
      }
      await phone.clock.advance(0);
      written.push(phone.mirror);
    }
  },
);
