/** The style sheet for what a page loads only when it is wanted. */

let loading: Promise<void> = Promise.resolve();

/** Starts to load the sheet at `href`. */
export function addLateStyles(href: string): void {
  loading = new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.addEventListener("load", () => resolve());
    // Without its sheet a part looks plain, and still works.
    link.addEventListener("error", () => resolve());
    document.head.append(link);
  });
}

/** Resolves once the sheet has arrived or failed. */
export function lateStyles(): Promise<void> {
  return loading;
}
