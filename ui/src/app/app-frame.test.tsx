/** Navigation between app pages without a new document. */
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ComponentType, ReactNode } from "react";
import { Link, MemoryRouter } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as paths from "#content/paths.ts";
import { PageDataProvider } from "#pages/page-data.tsx";
import { showAppFirst } from "#platform/view-cookie.ts";
import { payloadOf } from "#test/payload.ts";
import { AppFrame, type AppPages } from "./app-frame.tsx";

const title = "The next title";

function NextPage(): ReactNode {
  return (
    <main>
      <h1>The next page</h1>
      <Link to={paths.home}>Return</Link>
    </main>
  );
}

function MainPage(): ReactNode {
  return <h1>The main screen</h1>;
}

const mainPage: AppPages = {
  emergency: { pattern: paths.landing, title, load: () => Promise.resolve(MainPage) },
};

const voicePage = (load: () => Promise<ComponentType>): AppPages => ({
  voice: { pattern: paths.voice, title, load },
});

function show(pages: AppPages): void {
  render(
    <MemoryRouter initialEntries={[paths.home]}>
      <PageDataProvider payload={payloadOf("home")}>
        <AppFrame pages={pages}>
          <h1>The first page</h1>
          <Link to={paths.voice}>Go on</Link>
          <Link to={paths.landing}>Main</Link>
        </AppFrame>
      </PageDataProvider>
    </MemoryRouter>,
  );
}

const click = (name: string) => userEvent.click(screen.getByRole("link", { name }));

describe("the app frame", () => {
  beforeEach(() => {
    document.title = "The first title";
  });

  it("shows another app page with its title and the focus on its heading, and comes back", async () => {
    show(voicePage(() => Promise.resolve(NextPage)));
    await click("Go on");
    const heading = await screen.findByRole("heading", { name: "The next page" });
    expect(document.title).toBe(title);
    await waitFor(() => expect(document.activeElement).toBe(heading));
    await click("Return");
    expect(screen.getByRole("heading").textContent).toBe("The first page");
    expect(document.title).toBe("The first title");
  });

  it("leaves the main path to the shop for somebody who has no app", async () => {
    show(mainPage);
    await click("Main");
    await screen.findByRole("heading", { name: "The main screen" });
    expect(document.cookie).toBe("");
  });

  it("renews the cookie of the main path with each use", () => {
    showAppFirst();
    const set = vi.spyOn(document, "cookie", "set");
    show({});
    expect(set).toHaveBeenCalledWith(expect.stringMatching(/^view=app; .*Max-Age=34560000/));
  });

  it("loads a document for a page that is not an app page", async () => {
    const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
    show({});
    await click("Go on");
    expect(assign).toHaveBeenCalledWith(paths.voice);
  });

  it("loads a document when the page's chunk is gone", async () => {
    const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
    show(voicePage(() => Promise.reject(new Error("404"))));
    await click("Go on");
    await waitFor(() => expect(assign).toHaveBeenCalledWith(paths.voice));
  });
});
