/** Claims about the time-stamp tokens in evidence packages: others can check them, and each kind of change is noticed. */
import * as fs from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findRecording } from "#store/app-database.ts";
import { keepReceipt, keepToken } from "#store/evidence/receipts.ts";
import { wholesOf } from "#test/chance.ts";
import { signingServer } from "#test/signing-server.ts";
import { packStored, storedEmergency, storeEmergency } from "#test/stored-emergency.ts";
import {
  checks,
  newFolder,
  removeFolders,
  rewrite,
  runIn,
  tamperedAndListed,
  textIn,
  unpackedFolder,
  verifiedAll,
} from "../e2e/package-tools.ts";
import { inBase64, type TimeAuthority, timeAuthority } from "../e2e/time-authority.ts";

// openssl is started for each token and each package.
vi.setConfig({ testTimeout: 60_000 });

/** The package of an emergency of three parts, with a token for the ends of the last two. */
let whole = "";
let authority: TimeAuthority;
let other: TimeAuthority;
/** The fingerprint at the end of each part. */
let heads: readonly string[];
beforeAll(async () => {
  vi.stubGlobal("navigator", {});
  authority = timeAuthority();
  other = timeAuthority();
  const server = await signingServer();
  await storeEmergency(3);
  heads = await Promise.all(
    [1, 2, 3].map(async (part) => (await findRecording(`id-${part}`))?.head ?? ""),
  );
  for (const head of heads.slice(1)) {
    await keepReceipt(storedEmergency, await server.receipt(head, 1_795_255_240), [server.key]);
    const token = inBase64(authority.stamp(head));
    await keepToken(storedEmergency, { head, token, at: 0 });
  }
  whole = unpackedFolder(await packStored());
  vi.unstubAllGlobals();
});
afterAll(removeFolders);

const TOKEN = "tokens/token-2.tst";

test("every check finds nothing wrong, says which fingerprint was stamped, and not that somebody is known to have", () => {
  for (const command of checks) {
    const { status, said } = runIn(whole, ...command);
    expect([command, status]).toEqual([command, 0]);
    expect(said).not.toContain("note ");
    for (const part of command[0] === "sha256sum" ? [] : [1, 2]) {
      expect(said).toMatch(new RegExp(`tokens/token-${part}\\.tst names .+ for ${heads[part]}`));
    }
    if (command[0] !== "sha256sum") {
      expect(said).toMatch(/who signed it is not checked here|not checked that an authority/);
      expect(said).toContain("sh verify.sh ROOT.pem");
      expect(said).not.toContain("When that was, only the clock of the device says.");
    }
  }
});

test("with the authority's root certificate openssl finds that it signed them, however it is given", () => {
  fs.copyFileSync(authority.root, join(whole, "ROOT.pem"));
  const ways: readonly (readonly [string, ...string[]])[] = [
    ["sh", "verify.sh", authority.root],
    ["sh", "verify.sh", "ROOT.pem"],
    ["env", `TSA_CA=${authority.root}`, "sh", "verify.sh"],
  ];
  for (const way of ways) {
    const { status, said } = runIn(whole, ...way);
    expect(said.match(/signed for [0-9a-f]{64} on .+, by the authority of/g)).toHaveLength(2);
    expect(said).not.toContain("counts once it is known");
    expect(status).toBe(0);
  }
  fs.rmSync(join(whole, "ROOT.pem"));
});

