/** Claims about what the lock shows of sound that leaves the phone. */
import { act, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { IDLE } from "../machine/state.ts";
import { LockStatus } from "./lock-status.tsx";
import { soundLine } from "./sound-line.ts";

test("the sentence is there while there is one, and is not read out each second", () => {
  render(<LockStatus facts={[]} state={IDLE} />);
  const words = "On this phone until 21:04:10. Stored for Ana until 21:04:05.";
  expect(screen.queryByText(words)).toBeNull();
  act(() => soundLine.set(words));
  expect(screen.getByText(words).closest("[aria-live]")).toBeNull();
  act(() => soundLine.set(null));
  expect(screen.queryByText(words)).toBeNull();
});
