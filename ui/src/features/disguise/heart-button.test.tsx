/** Claims about the large heart. */
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { HeartButton } from "./heart-button.tsx";

const paths = () => [...document.querySelectorAll("path")].map((path) => path.getAttribute("d"));

test("a heart rate of 0 has a flat trace, which says why", () => {
  render(<HeartButton onTap={() => undefined} />);
  expect(screen.getByRole("button").textContent).toBe("0BPM");
  screen.getByText("No live signal");
  expect(paths()).toContain("M0 20h320");
});

test("any other has beats, and says nothing of a missing signal", () => {
  render(<HeartButton onTap={() => undefined} bpm={72} />);
  expect(screen.getByRole("button").textContent).toBe("72BPM");
  expect(screen.queryByText("No live signal")).toBeNull();
  expect(paths()).not.toContain("M0 20h320");
});
