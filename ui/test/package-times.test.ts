/** Claims about the times in evidence packages: others can check them, and each kind of change is noticed, and named. */
import * as fs from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { numberSentence } from "#content/time-receipt.ts";
import { findRecording } from "#store/app-database.ts";
import { keepReceipt } from "#store/evidence/receipts.ts";
import { signingServer } from "#test/signing-server.ts";
import { packStored, storedEmergency, storeEmergency } from "#test/stored-emergency.ts";
import {
  removeFolders,
  rewrite,
  runIn,
  tamperedAndListed,
  textIn,
  unpackedFolder,
  verifiedAll,
} from "../e2e/package-tools.ts";

/** When the server signed, in Unix seconds. */
const TIME = Date.parse("2026-11-21T10:00:40.000Z") / 1_000;
const NUMBER_TIME = TIME - 30;

/** The package of an emergency of three parts, with a receipt after each of the last two, and a number in the second. */
let whole = "";
/** A key that signed nothing of it. */
let other = "";
beforeAll(async () => {
  vi.stubGlobal("navigator", {});
  const server = await signingServer();
  other = (await signingServer()).key.publicKey;
  const number = numberSentence(await server.number("ab".repeat(32), NUMBER_TIME));
  await storeEmergency(3, new Map([[2, number]]));
  for (const part of [2, 3]) {
    const head = (await findRecording(`id-${part}`))?.head ?? "";
    await keepReceipt(storedEmergency, await server.receipt(head, TIME + part), [server.key]);
  }
  whole = unpackedFolder(await packStored());
  vi.unstubAllGlobals();
});
afterAll(removeFolders);

test("verify.py and verify.sh find the times that were signed, and the report says whose word they are", () => {
  const python = runIn(whole, "python3", "verify.py");
  expect(python.said).toContain("signed at 2026-11-21T10:00:43.000Z that ");
  expect(python.said).toContain("the number of 2026-11-21T10:00:10.000Z");
  expect(python.said).toContain("The times above are the word of whoever has the key");
  expect(python).toMatchObject({ status: 0, said: expect.not.stringContaining("note ") });
  const shell = runIn(whole, "sh", "verify.sh");
  expect(shell).toMatchObject({ status: 0, said: expect.stringContaining("3 times were signed") });
  const report = textIn(whole, "report.html");
  expect(report).toContain("Not earlier: part 2 holds a number");
  expect(report).toContain("the fingerprint of this sound on 2026-11-21 10:00:43 UTC");
});

/** Changes a column of a table's first row below its columns. */
const cell = (name: string, column: number, change: (text: string) => string) => (folder: string) =>
  rewrite(folder, name, (text) => {
    const [columns = "", first = "", ...rest] = text.split("\n");
    const cells = first.split(",");
    return [columns, cells.with(column, change(cells[column] ?? "")).join(","), ...rest].join("\n");
  });

const later = (seconds: string) => String(Number(seconds) + 60);
const turned = (digits: string) => digits.replace(/^./, (one) => (one === "A" ? "B" : "A"));

type Tampering = readonly [what: string, tamper: (folder: string) => void, named: RegExp];

const tamperings: readonly Tampering[] = [
  [
    "another time",
    (folder) => {
      cell("receipts.csv", 1, later)(folder);
      cell("receipts.csv", 0, (time) => new Date(Date.parse(time) + 60_000).toISOString())(folder);
    },
    /receipts\.csv, the receipt of 2026-11-21T10:01:42\.000Z: it was changed/,
  ],
  [
    "the time alone that people read",
    cell("receipts.csv", 0, () => "2026-11-20T10:00:00.000Z"),
    /its two columns of the time differ/,
  ],
  [
    "another fingerprint",
    cell("receipts.csv", 2, (head) => head.replace(/^./, (one) => (one === "a" ? "b" : "a"))),
    /the receipt of 2026-11-21T10:00:42\.000Z: it was changed/,
  ],
  ["another signature", cell("receipts.csv", 4, turned), /it was changed, or somebody else signed/],
  [
    "a signature cut off",
    cell("receipts.csv", 4, () => "AAAA"),
    /it was changed, or somebody else/,
  ],
  ["a key without a name", cell("receipts.csv", 3, () => "0".repeat(16)), /its key is not in/],
  [
    "another key",
    cell("receipt-keys.csv", 1, () => other),
    /it was changed, or somebody else signed/,
  ],
  [
    "a key of later",
    cell("receipt-keys.csv", 2, () => String(TIME + 60)),
    /was not valid at that time/,
  ],
  [
    "a key of before",
    cell("receipt-keys.csv", 3, () => String(TIME - 60)),
    /was not valid at that time/,
  ],
  ["no keys", (folder) => fs.rmSync(join(folder, "receipt-keys.csv")), /its key is not in/],
];

