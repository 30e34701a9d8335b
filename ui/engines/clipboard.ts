/** What a page copies: the browsers of stories have no clipboard of a phone, so it is kept in the page. */
import { expect } from "vitest";
import { patience, type Tab } from "./phone.ts";

interface Copied {
  copied?: string;
}

/** Keeps what the page that is open copies from now on. */
export function keepCopies(tab: Tab): Promise<void> {
  return tab.evaluate(() => {
    const keep = (text: string | undefined) => void Object.assign(window, { copied: text });
    Object.defineProperty(navigator, "clipboard", {
      configurable: true,
      value: {
        write: async ([item]: ClipboardItem[]) =>
          keep(await (await item?.getType("text/plain"))?.text()),
        writeText: async (text: string) => keep(text),
      },
    });
  });
}

/** Waits for what was copied. */
export async function copiedText(tab: Tab): Promise<string> {
  const read = () => tab.evaluate(() => (window as unknown as Copied).copied ?? "");
  await expect.poll(read, patience).not.toBe("");
  return read();
}
