/** Claims about the texts of the evidence package. */
import { describe, expect, test } from "vitest";
import { numberSentence } from "#content/time-receipt.ts";
import { gapBytes } from "#store/evidence/evidence-chain.ts";
import type { ConfirmedTime } from "#store/evidence/receipt-check.ts";
import { escaped, filled } from "./fill.ts";
import { growingFile } from "./growing-file.ts";
import { findingText, packageName, stepText } from "./package-words.ts";
import type { PackagedPart, PartEvent } from "./read-part.ts";
import { reportHtml } from "./report.ts";
import { csvRow, detailTables, hasDetails, linkColumns, linkRow, utc } from "./tables.ts";
import { logText, manifestText } from "./text-files.ts";
import { timeTables } from "./times.ts";
import { type PackagedToken, packagedTokens, tokensTable } from "./tokens.ts";

const HOSTILE = `<script>alert("1")</script>&`;

const part = (number: number, events: readonly PartEvent[]): PackagedPart => ({
  number,
  id: `id-${number}`,
  type: "audio/webm",
  startsFrom: "0".repeat(64),
  head: String(number).repeat(64),
  seconds: 3_661,
  events,
  originalName: `original/part-${number}.webm`,
  original: new Blob(),
  playable: null,
  playableName: "",
  headerBytes: 0,
});
const event = (number: number, sentence: string): PartEvent => ({
  at: Date.parse("2026-11-21T10:00:00.000Z"),
  type: "gap",
  number,
  sentence,
});
const report = (
  parts: readonly PackagedPart[],
  confirmed: ConfirmedTime | null = null,
  tokens: readonly PackagedToken[] = [],
) =>
  reportHtml({
    parts,
    finding: "The finding.",
    made: new Date("2026-11-22T08:00:00.000Z"),
    browser: HOSTILE,
    files: ["original/part-1.webm", "links.csv", "certification-draft.txt"],
    confirmed,
    origin: "https://example.com",
    tokens,
    timeZone: "Australia/Sydney",
  });

test("a row of a table quotes what would break it", () => {
  expect(csvRow(["a", 'b "c", d', 1.5, "e\nf"])).toBe('a,"b ""c"", d",1.5,"e\nf"\n');
});

test("a link's row has the numbers as they are hashed, and both times", () => {
  const link = {
    ...{ seq: 4, kind: "gap" as const, at: 1_795_000_000_000, mono: 12.25 },
    ...{ bytes: gapBytes("é"), sha256: "aa", chain: "bb" },
  };
  expect(linkRow(2, link, 70)).toBe(
    "2,4,gap,70,2,2026-11-18T11:06:40.000Z,1795000000000,12.25,aa,bb\n",
  );
  expect(linkColumns.split(",")).toHaveLength(10);
  expect(utc(Number.NaN)).toBe("?");
});

test("the list of fingerprints is in the format of sha256sum", () => {
  expect(manifestText([{ name: "original/part 1.webm", sha256: "ab" }])).toBe(
    "ab  original/part 1.webm\n",
  );
});

test("text in HTML is text, and a template without a value fails", () => {
  expect(escaped(HOSTILE)).toBe("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;");
  expect(filled("{{a}} {{b}}", { a: "$&", b: "{{a}}" })).toBe("$& {{a}}");
  expect(() => filled("{{a}}", {})).toThrow("a");
});