/** The number is in the chain too, which then does not fit; who writes the chain anew has it like this. */
const numbers: readonly Tampering[] = [
  [
    "another number",
    (folder) => rewrite(folder, "gaps.txt", (text) => text.replace("abab", "abac")),
    /gaps\.txt, the number of 2026-11-21T10:00:10\.000Z: it was changed/,
  ],
  [
    "a later number",
    (folder) =>
      rewrite(folder, "gaps.txt", (text) =>
        text.replace(String(NUMBER_TIME), String(NUMBER_TIME + 60)),
      ),
    /gaps\.txt, the number of 2026-11-21T10:01:10\.000Z: it was changed/,
  ],
];

test("each change of a time is noticed by verify.py, and named", () => {
  const all = [...tamperings, ...numbers];
  const said = verifiedAll(all.map(([, tamper]) => tamperedAndListed(whole, tamper)));
  expect(said.map((ended, index) => [all[index]?.[0], ended])).toEqual(
    all.map(([what, , named]) => [what, { status: 1, said: expect.stringMatching(named) }]),
  );
});

test.each(["another fingerprint", "another key", "a key of before", "a later number"])(
  "openssl refuses it too: %s",
  (which) => {
    const [, tamper] = [...tamperings, ...numbers].find(([what]) => what === which) ?? [];
    if (tamper === undefined) throw new Error(`There is no ${which}.`);
    const { status, said } = runIn(tamperedAndListed(whole, tamper), "sh", "verify.sh");
    expect(said).toMatch(/WRONG {2}the (receipt|number) of/);
    expect(status).toBe(1);
  },
);

test("a receipt of what was cut off is pointed out, and is no mistake of the package", () => {
  const folder = tamperedAndListed(whole, (one) => {
    fs.rmSync(join(one, "original/part-3.webm"));
    fs.rmSync(join(one, "playable/part-3.webm"));
    for (const name of ["links.csv", "parts.csv"]) {
      rewrite(one, name, (text) => text.replace(/^3,.*\n/gm, ""));
    }
    rewrite(one, "gaps.txt", (text) => `${text.trimEnd().split("\n").slice(0, -1).join("\n")}\n`);
  });
  const { status, said } = runIn(folder, "python3", "verify.py");
  expect(said).toContain(
    "note   receipts.csv, the receipt of 2026-11-21T10:00:43.000Z: the chain has no such",
  );
  expect(status).toBe(0);
});

/** RFC 8032, section 7.1: public key, message and signature, in hexadecimal. */
const VECTORS = [
  [
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    "",
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
  ],
  [
    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    "72",
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
  ],
  [
    "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
    "af82",
    "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
  ],
] as const;

test("verify.py judges the signatures of RFC 8032 as it says, and none that was changed", () => {
  const program = `
import importlib.util, sys
spec = importlib.util.spec_from_file_location("verify", "verify.py")
verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)
key, text, signature = [bytes.fromhex(one) for one in sys.argv[1:]]
changed = [signature[:at] + bytes([signature[at] ^ 1]) + signature[at + 1:] for at in (0, 31, 32, 63)]
print([verify.is_signed(key, text, one) for one in [signature, *changed, signature[:-1], b""]], verify.is_signed(key, text + b"x", signature))
`;
  for (const [key, text, signature] of VECTORS) {
    const { said } = runIn(whole, "python3", "-c", program, key, text, signature);
    expect(said).toBe("[True, False, False, False, False, False, False] False\n");
  }
});
