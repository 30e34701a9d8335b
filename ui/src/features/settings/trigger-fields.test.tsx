/** Claims about switching the shake trigger on. */
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { DEFAULT_SETTINGS, isShakeLive, type Settings } from "#store/settings/settings.ts";
import { ShakeField } from "./trigger-fields.tsx";

let edited: Settings;
let answer: "granted" | "denied";

function Editor() {
  const [values, setValues] = useState(DEFAULT_SETTINGS);
  edited = values;
  return <ShakeField values={values} change={(one) => setValues({ ...values, ...one })} />;
}

let now = 0;
/** Moves the phone hard, half a second and more after the last time. */
const shake = () =>
  act(() => {
    now += 520;
    const acceleration = { x: 25, y: 0, z: 0 };
    window.dispatchEvent(Object.assign(new Event("devicemotion"), { acceleration }));
  });
const turnOn = () => userEvent.click(screen.getByRole("switch", { name: "Shake to start" }));

beforeEach(() => {
  answer = "granted";
  vi.stubGlobal("DeviceMotionEvent", { requestPermission: async () => answer });
  vi.spyOn(performance, "now").mockImplementation(() => now);
  render(<Editor />);
});
test("it is off by default, and on only after five shakes were counted", async () => {
  expect(isShakeLive(DEFAULT_SETTINGS)).toBe(false);
  await turnOn();
  for (let count = 1; count <= 4; count += 1) {
    shake();
    expect(screen.getByText(/Try it now/).textContent).toContain(`${count} of 5`);
    expect(isShakeLive(edited)).toBe(false);
  }
  shake();
  expect(isShakeLive(edited)).toBe(true);
  await screen.findByText("Tried: this phone counted five shakes.");
});

test("it stays off, and says so, when the sensor is refused", async () => {
  answer = "denied";
  await turnOn();
  expect(screen.getByRole("alert").textContent).toMatch(/does not let the app use/);
  expect(edited.isShakeEnabled).toBe(false);
});
