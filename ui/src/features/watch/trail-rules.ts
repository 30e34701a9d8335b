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

/** A distance in words. */
export function metresText(metres: number): string {
  return metres < 1000 ? `${Math.round(metres)} m` : `${Number((metres / 1000).toPrecision(2))} km`;
}
