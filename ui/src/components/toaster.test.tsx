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
