/** Puts a whole page on screen for a test, with a server that answers as the test says. */

import { serverPages } from "virtual:server-pages";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, vi } from "vitest";
import { App } from "#app/app.tsx";
import { currentToasts, dismissToast, type ToastContent } from "#components/toast-store.ts";
import { payloadOf } from "#test/payload.ts";
import type { PageData, PageName } from "#wire/pages.ts";

/** Shows the page in the browser as if it had been hydrated. */
export function showPage<Name extends PageName>(
  page: Name,
  data: PageData[Name] | null = null,
): void {
  const payload = payloadOf(page, data);
  render(
    <MemoryRouter initialEntries={[payload.path]}>
      <App payload={payload} page={serverPages[page]} />
    </MemoryRouter>,
  );
}

/** What the server answers to a call: a JSON value, an error, or nothing at all. */
export type Answer =
  | { readonly json: unknown }
  | { readonly status: number; readonly text: string };

/** A call that reached the server. */
export type Call = { readonly path: string; readonly method: string; readonly body: unknown };

/** Answers each path as listed and refuses every other; an unlisted or null path is unreachable. Returns the calls so far. */
export function stubServer(answers: Readonly<Record<string, Answer | null>>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    calls.push({ path, method: init.method ?? "GET", body });
    const answer = answers[path];
    if (answer === undefined || answer === null) throw new TypeError("Failed to fetch");
    if ("json" in answer) return new Response(JSON.stringify(answer.json));
    return new Response(answer.text, { status: answer.status });
  });
  return calls;
}

/** Notices where the page wants to go, without going there. Returns the addresses so far. */
export function watchNavigation(): string[] {
  const went: string[] = [];
  vi.spyOn(window.location, "assign").mockImplementation((url) => void went.push(String(url)));
  return went;
}

/** The toast on screen. */
export function toast(): ToastContent | undefined {
  return currentToasts().find(({ isOpen }) => isOpen);
}

/** Closes every toast, so that the next test sees only its own. */
export function closeToasts(): void {
  for (const { id } of currentToasts()) dismissToast(id);
}

/** The page's own heading. */
export function heading(): string | null {
  return screen.getByRole("heading", { level: 1 }).textContent;
}

/** Takes the one expected report off the console, which otherwise fails the test. */
export function expectReport(pattern: RegExp): void {
  // biome-ignore lint/suspicious/noConsole: the setup of the tests watches it.
  const { mock } = vi.mocked(console.error);
  expect(mock.calls.map(([first]) => String(first))).toEqual([expect.stringMatching(pattern)]);
  mock.calls.length = 0;
}
