/** The cookie by which the server shows the app at "/" instead of the landing page. */

/** 400 days, the longest that browsers keep a cookie. */
const maxAgeSeconds = 34_560_000;

/** From now on this browser starts in the app. The cookie says nothing else and nobody else's code reads it. */
export function showAppFirst(): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is missing in Safari before 18.4 and in Firefox.
  document.cookie = `view=app; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`;
}
