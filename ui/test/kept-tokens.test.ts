/** Claims about what is kept of time-stamp tokens. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as endpoints from "#content/endpoints.ts";
import { changeState, recordingsOf } from "#store/app-database.ts";
import { deleteEvidence } from "#store/evidence/evidence-deleting.ts";
import { keepReceipt, receiptsOf } from "#store/evidence/receipts.ts";
import { headsOnDevice, stampHead } from "#sync/receipts.ts";
import { type SigningServer, signingServer } from "#test/signing-server.ts";
import { storedEmergency, storeEmergency } from "#test/stored-emergency.ts";
import { removeFolders } from "../e2e/package-tools.ts";
import { inBase64, type TimeAuthority, timeAuthority } from "../e2e/time-authority.ts";

const HEAD = "ab".repeat(32);
const OTHER = "ba".repeat(32);
const wanted = { emergencyEventId: storedEmergency, head: HEAD };

let authority: TimeAuthority;
let server: SigningServer;
let answer: unknown;
let asked: { url: string; init: RequestInit }[];

beforeAll(async () => {
  authority = timeAuthority();
  server = await signingServer();
});
afterAll(removeFolders);
beforeEach(async () => {
  vi.stubGlobal("navigator", {});
  asked = [];
  answer = { isOffered: true, token: null };
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    asked.push({ url, init });
    return new Response(JSON.stringify(answer));
  });
  await keepReceipt(storedEmergency, await server.receipt(HEAD, 7), [server.key]);
});

const kept = async () => (await receiptsOf(storedEmergency)).tokens;
const offered = (token: Uint8Array) => ({ isOffered: true, token: inBase64(token) });

test("a token is kept beside the receipts, once for each head, and nothing but the head was sent", async () => {
  const token = authority.stamp(HEAD);
  answer = offered(token);
  expect([await stampHead(wanted), await stampHead(wanted)]).toEqual(["kept", "kept"]);
  expect(await kept()).toEqual([{ head: HEAD, token: inBase64(token), at: expect.any(Number) }]);
  expect((await receiptsOf(storedEmergency)).receipts).toHaveLength(1);
  expect(asked[0]).toMatchObject({
    url: endpoints.receiptToken,
    init: { credentials: "omit", body: JSON.stringify({ head: HEAD }) },
  });
});

test("a receipt that comes later leaves it there", async () => {
  answer = offered(authority.stamp(HEAD));
  await stampHead(wanted);
  await keepReceipt(storedEmergency, await server.receipt(OTHER, 8), [server.key]);
  expect(await kept()).toHaveLength(1);
});

test("where there is none, nothing is kept", async () => {
  expect(await stampHead(wanted)).toBe("later");
  answer = { isOffered: false, token: null };
  expect(await stampHead(wanted)).toBe("not-offered");
  expect(await kept()).toEqual([]);
});

test("a token of another head is not kept, nor what is no token or no answer", async () => {
  const token = authority.stamp(HEAD);
  for (const wrong of [
    offered(authority.stamp(OTHER)),
    offered(token.subarray(0, -1)),
    { isOffered: true, token: "AAAAA" },
    { isOffered: true, token: "" },
    { isOffered: true, token: "A".repeat(100_000) },
    { isOffered: true },
    { token: inBase64(token) },
    null,
  ]) {
    answer = wrong;
    await expect(stampHead(wanted)).rejects.toThrow();
  }
  expect(await kept()).toEqual([]);
});

test("it is deleted with its recording, and one that comes after that is not kept", async () => {
  await storeEmergency(1);
  answer = offered(authority.stamp(HEAD));
  await stampHead(wanted);
  const [{ stamped } = { stamped: [] }] = await headsOnDevice();
  expect(stamped).toEqual([HEAD]);
  for (const { id } of await recordingsOf(storedEmergency)) await deleteEvidence(id);
  expect(await kept()).toEqual([]);
  await expect(stampHead(wanted)).rejects.toThrow();
  expect(await kept()).toEqual([]);
});

test("what earlier releases kept has no tokens, and is read", async () => {
  const receipts = [await server.receipt(HEAD, 7)];
  const before = { receipts, keys: [server.key] };
  await changeState(`times-${storedEmergency}`, () => ({ keep: before, answer: undefined }));
  expect(await receiptsOf(storedEmergency)).toEqual({ ...before, tokens: [] });
});
