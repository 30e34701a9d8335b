/** Claims about copying settings in one app and pasting them in another. */
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { defaults, transferLimits } from "#content/limits.ts";
import { sealText } from "#seal/transfer-text.ts";
import { readState } from "#store/app-database.ts";
import { contactCopiesRecord, VOID_COPY } from "#store/settings/contact-copies.ts";
import { DEFAULT_SETTINGS, type Settings, settingsRecord } from "#store/settings/settings.ts";
import { type FakeClipboard, fakeClipboard } from "#test/fake-clipboard.ts";
import { stubServer } from "#test/page.tsx";
import { CopySettings } from "./copy-settings.tsx";
import { PasteSettings } from "./paste-settings.tsx";
import { transferableOf, transferJson } from "./transfer-rules.ts";

const kept: Settings = {
  ...DEFAULT_SETTINGS,
  contacts: [
    { id: "a", name: "Ana", phoneNumber: "+61 400 000 001" },
    { id: "b", name: "Ben", phoneNumber: "+61 400 000 002" },
  ],
  emergencyMessage: "Come to me now.",
  safeWord: "Purple umbrella",
};
const other = [{ id: "c", name: "Cid", phoneNumber: "+61 400 000 003" }];

let clipboard: FakeClipboard;

beforeEach(() => {
  stubServer({});
  clipboard = fakeClipboard();
});

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const textOf = (settings: Settings, madeAt = Date.now()) =>
  sealText(new TextEncoder().encode(transferJson(transferableOf(settings), madeAt)));

