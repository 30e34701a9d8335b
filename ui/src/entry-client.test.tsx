/** Claims about hydration of every page's server HTML. */

import { serverPages } from "virtual:server-pages";
import { act } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { markLeaving, unmarkLeaving } from "#platform/page/leaving.ts";
import { pageNames, payloadOf } from "#test/payload.ts";
import { ClientPage, start } from "./entry-client.tsx";
import { render } from "./entry-server.tsx";

describe("hydration", () => {
  it.each(pageNames)("of %s reports no mismatch", async (page) => {
    const payload = payloadOf(page);
    const root = document.createElement("div");
    root.innerHTML = render(JSON.stringify(payload));
    document.body.append(root);
    const onRecoverableError = vi.fn();
    vi.stubGlobal("fetch", async () => new Response("null"));
    const hydrated = await act(async () =>
      hydrateRoot(
        root,
        <ClientPage payload={payload} page={serverPages[page]} onMounted={vi.fn()} />,
        { onRecoverableError },
      ),
    );
    expect(onRecoverableError).not.toHaveBeenCalled();
    expect(root.querySelector("main")).not.toBeNull();
    await act(async () => hydrated.unmount());
  });
});

const page = { ...serverPages.lockdown, Page: () => null };

describe("a document that is being left", () => {
  afterEach(unmarkLeaving);

  it("is not hydrated, because it may be incomplete", async () => {
    markLeaving();
    const ended = vi.fn();
    // It would reject, because this document has no root.
    start(page, null).then(ended, ended);
    await new Promise((resolve) => setTimeout(resolve));
    expect(ended).not.toHaveBeenCalled();
  });

  it("is distinguished from one without a root", async () => {
    await expect(start(page, null)).rejects.toThrow("no #root");
  });
});
