/** The trail as a drawing: no map tiles, because asking for them would tell somebody the place. */
import type { TrailPoint } from "#sync/story.ts";
import { drawingOf, LABEL_SIZE, labelsOf, metresText } from "./trail-rules.ts";
import classes from "./watch.module.css";

type TrailDrawingProps = {
  readonly trail: readonly TrailPoint[];
  /** The age of the newest place. */
  readonly newestText: string;
  /** The age of the oldest place; null where it is that of the newest. */
  readonly oldestText: string | null;
};

/** Sizes as shares of the drawing's width; the scale has a band of its own below everything. */
const DOT = 0.016;
const LINE = 0.009;
const BAND = 0.14;

/** North is up; the circle is how exact the newest place is. */
export function TrailDrawing({ trail, newestText, oldestText }: TrailDrawingProps) {
  const drawing = drawingOf(trail);
  const last = drawing?.spots.at(-1);
  if (drawing === null || last === undefined) return null;
  const { spots, radius, box, bar } = drawing;
  const labels = labelsOf(drawing, newestText, oldestText);
  const { size } = box;
  const line = spots.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  const [left, bottom] = [box.x + size * 0.05, box.y + size * (1 + BAND * 0.7)];
  const label = `A drawing of ${spots.length === 1 ? "one place" : "the way"}, north at the top.`;
  return (
    <svg
      className={classes.trail}
      viewBox={`${box.x} ${box.y} ${size} ${size * (1 + BAND)}`}
      role="img"
      aria-label={label}
    >
      <circle className={classes.accuracy} cx={last.x} cy={last.y} r={radius} />
      {spots.length > 1 && (
        <polyline className={classes.way} points={line} strokeWidth={size * LINE} />
      )}
      {spots.map(({ x, y }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a spot is its place in the order.
        <circle key={at} className={classes.spot} cx={x} cy={y} r={size * DOT * 0.7} />
      ))}
      <circle className={classes.here} cx={last.x} cy={last.y} r={size * DOT * 1.6} />
      {[
        { label: labels?.oldest, text: oldestText },
        { label: labels?.newest, text: newestText },
      ].map(
        ({ label, text }) =>
          label && (
            <text
              key={text}
              className={classes.label}
              x={label.x}
              y={label.y}
              fontSize={size * LABEL_SIZE}
              textAnchor={label.anchor}
            >
              {text}
            </text>
          ),
      )}
      <path className={classes.bar} strokeWidth={size * LINE} d={`M${left} ${bottom}h${bar}`} />
      <text
        className={classes.scale}
        x={left}
        y={bottom - size * 0.025}
        fontSize={size * LABEL_SIZE}
      >
        {metresText(bar)}
      </text>
    </svg>
  );
}
