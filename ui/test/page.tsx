/** Renders a page for a test, with a stubbed server. */

import { serverPages } from "virtual:server-pages";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, vi } from "vitest";
import { App } from "#app/app.tsx";
import { currentToasts, type ToastContent } from "#components/toast/toast-store.ts";
import { pages } from "#pages/registry.ts";
import { payloadOf } from "#test/payload.ts";
import type { PageData, PageName } from "#wire/pages.ts";

/** Renders a page as it is after hydration, under the title that its document has. */
export function showPage<Name extends PageName>(
  page: Name,
  data: PageData[Name] | null = null,
): void {
  const payload = payloadOf(page, data);
  document.title = pages[page].head.title;
  render(
    <MemoryRouter initialEntries={[payload.path]}>
      <App payload={payload} page={serverPages[page]} />
    </MemoryRouter>,
  );
}

/** Opens the screen behind a row of the settings, and waits for what is on it. */
export async function openRow(title: string): Promise<void> {
  await userEvent.click(await screen.findByRole("button", { name: new RegExp(`^${title} `) }));
  await screen.findByRole("heading", { level: 1, name: title });
  await waitFor(() => expect(screen.queryByText("One moment...")).toBeNull());
}

/** A stubbed response: a JSON body or an error. */
export type Answer =
  | { readonly json: unknown }
  | { readonly status: number; readonly text: string };

/** A request to the stubbed server. */
export type Call = { readonly path: string; readonly method: string; readonly body: unknown };

/** Stubs `fetch`: each path gets its answer, any other and null are unreachable. Returns the requests so far. */
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

/** Records navigation to other documents instead of doing it. Returns the URLs so far. */
export function watchNavigation(): string[] {
  const went: string[] = [];
  for (const how of ["assign", "replace"] as const) {
    vi.spyOn(window.location, how).mockImplementation((url) => void went.push(String(url)));
  }
  return went;
}

/** The open toast; none may say what stands on the page. */
export function toast(): ToastContent | undefined {
  const open = currentToasts().find(({ isOpen }) => isOpen);
  const page = document.querySelector("main")?.textContent ?? "";
  for (const words of [open?.title, open?.description]) {
    if (words !== undefined) expect(page).not.toContain(words);
  }
  return open;
}

/** The text of the page's heading. */
export function heading(): string | null {
  return screen.getByRole("heading", { level: 1 }).textContent;
}

/** Expects one error on the console and removes it, because it would fail the test. */
export function expectReport(pattern: RegExp): void {
  // biome-ignore lint/suspicious/noConsole: the setup of the tests watches it.
  const { mock } = vi.mocked(console.error);
  expect(mock.calls.map(([first]) => String(first))).toEqual([expect.stringMatching(pattern)]);
  mock.calls.length = 0;
}
