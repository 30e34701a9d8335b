/** Toasts on any screen: how a test raises one, and what it covers there. */
import type { Page } from "playwright-core";

/** The words of the longest toast that a save can raise. */
const WORDS = {
  title: "Save failed",
  description: "Failed to save emergency contact. Please try again.",
};

/** What is found where the toast has no place. */
const UNSEEN = "no toast is shown";

/** What stands in the code of the function that adds a toast. */
const MARK = "wasShown:!1";

/** The scripts of which it is known whether they hold the function: they are many, and most pages have the same. */
const known = new Map<string, boolean>();

/** The address of the page's script that holds the function. */
async function scriptOfToasts(page: Page): Promise<string | undefined> {
  const urls = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.endsWith(".js"))
      .map(({ href }) => href),
  );
  const found = urls.find((url) => known.get(url));
  if (found !== undefined) return found;
  const fresh = urls.filter((url) => !known.has(url));
  const marked = await page.evaluate(
    ([all, mark]) =>
      Promise.all(all.map(async (url) => (await (await fetch(url)).text()).includes(mark))),
    [fresh, MARK] as const,
  );
  for (const [index, url] of fresh.entries()) known.set(url, marked[index] === true);
  return fresh.find((url) => known.get(url));
}

/**
 * Raises a toast in the page's own store, which no page exports: it is found by what its code does. False where the page's
 * script has no toasts.
 */
async function raiseToast(page: Page): Promise<boolean> {
  const url = await scriptOfToasts(page);
  if (url === undefined) return false;
  const words = JSON.stringify({ ...WORDS, tone: "destructive" });
  // As a text, because the test's own compiler would replace the import.
  await page.evaluate(
    `import("${url}").then((all) => Object.values(all).find((one) => String(one).includes("${MARK}"))(${words}))`,
  );
  return true;
}

/** One line for each control of which the toast covers a part, and one where there is no toast to be seen. */
function underToast(page: Page): Promise<string[]> {
  return page.evaluate(async (unseen) => {
    const area = "[role=region][aria-label^=Notifications]";
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // What moves the toast sees the page as it stands after a frame.
    for (let frames = 0; frames < 3; frames += 1) await frame();
    // It is moved within the frame, after what asked for that frame earlier, as this does.
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
    const toast = document.querySelector<HTMLElement>(`${area} li[data-state=open]`);
    if (!toast?.checkVisibility({ visibilityProperty: true })) return [unseen];
    const place = toast.getBoundingClientRect();
    const found: string[] = [];
    if (place.top < 0 || innerHeight < place.bottom) found.push("the toast is cut off");
    const modal = document.querySelector("dialog:modal, [role=dialog], [role=alertdialog]");
    const controls = (modal ?? document.body).querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, summary, iframe, [role=tab], [role=switch]",
    );
    for (const control of controls) {
      if (control.closest(`${area}, [inert], [aria-hidden=true], [hidden]`) !== null) continue;
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const isUnder = [...control.getClientRects()].some(
        ({ left, right, top, bottom, width, height }) =>
          width > 1 &&
          height > 1 &&
          left < place.right &&
          place.left < right &&
          top < place.bottom &&
          place.top < bottom,
      );
      const name = control.getAttribute("aria-label") ?? control.textContent?.trim().slice(0, 30);
      if (isUnder) found.push(`${control.tagName.toLowerCase()} "${name}" lies under the toast`);
    }
    return found;
  }, UNSEEN);
}

/** What a toast covers at the top of the page and at its end. `isThere` says whether the page has toasts at all. */
export async function coveredByToast(
  page: Page,
): Promise<{ readonly isThere: boolean; readonly findings: readonly string[] }> {
  if (!(await raiseToast(page))) return { isThere: false, findings: [] };
  await page
    .locator("[aria-label^=Notifications] li[data-state=open]")
    .waitFor({ state: "attached" });
  const findings: string[] = [];
  for (const [where, top] of [
    ["at the top", 0],
    ["at the end", 100_000],
  ] as const) {
    await page.evaluate((to) => scrollTo({ top: to, behavior: "instant" }), top);
    for (const one of await underToast(page)) {
      // In the middle of a long list of buttons it waits until the page is scrolled.
      if (top === 0 || one !== UNSEEN) findings.push(`${where}: ${one}`);
    }
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  return { isThere: true, findings };
}
