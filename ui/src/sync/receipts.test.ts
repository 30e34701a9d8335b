/** Claims about what is kept of the server's answers. */
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import * as endpoints from "#content/endpoints.ts";
import * as paths from "#content/paths.ts";
import { numberOf } from "#content/time-receipt.ts";
import { recordingsOf } from "#store/app-database.ts";
import { receiptsOf } from "#store/evidence/receipts.ts";
import { type SigningServer, signingServer } from "#test/signing-server.ts";
import { storedEmergency, storeEmergency } from "#test/stored-emergency.ts";
import { chainNumber, confirmHead, freshNumber, headsOnDevice } from "./receipts.ts";

const TIME = 1_795_255_199;
const HEAD = "ab".repeat(32);
const now = { emergencyEventId: storedEmergency, head: HEAD };

let server: SigningServer;
let keys: readonly SigningServer[];
let asked: { url: string; init: RequestInit }[];
let change: (answer: object) => object;

beforeEach(async () => {
  vi.stubGlobal("navigator", {});
  server = await signingServer();
  keys = [server];
  asked = [];
  change = (answer) => answer;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    asked.push({ url, init });
    const body = async () => {
      if (url === paths.receiptKeys) {
        return { keys: keys.map(({ key }) => ({ ...key, algorithm: "Ed25519" })) };
      }
      const signed =
        url === endpoints.receiptNonce
          ? await server.number("cd".repeat(32), TIME)
          : await server.receipt(JSON.parse(String(init.body)).head, TIME);
      return change({ version: 1, ...signed });
    };
    return new Response(JSON.stringify(await body()));
  });
});

const kept = async () => (await receiptsOf(storedEmergency)).receipts;

test("a receipt is kept with its key, and nothing but the fingerprint was sent", async () => {
  await confirmHead(now);
  await confirmHead(now);
  expect(await kept()).toMatchObject([
    { head: HEAD, time: TIME },
    { head: HEAD, time: TIME },
  ]);
  expect((await receiptsOf(storedEmergency)).keys).toEqual([server.key]);
  expect(asked.map(({ url }) => url)).toEqual([
    endpoints.receipts,
    paths.receiptKeys,
    endpoints.receipts,
  ]);
  expect(asked.every(({ init }) => init.credentials === "omit")).toBe(true);
  expect(asked[0]?.init.body).toBe(JSON.stringify({ head: HEAD }));
});

test.each([
  ["another fingerprint", { head: "ef".repeat(32) }],
  ["another time", { time: TIME + 1 }],
  ["another version", { version: 2 }],
  ["a signature of somebody else", { signature: "AAAA" }],
  ["a key that is not published", { key: "0".repeat(16) }],
])("an answer with %s is not kept", async (_, other) => {
  change = (answer) => ({ ...answer, ...other });
  await expect(confirmHead(now)).rejects.toThrow();
  expect(await kept()).toEqual([]);
});

test("a key that the server has since then is asked for", async () => {
  await confirmHead(now);
  server = await signingServer();
  keys = [...keys, server];
  await confirmHead(now);
  expect(await kept()).toHaveLength(2);
});

test("a number is written so that it can be read again, and its key is kept", async () => {
  const sentence = await freshNumber(storedEmergency);
  expect(numberOf(sentence)).toMatchObject({ nonce: "cd".repeat(32), time: TIME });
  expect(numberOf(`${sentence} `)).toBeNull();
  expect((await receiptsOf(storedEmergency)).keys).toEqual([server.key]);
  change = (answer) => ({ ...answer, time: TIME + 1 });
  await expect(freshNumber(storedEmergency)).rejects.toThrow();
  expect(await chainNumber(storedEmergency)).toMatch(/^The server gave no number/);
});

test("a number is waited for no longer than a second", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let sentence = "";
  void chainNumber(storedEmergency).then((said) => {
    sentence = said;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(sentence).toBe("");
  await vi.advanceTimersByTimeAsync(1);
  expect(sentence).toMatch(/^The server gave no number/);
});

test("the head of a recording is that of its last part", async () => {
  await storeEmergency(3);
  const [{ head } = { head: "" }] = await headsOnDevice();
  expect(head).toBe((await recordingsOf(storedEmergency)).at(-1)?.head);
});

/** How often receipts are read from the disk by a look. */
async function readsOfLook(): Promise<number> {
  const get = vi.spyOn(IDBObjectStore.prototype, "get");
  await headsOnDevice();
  const keys = get.mock.calls.map(([key]) => String(key));
  get.mockRestore();
  return keys.filter((key) => key.startsWith("times-")).length;
}

test("the receipts of a recording are read again and again only while more of them can come", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const at = (days: number) => vi.setSystemTime(TIME * 1_000 + days * 86_400_000);
  at(0);
  // Its heads are those of no other test.
  await storeEmergency(2, new Map([[2, "A pause of its own."]]));
  const [{ head } = { head: "" }] = await headsOnDevice();
  await confirmHead({ emergencyEventId: storedEmergency, head });
  at(6.9);
  expect([await readsOfLook(), await readsOfLook()]).toEqual([1, 1]);
  at(7);
  expect([await readsOfLook(), await readsOfLook()]).toEqual([1, 0]);
  at(6.9);
  expect(await readsOfLook()).toBe(1);
  at(7);
  expect(await headsOnDevice()).toMatchObject([{ head, confirmed: [{ head }] }]);
  await storeEmergency(3);
  expect(await readsOfLook()).toBe(1);
});
