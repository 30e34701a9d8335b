/** The large heart with the heart rate. */
import { heartMonitor } from "#content/heart-monitor.ts";
import classes from "./heart-button.module.css";

/** A tap opens the settings, or the security code screen. */
export function HeartButton({ onTap }: { onTap: () => void }) {
  return (
    <div className={classes.dial}>
      <button type="button" className={classes.heart} onClick={onTap}>
        <svg className={classes.shape} viewBox="0 0 100 92" aria-hidden="true">
          <path d="M50 90C20 66 3 48 3 27A24 24 0 0 1 27 3c10 0 18 5 23 13C55 8 63 3 73 3a24 24 0 0 1 24 24c0 21-17 39-47 63z" />
        </svg>
        <span className={classes.reading}>
          <span className={classes.value}>{heartMonitor.bpm}</span>
          <span className={classes.unit}>BPM</span>
        </span>
      </button>
      <svg
        className={classes.trace}
        viewBox="0 0 320 40"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d="M0 20h92l6-5 6 5h10l6-14 9 30 8-22 5 6h24l6-5 6 5h10l6-14 9 30 8-22 5 6h104" />
      </svg>
      <p className={classes.hint}>Tap the heart for options</p>
    </div>
  );
}
