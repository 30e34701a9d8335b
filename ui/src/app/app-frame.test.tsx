/** Moving between app pages without a new document. */
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { Link, MemoryRouter } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";
import { AppFrame } from "./app-frame.tsx";
import type { AppPages } from "./app-pages.ts";
import { PageDataProvider } from "./page-data.tsx";
import { pages } from "./pages.ts";

const site = {
  displayName: "SP Heart Rate Monitor",
  demoPin: "1234",
  supportEmail: "support@example.org",
  supportPhone: "",
  testPayments: true,
  stripe: null,
};

function NextPage(): ReactNode {
  return (
    <main>
      <h1>The next page</h1>
      <Link to="/">Return</Link>
    </main>
  );
}

function show(loaders: AppPages): void {
  const payload = { page: "landing", path: "/", site, data: null } as const;
  render(
    <MemoryRouter>
      <PageDataProvider payload={payload}>
        <AppFrame loaders={loaders}>
          <h1>The first page</h1>
          <Link to="/checkout">Go on</Link>
        </AppFrame>
      </PageDataProvider>
    </MemoryRouter>,
  );
}

const click = (name: string) => userEvent.click(screen.getByRole("link", { name }));

describe("the app frame", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("shows another app page with its title and the focus on its heading, and comes back", async () => {
    show({ checkout: () => Promise.resolve(NextPage) });
    await click("Go on");
    const heading = await screen.findByRole("heading", { name: "The next page" });
    expect(document.title).toBe(pages.checkout.title);
    await waitFor(() => expect(document.activeElement).toBe(heading));
    await click("Return");
    expect(screen.getByRole("heading").textContent).toBe("The first page");
    expect(document.title).toBe(pages.landing.title);
  });

  it("loads a document for a page that is none of the app's", async () => {
    const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
    show({});
    await click("Go on");
    expect(assign).toHaveBeenCalledWith("/checkout");
  });

  it("loads a document when the page's chunk is gone", async () => {
    const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
    show({ checkout: () => Promise.reject(new Error("404")) });
    await click("Go on");
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/checkout"));
  });
});
