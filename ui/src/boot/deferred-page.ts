/** Hydrates a deferred page at the first interaction, or after a quiet time. */
import { whenIdle } from "#platform/page/idle.ts";
import { isLeaving } from "#platform/page/leaving.ts";
import { loadDocument } from "#platform/page/navigation.ts";

/** How long a click waits for hydration before its link is followed, in milliseconds. */
const patienceMs = 4000;

/**
 * How long after the preload the page hydrates by itself, in milliseconds. Its links work without
 * it, so it must not slow down a phone while its user starts to read.
 */
const restMs = 5000;

/** Events that begin an interaction. */
const firstSigns = ["pointerdown", "keydown", "focusin"] as const;

/** The page's entry module; the promise resolves when the page is hydrated. */
type DeferredModule = { readonly hydrated: Promise<void> };

/** Arranges hydration; a click on a `data-replay` link before it is replayed after it. */
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
  // After a failed load the page's links and forms still work.
  const begin = (): void => void hydrate().catch(() => undefined);
  for (const sign of firstSigns) {
    addEventListener(sign, begin, { passive: true, signal: stop.signal });
  }
  addEventListener("pointerdown", followPress, { passive: true, signal: stop.signal });
  addEventListener("click", (event) => carry(event, hydrate), {
    capture: true,
    signal: stop.signal,
  });
  whenIdle(() => {
    preload(__DEFERRED_MODULES__[document.body.dataset["page"] ?? ""] ?? []);
    setTimeout(() => whenIdle(begin), restMs);
  });
}

/** The link around a node whose click waits for hydration; null where there is none. */
function replayedLink(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-replay]") : null;
}

/** How far the mouse moves at most in a press that is a click, in pixels. */
const nearPx = 10;

/**
 * Clicks at the end of a press of the mouse during which the page was rendered anew: no click is dispatched for a link that is gone (UI
 * Events, "click"), and another element may have moved to its place. A touch is not followed: its end may be that of a scroll.
 */
function followPress(press: PointerEvent): void {
  const link = replayedLink(press.target);
  if (link === null || press.pointerType !== "mouse" || !isPlain(press)) return;
  const over = new AbortController();
  const end = ({ type, clientX, clientY }: PointerEvent) => {
    over.abort();
    const isNear = Math.hypot(clientX - press.clientX, clientY - press.clientY) < nearPx;
    if (type === "pointerup" && !link.isConnected && isNear) hydrated(link).click();
  };
  // A press that became a drag has no end of its own, and is over with the next.
  for (const sign of ["pointerup", "pointerdown"] as const) {
    addEventListener(sign, end, { passive: true, signal: over.signal });
  }
}

/** Prevents a plain click, hydrates, and clicks again; follows the link when that takes too long. It does neither once the page is being left. */
function carry(event: MouseEvent, hydrate: () => Promise<void>): void {
  const link = replayedLink(event.target);
  if (link === null || !isPlain(event)) return;
  event.preventDefault();
  const { dataset } = document.documentElement;
  if (dataset["replaying"] !== undefined) return;
  dataset["replaying"] = "";
  Promise.race([hydrate(), tooLong()])
    .then(
      () => isLeaving() || hydrated(link).click(),
      () => loadDocument(link.href),
    )
    .finally(() => delete dataset["replaying"]);
}

/** The link; where hydration has rendered the page anew, the one that stands there in its place. */
function hydrated(link: HTMLAnchorElement): HTMLAnchorElement {
  if (link.isConnected) return link;
  const same = `a[data-replay][href="${link.getAttribute("href")}"]`;
  return document.querySelector<HTMLAnchorElement>(same) ?? link;
}

/** Downloads modules without running them, so that the first interaction does not wait for the network. */
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
