/** A connection that hangs: requests leave, and their answers never come, whatever the browser gives up. */

import { act, fireEvent, screen } from "@testing-library/react";
import { vi } from "vitest";
import { patiently } from "./patience.ts";

type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

/** Longer than a request may take, in milliseconds. */
const LATE_MS = 15_000;

/**
 * Presses a button whose request, with the method, hangs until it is late; `isTaken` says whether the server of `fetch` has it. The
 * connection is back then.
 */
export async function pressInVain(
  name: string,
  { fetch, method, isTaken }: { readonly fetch: Fetch; readonly method: string; isTaken: boolean },
): Promise<void> {
  const button = await screen.findByRole<HTMLButtonElement>("button", { name });
  let isSilent = false;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    if (init.method !== method) return fetch(path, init);
    if (isTaken) await fetch(path, init);
    isSilent = true;
    return new Promise<Response>(() => undefined);
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  fireEvent.click(button);
  await vi.waitUntil(() => isSilent, patiently);
  await act(() => vi.advanceTimersByTimeAsync(LATE_MS));
  vi.useRealTimers();
  vi.stubGlobal("fetch", fetch);
}
