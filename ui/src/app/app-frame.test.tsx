/** Navigation between app pages without a new document. */
import { act, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ComponentProps, ComponentType, ReactNode } from "react";
import { Link, MemoryRouter, useNavigate } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { chunkRetryMs, slowPageMs } from "#content/limits.ts";
import * as paths from "#content/paths.ts";
import { PageDataProvider } from "#pages/page-data.tsx";
import { showAppFirst } from "#platform/page/view-cookie.ts";
import { payloadOf } from "#test/payload.ts";
import { AppFrame } from "./app-frame.tsx";
import type { AppPages } from "./moved-page.ts";

const title = "The next title";

function Back(): ReactNode {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Back
    </button>
  );
}

function ThirdPage(): ReactNode {
  return (
    <main>
      <h1>The third page</h1>
      <Back />
    </main>
  );
}

function NextPage(): ReactNode {
  return (
    <main>
      <h1>The next page</h1>
      <Link to={paths.home}>Return</Link>
      <Link to={paths.settings}>Further</Link>
      <Back />
    </main>
  );
}

function MainPage(): ReactNode {
  return <h1>The main screen</h1>;
}

function Beside(): ReactNode {
  return <p>Beside the page</p>;
}

const mainPage: AppPages = {
  emergency: { pattern: paths.landing, title, load: () => Promise.resolve(MainPage) },
};

/** A second page that is loaded at once, and a third one that comes with `arrive`. */
function threePages() {
  let arrive = (): void => undefined;
  const third = new Promise<ComponentType>((resolve) => {
    arrive = () => resolve(ThirdPage);
  });
  const pages: AppPages = {
    ...voicePage(() => Promise.resolve(NextPage)),
    settings: { pattern: paths.settings, title: "The third title", load: () => third },
  };
  return { pages, arrive: () => act(async () => arrive()) };
}

const voicePage = (load: () => Promise<ComponentType>): AppPages => ({
  voice: { pattern: paths.voice, title, load },
});

/** Resolves once what runs beside the page has been loaded too. */
async function showWhole(pages: AppPages): Promise<void> {
  show(pages);
  await waitFor(() => expect(history.scrollRestoration).toBe("manual"));
}

function show(pages: AppPages, load?: ComponentProps<typeof AppFrame>["load"]): void {
  render(
    <MemoryRouter initialEntries={[paths.home]}>
      <PageDataProvider payload={payloadOf("home")}>
        <AppFrame pages={pages} load={load}>
          <h1>The first page</h1>
          <Link to={paths.voice}>Go on</Link>
          <Link to={paths.landing}>Main</Link>
          <Link to={paths.settings}>Further from the first</Link>
        </AppFrame>
      </PageDataProvider>
    </MemoryRouter>,
  );
}

const click = (name: string) => userEvent.click(screen.getByRole("link", { name }));
const goBack = () => userEvent.click(screen.getByRole("button", { name: "Back" }));

/** Stands in for the scrolled window of a browser, which the test's document lacks. */
function scrolledWindow() {
  let top = 0;
  vi.spyOn(window, "scrollY", "get").mockImplementation(() => top);
  const scroll = (to: number) => {
    top = to;
    window.dispatchEvent(new Event("scroll"));
  };
  vi.spyOn(window, "scrollTo").mockImplementation(((to: ScrollToOptions) =>
    scroll(to.top ?? 0)) as typeof window.scrollTo);
  return { scroll, top: () => top };
}

