/** Claims about the review of a stored purchase. */
import { act, cleanup, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as endpoints from "#content/endpoints.ts";
import { accessReviewDelayMs, purchaseEmailKeptMs } from "#content/limits.ts";
import { AccessBanner } from "#features/disguise/access-banner.tsx";
import { purchaseRecord, useHasAccess, verificationRecord } from "#store/access/access.ts";
import { writePurchaseEmail } from "#store/access/purchase-email.ts";
import { emergencyStateRecord, NO_EMERGENCY } from "#store/emergency/emergency-state.ts";
import { type Answer, stubServer } from "#test/page.tsx";
import { noFacts } from "./access.ts";
import { AccessReview } from "./access-review.tsx";

const revoked: Answer = { json: { ...noFacts, access: false, isRevoked: true } };
const unknown: Answer = { json: { ...noFacts, access: false, isRevoked: false } };
const yes: Answer = { json: { ...noFacts, access: true, isGift: false } };
const locked = { ...NO_EMERGENCY, isLocked: true, emergencyId: "e1" };

function Page() {
  const isPremium = useHasAccess();
  return (
    <p>
      <AccessReview />
      {isPremium ? "premium" : "demo"}
    </p>
  );
}

const wait = () => act(() => vi.advanceTimersByTimeAsync(accessReviewDelayMs));
const reconnect = () =>
  act(async () => {
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
  });

beforeEach(() => {
  vi.useFakeTimers();
  purchaseRecord.write({ status: "purchased", verified: true });
  verificationRecord.write({
    status: "verified",
    email: "a@b.co",
    verifiedAt: "2026-11-21T12:00:00Z",
    canAccess: true,
  });
});

describe("a stored purchase", () => {
  it.each<[string, Answer]>([
    ["does not know this device", unknown],
    ["is older and does not say why", { json: { ...noFacts, access: false } }],
  ])("stays when the server %s, and is offered to be verified again", async (_, answer) => {
    stubServer({ [endpoints.access]: answer });
    render(
      <>
        <Page />
        <AccessBanner />
      </>,
    );
    expect(screen.queryByRole("link", { name: "Verify again" })).toBeNull();
    await wait();
    expect(screen.getByText("premium")).not.toBeNull();
    expect(purchaseRecord.read()).not.toBeNull();
    expect(screen.getByRole("link", { name: "Verify again" })).not.toBeNull();
    cleanup();
    stubServer({ [endpoints.access]: yes });
    render(<AccessBanner />);
    render(<Page />);
    await wait();
    expect(screen.queryByRole("link", { name: "Verify again" })).toBeNull();
  });

  it("is removed, with its verification, when the server says that it was revoked", async () => {
    const calls = stubServer({ [endpoints.access]: revoked });
    render(<Page />);
    expect(screen.getByText("premium")).not.toBeNull();
    await wait();
    expect(screen.getByText("demo")).not.toBeNull();
    expect([purchaseRecord.read(), verificationRecord.read()]).toEqual([null, null]);
    expect(calls).toHaveLength(1);
  });

  it("stays when the server confirms it, and is reviewed once", async () => {
    const calls = stubServer({ [endpoints.access]: yes });
    render(<Page />);
    await wait();
    await reconnect();
    expect(screen.getByText("premium")).not.toBeNull();
    expect(calls).toHaveLength(1);
  });

  it.each<[string, Answer | null]>([
    ["no answer", null],
    ["a refusal", { status: 429, text: "Too many attempts." }],
    ["a fault", { status: 500, text: "Something went wrong." }],
    ["a page of somebody else's network", { status: 200, text: "<h1>Log in</h1>" }],
    ["an answer of another shape", { json: {} }],
  ])("stays after %s, and is asked about again when the connection is back", async (_, answer) => {
    stubServer({ [endpoints.access]: answer });
    render(<Page />);
    await wait();
    expect(screen.getByText("premium")).not.toBeNull();
    stubServer({ [endpoints.access]: revoked });
    await reconnect();
    expect(screen.getByText("demo")).not.toBeNull();
  });

  it("is not reviewed without a connection", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const calls = stubServer({ [endpoints.access]: revoked });
    render(<Page />);
    await wait();
    expect(calls).toEqual([]);
  });

  it("is reviewed after an emergency, not during it", async () => {
    emergencyStateRecord.write(locked);
    const calls = stubServer({ [endpoints.access]: revoked });
    render(<Page />);
    await wait();
    await reconnect();
    expect(calls).toEqual([]);
    act(() => void emergencyStateRecord.write(NO_EMERGENCY));
    await wait();
    expect(screen.getByText("demo")).not.toBeNull();
  });

  it("stays when an emergency begins during the request", async () => {
    let answer: (response: Response) => void = () => undefined;
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
    render(<Page />);
    await wait();
    act(() => void emergencyStateRecord.write(locked));
    await act(async () =>
      answer(new Response(JSON.stringify({ ...noFacts, access: false, isRevoked: true }))),
    );
    await wait();
    expect(purchaseRecord.read()).not.toBeNull();
  });

  it("stays when it was confirmed again during the request", async () => {
    let answer: (response: Response) => void = () => undefined;
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
    render(<Page />);
    await wait();
    act(() => void purchaseRecord.write({ status: "purchased", email: "a@b.co" }));
    await act(async () =>
      answer(new Response(JSON.stringify({ ...noFacts, access: false, isRevoked: true }))),
    );
    expect(screen.getByText("premium")).not.toBeNull();
  });

  it("is not reviewed when there is none, in a browser", async () => {
    localStorage.clear();
    const calls = stubServer({ [endpoints.access]: yes });
    render(<Page />);
    await wait();
    expect(calls).toEqual([]);
  });
});

