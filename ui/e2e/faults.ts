/** What can be wrong with a screen and cannot be seen by looking at a picture of it. */
import type { Page } from "playwright-core";

/** One line for each element that lies beyond the sides of the screen, and for the page when it scrolls sideways. */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    /** What a scrolling or clipping ancestor holds is not beyond the screen. */
    const isHeld = (element: Element): boolean => {
      for (let one = element.parentElement; one !== null; one = one.parentElement) {
        if (one === document.body) return false;
        if (getComputedStyle(one).overflowX !== "visible") return true;
      }
      return false;
    };
    const beyond = [...document.body.querySelectorAll("*")].filter((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      // A pixel's text for screen readers alone is cut off on purpose.
      if (width <= 1 || height <= 1) return false;
      if (right <= clientWidth + 0.5 && left >= -0.5) return false;
      return element.checkVisibility() && !isHeld(element);
    });
    const named = beyond.map((element) => {
      const { left, right } = element.getBoundingClientRect();
      const text = element.textContent?.trim().slice(0, 30) ?? "";
      return `${element.tagName.toLowerCase()} "${text}" from ${left} to ${right} of ${clientWidth}`;
    });
    return scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`, ...named] : named;
  });
}

/**
 * One line for each control that a finger would miss, because something else lies over its middle. Each is scrolled to
 * the middle of the screen first. What a dialog makes inert is not looked at, and toasts go by themselves.
 */
export function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const before = scrollY;
    const modal = document.querySelector("dialog:modal, [role=dialog], [role=alertdialog]");
    const controls = (modal ?? document.body).querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, summary, [role=tab], [role=switch]",
    );
    const isReached = (control: HTMLElement): boolean => {
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        return true;
      if (control.closest("[inert], [aria-hidden=true], [hidden]") !== null) return true;
      control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const { left, top, width, height } = control.getBoundingClientRect();
      if (width <= 1 || height <= 1) return true;
      const [x, y] = [left + width / 2, top + height / 2];
      // A link that comes into view with the focus alone stands outside.
      if (y < 0 || y > innerHeight || x < 0 || x > innerWidth) return true;
      const hit = document.elementFromPoint(x, y);
      if (hit === null) return false;
      const labels = "labels" in control ? [...((control as HTMLInputElement).labels ?? [])] : [];
      const isOwn = [control, ...labels].some((one) => one.contains(hit) || hit.contains(one));
      return isOwn || hit.closest("[role=region][aria-label^=Notifications]") !== null;
    };
    const lines = [...controls]
      .filter((control) => !isReached(control))
      .map((control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        const name = control.getAttribute("aria-label") ?? control.textContent?.trim().slice(0, 30);
        return `${control.tagName.toLowerCase()} "${name}" lies under ${hit?.tagName.toLowerCase()} "${hit?.textContent?.trim().slice(0, 30)}"`;
      });
    scrollTo({ top: before, behavior: "instant" });
    return lines;
  });
}

/** One line for each text that is cut off by a box, or that leaves its button, label or link at the side. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** What a text must stay within, from its own element outwards. */
    const holdersOf = (element: Element): Element[] => {
      const holders: Element[] = [];
      for (
        let one: Element | null = element;
        one && one !== document.body;
        one = one.parentElement
      ) {
        const { display, overflowX, textOverflow } = getComputedStyle(one);
        // Shortened on purpose, with a sign that it is.
        if (textOverflow === "ellipsis") return [];
        const clips = overflowX === "hidden" || overflowX === "clip";
        if (overflowX === "auto" || overflowX === "scroll") break;
        if (display !== "inline" && (clips || one.matches("button, summary, label, a")))
          holders.push(one);
      }
      return holders;
    };
    const slack = 1.5;
    /** Lines of text may be higher than a box that is as high as their letters. */
    const slackOfLines = 5;
    const leaves = (box: DOMRect, edge: DOMRect): boolean =>
      box.left < edge.left - slack ||
      box.right > edge.right + slack ||
      box.top < edge.top - slackOfLines ||
      box.bottom > edge.bottom + slackOfLines;
    const lines: string[] = [];
    // What lies under a dialog has its own scene.
    const modal = document.querySelector("dialog:modal, [role=dialog], [role=alertdialog]");
    const walker = document.createTreeWalker(modal ?? document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
      const words = text.textContent?.trim() ?? "";
      const parent = text.parentElement;
      if (words === "" || parent === null || parent.closest("svg, script, style, noscript"))
        continue;
      // The product's name gives way to the quick exit.
      if (parent.matches("header > div > a[href='/']")) continue;
      if (!parent.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      const edges = holdersOf(parent).map((one) => one.getBoundingClientRect());
      // What is shown in one pixel is for screen readers alone.
      if (edges.some(({ width, height }) => width <= 1 || height <= 1)) continue;
      if (edges.some((edge) => leaves(box, edge))) lines.push(`"${words.slice(0, 40)}" is cut off`);
    }
    return lines;
  });
}
