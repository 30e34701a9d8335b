/** Where things are on the screen, for what must not cover them. */

/** From where to where something reaches, in pixels from the top of the screen. */
export type Span = { readonly top: number; readonly bottom: number };

/** What is pressed or typed into; card fields of the payment provider are frames. */
const CONTROLS = "a[href], button, input, select, textarea, summary, iframe, label, [tabindex='0']";
/** What tells where the person is, as a screen's title and the line below it do, and what changes while it is read. */
const NEWS =
  "h1, [data-screen] h1 + p, [role=status], [role=alert], [role=timer], [aria-live]:not([aria-live=off])";
/** What holds words. */
const TEXTS = `${NEWS}, h2, h3, p, li, dd`;

/** The label of a text field stands above it; one that holds its control is pressed in its place. */
const isNoControl = (element: Element): boolean =>
  element instanceof HTMLLabelElement && !element.contains(element.control);

/** What is not looked at under a dialog is not pressed either. */
const isInReach = (element: Element): boolean =>
  element.closest("[inert], [aria-hidden=true]") === null &&
  // A browser that cannot say counts it as there.
  element.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) !== false;

/** What can be pressed or read beside `toast`. */
const besides = (selector: string, toast: Element): Element[] =>
  [...document.querySelectorAll(selector)].filter(
    (one) => !toast.parentElement?.contains(one) && !isNoControl(one) && isInReach(one),
  );

const isSeen = ({ width, height }: DOMRect): boolean => width > 1 && height > 1;

/** Where those elements are that stand above or below `toast`, or under it. */
function spansOf(selector: string, toast: Element): Span[] {
  const { left, right } = toast.getBoundingClientRect();
  return besides(selector, toast)
    .flatMap((one) => [...one.getClientRects()])
    .filter((box) => isSeen(box) && box.left < right && left < box.right);
}

/** The part of `area`, without its padding, that a keyboard on the screen leaves. */
export function roomIn(area: Element): Span {
  const { top, bottom } = area.getBoundingClientRect();
  const { paddingTop, paddingBottom } = getComputedStyle(area);
  const seen = window.visualViewport;
  const edge = seen ? seen.offsetTop + seen.height : bottom;
  return {
    top: top + (Number.parseFloat(paddingTop) || 0),
    bottom: Math.min(bottom, edge) - (Number.parseFloat(paddingBottom) || 0),
  };
}

/** Where everything is that is pressed or typed into, and that `toast` could cover. */
export const controlsBeside = (toast: Element): readonly Span[] => spansOf(CONTROLS, toast);
/** Where the page says what it is, and what changes. */
export const newsBeside = (toast: Element): readonly Span[] => spansOf(NEWS, toast);

/** What can be read on the screen beside `toast`. */
export const textsBeside = (toast: Element): readonly (string | null)[] =>
  besides(TEXTS, toast)
    .filter((one) => {
      const box = one.getBoundingClientRect();
      return isSeen(box) && box.top < innerHeight && box.bottom > 0;
    })
    .map(({ textContent }) => textContent);

/** Calls back before each frame in which something on the page, or `toast`, may have moved; returns how to stop. */
export function onMoves(toast: Element, moved: () => void): () => void {
  let frame = 0;
  const soon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(moved);
  };
  const signs = ["scroll", "resize", "transitionend", "animationend", "focusin"] as const;
  const options = { capture: true, passive: true } as const;
  for (const sign of signs) window.addEventListener(sign, soon, options);
  window.visualViewport?.addEventListener("resize", soon);
  const changes = new MutationObserver(soon);
  changes.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  const sizes = new ResizeObserver(soon);
  sizes.observe(document.body);
  sizes.observe(toast);
  return () => {
    cancelAnimationFrame(frame);
    for (const sign of signs) window.removeEventListener(sign, soon, options);
    window.visualViewport?.removeEventListener("resize", soon);
    changes.disconnect();
    sizes.disconnect();
  };
}
