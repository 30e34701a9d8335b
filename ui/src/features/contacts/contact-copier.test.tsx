/** Claims about contact copies that are sent later. */
import { render, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { NO_EMERGENCY, writeEmergencyState } from "#store/emergency/emergency-state.ts";
import {
  type ContactCopy,
  contactCopiesRecord,
  noteCopy,
  VOID_COPY,
  VOID_SECOND_COPY,
} from "#store/settings/contact-copies.ts";
import { sendCopies } from "#sync/contact-copies.ts";
import { ContactCopier } from "./contact-copier.tsx";

type Answer = number | "offline";
let sent: string[] = [];
let answers: Answer[] = [];
/** Called while a request is being sent. */
let underway = () => undefined as unknown;

const copyOf = (phoneNumber: string, slot: 0 | 1 = 0): ContactCopy => ({
  slot,
  serverId: null,
  name: "Ana",
  phoneNumber,
  contactOrder: null,
});
const numbers = () => sent.map((body) => JSON.parse(body).phoneNumber);
const due = () => contactCopiesRecord.read().map((copy) => copy.phoneNumber);
const comeOnline = () => window.dispatchEvent(new Event("online"));

beforeEach(() => {
  sent = [];
  answers = [];
  underway = () => undefined;
  // One at a time, as Web Locks do.
  let line: Promise<unknown> = Promise.resolve();
  const request = (_name: string, _options: object, work: () => Promise<void>) => {
    line = line.then(work);
    return line;
  };
  vi.stubGlobal("navigator", { ...navigator, onLine: true, locks: { request } });
  vi.stubGlobal("fetch", async (_path: string, { body }: { body: string }) => {
    const answer = answers.shift() ?? 201;
    underway();
    if (answer === "offline") {
      throw new TypeError("Failed to fetch");
    }
    sent.push(body);
    return new Response("{}", { status: answer });
  });
});
test("a number with a printed text's dashes and blanks is sent as the server takes it", async () => {
  noteCopy(copyOf("+49\u00a030 12\u201134"));
  await sendCopies();
  expect(numbers()).toEqual(["+49 30 12-34"]);
});

test("a contact saved while the server is unreachable is sent at the next start, once", async () => {
  answers = ["offline"];
  noteCopy(copyOf("1"));
  expect(await sendCopies()).toBe("waiting");
  expect(due()).toEqual(["1"]);
  const { unmount } = render(<ContactCopier />);
  await waitFor(() => expect(due()).toEqual([]));
  unmount();
  render(<ContactCopier />);
  comeOnline();
  await Promise.resolve();
  expect(numbers()).toEqual(["1"]);
});

test("a contact is sent when the connection returns, with what was saved last", async () => {
  answers = ["offline", "offline", "offline"];
  noteCopy(copyOf("1"));
  noteCopy(copyOf("9", 1));
  render(<ContactCopier />);
  await waitFor(() => expect(answers).toHaveLength(2));
  noteCopy(copyOf("2"));
  expect(await sendCopies()).toBe("waiting");
  answers = [];
  comeOnline();
  await waitFor(() => expect(due()).toEqual([]));
  expect(numbers().sort()).toEqual(["2", "9"]);
});

test("simultaneous attempts send a copy once", async () => {
  noteCopy(copyOf("1"));
  await Promise.all([sendCopies(), sendCopies(), sendCopies()]);
  expect(numbers()).toEqual(["1"]);
});

test("a contact that changes while its copy is being sent is copied again", async () => {
  noteCopy(copyOf("1"));
  underway = () => {
    underway = () => undefined;
    noteCopy(copyOf("2"));
  };
  expect(await sendCopies()).toBe("copied");
  expect(numbers()).toEqual(["1", "2"]);
  expect(due()).toEqual([]);
});

test.each([500, 429])("after status %d a copy is sent again later", async (status) => {
  answers = [status];
  noteCopy(copyOf("1"));
  expect(await sendCopies()).toBe("refused");
  expect(due()).toEqual(["1"]);
  expect(await sendCopies()).toBe("copied");
});

test("a rejected copy is not sent again and does not block the next one", async () => {
  answers = [400];
  noteCopy(copyOf("1"));
  noteCopy(copyOf("2", 1));
  expect(await sendCopies()).toBe("refused");
  expect(numbers()).toEqual(["1", "2"]);
  expect(due()).toEqual([]);
});

describe("a void copy", () => {
  const serve = (kept: object | null) => {
    vi.stubGlobal("fetch", async (path: string, { method, body }: RequestInit) => {
      if (method === "GET") return new Response(JSON.stringify(kept), { status: 200 });
      sent.push(`${method} ${path} ${body}`);
      return new Response("{}", { status: 200 });
    });
  };

  test("replaces a due copy, and overwrites name and number on the server", async () => {
    serve({ id: "c1", name: "Mallory", phoneNumber: "+61400000009", isPrimary: true });
    noteCopy(copyOf("+61400000009"));
    noteCopy(VOID_COPY);
    expect(await sendCopies()).toBe("copied");
    expect(sent).toEqual([
      'PATCH /api/contacts/c1 {"name":"Emergency Contact","phoneNumber":"000","isPrimary":true}',
    ]);
    expect(due()).toEqual([]);
  });

  test("of the second contact takes the place of the older one", async () => {
    serve({ id: "c1", name: "Ana", phoneNumber: "+61400000001", isPrimary: true });
    noteCopy(VOID_SECOND_COPY);
    expect(await sendCopies()).toBe("copied");
    expect(sent).toEqual([
      'POST /api/contacts {"name":"Emergency Contact","phoneNumber":"000","isPrimary":false,"contactOrder":1}',
    ]);
    expect(due()).toEqual([]);
  });

  test("writes nothing to a server that has no copy", async () => {
    serve(null);
    noteCopy(VOID_COPY);
    noteCopy(VOID_SECOND_COPY);
    expect(await sendCopies()).toBe("copied");
    expect([sent, due()]).toEqual([[], []]);
  });

  test("stays due until the server was reached", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("Failed to fetch");
    });
    noteCopy(VOID_COPY);
    expect(await sendCopies()).toBe("waiting");
    expect(due()).toEqual(["000"]);
  });
});

test("no copy is sent during an emergency", async () => {
  writeEmergencyState({ ...NO_EMERGENCY, isLocked: true, emergencyId: "e" });
  noteCopy(copyOf("1"));
  render(<ContactCopier />);
  comeOnline();
  await Promise.resolve();
  expect(sent).toEqual([]);
  writeEmergencyState(NO_EMERGENCY);
  comeOnline();
  await waitFor(() => expect(numbers()).toEqual(["1"]));
});
