/** Claims about the text that a contact receives. */
import { describe, expect, test } from "vitest";
import { LONGEST_DETAILS } from "#content/sms-parts.ts";
import { mapsLink, plainText, smsBody, timeText } from "./sms-message.ts";

const at = new Date(2026, 10, 21, 21, 5).getTime();
const position = { latitude: -33.868_82, longitude: 151.209_29, accuracy: 12.4, timestamp: at };
const facts = {
  kind: "real",
  text: "Send help, I am in danger.",
  position,
  at,
  now: { wall: at, running: null },
} as const;

describe("the message", () => {
  test("holds the words, a map link, the accuracy and the time", () => {
    expect(smsBody(facts)).toBe(
      [
        "Send help, I am in danger.",
        "Location: https://maps.google.com/?q=-33.86882,151.20929",
        "Accuracy: 12 m",
        "Time: 2026-11-21 21:05",
      ].join("\n"),
    );
  });

  test("says how old an older position is", () => {
    expect(smsBody({ ...facts, now: { wall: at + 240_000, running: null } })).toContain(
      "Accuracy: 12 m, position 4 min old",
    );
  });

  test("says that there is no position, or only one that is too old", () => {
    expect(smsBody({ ...facts, position: null })).toContain("Location unavailable");
    expect(smsBody({ ...facts, now: { wall: at + 3_600_000, running: null } })).toContain(
      "Location unavailable",
    );
  });

  test("says first that a test is a test", () => {
    expect(smsBody({ ...facts, kind: "test" })).toMatch(/^TEST ONLY, no danger\. Send help/);
  });

  test("keeps every character of the words, however many and whatever they are", () => {
    for (const text of [
      "x".repeat(480),
      "\u{1f198} Aidez-moi, Chlo\u00e9 \u0645\u0633\u0627\u0639\u062f\u0629",
    ]) {
      const body = smsBody({ ...facts, kind: "test", text });
      expect(body.split("\n")[0]).toBe(`TEST ONLY, no danger. ${text}`);
      expect(body).toContain("Time: 2026-11-21 21:05");
      expect(body).toContain(mapsLink(position));
    }
  });

  test("makes only punctuation plain that a keyboard sets by itself", () => {
    const text = "\u201cAidez-moi\u201d \u2013 je suis chez Chlo\u00e9\u2026 \u{1f198}";
    expect(smsBody({ ...facts, text }).split("\n")[0]).toBe(
      '"Aidez-moi" - je suis chez Chlo\u00e9... \u{1f198}',
    );
  });

  test("has details that are never longer than those that the settings count with", () => {
    const far = { latitude: -89.999_999, longitude: -179.999_999, accuracy: 99_999, timestamp: at };
    for (const wall of [at, at + 800_000, at - 9_000_000]) {
      const now = { wall, running: null };
      const details = smsBody({ ...facts, text: "", position: far, now });
      expect(details.length).toBeLessThanOrEqual(LONGEST_DETAILS.length);
    }
  });

  test("keeps letters without a plain form", () => {
    expect(plainText("\u041f\u043e\u043c\u043e\u0433\u0438\u0442\u0435")).toBe(
      "\u041f\u043e\u043c\u043e\u0433\u0438\u0442\u0435",
    );
  });
});

test("the time is the device's own", () => {
  expect(timeText(at)).toBe("2026-11-21 21:05");
});
