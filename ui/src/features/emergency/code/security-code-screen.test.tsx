/** Claims about a code that was right: nothing follows from it once the person has gone. */
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useNavigate } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { currentToasts } from "#components/toast/toast-store.ts";
import { emergencyTimes } from "#content/limits.ts";
import * as paths from "#content/paths.ts";
import { readLockouts } from "#store/emergency/lockouts.ts";
import { startWithPin, typeHeldCode } from "#test/held-code.ts";
import { pageEmergency } from "../controller/controller.ts";
import { SecurityCodeScreen } from "./security-code-screen.tsx";

let stop: () => Promise<void>;
beforeEach(async () => {
  stop = await startWithPin("482915");
});
afterEach(() => stop());

const openToasts = () => currentToasts().filter(({ isOpen }) => isOpen);

type PageProps = { readonly onVerified: () => void };

/** The screen stays where it is, as a page does until the next one is loaded. */
function Page({ onVerified }: PageProps) {
  const navigate = useNavigate();
  return (
    <>
      <SecurityCodeScreen onVerified={onVerified} onBack={() => undefined} />
      <button type="button" onClick={() => navigate(paths.home)}>
        Elsewhere
      </button>
    </>
  );
}

function show() {
  const verified = vi.fn();
  return { verified, ...render(<Page onVerified={verified} />, { wrapper: MemoryRouter }) };
}

/** How a person leaves the screen. */
const ways = [
  ["Back was pressed", () => userEvent.click(screen.getByRole("button", { name: "Back" }))],
  [
    "another address came",
    () => userEvent.click(screen.getByRole("button", { name: "Elsewhere" })),
  ],
  ["the screen has gone", async (unmount: () => void) => unmount()],
] as const;

describe.each(ways)("after %s", (_, leave) => {
  test("the own PIN that is still compared opens nothing, and nothing is said of it", async () => {
    const { verified, unmount } = show();
    const answer = await typeHeldCode("482915");
    await leave(unmount);
    await answer();
    expect(verified).not.toHaveBeenCalled();
    expect(openToasts()).toEqual([]);
  });

  test("the own PIN that was just accepted opens nothing, and is no longer said to", async () => {
    const { verified, unmount } = show();
    vi.spyOn(pageEmergency(), "submitPin").mockResolvedValue("own");
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await userEvent.type(screen.getByLabelText("Security code"), "482915");
    await userEvent.click(screen.getByRole("button", { name: "Verify Code" }));
    expect(openToasts()).toMatchObject([{ title: "Access Granted" }]);
    await leave(unmount);
    expect(openToasts()).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(emergencyTimes.accessRedirectMs));
    expect(verified).not.toHaveBeenCalled();
  });

  test("a wrong code that is still compared counts", async () => {
    const { unmount } = show();
    const answer = await typeHeldCode("0000");
    await leave(unmount);
    await answer();
    expect((await readLockouts()).securityCode.failedAttempts).toBe(1);
  });
});

test("while the screen after an emergency waits behind the code, too, leaving takes the own PIN back", async () => {
  const state = pageEmergency().getState();
  const ended = { isShown: true, isAway: true } as typeof state.ended;
  vi.spyOn(pageEmergency(), "getState").mockReturnValue({ ...state, ended });
  const { verified, unmount } = show();
  const answer = await typeHeldCode("482915");
  unmount();
  await answer();
  expect(verified).not.toHaveBeenCalled();
  expect(openToasts()).toEqual([]);
});

test("a code that is typed at another address, where the screen still is, opens what it asks for", async () => {
  const { verified } = show();
  await userEvent.click(screen.getByRole("button", { name: "Elsewhere" }));
  const answer = await typeHeldCode("482915");
  await answer();
  expect(verified).toHaveBeenCalledOnce();
});

test("the words that a code was right stay when what it opened takes the screen's place", async () => {
  const { verified, unmount } = show();
  verified.mockImplementation(() => unmount());
  const answer = await typeHeldCode("482915");
  await answer();
  expect(verified).toHaveBeenCalledOnce();
  expect(openToasts()).toMatchObject([{ title: "Access Granted" }]);
});
