/** Claims about the history of readings. */
import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { readingsKept } from "#content/heart-monitor-limits.ts";
import { keepReading, readingsRecord } from "#store/heart-monitor.ts";
import { Trends } from "./monitor-screen.tsx";
import { Readings } from "./readings.tsx";

const readings = () => screen.queryByRole("heading", { name: "Your readings" });

test("before the first reading there is nothing of them under Today, and the trends say so", () => {
  const { unmount } = render(<Readings />);
  expect(readings()).toBeNull();
  unmount();
  render(<Trends />);
  screen.getByText("No readings yet");
  expect(screen.getAllByRole("listitem")).toHaveLength(8);
});

test("readings stand beside the figures and are told apart, newest first", () => {
  keepReading({ at: Date.now() - 60_000, bpm: 64 });
  keepReading({ at: Date.now(), bpm: 71 });
  render(<Trends />);
  expect(readings()).toBeTruthy();
  screen.getByText(/Points: what you measured/);
  const [, list] = screen.getAllByRole("list").slice(-2);
  expect(list?.textContent).toMatch(/71 BPM.*64 BPM/);
  expect(document.body.textContent).toContain("312");
});

test("under Today the newest five are listed, and all of them with the trends", () => {
  for (let at = 1; at <= 7; at += 1) keepReading({ at, bpm: 60 + at });
  const { unmount } = render(<Readings />);
  expect(screen.getAllByText(/^6[1-7] BPM$/).map(({ textContent }) => textContent)).toEqual(
    ["67", "66", "65", "64", "63"].map((bpm) => `${bpm} BPM`),
  );
  unmount();
  render(<Trends />);
  expect(screen.getAllByText(/^6[1-7] BPM$/)).toHaveLength(7);
});

test("they are still there when the page is opened again, and can be emptied", () => {
  keepReading({ at: Date.now(), bpm: 71 });
  render(<Readings />).unmount();
  render(<Readings />);
  fireEvent.click(screen.getByRole("button", { name: "Delete readings" }));
  expect(readings()).toBeNull();
  expect(readingsRecord.read()).toEqual([]);
});

test("the week ends today also on a page that stays open over midnight", async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 22, 23, 59, 30) });
  keepReading({ at: Date.now(), bpm: 71 });
  render(<Readings />);
  const days = () => screen.getAllByRole("list")[0]?.textContent;
  expect(days()).toBe("MTWTFS71S");
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(days()).toBe("TWTFS71SM");
});

test("of too many the oldest go", () => {
  for (let at = 0; at <= readingsKept; at += 1) keepReading({ at, bpm: 60 });
  expect(readingsRecord.read()).toHaveLength(readingsKept);
  expect(readingsRecord.read()[0]?.at).toBe(1);
});
