/** Claims about a part of a screen that is loaded late. */
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { pageFailed } from "#content/messages.ts";
import { LatePart } from "./late-part.tsx";

test("a part is waited for, and shown once it is loaded", async () => {
  const load = async () => () => <p>The part</p>;
  render(<LatePart load={load}>{(Part) => <Part />}</LatePart>);
  expect(screen.getByRole("status").textContent).toBe("One moment...");
  await screen.findByText("The part");
  expect(screen.queryByRole("status")).toBeNull();
});

test("a part whose file is gone, as after a release, is not waited for", async () => {
  const load = () => Promise.reject(new TypeError("Failed to fetch"));
  render(<LatePart load={load}>{() => null}</LatePart>);
  await screen.findByText(pageFailed);
  expect(screen.queryByText("One moment...")).toBeNull();
});
