/** Claims about two accounts of one emergency, for every pair of them in both orders. */
import { describe, expect, test } from "vitest";
import { merged } from "./accounts.ts";
import type { ContactMessage, MessageStatus } from "./contact-message.ts";
import { isDue } from "./messages.ts";
import type { Emergency } from "./state.ts";
import { begun, place, play } from "./stories.ts";

const base = play([begun]).state.emergency as Emergency;
const isSealed = (pin: string) => pin.startsWith("hash");
const statuses: readonly MessageStatus[] = ["prepared", "opened", "confirmed"];
const [bools, pins] = [[false, true] as const, ["", "482915", "hash:482915"] as const];

const with2 = (status: MessageStatus, alarm: number): ContactMessage[] =>
  base.messages.map((message) => ({
    ...{ ...message, status, alarm, hadPlace: status !== "prepared" },
    told: status === "confirmed" ? "place" : "nothing",
  }));

/** Accounts of one emergency by two tabs, of which one may not have heard that it is real. */
const accounts: readonly Emergency[] = (["real", "test"] as const).flatMap((kind) =>
  statuses.flatMap((status, at) =>
    bools.flatMap((isDecoy) =>
      bools.flatMap((isDisguised) =>
        pins.map((ownPin) => ({
          ...base,
          ...{ kind, isDecoy, isDisguised, ownPin },
          text: kind,
          alarms: at + 1,
          sequence: 1_000 + at,
          location: at === 1 ? null : { ...place, timestamp: 1_000 + at },
          messages: with2(status, at + 1),
        })),
      ),
    ),
  ),
);
const pairs = accounts.flatMap((one) => accounts.map((other) => [one, other] as const));

/** Checks every pair; the message of a failure names the two accounts. */
function eachPair(check: (both: Emergency, one: Emergency, other: Emergency) => void) {
  for (const [one, other] of pairs) check(merged(one, other, isSealed), one, other);
}

describe("two accounts of one emergency", () => {
  test("are that emergency, in whatever order they are heard", () => {
    eachPair((both, one, other) => expect(merged(other, one, isSealed)).toEqual(both));
  });

  test("are real where one of them is", () => {
    eachPair(({ kind }, one, other) => {
      expect(kind).toBe(one.kind === "real" || other.kind === "real" ? "real" : "test");
    });
  });

  test("say no more of a message than the one that knows its newest text, and forget nothing that was sent", () => {
    const sent = { ...base, messages: with2("confirmed", 1) };
    const reopened = { ...base, messages: with2("opened", 2) };
    const plain = {
      ...base,
      messages: with2("confirmed", 2).map((one) => ({
        ...one,
        hadPlace: false,
        told: "text" as const,
      })),
    };
    expect(merged(sent, reopened).messages[0]).toMatchObject({ status: "opened", told: "place" });
    expect(merged(reopened, plain).messages[0]).toMatchObject({
      ...{ status: "confirmed", hadPlace: false, told: "text" },
    });
  });

  test("know of the place in a message where one of them does", () => {
    const had = { ...base, messages: with2("opened", 1) };
    const without = {
      ...base,
      messages: had.messages.map((message) => ({ ...message, hadPlace: false })),
    };
    expect(merged(had, without).messages).toEqual(had.messages);
    expect(merged(without, had).messages).toEqual(had.messages);
  });

  test.each([
    ["waits in one of them", { alarms: 1, alarmDueAt: null }, 9_000],
    ["waits, unless the other has raised it", { alarms: 2, alarmDueAt: null }, null],
    ["waits after the one that the other has raised", { alarms: 2, alarmDueAt: 29_000 }, 29_000],
  ])("keep the alarm that %s", (_, account, dueAt) => {
    const [waiting, other] = [
      { ...base, alarms: 1, alarmDueAt: 9_000 },
      { ...base, ...account },
    ];
    expect(merged(waiting, other).alarmDueAt).toBe(dueAt);
    expect(merged(other, waiting).alarmDueAt).toBe(dueAt);
  });

  test("have the words, the messages, the disguise and the place of the real one, and nothing of the test's", () => {
    eachPair((both, one, other) => {
      if (one.kind === other.kind) return;
      const real = one.kind === "real" ? one : other;
      const { text, messages, alarms, isDecoy, isDisguised, location } = real;
      expect(both).toMatchObject({ text, messages, alarms, isDecoy, isDisguised, location });
      for (const [at, message] of both.messages.entries()) {
        expect(isDue(both, message)).toBe(isDue(real, real.messages[at] as ContactMessage));
      }
    });
  });

  test("take back neither a decoy unlock, nor the lock's opening, nor what is known of a message", () => {
    eachPair((both, one, other) => {
      if (one.kind !== other.kind) return;
      expect(both.isDecoy).toBe(one.isDecoy || other.isDecoy);
      expect(both.isDisguised).toBe(one.isDisguised && other.isDisguised);
      const least = Math.max(
        ...[one, other].map(({ messages }) => statuses.indexOf(messages[0]?.status ?? "prepared")),
      );
      expect(both.messages.map(({ status }) => statuses.indexOf(status))).toEqual([least, least]);
    });
  });

  test("have the newer place where both are of one kind", () => {
    eachPair((both, one, other) => {
      if (one.kind !== other.kind) return;
      const times = [one, other].map(({ location }) => location?.timestamp ?? 0);
      expect(both.location?.timestamp ?? 0).toBe(Math.max(...times));
    });
  });

  test("have the later sequence, and a PIN where one has it, hashed where one has that", () => {
    eachPair((both, one, other) => {
      expect(both.sequence).toBe(Math.max(one.sequence, other.sequence));
      expect(pins.indexOf(both.ownPin as "")).toBe(
        Math.max(pins.indexOf(one.ownPin as ""), pins.indexOf(other.ownPin as "")),
      );
    });
  });

  test("have the PIN that is stored where both have one of a kind", () => {
    expect(merged({ ...base, ownPin: "1111" }, { ...base, ownPin: "2222" }, isSealed).ownPin).toBe(
      "2222",
    );
  });
});

describe("two emergencies", () => {
  const first = { ...base, id: "first", sequence: 1, text: "First", messages: with2("opened", 1) };
  const ours = { ...base, id: "ours", sequence: 2, text: "Ours" };

  test("are the one that was stored first", () => {
    const joined = [ours.id];
    expect(merged(ours, first)).toEqual({ ...first, joined });
    expect(merged({ ...ours, kind: "test" }, first)).toEqual({ ...first, joined });
  });

  test("know of each that gave way, and of a call for help in it", () => {
    const [calledAt, another] = [first.calledAt + 5_000, { ...ours, id: "another" }];
    const both = merged({ ...ours, calledAt }, first);
    expect(both).toMatchObject({ joined: [ours.id], calledAt });
    expect(merged(both, merged(another, first)).joined).toEqual(["another", ours.id]);
    const test = { ...ours, kind: "test", calledAt } as const;
    expect(merged(test, first).calledAt).toBe(first.calledAt);
    expect(merged(ours, { ...first, kind: "test" }).joined).toEqual([ours.id]);
  });

  test("are a real one under the id of the first where that was a test", () => {
    const both = merged(ours, { ...first, kind: "test" });
    expect(both).toMatchObject({ id: "first", kind: "real", text: "Ours", sequence: 2 });
    expect(both.messages).toEqual(ours.messages);
  });
});
