/** Claims about the safe word of the voice screen. */
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { currentToasts } from "#components/toast/toast-store.ts";
import { DEFAULT_SETTINGS, settingsRecord } from "#store/settings/settings.ts";
import { SafeWordForm } from "./safe-word-form.tsx";

const type = async (word: string) => {
  await userEvent.clear(screen.getByLabelText("Safe word"));
  await userEvent.type(screen.getByLabelText("Safe word"), word);
};
const save = () => userEvent.click(screen.getByRole("button", { name: "Save safe word" }));

test("a safe word changes nothing until it is saved, and saving listens for it", async () => {
  settingsRecord.write(DEFAULT_SETTINGS);
  render(<SafeWordForm />);
  await type("pea");
  await save();
  await screen.findByText(/Use at least 4 letters/);
  await type("Pineapple");
  expect(settingsRecord.read()).toMatchObject({
    safeWord: "Help",
    wakeWordMode: "smart_assistant",
  });
  await save();
  await waitFor(() =>
    expect(currentToasts()[0]).toMatchObject({
      title: "Safe word saved",
      description: '"Pineapple" is your safe word now.',
    }),
  );
  expect(settingsRecord.read()).toMatchObject({ safeWord: "Pineapple", wakeWordMode: "custom" });
});