describe("an installed app without a stored purchase", () => {
  const asInstalled = () =>
    vi
      .spyOn(window, "matchMedia")
      .mockImplementation((query) => ({ matches: query.includes("standalone") }) as MediaQueryList);

  beforeEach(() => {
    localStorage.clear();
    asInstalled();
  });

  it("gets the one that the server knows this device by, and asks once", async () => {
    const calls = stubServer({ [endpoints.access]: yes });
    render(<Page />);
    expect(screen.getByText("demo")).not.toBeNull();
    await wait();
    await reconnect();
    expect(screen.getByText("premium")).not.toBeNull();
    expect(purchaseRecord.read()).toMatchObject({ status: "purchased", verified: true });
    expect(calls).toHaveLength(1);
  });

  it.each<[string, Answer | null]>([
    ["does not know this device", unknown],
    ["says that a purchase was revoked", revoked],
    ["knows a gift that it bought", { json: { ...noFacts, access: false, giftCode: "ABCD" } }],
    ["does not answer", null],
  ])("stays a preview when the server %s, and says nothing of it", async (_, answer) => {
    stubServer({ [endpoints.access]: answer });
    render(
      <>
        <Page />
        <AccessBanner />
      </>,
    );
    await wait();
    expect(screen.getByText("demo")).not.toBeNull();
    expect(purchaseRecord.read()).toBeNull();
    expect(screen.queryByRole("link", { name: "Verify again" })).toBeNull();
  });

  it("asks again when the connection is back", async () => {
    stubServer({ [endpoints.access]: null });
    render(<Page />);
    await wait();
    stubServer({ [endpoints.access]: yes });
    await reconnect();
    expect(screen.getByText("premium")).not.toBeNull();
  });

  it("asks nothing during an emergency", async () => {
    emergencyStateRecord.write(locked);
    const calls = stubServer({ [endpoints.access]: yes });
    render(<Page />);
    await wait();
    await reconnect();
    expect(calls).toEqual([]);
  });
});

it("forgets an address that was typed before a checkout once the app is opened a day later", () => {
  writePurchaseEmail("c@d.co");
  vi.setSystemTime(Date.now() + purchaseEmailKeptMs);
  render(<Page />);
  expect(JSON.stringify({ ...localStorage })).not.toContain("c@d.co");
});
