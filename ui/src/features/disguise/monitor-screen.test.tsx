/** Claims about the views of the heart monitor, and the bar that leads to them. */
import { act, fireEvent, render, screen } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { keepReading, readingsRecord } from "#store/heart-monitor.ts";
import { MonitorHeading } from "./monitor-heading.tsx";
import type { MonitorView } from "./monitor-nav.tsx";
import { MonitorScreen } from "./monitor-screen.tsx";

function Screen({ children }: { readonly children: ReactNode }) {
  const [view, setView] = useState<MonitorView>("today");
  return (
    <MonitorScreen view={view} onGo={setView}>
      {children}
    </MonitorScreen>
  );
}

const go = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
/** The buttons of the bar that say that theirs is the view on the screen. */
const marked = () =>
  screen.getAllByRole("button").filter((button) => button.getAttribute("aria-current") === "page");

test("each button shows its view, alone is marked, and today comes back as it was", () => {
  render(
    <Screen>
      <h1>Heart Rate</h1>
    </Screen>,
  );
  for (const [name, title] of [
    ["Trends", "Trends"],
    ["Settings", "Settings"],
    ["Today", "Heart Rate"],
  ] as const) {
    go(name);
    expect(screen.getAllByRole("heading", { level: 1 }).map((one) => one.textContent)).toEqual([
      title,
    ]);
    expect(marked().map(({ textContent }) => textContent)).toEqual([name]);
  }
});

test("the settings are a heart monitor's: they lead nowhere, and name nothing that it hides", () => {
  keepReading({ at: Date.now(), bpm: 71 });
  render(<Screen>today</Screen>);
  for (const name of ["Trends", "Settings"]) {
    go(name);
    expect(screen.queryAllByRole("link")).toEqual([]);
    expect(document.body.textContent).not.toMatch(
      /emergenc|record|silent|partner|safe|demo|premium|\bmain\b|voice|contact|\bpin\b|code/i,
    );
  }
  screen.getByText("1 reading");
  fireEvent.click(screen.getByRole("button", { name: "Delete readings" }));
  expect(readingsRecord.read()).toEqual([]);
  screen.getByText("0 readings");
});

test("the date is that of the device: the server leaves its line empty, and it changes at midnight", async () => {
  const heading = <MonitorHeading title="Heart Rate" />;
  vi.useFakeTimers({ now: new Date(2026, 10, 22, 23, 59, 30) });
  const host = document.body.appendChild(document.createElement("div"));
  host.innerHTML = renderToString(heading);
  expect(host.textContent).toBe("Heart Rate");
  render(heading, { container: host, hydrate: true });
  screen.getByText("Sunday, 22 November");
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  screen.getByText("Monday, 23 November");
});
