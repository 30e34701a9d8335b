/** Claims about how the heart-monitor page settles a claim. */
import { act, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as endpoints from "#content/endpoints.ts";
import * as paths from "#content/paths.ts";
import { accessClaimRecord, purchaseRecord, useHasAccess } from "#store/access/access.ts";
import { boughtGiftRecord } from "#store/access/gift-records.ts";
import { stubServer, toast, watchNavigation } from "#test/page.tsx";
import { noFacts } from "./access.ts";
import { ClaimSettler } from "./claim-settler.tsx";

const nobody = { ...noFacts, access: false };
const buyer = { ...nobody, access: true, email: "a@b.co", isGift: false };
const giver = { ...nobody, isGift: true, recipientEmail: "f@b.co", giftCode: "abc" };

function Page() {
  const isPremium = useHasAccess();
  return (
    <p>
      <ClaimSettler />
      {isPremium ? "premium" : "demo"}
    </p>
  );
}

const open = (address: string): void => {
  window.history.replaceState(null, "", address);
  render(<Page />);
};
const address = () => window.location.pathname + window.location.search;
let went: string[];

beforeEach(() => {
  went = watchNavigation();
});

describe("the heart-monitor page's access", () => {
  it.each([
    `${paths.heartMonitor}?purchase=success&email=x%40y.co`,
    `${paths.heartMonitor}?purchase=success&gift=true&recipient=v%40y.co`,
    paths.redeemed(),
  ])("is not given by typing %s", async (typed) => {
    stubServer({ [endpoints.access]: { json: nobody } });
    open(typed);
    expect(address()).toBe(paths.heartMonitor);
    await waitFor(() => expect(toast()).toMatchObject({ title: "Purchase not confirmed" }));
    expect(screen.getByText("demo")).not.toBeNull();
    expect(purchaseRecord.read()).toBeNull();
    expect(accessClaimRecord.read()).toBeNull();
    expect(document.cookie).not.toContain("view=app");
  });

  it("is granted when the server confirms the purchase", async () => {
    stubServer({ [endpoints.access]: { json: buyer } });
    open(`${paths.heartMonitor}?purchase=success&email=x%40y.co`);
    await screen.findByText("premium");
    expect(purchaseRecord.read()?.email).toBe("a@b.co");
    expect(toast()).toMatchObject({ description: "Thank you for your purchase!" });
    expect(went).toEqual([]);
  });

  it("leads the buyer of a gift to the gift page after two seconds", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    stubServer({ [endpoints.access]: { json: giver } });
    open(`${paths.heartMonitor}?purchase=success&gift=true`);
    await waitFor(() =>
      expect(toast()).toMatchObject({ description: "The app has been gifted to f@b.co!" }),
    );
    expect(screen.getByText("demo")).not.toBeNull();
    expect(boughtGiftRecord.read()?.link).toBe(`${window.location.origin}/gift/abc`);
    act(() => vi.advanceTimersByTime(2000));
    expect(went).toEqual([paths.gift]);
  });

  it("stays claimed while the server is unreachable, and is asked about again when the connection returns", async () => {
    stubServer({});
    open(paths.redeemed());
    await waitFor(() => expect(toast()).toMatchObject({ title: "Not confirmed yet" }));
    expect(address()).toBe(paths.heartMonitor);
    expect(accessClaimRecord.read()).toEqual({ kind: "gift" });
    stubServer({ [endpoints.access]: { json: { ...buyer, isGift: true, giftCode: "abc" } } });
    act(() => void window.dispatchEvent(new Event("online")));
    await screen.findByText("premium");
    expect(accessClaimRecord.read()).toBeNull();
    expect(purchaseRecord.read()?.source).toBe("gift_redemption");
  });

  it("is not asked about without a claim", async () => {
    const calls = stubServer({});
    open(paths.heartMonitor);
    await act(async () => undefined);
    expect(screen.getByText("demo")).not.toBeNull();
    expect(calls).toEqual([]);
  });

  it("stays on a device that has it, whatever the URL claims", async () => {
    purchaseRecord.write({ status: "purchased", verified: true });
    stubServer({ [endpoints.access]: { json: nobody } });
    open(`${paths.heartMonitor}?gift=true`);
    await waitFor(() => expect(accessClaimRecord.read()).toBeNull());
    expect(screen.getByText("premium")).not.toBeNull();
    expect(toast()).toBeUndefined();
  });
});