test("a token that was signed before its certificate expired is checked for the time that it names", () => {
  const folder = newFolder();
  const { said: real } = runIn(folder, "sh", "-c", "command -v openssl");
  // An openssl that checks in the year 2100, where it is not told when.
  const later = `case "$*" in *-attime*) ;; "ts -verify"*) set -- "$@" -attime 4102444800 ;; esac`;
  const script = `#!/bin/sh\n${later}\nexec ${real.trim()} "$@"\n`;
  fs.writeFileSync(join(folder, "openssl"), script, { mode: 0o755 });
  const path = `PATH=${folder}:${process.env["PATH"]}`;
  const check = (root: string) => runIn(whole, "env", path, "sh", "verify.sh", root);
  expect(check(authority.root)).toMatchObject({
    status: 0,
    said: expect.stringMatching(/token-2\.tst: signed for/),
  });
  expect(check(other.root).status).toBe(1);
  const expired = runIn(
    whole,
    "sh",
    "-c",
    `${path} openssl ts -verify -digest ${heads[2]} -in ${TOKEN} -token_in -CAfile ${authority.root}`,
  );
  expect(expired).toMatchObject({ status: 1, said: expect.stringContaining("has expired") });
});

test("another authority's root certificate is refused", () => {
  const { status, said } = runIn(whole, "sh", "verify.sh", other.root);
  expect(said).toMatch(/WRONG {2}tokens\/token-1\.tst: it is not shown that the authority of/);
  expect(said).toContain("RESULT: 2 wrong.");
  expect(status).toBe(1);
});

test("the report has a line for each, and the table its fingerprint and time", () => {
  const report = textIn(whole, "report.html");
  expect(report).toContain(`tokens/token-1.tst: `);
  expect(report).toMatch(/tokens\/token-2\.tst: [\d: -]+ UTC, for the last fingerprint above/);
  const rows = textIn(whole, "tokens.csv").trimEnd().split("\n");
  expect(rows.map((row) => row.split(",")[2])).toEqual(["head", ...heads.slice(1)]);
  expect(textIn(whole, "manifest.sha256")).toMatch(
    /tokens\/token-1\.tst\n.*tokens\/token-2\.tst\n/,
  );
});

const put = (bytes: () => Uint8Array) => (folder: string) =>
  fs.writeFileSync(join(folder, TOKEN), bytes());
const bytesIn = (folder: string) => fs.readFileSync(join(folder, TOKEN));
/** Changes a column of the second row of `tokens.csv`. */
const cell = (column: number, change: (text: string) => string) => (folder: string) =>
  rewrite(folder, "tokens.csv", (text) => {
    const [columns = "", first = "", second = ""] = text.trimEnd().split("\n");
    const cells = second.split(",");
    return `${[columns, first, cells.with(column, change(cells[column] ?? ""))].join("\n")}\n`;
  });
/** Changes the last digit of the time in the token, and in the table. */
const otherTime = (folder: string) => {
  const text = bytesIn(folder).toString("latin1");
  const time = /\d{14}(?=[.Z])/.exec(text)?.[0] ?? "";
  const later = time.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
  fs.writeFileSync(join(folder, TOKEN), Buffer.from(text.replace(time, later), "latin1"));
  cell(1, (cells) => cells.slice(0, 17) + later.slice(12) + cells.slice(19))(folder);
};

type Tampering = readonly [what: string, tamper: (folder: string) => void, named: RegExp];

/** What is noticed by both programs. */
const tamperings: readonly Tampering[] = [
  [
    "another token",
    (folder) => fs.copyFileSync(join(folder, "tokens/token-1.tst"), join(folder, TOKEN)),
    /token-2\.tst is for .*another fingerprint/,
  ],
  [
    "a token for another fingerprint",
    put(() => authority.stamp("ab".repeat(32))),
    /token-2\.tst is for .*another fingerprint/,
  ],
  [
    "another fingerprint in the table",
    cell(2, () => heads[0] ?? ""),
    /token-2\.tst is for .*another fingerprint/,
  ],
  [
    "another time in the table",
    cell(1, () => "2026-11-20T10:00:00.000Z"),
    /token-2\.tst (is for|names another time)/,
  ],
  ["no token", (folder) => fs.rmSync(join(folder, TOKEN)), /token-2\.tst is missing/],
  [
    "an empty token",
    put(() => new Uint8Array()),
    /token-2\.tst is missing, or no time-stamp token/,
  ],
  [
    "a token cut off",
    (folder) => fs.writeFileSync(join(folder, TOKEN), bytesIn(folder).subarray(0, -1)),
    /token-2\.tst is missing, or no time-stamp token/,
  ],
  [
    "a token without a row",
    (folder) => rewrite(folder, "tokens.csv", (text) => text.replace(/.*token-2.*\n/, "")),
    /token-2\.tst is not in tokens\.csv/,
  ],
  [
    "no table",
    (folder) => fs.rmSync(join(folder, "tokens.csv")),
    /token-2\.tst is not in tokens\.csv/,
  ],
  [
    "a certificate in the place of a token",
    (folder) => fs.copyFileSync(authority.root, join(folder, TOKEN)),
    /token-2\.tst is missing, or no time-stamp token/,
  ],
];

