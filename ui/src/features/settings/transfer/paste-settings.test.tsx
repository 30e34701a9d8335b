/** The claim about a clipboard that answers late. */
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { sealText } from "#seal/transfer-text.ts";
import { DEFAULT_SETTINGS } from "#store/settings/settings.ts";
import { fakeClipboard } from "#test/fake-clipboard.ts";
import { PasteSettings } from "./paste-settings.tsx";
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
