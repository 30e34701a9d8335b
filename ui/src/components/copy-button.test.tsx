/** Claims about a button that copies a text. */
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { CopyButton } from "./copy-button.tsx";

/** The texts that were copied, as long as the browser does not refuse. */
const copied: string[] = [];
let isRefused = false;
const copy = async (text: string) => {
  if (!isRefused) copied.push(text);
  return !isRefused;
};
const button = (text: string) => (
  <CopyButton tone="quiet" label="Copy the place" text={text} copy={copy} />
);

test("a text is called copied once it was, and a newer one is not", async () => {
  const { rerender } = render(button("52.5, 13.4"));
  fireEvent.click(screen.getByRole("button", { name: "Copy the place" }));
  await screen.findByRole("button", { name: "Copied" });
  expect(copied).toEqual(["52.5, 13.4"]);
  rerender(button("48.1, 11.6"));
  screen.getByRole("button", { name: "Copy the place" });
});

test("a browser that refuses is not passed over in silence, and the next tap tries again", async () => {
  isRefused = true;
  render(button("52.5, 13.4"));
  fireEvent.click(screen.getByRole("button", { name: "Copy the place" }));
  const again = await screen.findByRole("button", { name: "Not copied" });
  isRefused = false;
  fireEvent.click(again);
  await screen.findByRole("button", { name: "Copied" });
});