describe("copying", () => {
  test("is not offered where nothing was set up", () => {
    render(<CopySettings otherwise={<p>Nothing</p>} />);
    expect(screen.getByText("Nothing")).not.toBeNull();
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("says what goes along and that the PIN does not, and copies nothing before the tap", () => {
    settingsRecord.write(kept);
    render(<CopySettings />);
    screen.getByText("What goes along: 2 contacts, your message, your safe word.");
    expect(screen.getByText(/^What does not: your PIN, guardians/)).not.toBeNull();
    expect(clipboard.text).toBe("");
  });

  test("names what must be corrected before it can go along", () => {
    const [ana] = kept.contacts;
    settingsRecord.write({ ...kept, contacts: [{ ...ana, phoneNumber: "abc" } as never] });
    render(<CopySettings />);
    screen.getByText("What goes along: your message, your safe word.");
    expect(screen.getByText(/^A contact stays behind/)).not.toBeNull();
  });

  test("puts a text on the clipboard in which nothing can be read", async () => {
    settingsRecord.write(kept);
    render(<CopySettings />);
    await press("Copy my settings");
    await screen.findByText(/^Copied\. Open the app from your home screen within an hour/);
    expect(clipboard.text).toMatch(/^hr1:[\w-]+$/);
  });

  test("can be undone", async () => {
    settingsRecord.write(kept);
    render(<CopySettings />);
    await press("Copy my settings");
    await press("Empty the clipboard");
    await screen.findByText("The text is gone from the clipboard.");
    expect(clipboard.text.trim()).toBe("");
    // Nothing is there to paste any more.
    expect(screen.queryByText(/^Copied/)).toBeNull();
    expect(screen.queryByRole("button", { name: "Empty the clipboard" })).toBeNull();
    await press("Copy my settings");
    await screen.findByText(/^Copied/);
    expect(screen.queryByText("The text is gone from the clipboard.")).toBeNull();
  });

  test("shows the text where the browser refuses, and does not say that it copied", async () => {
    clipboard.isWritable = false;
    settingsRecord.write(kept);
    render(<CopySettings />);
    await press("Copy my settings");
    const field = await screen.findByLabelText<HTMLTextAreaElement>("The line to copy");
    expect(field.value).toMatch(/^hr1:/);
    expect(screen.queryByText(/^Copied/)).toBeNull();
  });

  test("says so where the browser cannot seal, and leaves the clipboard as it is", async () => {
    vi.spyOn(crypto.subtle, "encrypt").mockRejectedValue(new DOMException("No", "OperationError"));
    settingsRecord.write(kept);
    render(<CopySettings />);
    await press("Copy my settings");
    expect((await screen.findByRole("alert")).textContent).toMatch(/could not seal/);
    expect(clipboard.text).toBe("");
  });

  test("works in a browser whose clipboard takes no text that is still being made", async () => {
    vi.stubGlobal("ClipboardItem", undefined);
    settingsRecord.write(kept);
    render(<CopySettings />);
    await press("Copy my settings");
    await screen.findByText(/^Copied/);
    expect(clipboard.text).toMatch(/^hr1:/);
  });
});

describe("pasting", () => {
  /** Pastes these settings, and takes them over. */
  async function paste(text: string) {
    clipboard.text = text;
    render(<PasteSettings />);
    await press("Paste what you copied");
  }
  async function beginTakingOver(settings: Settings) {
    await paste(await textOf(settings));
    await press("Take this over");
  }
  const saved = { name: "Saved in this app" };
  async function takeOver(settings: Settings) {
    await beginTakingOver(settings);
    await screen.findByRole("heading", saved);
  }

  test("shows what was copied before it stores anything", async () => {
    await paste(await textOf(kept));
    expect((await screen.findByRole("heading")).textContent).toBe("This was copied. Is it yours?");
    expect(document.activeElement).toBe(screen.getByRole("heading"));
    expect(screen.getByText("Ben").parentElement?.textContent).toBe(
      "Ben, +61\u00a0400\u00a0000\u00a0002",
    );
    expect(screen.queryByText(/^This replaces/)).toBeNull();
    expect(settingsRecord.read()).toEqual(DEFAULT_SETTINGS);
  });

  test("stores it in both homes, empties the clipboard, and says what is still to do", async () => {
    clipboard.text = await textOf(kept);
    const done = vi.fn();
    render(<PasteSettings onDone={done} />);
    await press("Paste what you copied");
    await press("Take this over");
    await screen.findByRole("heading", { name: "Saved in this app" });
    const settings = settingsRecord.read();
    expect(settings.contacts).toMatchObject(
      kept.contacts.map(({ name, phoneNumber }) => ({ name, phoneNumber })),
    );
    expect(settings).toMatchObject({
      emergencyMessage: "Come to me now.",
      safeWord: "Purple umbrella",
      pinCode: "",
    });
    const stored = (await readState("settings")) as { text: string };
    expect(JSON.parse(stored.text)).toMatchObject({ emergencyMessage: "Come to me now." });
    // No contact leaves the device: what the server may have of another one is to be overwritten.
    expect(contactCopiesRecord.read()).toEqual([VOID_COPY]);
    expect(clipboard.text.trim()).toBe("");
    expect(screen.getByText("The text is gone from the clipboard.")).not.toBeNull();
    expect(screen.getByText("Your PIN did not come along. Choose one here.")).not.toBeNull();
    expect(screen.getByRole("link", { name: /Verify it once/ })).not.toBeNull();
    await press("Continue");
    expect(done).toHaveBeenCalledOnce();
  });

  test("asks before it replaces what is saved here", async () => {
    settingsRecord.write({ ...DEFAULT_SETTINGS, contacts: other, emergencyMessage: "Mine" });
    await paste(await textOf(kept));
    await screen.findByText(
      "This replaces the contacts that are saved here and the message that is saved here.",
    );
    await press("Replace and save");
    await screen.findByRole("heading", { name: "Saved in this app" });
    expect(settingsRecord.read().contacts.map(({ name }) => name)).toEqual(["Ana", "Ben"]);
  });

  test("changes nothing when it is cancelled, and leaves the clipboard as it is", async () => {
    settingsRecord.write({ ...DEFAULT_SETTINGS, contacts: other });
    const text = await textOf(kept);
    await paste(text);
    await press("Cancel");
    await screen.findByRole("button", { name: "Paste what you copied" });
    expect(settingsRecord.read().contacts).toEqual(other);
    expect(clipboard.text).toBe(text);
  });

  test("leaves a trained phrase what is listened for", async () => {
    settingsRecord.write({ ...DEFAULT_SETTINGS, wakeWordMode: "trained" });
    await takeOver({ ...kept, wakeWordMode: "custom" });
    expect(settingsRecord.read()).toMatchObject({
      safeWord: "Purple umbrella",
      wakeWordMode: "trained",
    });
    expect(screen.queryByText(/in place of the built-in phrases/)).toBeNull();
  });

  test("leaves alone what does not come along", async () => {
    settingsRecord.write({ ...DEFAULT_SETTINGS, contacts: other, pinCode: "482915" });
    await takeOver({ ...DEFAULT_SETTINGS, emergencyMessage: "Come" });
    expect(settingsRecord.read()).toMatchObject({
      contacts: other,
      emergencyMessage: "Come",
      safeWord: defaults.safeWord,
      pinCode: "482915",
    });
    expect(contactCopiesRecord.read()).toEqual([]);
    expect(screen.queryByText(/^Your PIN did not come along/)).toBeNull();
  });

  test("takes the text from a field where the clipboard cannot be read", async () => {
    clipboard.isReadable = false;
    render(<PasteSettings />);
    await press("Paste what you copied");
    await screen.findByText(
      "The clipboard could not be read. Paste the text into the field below.",
    );
    await userEvent.click(screen.getByLabelText("The copied line"));
    await userEvent.paste(await textOf(kept));
    await press("Look at this line");
    await press("Take this over");
    await screen.findByRole("heading", { name: "Saved in this app" });
    expect(settingsRecord.read().contacts).toHaveLength(2);
  });

  test("says that it is saved while the browser leaves the emptying without an answer", async () => {
    clipboard.isSilent = true;
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await beginTakingOver(kept);
    await waitFor(() => expect(settingsRecord.read().contacts).toHaveLength(2));
    await act(() => vi.advanceTimersByTimeAsync(transferLimits.clipboardMs));
    await screen.findByRole("heading", saved);
    await screen.findByText("The text may still be on the clipboard.");
    expect(screen.queryByText(/is gone/)).toBeNull();
  });

  test("says that the text is still on the clipboard where that cannot be emptied", async () => {
    clipboard.isWritable = false;
    await takeOver(kept);
    await screen.findByText("The text is still on the clipboard.");
    expect(screen.queryByText("The text is gone from the clipboard.")).toBeNull();
    await press("Empty the clipboard");
    await screen.findByText(/^The clipboard could not be emptied/);
    clipboard.isWritable = true;
    await press("Empty the clipboard");
    await screen.findByText("The text is gone from the clipboard.");
  });

  test("says so when the device does not store it, and leaves the text on the clipboard", async () => {
    const text = await textOf(kept);
    await paste(text);
    await screen.findByRole("heading");
    const write = vi.spyOn(settingsRecord, "write").mockReturnValue(false);
    await press("Take this over");
    await screen.findByText("Error saving settings. Please try again.");
    expect(clipboard.text).toBe(text);
    write.mockRestore();
    await press("Take this over");
    await screen.findByRole("heading", { name: "Saved in this app" });
    expect(settingsRecord.read().contacts).toHaveLength(2);
  });

  test("offers to empty the clipboard of a text that is too old, and of no other text", async () => {
    clipboard.text = "Meet me at 8?";
    render(<PasteSettings />);
    await press("Paste what you copied");
    await screen.findByRole("alert");
    expect(screen.queryByRole("button", { name: "Empty the clipboard" })).toBeNull();
    clipboard.text = await textOf(kept, Date.now() - transferLimits.lifetimeMs - 1_000);
    await press("Paste what you copied");
    await press("Empty the clipboard");
    await screen.findByText("The text is gone from the clipboard.");
    expect(clipboard.text.trim()).toBe("");
  });

  const hour = transferLimits.lifetimeMs;
  test.each([
    ["another text", async () => "Meet me at 8?", /^That is not the text that was copied/],
    ["an empty clipboard", async () => "", /^That is not the text that was copied/],
    ["a huge text", async () => `hr1:${"A".repeat(2_000_000)}`, /^That is not the text/],
    ["a cut text", async () => (await textOf(kept)).slice(0, -5), /^Part of the text is missing/],
    ["an old text", () => textOf(kept, Date.now() - hour - 1_000), /more than an hour old/],
    ["another version", async () => "hr2:AAAA", /another version of the app/],
  ])(
    "says in one sentence what is wrong with %s, and stores nothing",
    async (_what, make, sentence) => {
      await paste(await make());
      expect((await screen.findByRole("alert")).textContent).toMatch(sentence);
      await waitFor(() => expect(settingsRecord.read()).toEqual(DEFAULT_SETTINGS));
    },
  );
});
