/** Starts the page's deferred script at the first interaction, or when the page has been left alone. */
import { whenIdle } from "#platform/idle.ts";

/** How long a click waits for the page to react before its link is simply followed, in milliseconds. */
const patienceMs = 4000;

/**
 * How long the page is left alone after its modules were asked for, in milliseconds. Its links work
 * as they are, so hydration must not hold up a slow phone while somebody starts to read.
 */
const restMs = 5000;

/** What shows that a person is about to do something. */
const firstSigns = ["pointerdown", "keydown", "focusin"] as const;

/** The deferred module: its promise resolves when the page is hydrated. */
type DeferredModule = { readonly hydrated: Promise<void> };

/** Arranges the start; until then a click on a `data-carry` link is kept and done again afterwards. */
export function startDeferredPage(): void {
  const url = document.body.dataset["deferred"];
  if (url === undefined) return;
  const stop = new AbortController();
  let hydration: Promise<void> | undefined;
  const hydrate = (): Promise<void> => {
    hydration ??= import(url)
      .then((module: DeferredModule) => module.hydrated)
      .finally(() => stop.abort());
    return hydration;
  };
  // A failed load leaves a page whose links and forms work without it.
  const begin = (): void => void hydrate().catch(() => undefined);
  for (const sign of firstSigns) {
    addEventListener(sign, begin, { passive: true, signal: stop.signal });
  }
  addEventListener("click", (event) => carry(event, hydrate), {
    capture: true,
    signal: stop.signal,
  });
  whenIdle(() => {
    preload(__DEFERRED_MODULES__[document.body.dataset["page"] ?? ""] ?? []);
    setTimeout(() => whenIdle(begin), restMs);
  });
}

/** Holds a plain click back, hydrates, and clicks again; follows the link when that takes too long. */
function carry(event: MouseEvent, hydrate: () => Promise<void>): void {
  const link = event.target instanceof Element ? event.target.closest("a[data-carry]") : null;
  if (!(link instanceof HTMLAnchorElement) || !isPlain(event)) return;
  event.preventDefault();
  const { dataset } = document.documentElement;
  if (dataset["carrying"] !== undefined) return;
  dataset["carrying"] = "";
  Promise.race([hydrate(), tooLong()])
    .then(
      () => link.click(),
      () => location.assign(link.href),
    )
    .finally(() => delete dataset["carrying"]);
}

/** Downloads modules without running them, so that the first touch does not wait for the network. */
function preload(urls: readonly string[]): void {
  for (const url of urls) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = url;
    link.fetchPriority = "low";
    document.head.append(link);
  }
}

function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}

function tooLong(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error("Hydration takes too long.")), patienceMs);
  });
}
