/**
 * A whole run of guardians, searched for what must be in clear nowhere but on the two phones: names, places, digits, the
 * link, sound, what opens it, and tokens outside the header that is theirs.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Bytes, fromBase64url, toBase64url } from "#seal/bytes.ts";
import { soundKeys } from "#seal/keys.ts";
import { readPhrase } from "#seal/recovery-words.ts";
import { takeProblems } from "./browser.ts";
import { chunksOf } from "./evidence.ts";
import {
  button,
  type GuardedPhones,
  openHome,
  sendSound,
  startGuarded,
} from "./guardian-phones.ts";
import { leaveEnd, ownPin, patience, startReal, unlock } from "./phone.ts";
import { type Relay, startRelay } from "./relay.ts";

const names = { guardian: "Zebulon", person: "Quenby" };

let phones: GuardedPhones;
let relay: Relay;

beforeEach(async () => {
  phones = await startGuarded({
    names,
    environment: { LOG_LEVEL: "debug" },
    reach: async (origin) => {
      relay = await startRelay(origin);
      return relay.origin;
    },
  });
}, 120_000);
afterEach(async () => {
  await phones.stop();
  relay.stop();
}, 60_000);

const titles = () => phones.his.notifications().map(({ title }) => title);

/** The storages of a page's browser as text, each under its name. Bytes stand in base64url. */
function storagesOf(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const found: Record<string, string> = {
      local: JSON.stringify(localStorage),
      session: JSON.stringify(sessionStorage),
      cookies: document.cookie,
    };
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const texts = (await cache.keys()).map(async (request) => {
        const response = await cache.match(request, { ignoreVary: true });
        return `${request.url} ${await response?.text()}`;
      });
      found[`cache ${name}`] = (await Promise.all(texts)).join("\n");
    }
    const plain = (_: string, value: unknown) => {
      if (value instanceof CryptoKey)
        return `key that ${value.extractable ? "can" : "cannot"} leave`;
      if (!(value instanceof Uint8Array) || value.length > 4_096) return value;
      const base64 = btoa(String.fromCharCode(...value));
      return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
    };
    for (const { name = "" } of await indexedDB.databases()) {
      const open = indexedDB.open(name);
      const db: IDBDatabase = await new Promise((resolve) => {
        open.onsuccess = () => resolve(open.result);
      });
      const rows = [...db.objectStoreNames].map(async (store) => {
        const all = db.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => {
          all.onsuccess = resolve;
        });
        return JSON.stringify(all.result, plain);
      });
      found[`database ${name}`] = (await Promise.all(rows)).join("\n");
      db.close();
    }
    return found;
  });
}

/** The values under `keys` in a storage's text. */
const valuesOf = (text: string | undefined, ...keys: string[]) =>
  keys.flatMap((key) =>
    [...(text ?? "").matchAll(new RegExp(`"${key}":"([^"]+)"`, "g"))].map(
      ([, value = ""]) => value,
    ),
  );

/** The storages but for those that may hold it. */
const without = (storages: Record<string, string>, ...names: string[]) =>
  JSON.stringify(Object.entries(storages).filter(([name]) => !names.includes(name)));

/** Which of the words stand in a text; six digits count where they stand alone, as they may be part of any number. */
const found = (words: readonly string[], text: string) =>
  words.filter((word) =>
    /^\d{6}$/.test(word)
      ? new RegExp(`(?<![\\w.-])${word}(?![\\w-])`).test(text)
      : text.includes(word),
  );

/** The addresses in the history of a tab. */
async function historyOf(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const { entries } = await devtools.send("Page.getNavigationHistory");
  return entries.flatMap(({ url, userTypedURL }) => [url, userTypedURL]);
}

/** Every file that the server wrote. */
async function filesOf(folder: string): Promise<string> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = all.filter((one) => one.isFile());
  const texts = files.map((one) => readFile(join(one.parentPath, one.name), "latin1"));
  return (await Promise.all(texts)).join("\n");
}

/** Makes a recovery phrase; returns its bytes and its words. */
async function makePhrase(page: Page): Promise<{ bytes: Bytes; words: string[] }> {
  await button(page, "Make a recovery phrase").click();
  await page.getByLabel("Security code").fill(ownPin);
  await button(page, "Verify Code").click();
  const card = page.getByRole("region", { name: "Recovery phrase" });
  await card.getByText("Write these words on paper").waitFor(patience);
  const words = await card.getByRole("listitem").allTextContents();
  await button(page, "I wrote them down").click();
  await page.getByText(/^A phrase is in use since /).waitFor(patience);
  const typed = readPhrase(words.join(" "));
  if (typed.type !== "phrase") throw new Error("These are no words of a phrase.");
  return { bytes: typed.bytes, words };
}

