/** Claims about the drawing of a trail. */
import { expect, test } from "vitest";
import type { TrailPoint } from "#sync/story.ts";
import { areaOf, drawingOf, labelsOf, metresText } from "./trail-rules.ts";

const point = (latitude: number, longitude: number, accuracy = 10): TrailPoint => ({
  place: { latitude, longitude, accuracy, ageMs: 0 },
  at: 0,
  byPhone: null,
  isAgeUnknown: false,
});

test("no place is no drawing", () => {
  expect(drawingOf([])).toBeNull();
});

test("the newest place is the middle of the metres, north is up and east is right", () => {
  const drawing = drawingOf([point(60.001, 10.001), point(60, 10)]);
  const [first, last] = drawing?.spots ?? [];
  expect(last).toEqual({ x: 0, y: -0 + 0 });
  expect(first?.y).toBeCloseTo(-111.3, 0);
  // A degree of longitude is half as long at 60 degrees north.
  expect(first?.x).toBeCloseTo(55.7, 0);
});

test("a way over the date line is drawn the short way", () => {
  const [first] = drawingOf([point(0, 179.9995), point(0, -179.9995)])?.spots ?? [];
  expect(first?.x).toBeCloseTo(-111.3, 0);
});

test.each([[point(0, 0, 10)], [point(0, 0, 5_000)], [point(89.9999, 0, 50)]])(
  "everything that is drawn is inside the box",
  (newest) => {
    const drawing = drawingOf([point(newest.place.latitude, 0.002), newest]);
    if (drawing === null) throw new Error("No drawing");
    const { box, radius, spots, bar } = drawing;
    const edges = spots.flatMap(({ x, y }) => [x, y]).concat(radius, -radius);
    for (const edge of edges) {
      expect(edge).toBeGreaterThanOrEqual(Math.min(box.x, box.y));
      expect(edge).toBeLessThanOrEqual(Math.max(box.x, box.y) + box.size);
    }
    expect(bar).toBeLessThanOrEqual(box.size / 3);
  },
);

test("a day of places is thinned, and the newest stays", () => {
  const many = Array.from({ length: 5_000 }, (_, at) => point(at / 1e5, 0));
  const spots = drawingOf(many)?.spots ?? [];
  expect(spots.length).toBeLessThanOrEqual(300);
  expect(spots.at(-1)?.x).toBeCloseTo(0);
  expect(spots.at(-1)?.y).toBeCloseTo(0);
});

test("distances are said in metres and kilometres", () => {
  expect([metresText(12.4), metresText(999), metresText(1_540)]).toEqual([
    "12 m",
    "999 m",
    "1.5 km",
  ]);
});

test("the label of the oldest place never covers that of the newest, however close they are", () => {
  const steps = Array.from({ length: 41 }, (_, at) => (at - 20) * 0.00002);
  const texts = ["12 seconds ago", "3 minutes ago"] as const;
  const covered = steps.flatMap((north) =>
    steps.filter((east) => {
      const drawing = drawingOf([point(north, east), point(0, 0)]);
      const labels = drawing && labelsOf(drawing, ...texts);
      if (!drawing || !labels?.oldest) throw new Error("No labels");
      const { size } = drawing.box;
      const newest = areaOf(labels.newest, texts[0], size);
      const oldest = areaOf(labels.oldest, texts[1], size);
      const isBeside = newest.right <= oldest.left || oldest.right <= newest.left;
      return !isBeside && newest.top < oldest.bottom && oldest.top < newest.bottom;
    }),
  );
  expect(covered).toEqual([]);
});

test("the way crosses neither label where there is room beside it", () => {
  for (const [north, east] of [
    [0.001, 0.0008],
    [-0.001, 0.0008],
    [0.001, -0.0008],
    [-0.001, -0.0008],
  ] as const) {
    const drawing = drawingOf([point(0, 0), point(north / 2, east / 2), point(north, east)]);
    const labels = drawing && labelsOf(drawing, "just now", "5 minutes ago");
    if (!drawing || !labels?.oldest) throw new Error("No labels");
    const isBelow = [labels.oldest.y > (drawing.spots[0]?.y ?? 0), labels.newest.y > 0];
    expect(isBelow).toEqual([north > 0, north < 0]);
  }
});
