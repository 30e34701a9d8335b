/** A clipboard for tests of the DOM. */
import { vi } from "vitest";

/** What is on it, and whether the browser lets the page read and write. */
export interface FakeClipboard {
  text: string;
  isReadable: boolean;
  isWritable: boolean;
  /** Whether it leaves every write without an answer. */
  isSilent: boolean;
}

/** An item whose text may still be made, as in browsers. */
class Item {
  readonly data: Readonly<Record<string, Promise<Blob>>>;
  constructor(data: Readonly<Record<string, Promise<Blob>>>) {
    this.data = data;
  }
}

/** Puts one in the place of the browser's, until `vi.unstubAllGlobals`. */
export function fakeClipboard(): FakeClipboard {
  const clipboard: FakeClipboard = {
    text: "",
    isReadable: true,
    isWritable: true,
    isSilent: false,
  };
  const refused = () => new DOMException("Refused", "NotAllowedError");
  const keep = (text: string) => {
    if (!clipboard.isWritable) throw refused();
    clipboard.text = text;
  };
  vi.stubGlobal("ClipboardItem", Item);
  const value = {
    readText: async () => {
      if (!clipboard.isReadable) throw refused();
      return clipboard.text;
    },
    writeText: async (text: string) => keep(text),
    write: async ([item]: readonly Item[]) => {
      const made = await item?.data["text/plain"];
      if (clipboard.isSilent) await new Promise(() => undefined);
      keep((await made?.text()) ?? "");
    },
  };
  Object.defineProperty(navigator, "clipboard", { configurable: true, value });
  return clipboard;
}