test("nothing of a link, an alarm, its sound or a session is in clear outside its home: no request, log, server's file, tab's history or cache has it", async () => {
  const { her, his, server, push, link } = phones;
  const { page } = her;
  await button(page, `Send a test to ${names.guardian}`).click();
  await expect.poll(titles, patience).toEqual([`Test from ${names.person}`]);
  await sendSound(page, names.guardian);
  const phrase = await makePhrase(page);

  // A piece whose answer a page did not wait for is sealed anew by the next page, which then reads what is there.
  const conflicts: string[] = [];
  her.context.on("response", (response) => {
    if (response.status() === 409) conflicts.push(new URL(response.url()).pathname);
  });
  await openHome(page, server.origin);
  await startReal(page);
  await expect.poll(titles, patience).toContain(`${names.person} needs help`);
  await his.page.goto(`${server.origin}/watch`);
  await his.page.getByText("-33.86882, 151.20929", { exact: true }).waitFor(patience);
  await button(his.page, "On my way").click();
  await page.getByText(`${names.guardian} answered: on my way`).waitFor(patience);
  await button(his.page, "Fetch the sound").click(patience);
  await his.page.getByText(/^Recorded until /).waitFor(patience);
  const [recorded] = await chunksOf(page);
  await unlock(page, ownPin);
  await his.page.getByRole("heading", { name: /^Ended with/ }).waitFor(patience);

  await leaveEnd(page);
  await page.goto(`${server.origin}/app`);
  await button(page, "Start session").click();
  await button(page, "15 min").click();
  await page.getByText(/^Session until [^.]+\.$/).waitFor(patience);
  const [hers, theirs] = [await storagesOf(page), await storagesOf(his.page)];
  await button(page, "End session").click();
  await page.getByLabel("Security code").fill(ownPin);
  await button(page, "Verify Code").click();
  await button(page, "Start session").waitFor(patience);

  const fragment = new URL(link).hash.slice(1);
  // After the version and the 44 characters of the key.
  const secret = fragment.slice(45, 66);
  const tokens = [
    ...valuesOf(hers["database links"], "owner", "stop"),
    ...valuesOf(theirs["database links"], "read", "post"),
  ];
  const digits = valuesOf(hers["database links"], "digits");
  expect([tokens.length, digits.length]).toEqual([4, 1]);
  // Of the sound: what opens it, and what writes, reads and finds it.
  const [sound = ""] = valuesOf(hers["database links"], "secret");
  expect(valuesOf(theirs["database links"], "secret")).toEqual([sound]);
  const opens = fromBase64url(sound) ?? new Uint8Array();
  tokens.push(...valuesOf(hers["database links"], "write"), (await soundKeys(opens)).read);
  const finds = valuesOf(hers["database links"], "find");
  expect([tokens.length, finds.length]).toEqual([6, 1]);
  const secrets = [fragment, secret, sound, ...tokens, ...digits, ...finds];
  const heard = Buffer.from(recorded?.bytes ?? "", "base64").subarray(-200, -100);
  expect(heard.length).toBe(100);
  const raw = [opens, phrase.bytes, heard].map((bytes) => Buffer.from(bytes).toString("latin1"));
  const emergency = valuesOf(hers["database evidence"], "emergencyEventId");
  expect(emergency.length).toBeGreaterThan(0);
  const unseen = [...secrets, ...Object.values(names), "33.868", "151.209", ...raw, ...emergency];

  // Requests: the tokens stand in their header, and nowhere else.
  const sent = relay.sent();
  const bearers = tokens.filter((token) => sent.includes(`Authorization: Bearer ${token}`));
  expect(bearers).toEqual(tokens);
  expect(found(unseen, sent.replaceAll(/Authorization: Bearer [\w-]+/gi, ""))).toEqual([]);
  const heads = relay.heads().filter(({ url }) => url.startsWith("/api/watches"));
  expect(heads.length).toBeGreaterThan(10);
  expect(heads.filter(({ headers }) => /^cookie:/im.test(headers))).toEqual([]);
  const shape =
    /^\/api\/watches(\/(claim|push|timer|sounds|sounds\/pieces\/(sound|hashes)\/\d+|sounds\/pieces\?after=-?\d+&wait=\d+)|\/items(\?after=-?\d+&wait=\d+(&version=[\w.%-]+)?)?)?$/;
  expect(heads.map(({ url }) => url).filter((url) => !shape.test(url))).toEqual([]);
  const pushed = push.accepted.map(
    ({ headers, body }) => JSON.stringify(headers) + body.toString("latin1"),
  );
  expect(pushed.length).toBeGreaterThan(1);
  expect(found(unseen, pushed.join())).toEqual([]);

  // The server.
  expect(server.log()).toMatch(/DEBUG|debug/);
  expect(found(unseen, server.log())).toEqual([]);
  const pieces = (await readdir(server.folder, { recursive: true })).filter((name) =>
    /(^|\/)sounds\/.*\/\w+$/.test(name),
  );
  expect(pieces.length, "files with sealed sound").toBeGreaterThan(0);
  expect(found(unseen, await filesOf(server.folder))).toEqual([]);

  // Her phone: places are in her evidence, the guardian's name is what the lock says. The used link is nowhere.
  expect(found(["33.868", names.guardian], JSON.stringify(hers)).length).toBe(2);
  expect(found(secrets, without(hers, "database links"))).toEqual([]);
  expect(found([names.guardian], without(hers, "database links", "local"))).toEqual([]);
  const spelled = [phrase.words.slice(0, 3).join(" "), toBase64url(phrase.bytes)];
  expect(found(spelled, JSON.stringify([hers, theirs]))).toEqual([]);
  // His phone: everything is in the database of links.
  expect(found(unseen, without(theirs, "database links"))).toEqual([]);
  for (const storages of [hers, theirs]) {
    expect(found([fragment, secret], JSON.stringify(storages))).toEqual([]);
    expect(storages["database links"]).toContain("key that cannot leave");
    expect(JSON.stringify(storages)).not.toContain("key that can leave");
  }
  takeProblems(her.problems, /status of 409/);
  expect(conflicts.filter((path) => !/\/pieces\//.test(path))).toEqual([]);
  const visited = [...(await historyOf(page)), ...(await historyOf(his.page))];
  expect(found(unseen, visited.join(" "))).toEqual([]);
}, 120_000);
