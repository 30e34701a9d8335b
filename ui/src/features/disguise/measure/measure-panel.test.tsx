/** Claims about the panel that measures: what it says before it asks, and what it shows. */
import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { measureProblems } from "#content/heart-monitor.ts";
import { pulseLimits } from "#content/heart-monitor-limits.ts";
import { fakeCamera } from "#test/fake-camera.ts";
import { settle } from "#test/fake-clock.ts";
import { MeasurePanel } from "./measure-panel.tsx";
import { framesOf } from "./synthetic-pulse.ts";

const finger = framesOf({ bpm: 66, seconds: 40, variation: 0 });

/** A panel on a phone. */
function shown(...plan: Parameters<typeof fakeCamera>) {
  const phone = fakeCamera(...plan);
  const { unmount } = render(<MeasurePanel devices={phone.devices} onClose={() => undefined} />);
  return { ...phone, unmount };
}

/** Presses its button and lets time pass. */
async function startFor(phone: ReturnType<typeof shown>, ms: number): Promise<void> {
  fireEvent.click(screen.getByRole("button", { name: /^(Start measuring|Measure again)$/ }));
  await act(settle);
  await act(() => phone.clock.advance(ms));
}

test("it says what the camera is for before the browser asks, and that it is no medical device", () => {
  const { camera } = shown(finger);
  screen.getByText(/Your browser will ask for the camera.*no picture is kept or sent/);
  screen.getByText("Not a medical device.");
  expect(camera.asked).toBe(0);
});

test("a reading is shown as it was measured, and another one can follow", async () => {
  const phone = shown(finger);
  await startFor(phone, 5_000);
  expect(screen.getByRole("status").textContent).toBe("Measuring. Hold still.");
  await act(() => phone.clock.advance(15_000));
  expect(screen.getByRole("status").textContent).toBe("66 BPM");
  await startFor(phone, 5_000);
  expect(screen.queryByText("66")).toBeNull();
  expect(phone.camera.isOn).toBe(true);
});

test("without a finger no number is ever shown", async () => {
  const phone = shown(framesOf({ bpm: 66, seconds: 60, colour: [90, 88, 80] }));
  await startFor(phone, 1_000);
  expect(screen.getByRole("status").textContent).toBe("Cover the camera with your fingertip.");
  for (let ms = 0; ms < pulseLimits.patienceMs; ms += 5_000) {
    await act(() => phone.clock.advance(5_000));
    expect(document.body.textContent).not.toMatch(/\d+ BPM/);
  }
  expect(screen.getByRole("alert").textContent).toBe(
    "No reading - cover the camera with your fingertip",
  );
});

test.each(["denied", "missing", "busy"] as const)(
  "a camera that is %s gets one plain sentence, and can be tried again",
  async (problem) => {
    const phone = shown(finger, Promise.resolve(problem));
    await startFor(phone, 0);
    expect(screen.getByRole("alert").textContent).toBe(measureProblems[problem]);
    screen.getByRole("button", { name: "Measure again" });
  },
);

test("the camera goes off with the panel", async () => {
  const phone = shown(finger);
  await startFor(phone, 3_000);
  expect(phone.camera.isOn).toBe(true);
  phone.unmount();
  expect(phone.camera.isOn).toBe(false);
});
