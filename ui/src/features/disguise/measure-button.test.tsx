/** Claims about the button that measures. */
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { cameraUnavailable } from "#content/heart-monitor.ts";
import { MeasureButton } from "./measure-button.tsx";

const press = () => fireEvent.click(screen.getByRole("button", { name: "Measure" }));

test("it opens the panel in its place, which leads back to it", async () => {
  render(<MeasureButton />);
  press();
  await screen.findByRole("heading", { name: "Measure" });
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Measure" }));
});

test("while the camera must stay off it says so in one sentence, and opens nothing", () => {
  render(<MeasureButton isOff />);
  press();
  expect(screen.getByRole("status").textContent).toBe(cameraUnavailable);
  expect(screen.queryByRole("heading")).toBeNull();
});
