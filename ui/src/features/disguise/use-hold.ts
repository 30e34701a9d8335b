/** A press that is held, by finger, mouse or key, on a button that also has an ordinary press. */
import {
  type KeyboardEvent,
  type PointerEvent,
  type SyntheticEvent,
  useEffect,
  useRef,
} from "react";
import { after } from "#platform/clock.ts";

/** What happens, and after how many milliseconds a press counts as held. */
export interface HoldPlan {
  readonly ms: number;
  readonly onHold: () => void;
  /** A press that was let go before. */
  readonly onTap: () => void;
}

const isPress = ({ key }: KeyboardEvent) => key === "Enter" || key === " ";

/** The handlers of the button. Nothing on the screen moves while it is held. */
export function useHold({ ms, onHold, onTap }: HoldPlan) {
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