describe("the report", () => {
  test("has no script, and escapes what it was given", () => {
    const text = report([part(1, [event(1, HOSTILE)])]);
    expect(text).not.toContain("<script");
    expect(text.split("&lt;script&gt;")).toHaveLength(3);
    expect(text).not.toContain("{{");
  });

  test("says local time and UTC, the length of all parts, and the last fingerprint", () => {
    const text = report([1, 2, 3].map((number) => part(number, [event(number, "Gap.")])));
    expect(text).toContain("22 Nov 2026, 19:00:00 on the device (2026-11-22 08:00:00 UTC)");
    expect(text).toContain("3:03:03 (hours");
    expect(text).toContain("3".repeat(64));
    expect(text).not.toContain("2".repeat(64));
  });

  test("stays short after many interruptions, and says where the others are", () => {
    const events = Array.from({ length: 40 }, (_, at) => event(1, `Gap ${at}.`));
    const text = report([part(1, events)]);
    expect(text).toContain("Gap 13.");
    expect(text).not.toContain("Gap 14.");
    expect(text).toContain("And 26 more: see log.txt.");
  });

  test("names the files that are there, and claims nothing that the package cannot show", () => {
    const text = report([part(1, [])]).replace(/\s+/g, " ");
    expect(text).toContain("links.csv");
    expect(text).not.toMatch(/places\.csv|messages\.csv/);
    expect(text).toContain("The chain alone does not show when that was");
    expect(text).toContain("<p>Only the clock of the device says so.</p>");
    expect(text).toContain("Where to ask:</b> a lawyer");
    expect(text).not.toMatch(/admissible|authentic|guarantee/i);
  });
});

describe("what the report says of the time", () => {
  const time = Date.parse("2026-11-21T10:01:00.000Z");
  const confirmed = { time, linkedAt: time - 1_000, isChecked: true };
  const number = numberSentence({
    nonce: "ab".repeat(32),
    time: 1_795_255_200,
    key: "0".repeat(16),
    signature: "AAAA",
  });

  test("names who signed what, and what that is worth", () => {
    const text = report([part(1, [event(1, number)])], confirmed);
    expect(text).toContain(
      "Not earlier: part 1 holds a number that the server https://example.com made on 2026-11-21 10:00:00 UTC",
    );
    expect(text).toContain("signed it. The sound up to 2026-11-21 10:00:59 UTC");
    expect(text).toContain("as far as you trust whoever runs it");
    expect(text).not.toContain("Only the clock of the device says so");
    expect(text).not.toContain("ab".repeat(32));
    expect(text).toContain("Part 1: a number that the server made at 2026-11-21T10:00:00.000Z.");
  });

  test("claims nothing of a receipt that the device could not check", () => {
    const text = report([part(1, [])], { ...confirmed, isChecked: false });
    expect(text).toContain("<p>Only the clock of the device says so.</p>");
  });
});

describe("what is said of time-stamp tokens", () => {
  const token = (number: number, head: string): PackagedToken => ({
    ...{ name: `tokens/token-${number}.tst`, content: new Uint8Array(), head },
    time: Date.parse("2026-11-21T10:00:00.123Z") + number * 60_000,
  });

  test("is which fingerprint each is for, and that nobody checked who signed it", () => {
    const tokens = [token(1, "cd".repeat(32)), token(2, "1".repeat(64))];
    const text = report([part(1, [])], null, tokens).replace(/\s+/g, " ");
    expect(text).toContain(
      "tokens/token-1.tst: 2026-11-21 10:01:00 UTC, for the fingerprint cdcdcdcdcdcdcdcd...",
    );
    expect(text).toContain(
      "tokens/token-2.tst: 2026-11-21 10:02:00 UTC, for the last fingerprint above",
    );
    expect(text).toContain("It did not check who signed it.");
    expect(text).not.toContain("Only the clock of the device says so");
  });

  test("stays short where there are many, and leaves events to the log", () => {
    const tokens = Array.from({ length: 20 }, (_, at) => token(at + 1, "cd".repeat(32)));
    const events = Array.from({ length: 40 }, (_, at) => event(1, `Gap ${at}.`));
    const text = report([part(1, events)], null, tokens);
    expect(text.match(/token-\d+\.tst/g)).toHaveLength(4);
    expect(text).toContain("token-20.tst");
    expect(text).toContain("And 16 older: see tokens.csv.");
    expect(text).toContain("And 37 more: see log.txt.");
  });

  test("is in a table with full fingerprints", () => {
    expect(tokensTable([token(1, "ab".repeat(32))])).toBe(
      `token,time,head\ntokens/token-1.tst,2026-11-21T10:01:00.123Z,${"ab".repeat(32)}\n`,
    );
  });

  test("is nothing of what is no token", () => {
    const kept = ["", "AAAA", "!"].map((one) => ({ head: "ab".repeat(32), token: one, at: 0 }));
    expect(packagedTokens(kept)).toEqual([]);
  });
});

