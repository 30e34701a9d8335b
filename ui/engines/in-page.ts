/** What a story asks of a page, as functions that run in the page. */

/** A place in the page's view, in pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** What became of a click that is awaited: nothing yet, or whether it hit the control that was meant. */
interface Awaited {
  awaitedClick?: { hit: boolean | null };
}

/**
 * The middle of the control whose name matches a pattern, once a finger can reach it; null before. The next click is awaited:
 * one that hits something else, because the page moved meanwhile, does nothing.
 */
export function placeOf(pattern: string): Place | null {
  const name = new RegExp(pattern);
  const label = (one: Element) =>
    (one.getAttribute("aria-label") ?? (one as HTMLElement).innerText ?? "")
      .trim()
      .replace(/\s+/g, " ");
  const controls =
    "button, a[href], summary, label, [role=button], [role=radio], [role=tab], [role=switch]";
  for (const one of document.querySelectorAll<HTMLElement>(controls)) {
    if (!name.test(label(one)) || one.matches(":disabled, [aria-disabled=true]")) continue;
    one.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = one.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (width === 0 || !one.contains(document.elementFromPoint(x, y))) continue;
    const awaited: { hit: boolean | null } = { hit: null };
    (window as unknown as Awaited).awaitedClick = awaited;
    const judge = (event: MouseEvent) => {
      // The app itself clicks the link of a message that opens without a tap.
      if (!event.isTrusted) return;
      removeEventListener("click", judge, true);
      if ((window as unknown as Awaited).awaitedClick !== awaited) return;
      awaited.hit = one.contains(event.target as Node);
      if (awaited.hit) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener("click", judge, true);
    return { x, y };
  }
  return null;
}

/** What became of the click that was awaited; true also on a page that it led to. */
export function hasHit(): boolean | null {
  const awaited = (window as unknown as Awaited).awaitedClick;
  return awaited === undefined ? true : awaited.hit;
}

/** Types into the field of this label; true when it is found to have the text already. */
export function typeInto(label: string, value: string): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "input, textarea",
  );
  const nameOf = (one: HTMLInputElement | HTMLTextAreaElement) =>
    one.getAttribute("aria-label") ?? one.labels?.[0]?.innerText.trim();
  const field = [...fields].find((one) => nameOf(one) === label);
  if (field === undefined || field.disabled) return false;
  // A page that begins may have drawn the field anew, empty. A code's field shows a dot for each digit.
  const isMasked = /^\W+$/.test(field.value) && field.value.length === value.length;
  if (field.value === value || isMasked) return true;
  field.focus();
  // React hears only of what the browser's own setter wrote.
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set;
  setter?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
  return false;
}

/** Shows the text of the page in another size; what a page's policy says of styles is not asked. */
export function enlarge(rule: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rule);
  document.adoptedStyleSheets = [sheet];
}

/** Whether the page is as wide and as dark as its screen, and nothing on it moves. */
export async function isLookedAt(look: {
  readonly width: number;
  readonly isDark: boolean;
}): Promise<boolean> {
  // What was changed is drawn.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const moves = document.getAnimations().some(({ effect, playState }) => {
    const { endTime = Number.POSITIVE_INFINITY } = effect?.getComputedTiming() ?? {};
    return playState === "running" && Number.isFinite(Number(endTime));
  });
  return innerWidth === look.width && isDark === look.isDark && !moves;
}
