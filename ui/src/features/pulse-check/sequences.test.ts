/** Claims that hold for sessions whatever happens to the phone, its clocks and its connection, in random sequences. */
import { afterEach, expect, test, vi } from "vitest";
import { sessionLimits } from "#content/guardian-limits.ts";
import { sendOutbox } from "#sync/guardian-outbox.ts";
import type { Network } from "#test/fake-timers.ts";
import { minutes, type SessionPhone, sessionPhone } from "#test/session-phone.ts";
import { isConfirmed } from "./machine-state.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A generator of numbers from 0 to 1, the same at each run. */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** What a test knows of a session besides what the phone and the server say. */
interface Story {
  /** When it is due, by the server's clock and the person's wishes. */
  due: number;
  extensions: number;
  /** Whether somebody set the phone's clock, so that wishes without a connection cannot be timed exactly. */
  isClockSet: boolean;
  readonly said: string[];
}

const networks: readonly Network[] = ["up", "up", "up", "down", "answers lost", "slow"];

/** Something that happens; the story says what. */
async function happen(phone: SessionPhone, story: Story, draw: () => number): Promise<void> {
  const pick = <T>(of: readonly T[]) => of[Math.floor(draw() * of.length)] as T;
  const ms = Math.ceil(draw() ** 3 * minutes(20));
  const acts: Record<string, () => unknown> = {
    wait: () => phone.pass(5_000 + Math.floor(draw() * 60_000)),
    freeze: () => phone.clock.freeze(ms),
    sleep: () => phone.sleep(ms),
    "sleep and look": () => {
      phone.sleep(ms);
      phone.show();
    },
    "set a clock": () => {
      phone.clock.changeWallTime(draw() < 0.5 ? ms : -ms);
      story.isClockSet = true;
    },
    reload: () => phone.reopen(),
    kill: () => phone.reopen(true),
    network: () => phone.server.setNetwork(pick(networks)),
    reconnect: phone.reconnect,
    "late requests arrive": phone.server.letThrough,
    "push changes": () => {
      phone.line(1).push = pick(["works", "none", "broken"]);
    },
    acknowledge: () => phone.sessions().acknowledge(),
    extend: () => {
      story.due = Math.max(story.due, phone.serverNow()) + minutes(sessionLimits.extendMinutes);
      story.extensions += 1;
      return phone.sessions().extend();
    },
  };
  const name = pick(Object.keys(acts));
  story.said.push(name);
  await acts[name]?.();
  await phone.pass(0);
}

/** A session that was ended, after which somebody set the phone's clock back. */
async function endEarlier(phone: SessionPhone, draw: () => number): Promise<void> {
  await phone.sessions().begin(15);
  await expect.poll(phone.isArmed).toBe(true);
  await phone.sessions().end("own");
  await expect.poll(phone.session).toBeNull();
  phone.clock.changeWallTime(-Math.ceil(draw() * minutes(24 * 60)));
  for (const line of phone.server.lines) line.arms.splice(0);
}

/** What holds at every time. */
function check(phone: SessionPhone, story: Story): void {
  phone.server.tick();
  const of = story.said.join(", ");
  for (const [index, { arms, sent, timer }] of phone.server.lines.entries()) {
    expect(sent.filter(({ isTimers }) => isTimers).length, `one alert: ${of}`).toBeLessThan(2);
    const dues = new Set(arms.flatMap(({ dueAt }) => dueAt ?? []));
    expect(dues.size, `due moves with a change only: ${of}`).toBeLessThan(story.extensions + 2);
    const session = phone.session();
    const mine = session?.timers[index];
    if (!session || !mine || session.phase !== "running" || !isConfirmed(session, mine)) continue;
    expect(timer && timer.dueAt * 1_000, `what is confirmed: ${of}`).toBe(mine.held?.alertAt);
    const due = (mine.held?.alertAt ?? 0) - sessionLimits.graceMs;
    if (!story.isClockSet) {
      expect(Math.abs(due - story.due), `due as chosen: ${of}`).toBeLessThan(2_000);
    }
  }
}

/** What holds once the session was ended and the phone has a connection. */
async function checkEnd(phone: SessionPhone, story: Story): Promise<void> {
  phone.reconnect();
  phone.show();
  await phone.pass(0);
  await phone.sessions().end("own");
  await expect.poll(phone.session).toBeNull();
  await expect.poll(() => sendOutbox()).toBe(true);
  phone.server.letThrough();
  await phone.pass(0);
  phone.sleep(minutes(120));
  const of = story.said.join(", ");
  for (const [index, { sent, timer }] of phone.server.lines.entries()) {
    const kinds = await phone.sentKinds(index);
    const wasAlerted = sent.some(({ isTimers }) => isTimers);
    expect(kinds, `told of the end: ${of}`).toEqual(wasAlerted ? ["overdue", "ended"] : []);
    expect(timer?.state, `over: ${of}`).not.toBe("armed");
  }
}

test.each(Array.from({ length: 12 }, (_, round) => round))(
  "sessions with two guardians, random sequences of round %i: due moves with a change alone, what is confirmed is held, each is alerted once and hears of the end",
  async (round) => {
    const draw = drawing(round * 7_919 + 17);
    for (let sequence = 0; sequence < 5; sequence += 1) {
      const phone = await sessionPhone(["Ana", "Ben"]);
      if (draw() < 0.5) await endEarlier(phone, draw);
      const due = phone.serverNow() + minutes(15);
      const story: Story = { due, extensions: 0, isClockSet: false, said: [] };
      if (draw() < 0.3) phone.server.setNetwork("down");
      await phone.sessions().begin(15);
      await phone.pass(0);
      for (let step = 0; step < 14; step += 1) {
        await happen(phone, story, draw);
        check(phone, story);
      }
      await checkEnd(phone, story);
      phone.close();
    }
  },
);