describe("the app frame", () => {
  beforeEach(() => {
    document.title = "The first title";
    history.scrollRestoration = "auto";
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

  it("renews the cookie of the main path with each use", async () => {
    showAppFirst();
    const set = vi.spyOn(document, "cookie", "set");
    show({});
    const renewed = expect.stringMatching(/^view=app; .*Max-Age=34560000/);
    await waitFor(() => expect(set).toHaveBeenCalledWith(renewed));
  });

  it("asks again for what runs beside a page when the connection broke meanwhile", async () => {
    vi.useFakeTimers();
    const load = vi.fn(() => Promise.resolve(Beside));
    for (let failure = 0; failure < 2; failure += 1)
      load.mockRejectedValueOnce(new Error("offline"));
    show({}, load);
    for (const calls of [1, 2, 3, 3]) {
      await act(() => vi.advanceTimersByTimeAsync(chunkRetryMs - 1));
      expect(load).toHaveBeenCalledTimes(calls);
      expect(screen.queryByText("Beside the page") !== null).toBe(calls === 3);
      await act(() => vi.advanceTimersByTimeAsync(1));
    }
    vi.useRealTimers();
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

  it("does not undo a navigation that ended the load of a page, and loads that page where it came to nothing", async () => {
    const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
    const load = vi
      .fn(() => Promise.resolve(NextPage))
      .mockImplementationOnce(async () => {
        window.dispatchEvent(new Event("beforeunload"));
        throw new Error("ended");
      });
    show(voicePage(load));
    vi.useFakeTimers();
    act(() => screen.getByRole("link", { name: "Go on" }).click());
    await act(() => vi.advanceTimersByTimeAsync(chunkRetryMs - 1));
    expect(screen.getByRole("heading").textContent).toBe("The first page");
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.getByRole("heading").textContent).toBe("The next page");
    expect(assign).not.toHaveBeenCalled();
    vi.useRealTimers();
  });

  it("keeps the second page with its title until the third one is there", async () => {
    const { pages, arrive } = threePages();
    show(pages);
    await click("Go on");
    await screen.findByRole("heading", { name: "The next page" });
    await click("Further");
    expect(screen.getByRole("heading").textContent).toBe("The next page");
    expect(document.title).toBe(title);
    await arrive();
    expect(screen.getByRole("heading").textContent).toBe("The third page");
    expect(document.title).toBe("The third title");
  });

  it("keeps the first page, and not one that was shown before it, until the next one is there", async () => {
    const { pages, arrive } = threePages();
    show(pages);
    await click("Go on");
    await screen.findByRole("heading", { name: "The next page" });
    await click("Return");
    await click("Further from the first");
    expect(screen.getByRole("heading").textContent).toBe("The first page");
    await arrive();
    expect(screen.getByRole("heading").textContent).toBe("The third page");
  });

  it("says that a page is being loaded when it takes long, and no longer when it is there", async () => {
    const { pages, arrive } = threePages();
    await showWhole(pages);
    const further = screen.getByRole("link", { name: "Further from the first" });
    vi.useFakeTimers();
    act(() => further.click());
    expect(screen.getByRole("status").textContent).toBe("");
    act(() => vi.advanceTimersByTime(slowPageMs));
    expect(screen.getByRole("status").textContent).toBe("Loading the page...");
    vi.useRealTimers();
    await arrive();
    expect(screen.queryByRole("status")).toBeNull();
  });

  it("begins a page at its top, and comes back to where the page before was left", async () => {
    const { pages, arrive } = threePages();
    const { scroll, top } = scrolledWindow();
    await arrive();
    await showWhole(pages);
    scroll(300);
    await click("Go on");
    await screen.findByRole("heading", { name: "The next page" });
    expect(top()).toBe(0);
    scroll(500);
    await click("Further");
    await screen.findByRole("heading", { name: "The third page" });
    expect(top()).toBe(0);
    scroll(20);
    await goBack();
    await screen.findByRole("heading", { name: "The next page" });
    expect(top()).toBe(500);
    await goBack();
    await screen.findByRole("heading", { name: "The first page" });
    expect(top()).toBe(300);
  });

  /** A page of which a test says when it has grown. */
  function growingPage() {
    let grown = (): void => undefined;
    vi.stubGlobal(
      "ResizeObserver",
      class {
        constructor(found: () => void) {
          grown = found;
        }
        observe() {}
        disconnect() {
          grown = () => undefined;
        }
      },
    );
    return { grow: () => grown() };
  }

  it("follows a page that grows after it was come back to, until the person scrolls", async () => {
    const { pages } = threePages();
    const { scroll, top } = scrolledWindow();
    let height = 1000;
    vi.spyOn(window, "scrollTo").mockImplementation(((to: ScrollToOptions) =>
      scroll(Math.min(to.top ?? 0, height))) as typeof window.scrollTo);
    const page = growingPage();
    await showWhole(pages);
    scroll(800);
    await click("Go on");
    await screen.findByRole("heading", { name: "The next page" });
    height = 100;
    await goBack();
    await screen.findByRole("heading", { name: "The first page" });
    expect(top()).toBe(100);
    height = 400;
    page.grow();
    expect(top()).toBe(400);
    window.dispatchEvent(new Event("wheel"));
    height = 1000;
    page.grow();
    expect(top()).toBe(400);
  });

  it("keeps to the place of a page that gets back to its height by what comes late above", async () => {
    const { pages } = threePages();
    const { scroll, top } = scrolledWindow();
    let height = 2000;
    vi.spyOn(document.documentElement, "scrollHeight", "get").mockImplementation(() => height);
    const page = growingPage();
    await showWhole(pages);
    scroll(700);
    await click("Go on");
    await screen.findByRole("heading", { name: "The next page" });
    height = 1500;
    await goBack();
    await screen.findByRole("heading", { name: "The first page" });
    expect(top()).toBe(700);
    height = 2000;
    // The browser keeps what is seen where it is, although it was not seen before.
    scroll(1200);
    page.grow();
    expect(top()).toBe(700);
    height = 2500;
    scroll(1200);
    page.grow();
    expect(top()).toBe(1200);
  });
});