test("each change of a token is noticed by verify.py, and named", () => {
  const said = verifiedAll(tamperings.map(([, tamper]) => tamperedAndListed(whole, tamper)));
  expect(said.map((ended, index) => [tamperings[index]?.[0], ended])).toEqual(
    tamperings.map(([what, , named]) => [what, { status: 1, said: expect.stringMatching(named) }]),
  );
});

test("openssl notices each too, with and without the root certificate", () => {
  for (const [index, [what, tamper, named]] of tamperings.entries()) {
    const root = index % 2 === 0 ? [] : [authority.root];
    const { status, said } = runIn(tamperedAndListed(whole, tamper), "sh", "verify.sh", ...root);
    expect([what, status, said]).toEqual([what, 1, expect.stringMatching(named)]);
  }
});

test("a time that was changed in the token too is refused by openssl, with and without the root certificate", () => {
  const folder = tamperedAndListed(whole, otherTime);
  expect(runIn(folder, "sh", "verify.sh")).toMatchObject({
    status: 1,
    said: expect.stringContaining(`WRONG  ${TOKEN} was changed: its signature does not fit`),
  });
  expect(runIn(folder, "sh", "verify.sh", authority.root)).toMatchObject({
    status: 1,
    said: expect.stringContaining(`WRONG  ${TOKEN}: it is not shown that the authority`),
  });
});

test("wherever a token is changed, openssl does not find that the authority signed another fingerprint or time", () => {
  const chance = wholesOf(11);
  const before = runIn(whole, "sh", "verify.sh", authority.root).said;
  const signed = /tokens\/token-2\.tst: signed for .*/.exec(before)?.[0] ?? "";
  expect(signed).not.toBe("");
  const folders = Array.from({ length: 6 }, () =>
    tamperedAndListed(whole, (one) => {
      const bytes = bytesIn(one);
      const at = chance(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << chance(8));
      fs.writeFileSync(join(one, TOKEN), bytes);
    }),
  );
  for (const folder of folders) {
    const after = runIn(folder, "sh", "verify.sh", authority.root).said;
    expect([signed, undefined]).toContain(/tokens\/token-2\.tst: signed for .*/.exec(after)?.[0]);
  }
  for (const { said } of verifiedAll(folders)) expect(said).toContain("RESULT: ");
});

test("a token of what was cut off is pointed out, and is no mistake of the package", () => {
  const folder = tamperedAndListed(whole, (one) => {
    fs.rmSync(join(one, "original/part-3.webm"));
    fs.rmSync(join(one, "playable/part-3.webm"));
    for (const name of ["links.csv", "parts.csv"]) {
      rewrite(one, name, (text) => text.replace(/^3,.*\n/gm, ""));
    }
    rewrite(one, "gaps.txt", (text) => `${text.trimEnd().split("\n").slice(0, -1).join("\n")}\n`);
  });
  for (const command of ["python3 verify.py", "sh verify.sh"]) {
    const { status, said } = runIn(folder, "sh", "-c", command);
    expect(said).toContain(`note   ${TOKEN}: the chain has no such fingerprint`);
    expect(status).toBe(0);
  }
});
