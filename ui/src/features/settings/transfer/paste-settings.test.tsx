/** Claims about a clipboard that answers late, and about a disk without room. */
import { act, render, renderHook, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { settingsSaved } from "#content/saved-words.ts";
import { sealText } from "#seal/transfer-text.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { fakeClipboard } from "#test/fake-clipboard.ts";
import { fillDisk } from "#test/full-disk.ts";
import { PasteSettings } from "./paste-settings.tsx";
import { useTakenOver } from "./taken-over.ts";
import { transferableOf, transferJson } from "./transfer-rules.ts";

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const copied = () => {
  const settings = { ...DEFAULT_SETTINGS, emergencyMessage: "Come to me now." };
  return sealText(new TextEncoder().encode(transferJson(transferableOf(settings), Date.now())));
};

test("a clipboard that answers after a typed line was found changes nothing", async () => {
  fakeClipboard();
  render(<PasteSettings />);
  await press("Paste what you copied");
  await screen.findByRole("alert");
  let answer: (text: string) => void = () => undefined;
  const asked = new Promise<string>((resolve) => {
    answer = resolve;
  });
  vi.spyOn(navigator.clipboard, "readText").mockReturnValue(asked);
  await press("Paste what you copied");
  await userEvent.click(screen.getByLabelText("The copied line"));
  await userEvent.paste(await copied());
  await press("Look at this line");
  await screen.findByRole("heading", { name: "This was copied. Is it yours?" });
  await act(async () => answer(""));
  screen.getByRole("heading", { name: "This was copied. Is it yours?" });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("what may be forgotten when the app is closed is neither called saved nor failed, and stays on the clipboard", async () => {
  const clipboard = fakeClipboard();
  const text = await copied();
  clipboard.text = text;
  const taken = vi.fn();
  renderHook(() => useTakenOver(taken));
  render(<PasteSettings />);
  await press("Paste what you copied");
  await screen.findByRole("heading", { name: "This was copied. Is it yours?" });
  fillDisk();
  await press("Take this over");
  const { title, description } = settingsSaved(true, false);
  expect((await screen.findByRole("alert")).textContent).toBe(`${title}. ${description}`);
  expect(clipboard.text).toBe(text);
  // The page has it, and so have its forms.
  expect(settingsRecord.read().emergencyMessage).toBe("Come to me now.");
  expect(taken).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
  await press("Take this over");
  await screen.findByRole("heading", { name: "Saved in this app" });
});
