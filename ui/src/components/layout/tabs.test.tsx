/** Claims about tabs by keyboard. */
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { Tabs } from "./tabs.tsx";

const tabs = [
  { id: "test", label: "Voice Testing", content: <p>the test</p> },
  { id: "list", label: "Recordings", content: <p>the list</p> },
];

describe("tabs", () => {
  it("show the first tab and wrap around with the arrow keys", async () => {
    render(<Tabs label="Voice" tabs={tabs} />);
    expect(screen.getByRole("tabpanel").textContent).toBe("the test");
    await userEvent.tab();
    await userEvent.keyboard("{ArrowRight}");
    expect(screen.getByRole("tabpanel").textContent).toBe("the list");
    expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Recordings" }));
    await userEvent.keyboard("{ArrowRight}");
    expect(screen.getByRole("tabpanel").textContent).toBe("the test");
    await userEvent.keyboard("{End}");
    expect(screen.getByRole("tabpanel").textContent).toBe("the list");
  });

  it("are one tab stop", async () => {
    render(<Tabs label="Voice" tabs={tabs} />);
    await userEvent.tab();
    await userEvent.tab();
    expect(document.activeElement).toBe(document.body);
  });
});
