/** A card form whose parts arrive late, and what moves on the page meanwhile. */
import type { Page } from "playwright-core";
import { closedGate } from "./gate.ts";

/** Notes every part of the page that moves by itself (https://web.dev/articles/cls), from the first frame on. */
export function noteShifts(): void {
  type Shift = {
    startTime: number;
    value: number;
    sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
  };
  const shifts: string[] = [];
  // A busy browser paints a document that it has not read to its end: the words of a button come after its frame.
  // What moves in the first frame of the whole document has moved since that paint.
  let wholeAt = Number.POSITIVE_INFINITY;
  const noteWhole = () => requestAnimationFrame(() => (wholeAt = performance.now()));
  document.addEventListener("readystatechange", () => requestAnimationFrame(noteWhole), {
    once: true,
  });
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  const note = (entries: PerformanceEntryList) => {
    for (const { startTime, value, sources } of entries as unknown as Shift[]) {
      if (startTime < wholeAt) continue;
      const moved = sources.map(
        ({ node, previousRect, currentRect }) =>
          `${node?.nodeName} "${node?.textContent?.slice(0, 30)}" from ${previousRect.top} to ${currentRect.top}`,
      );
      shifts.push(`${value}: ${moved.join(", ")}`);
    }
  };
  observer.observe({ type: "layout-shift", buffered: true });
  const shiftsSeen = () => {
    note(observer.takeRecords());
    return shifts;
  };
  Object.assign(window, { shiftsSeen });
}

/** Resolves when what the page holds now has been painted, to what has moved so far. */
export const shiftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    return (window as never as { shiftsSeen: () => string[] }).shiftsSeen();
  });

/** Lets the form of the provider's script say that it is ready only when `untilFormIsReady` resolves. */
function delayForm(): void {
  type Listener = (value: unknown) => unknown;
  type Form = { on: (event: string, listener: Listener) => unknown };
  type Group = { create: (type: string) => Form };
  type Provider = (key: string) => { elements: (options: unknown) => Group };
  const there = window as never as { Stripe: Provider; untilFormIsReady: () => Promise<void> };
  const start = there.Stripe;
  const late = (form: Form): Form => {
    const on = form.on.bind(form);
    form.on = (event, listener) =>
      on(
        event,
        event === "ready"
          ? (value) => there.untilFormIsReady().then(() => listener(value))
          : listener,
      );
    return form;
  };
  const delayed: Provider = (key) => {
    const provider = start(key);
    const { elements } = provider;
    provider.elements = (options) => {
      const group = elements(options);
      const { create } = group;
      group.create = (type) => late(create(type));
      return group;
    };
    return provider;
  };
  there.Stripe = Object.assign(delayed, start);
}

/** Holds back everything that the card form waits for; each part comes when its gate is opened. */
export async function slowCardForm(page: Page) {
  const [payment, script, form] = [closedGate(), closedGate(), closedGate()];
  await page.route(/\/api\/create-(gift-)?payment-intent$/, async (route) => {
    await payment.opened;
    await route.continue();
  });
  await page.route("**/stripe.js?*", async (route) => {
    await script.opened;
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}(${delayForm})();` });
  });
  await page.exposeFunction("untilFormIsReady", () => form.opened);
  return { payment, script, form };
}
