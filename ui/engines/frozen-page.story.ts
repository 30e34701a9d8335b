/** What a page leaves behind in the page cache keeps no later page from its databases and locks. */
import { beforeAll, expect, test } from "vitest";
import { sharedServer, type TestServer } from "../e2e/server.ts";
import { openHome, preparedPhone } from "./pages.ts";
import type { Phone } from "./phone.ts";

let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});

/** Runs in a page: writes every database and takes every lock; says of each that it took too long. */
async function useEverything(locks: readonly string[]): Promise<string[]> {
  const inTime = async (what: string, act: Promise<unknown>) => {
    const late = new Promise<string>((resolve) => setTimeout(() => resolve(what), 20_000));
    return Promise.race([act.then(() => ""), late]);
  };
  const openNow = (name: string) =>
    new Promise<IDBDatabase | null>((resolve, reject) => {
      const opening = indexedDB.open(name);
      let isNew = false;
      // The page was left while it made this one.
      opening.onupgradeneeded = () => {
        isNew = true;
        opening.transaction?.abort();
      };
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => (isNew ? resolve(null) : reject(opening.error));
    });
  const write = async (name: string) => {
    const db = await openNow(name);
    if (db === null) return;
    const tx = db.transaction([...db.objectStoreNames], "readwrite");
    for (const table of db.objectStoreNames) tx.objectStore(table).count();
    await new Promise((resolve, reject) => {
      tx.oncomplete = resolve;
      tx.onabort = () => reject(tx.error);
    });
    db.close();
  };
  const take = (name: string) => navigator.locks.request(name, async () => undefined);
  const names = (await indexedDB.databases()).map(({ name }) => name ?? "");
  const late = await Promise.all([
    ...names.map((name) => inTime(`database ${name}`, write(name))),
    ...locks.map((name) => inTime(`lock ${name}`, take(name))),
  ]);
  return late.filter(Boolean);
}

const locks = ["guardian-news", "guardian-outbox", "contact-copies", "heartbeats", "session"];

/** Leaves the page that is open for one that uses nothing of the app, and comes to it as a document. */
async function leave(phone: Phone): Promise<string[]> {
  await phone.go("/subscribe");
  return phone.evaluate(useEverything, locks);
}

test("every database can be written and every lock taken after a page of the app was left, whenever that is", async () => {
  const phone = await preparedPhone(server.origin);
  await openHome(phone);
  expect(await leave(phone)).toEqual([]);
  for (const path of ["/home", "/settings", "/app"]) {
    // Left as soon as it is loaded, when it begins most.
    await phone.go(path);
    expect(await leave(phone), path).toEqual([]);
  }
});
