/** Claims about the toast area. */
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { currentToasts, dismissToast, showToast } from "./toast-store.ts";
import { Toaster } from "./toaster.tsx";
import { ToasterGate } from "./toaster-gate.tsx";

const shown = (text: string) => screen.queryByText(text, { ignore: "[role=status] *" });

describe("the toaster", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    act(() => {
      for (const toast of currentToasts()) dismissToast(toast.id);
      vi.runAllTimers();
    });
    vi.useRealTimers();
  });

  it("shows one toast at a time", () => {
    render(<Toaster />);
    act(() => void showToast({ title: "Contact saved" }));
    act(() => void showToast({ title: "Settings saved" }));
    expect(shown("Contact saved")).toBeNull();
    expect(shown("Settings saved")).not.toBeNull();
  });

  it("shows every toast that came before it, the oldest first and 2 seconds each while another one waits", () => {
    showToast({ title: "Recording started" });
    showToast({ title: "Contact saved" });
    render(<Toaster />);
    expect(shown("Recording started")).not.toBeNull();
    expect(shown("Contact saved")).toBeNull();
    act(() => vi.advanceTimersByTime(2000));
    expect(shown("Recording started")).toBeNull();
    expect(shown("Contact saved")).not.toBeNull();
    act(() => vi.advanceTimersByTime(4999));
    expect(shown("Contact saved")).not.toBeNull();
    act(() => vi.advanceTimersByTime(1));
    expect(shown("Contact saved")).toBeNull();
  });

  it("closes a toast after 5 seconds", () => {
    render(<Toaster />);
    act(() => void showToast({ title: "Contact saved", description: "All is well" }));
    act(() => vi.advanceTimersByTime(4999));
    expect(shown("All is well")).not.toBeNull();
    act(() => vi.advanceTimersByTime(1));
    expect(shown("All is well")).toBeNull();
  });

  it("drops a toast for which there was no place for 5 seconds, which a screen reader has said", () => {
    // A button that fills the screen.
    const whole = [new DOMRect(0, 0, 400, 800)] as unknown as DOMRectList;
    const rects = vi.spyOn(HTMLButtonElement.prototype, "getClientRects").mockReturnValue(whole);
    const box = vi
      .spyOn(Element.prototype, "getBoundingClientRect")
      .mockReturnValue(new DOMRect(0, 0, 400, 800));
    render(
      <>
        <button type="button">A screen full of controls</button>
        <Toaster />
      </>,
    );
    act(() => void showToast({ title: "Contact saved" }));
    expect(shown("Contact saved")?.closest("li")?.style.visibility).toBe("hidden");
    act(() => vi.advanceTimersByTime(100));
    expect(screen.queryAllByRole("status").map((one) => one.textContent)).toContain(
      "Notification Contact saved",
    );
    act(() => vi.advanceTimersByTime(4899));
    expect(shown("Contact saved")).not.toBeNull();
    act(() => vi.advanceTimersByTime(1));
    expect(shown("Contact saved")).toBeNull();
    rects.mockRestore();
    box.mockRestore();
  });

  it("shows no toast whose words stand on the screen, and says it all the same", () => {
    const box = vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (
      this: Element,
    ) {
      const isSeen = this.matches("h1, ol");
      return isSeen ? new DOMRect(0, 0, 400, 800) : new DOMRect();
    });
    render(
      <>
        <h1>Emergency ended. Recording not saved.</h1>
        <Toaster />
      </>,
    );
    act(() => void showToast({ title: "Recording Not Saved", tone: "destructive" }));
    expect(shown("Recording Not Saved")?.closest("li")?.style.visibility).toBe("hidden");
    act(() => vi.advanceTimersByTime(100));
    expect(screen.queryAllByRole("status").map((one) => one.textContent)).toContain(
      "Notification Recording Not Saved",
    );
    const more = { title: "Recording Not Saved", description: "What was not stored is lost." };
    act(() => void showToast({ ...more, tone: "destructive" }));
    expect(shown(more.description)?.closest("li")?.style.visibility).toBe("visible");
    box.mockRestore();
  });

  it("takes the focus on F8", () => {
    render(<Toaster />);
    act(() => void showToast({ title: "Contact saved" }));
    fireEvent.keyDown(document, { code: "F8", key: "F8" });
    expect(document.activeElement?.tagName).toBe("OL");
  });

  it("closes a toast by its button", () => {
    render(<Toaster />);
    act(() => void showToast({ title: "Contact saved" }));
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(shown("Contact saved")).toBeNull();
  });

  it("is loaded with the first toast", async () => {
    render(<ToasterGate />);
    expect(screen.queryByRole("region")).toBeNull();
    act(() => void showToast({ title: "Contact saved" }));
    await act(() => vi.dynamicImportSettled());
    expect(screen.getByRole("region", { name: /Notifications/ })).not.toBeNull();
  });
});
