/** The cookie that makes the server answer the main path with the app instead of the landing page. */

/** 400 days, the maximum age of a cookie in browsers. */
const maxAgeSeconds = 34_560_000;

/** Whether the main path shows the app on this device. */
export function isAppFirst(): boolean {
  return document.cookie.split("; ").includes("view=app");
}

/** Sets the cookie, or renews it. It holds nothing else. */
export function showAppFirst(): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is missing in Safari before 18.4 and in Firefox before 140.
  document.cookie = `view=app; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`;
}
