/** The claim that a shown rate is right, on 160 synthetic fingertips that are held badly; `scripts/checks/pulse.py` tests 1,000. */
import { expect, test, vi } from "vitest";
import { errorsAt, levels, worstError } from "./synthetic-measurement.ts";

// An hour of film takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const seeds = 20;

test.each(levels)(
  "with motion $motion a rate is shown within 5 beats or not at all, and for a part of $least at least",
  ({ motion, least }) => {
    const errors = errorsAt(motion, seeds);
    expect(Math.max(0, ...errors)).toBeLessThanOrEqual(worstError);
    expect(errors.length / seeds).toBeGreaterThanOrEqual(least);
  },
);
