/** The large heart with the heart rate. */

import {
  type KeyboardEvent,
  type PointerEvent,
  type SyntheticEvent,
  useEffect,
  useRef,
} from "react";
import { Card } from "#components/layout/card.tsx";
import textClasses from "#components/text.module.css";
import { heartMonitor, noSignal } from "#content/heart-monitor.ts";
import { disguiseLimits } from "#content/heart-monitor-limits.ts";
import { after } from "#platform/clock.ts";
import classes from "./heart.module.css";

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

/** What happens, and after how many milliseconds a press counts as held. */
interface HoldPlan {
  readonly ms: number;
  readonly onHold: () => void;
  /** A press that was let go before. */
  readonly onTap: () => void;
}

const isPress = ({ key }: KeyboardEvent) => key === "Enter" || key === " ";

/** The handlers of a button whose press, by finger, mouse or key, can be held. Nothing on the screen moves meanwhile. */
function useHold({ ms, onHold, onTap }: HoldPlan) {
  const stop = useRef<(() => void) | null>(null);
  const isHeld = useRef(false);
  const end = () => {
    stop.current?.();
    stop.current = null;
  };
  const begin = () => {
    end();
    isHeld.current = false;
    stop.current = after(ms, () => {
      stop.current = null;
      isHeld.current = true;
      onHold();
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the button goes.
  useEffect(() => end, []);
  return {
    onPointerDown: ({ isPrimary, button }: PointerEvent) => {
      if (isPrimary && button === 0) begin();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
    onBlur: end,
    onKeyDown: (event: KeyboardEvent) => {
      if (!isPress(event)) return;
      // A key that repeats would press the button again and again.
      event.preventDefault();
      if (!event.repeat) begin();
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (!isPress(event)) return;
      event.preventDefault();
      const isShort = stop.current !== null;
      end();
      if (isShort) onTap();
    },
    onClick: () => {
      if (!isHeld.current) onTap();
      isHeld.current = false;
    },
    // A phone answers its own long press with a menu and a vibration.
    onContextMenu: (event: SyntheticEvent) => event.preventDefault(),
  };
}
