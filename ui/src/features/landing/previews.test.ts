/** Claims about the carousel's order and its visible slide. */
import { describe, expect, it } from "vitest";
import { slides } from "#content/slides.ts";
import { nextSlide, previousSlide, slideAt } from "./previews.tsx";

const count = slides.length;

describe("the carousel", () => {
  it("has five slides", () => {
    expect(count).toBe(5);
  });

  it("wraps from the last slide to the first", () => {
    expect([0, 1, 2, 3, 4].map((index) => nextSlide(index, count))).toEqual([1, 2, 3, 4, 0]);
  });

  it("wraps from the first slide to the last", () => {
    expect([0, 1, 2, 3, 4].map((index) => previousSlide(index, count))).toEqual([4, 0, 1, 2, 3]);
  });

  it("shows the slide that covers most of the view", () => {
    expect(slideAt(0, 300, count)).toBe(0);
    expect(slideAt(149, 300, count)).toBe(0);
    expect(slideAt(151, 300, count)).toBe(1);
    expect(slideAt(1200, 300, count)).toBe(4);
  });

  it("stays within its slides when overscrolled", () => {
    expect(slideAt(-40, 300, count)).toBe(0);
    expect(slideAt(1600, 300, count)).toBe(4);
  });

  it("shows the first slide before it has a width", () => {
    expect(slideAt(0, 0, count)).toBe(0);
  });
});
