/** The large heart with the heart rate. */
import { Card } from "#components/layout/card.tsx";
import textClasses from "#components/text.module.css";
import { heartMonitor, noSignal } from "#content/heart-monitor.ts";
import { disguiseLimits } from "#content/heart-monitor-limits.ts";
import classes from "./heart.module.css";
import { useHold } from "./use-hold.ts";

type HeartButtonProps = {
  readonly onTap: () => void;
  /** A press that is held opens this; without it every press is a tap. */
  readonly onHold?: (() => void) | null;
  /** The heart rate. */
  readonly bpm?: number;
};

const BEATS = "M0 20h92l6-5 6 5h10l6-14 9 30 8-22 5 6h24l6-5 6 5h10l6-14 9 30 8-22 5 6h104";
const FLAT = "M0 20h320";

/** A tap opens the settings, or the security code screen. */
export function HeartButton({ onTap, onHold = null, bpm = heartMonitor.bpm }: HeartButtonProps) {
  const held = useHold({ ms: disguiseLimits.holdMs, onTap, onHold: onHold ?? onTap });
  const isBeating = bpm > 0;
  const handlers = onHold === null ? { onClick: onTap } : held;
  return (
    <Card className={classes.dial}>
      <button
        type="button"
        className={onHold === null ? classes.heart : `${classes.heart} ${classes.held}`}
        {...handlers}
      >
        <svg
          className={isBeating ? classes.beating : classes.shape}
          viewBox="0 0 100 92"
          aria-hidden="true"
        >
          <path d="M50 90C20 66 3 48 3 27A24 24 0 0 1 27 3c10 0 18 5 23 13C55 8 63 3 73 3a24 24 0 0 1 24 24c0 21-17 39-47 63z" />
        </svg>
        <span className={classes.reading}>
          <span className={classes.value}>{bpm}</span>
          <span className={classes.unit}>BPM</span>
        </span>
      </button>
      <svg
        className={classes.trace}
        viewBox="0 0 320 40"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={isBeating ? BEATS : FLAT} />
      </svg>
      <p className={classes.signal}>{!isBeating && noSignal}</p>
      <p className={textClasses.note}>Tap the heart for options</p>
    </Card>
  );
}
