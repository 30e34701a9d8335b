/** The style sheet of a page's lazily loaded parts. */

let loading: Promise<void> = Promise.resolve();

/** Starts loading the sheet at `href`. */
export function addLazyStyles(href: string): void {
  loading = new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.addEventListener("load", () => resolve());
    // A part without its styles still works.
    link.addEventListener("error", () => resolve());
    document.head.append(link);
  });
}

/** Resolves when the sheet is loaded or has failed. */
export function lazyStyles(): Promise<void> {
  return loading;
}
