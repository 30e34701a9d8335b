/** The drawing of a trail without a map: metres around its middle, north at the top. Pure. */
import type { TrailPoint } from "#sync/story.ts";

/** A point in metres, x to the east and y to the south, as SVG has it. */
interface Spot {
  readonly x: number;
  readonly y: number;
}

/** What is drawn. */
export interface Drawing {
  /** The places, the newest last. */
  readonly spots: readonly Spot[];
  /** The accuracy of the newest place, in metres. */
  readonly radius: number;
  /** The view box: a square around everything, in metres. */
  readonly box: { readonly x: number; readonly y: number; readonly size: number };
  /** The length of the scale's bar, in metres. */
  readonly bar: number;
}

const METRES_PER_DEGREE = 111_320;
/** The smallest square, in metres, so that a phone that lies still draws no wild lines. */
const SMALLEST = 120;
/** The room around everything, as a share of it. */
const MARGIN = 0.12;
/** More points draw no better line. */
const MOST_POINTS = 300;

/** The longest of 1, 2 and 5 times a power of ten that fits into `room` metres. */
function barFor(room: number): number {
  const power = 10 ** Math.floor(Math.log10(room));
  return ([5, 2, 1].find((step) => step * power <= room) ?? 1) * power;
}

/** Distance to the east of the newest place in degrees, the short way round. */
const eastOf = (longitude: number, origin: number) =>
  ((((longitude - origin + 180) % 360) + 360) % 360) - 180;

/** The drawing of a trail; null without a place. */
export function drawingOf(trail: readonly TrailPoint[]): Drawing | null {
  const newest = trail.at(-1)?.place;
  if (newest === undefined) return null;
  const shrink = Math.cos((newest.latitude * Math.PI) / 180);
  const step = Math.ceil(trail.length / MOST_POINTS);
  const drawn = trail.filter((_, at) => (trail.length - 1 - at) % step === 0);
  const spots = drawn.map(({ place }) => ({
    x: eastOf(place.longitude, newest.longitude) * METRES_PER_DEGREE * shrink,
    y: (newest.latitude - place.latitude) * METRES_PER_DEGREE,
  }));
  const radius = newest.accuracy;
  const reach = (values: readonly number[]) => ({
    low: Math.min(-radius, ...values),
    high: Math.max(radius, ...values),
  });
  const [x, y] = [reach(spots.map((spot) => spot.x)), reach(spots.map((spot) => spot.y))];
  const size = Math.max(x.high - x.low, y.high - y.low, SMALLEST) * (1 + 2 * MARGIN);
  return {
    spots,
    radius,
    box: { x: (x.low + x.high - size) / 2, y: (y.low + y.high - size) / 2, size },
    bar: barFor(size / 3),
  };
}

/** A text in the drawing: where its line begins, in metres, and how it lies around that. */
interface Label {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
}

/** The size of the labels' text, and its distance from a spot, as shares of the drawing's width. */
export const LABEL_SIZE = 0.045;
const ABOVE = -0.05;
const BELOW = 0.085;
const FAR_BELOW = 0.15;
/** The width of a letter as a share of the text's size, in a wide font. */
const LETTER = 0.62;

/** Where a text lies. */
interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Points along the way, close enough for a label between two of them to be seen. */
const pointsOf = (spots: readonly Spot[]): readonly Spot[] =>
  spots.flatMap((from, at) => {
    const to = spots[at + 1] ?? from;
    const along = (share: number) => ({
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
    });
    return Array.from({ length: 32 }, (_, step) => along(step / 32));
  });

const meet = (a: Area, b: Area) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The area of a label's text; `size` is the drawing's width. */
export function areaOf({ x, y, anchor }: Label, text: string, size: number): Area {
  const [width, height] = [text.length * size * LABEL_SIZE * LETTER, size * LABEL_SIZE];
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  return { left, right: left + width, top: y - height, bottom: y + height * 0.3 };
}

/**
 * The labels of the newest and of the oldest place. The oldest one's is above its place, or below where it would cover
 * the other label, the newest place or the way.
 */
export function labelsOf({ spots, box }: Drawing, newestText: string, oldestText: string | null) {
  const { size } = box;
  /** A text at a spot leans to the middle, so that the edge cuts nothing off. */
  const labelAt = ({ x, y }: Spot, share: number): Label => {
    const across = (x - box.x) / size;
    const anchor = across < 0.3 ? "start" : across > 0.7 ? "end" : "middle";
    return { x, y: y + share * size, anchor };
  };
  const [last, first] = [spots.at(-1), spots[0]];
  if (last === undefined || first === undefined) return null;
  const isOffWay = (label: Label, text: string) => {
    const { left, right, top, bottom } = areaOf(label, text, size);
    return !pointsOf(spots).some(({ x, y }) => x > left && x < right && y > top && y < bottom);
  };
  const around = (spot: Spot, text: string) => {
    const all = [ABOVE, BELOW].map((share) => labelAt(spot, share));
    return [...all.filter((label) => isOffWay(label, text)), ...all];
  };
  const newest = around(last, newestText)[0] ?? labelAt(last, ABOVE);
  const dot = size * 0.03;
  const here = { left: last.x - dot, right: last.x + dot, top: last.y - dot, bottom: last.y + dot };
  const taken = [areaOf(newest, newestText, size), here];
  if (oldestText === null) return { newest, oldest: null };
  const isFree = (label: Label) => {
    const area = areaOf(label, oldestText, size);
    return !taken.some((other) => meet(area, other));
  };
  const near = around(first, oldestText).find(isFree);
  return { newest, oldest: near ?? labelAt(first, FAR_BELOW) };
}

/** A distance in words. */
export function metresText(metres: number): string {
  return metres < 1000 ? `${Math.round(metres)} m` : `${Number((metres / 1000).toPrecision(2))} km`;
}
