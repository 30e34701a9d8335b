/** Claims about static parts in the browser. */
import { act } from "@testing-library/react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { expect, it, vi } from "vitest";
import { StaticPart } from "./static-part.tsx";

function Part({ name }: { readonly name: string }) {
  return <div>Loaded for {name}</div>;
}

function documentWith(render: "done" | "failed", html: string): HTMLElement {
  const root = document.createElement("div");
  root.id = "root";
  root.innerHTML = html;
  if (render === "failed") root.dataset["render"] = "failed";
  document.body.append(root);
  return root;
}

it("keeps the server's HTML through hydration and later renders, and loads nothing", async () => {
  const root = documentWith("done", '<div><p id="kept">From <b>the</b> server</p></div>');
  const kept = root.querySelector("#kept");
  const load = vi.fn(async () => Part);
  const onRecoverableError = vi.fn();
  const page = (name: string) => <StaticPart load={load} props={{ name }} />;
  const hydrated = await act(async () => hydrateRoot(root, page("a"), { onRecoverableError }));
  await act(async () => hydrated.render(page("b")));
  expect(root.querySelector("#kept")).toBe(kept);
  expect(root.textContent).toBe("From the server");
  expect(load).not.toHaveBeenCalled();
  expect(onRecoverableError).not.toHaveBeenCalled();
  await act(async () => hydrated.unmount());
});

it("loads the part where the server's render failed", async () => {
  const root = documentWith("failed", "");
  const made = createRoot(root);
  await act(async () =>
    made.render(<StaticPart load={async () => Part} props={{ name: "Ann" }} />),
  );
  expect(root.textContent).toBe("Loaded for Ann");
  await act(async () => made.unmount());
});

it("loads the part when React renders the page anew, because a translation changed the server's HTML", async () => {
  const root = documentWith("done", "<h1><font>Titre</font></h1><div><p>From the server</p></div>");
  const onRecoverableError = vi.fn();
  const page = (
    <>
      <h1>Title</h1>
      <StaticPart load={async () => Part} props={{ name: "Ann" }} />
    </>
  );
  const hydrated = await act(async () => hydrateRoot(root, page, { onRecoverableError }));
  expect(onRecoverableError).toHaveBeenCalledOnce();
  expect(root.textContent).toBe("TitleLoaded for Ann");
  await act(async () => hydrated.unmount());
});