test("receipts and keys are tables only where there are any", () => {
  const receipt = { head: "cd".repeat(32), time: 1_795_255_200, key: "aa", signature: "A+/=" };
  const key = { id: "aa", publicKey: "BBBB=", validFrom: 7, validUntil: null };
  expect(timeTables({ receipts: [], keys: [] }, "https://example.com")).toEqual([]);
  expect(timeTables({ receipts: [receipt], keys: [key] }, "https://example.com")).toEqual([
    {
      name: "receipts.csv",
      text: `time,unix_time,head,key,signature\n2026-11-21T10:00:00.000Z,1795255200,${receipt.head},aa,A+/=\n`,
    },
    {
      name: "receipt-keys.csv",
      text: "key,public_key,valid_from,valid_until,published_at\naa,BBBB=,7,,https://example.com/.well-known/time-receipt-keys.json\n",
    },
  ]);
});

test("the log has one line for each event, whatever its sentence has", () => {
  const text = logText({
    events: [event(2, "One.\n2026-01-01T00:00:00.000Z  Two.")],
    finding: "Found.",
    made: new Date("2026-11-22T08:00:00.000Z"),
    browser: "A\nbrowser",
  });
  expect(text.split("\n").slice(1)).toEqual([
    "2026-11-21T10:00:00.000Z  Part 2: One. 2026-01-01T00:00:00.000Z Two.",
    "2026-11-22T08:00:00.000Z  Found.",
    "2026-11-22T08:00:00.000Z  This package was made on the device, in this browser: A browser",
    "",
  ]);
});

test.each([
  [{ isAltered: false, missingSeconds: 0 }, /Nothing was changed, and nothing is missing/],
  [{ isAltered: true, missingSeconds: 0 }, /was changed, or a part of it is missing\.$/],
  [{ isAltered: false, missingSeconds: 1 }, /sound\. About 1 second is missing\.$/],
  [{ isAltered: true, missingSeconds: 9 }, /was changed.*About 9 seconds are missing\.$/],
])("a check that found %o", (found, text) => {
  expect(findingText({ ...found, parts: [], confirmed: null })).toMatch(text);
});

test("a check without an end finds nothing", () => {
  expect(findingText(null)).toBe("The device could not check the recording to its end.");
});

test("the name of the file says when it was made and not what it is", () => {
  expect(packageName(new Date(2026, 10, 26, 21, 4))).toBe("export-20261126-2104.zip");
});

test("of a recording of one part no number is said", () => {
  expect(stepText({ type: "reading", part: 1, of: 1 })).toBe("Reading the sound...");
  expect(stepText({ type: "reading", part: 2, of: 3 })).toBe("Reading part 2 of 3...");
});

test("places and messages are tables only where there are any", () => {
  const place = { at: 0, latitude: -33.8, longitude: 151.2, accuracy: 12 };
  const message = {
    name: 'Ann, "A"',
    phoneNumber: "+61",
    status: "opened",
    hadPlace: true,
    told: "nothing",
  } as const;
  expect(hasDetails({ places: [], messages: [], text: "Help" })).toBe(false);
  expect(detailTables({ places: [], messages: [], text: "Help" })).toEqual([]);
  expect(detailTables({ places: [place], messages: [message], text: "Help" })).toEqual([
    {
      name: "places.csv",
      text: "wall_time,latitude,longitude,accuracy_metres\n1970-01-01T00:00:00.000Z,-33.8,151.2,12\n",
    },
    {
      name: "messages.csv",
      text: 'name,number,status,with_place,text\n"Ann, ""A""",+61,opened,yes,Help\n',
    },
  ]);
});

test("a file that grows gives its pieces away a megabyte at a time", async () => {
  const kept: number[] = [];
  const file = growingFile(async (piece) => {
    kept.push(piece.size);
    return piece;
  });
  for (let count = 0; count < 5; count += 1) await file.add(new ArrayBuffer(500_000));
  await file.add("ä");
  expect(file.size()).toBe(2_500_002);
  expect((await file.end()).size).toBe(2_500_002);
  expect(kept).toEqual([1_500_000, 1_000_002]);
});
