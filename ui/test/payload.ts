/** The payload of a page, as the server would write it. */
import { pages } from "#pages/registry.ts";
import type { PageData, PageName, PagePayload, SiteData } from "#wire/pages.ts";

/** What configuration says in tests. */
const site: SiteData = {
  displayName: "SP Heart Rate Monitor",
  demoPin: "4321",
  supportEmail: "support@example.org",
  supportPhone: "+61 2 5550 0000",
  statementName: "HEART RATE MONITOR",
  testPayments: true,
  verifiesByLink: true,
  stripe: { publishableKey: "pk_test_1", jsUrl: "/stripe.js" },
};

/** The names of all pages. */
export const pageNames = Object.keys(pages) as readonly PageName[];

/** The payload of a page at a path that its own pattern matches. */
export function payloadOf<Name extends PageName>(
  page: Name,
  data: PageData[Name] | null = null,
): PagePayload {
  const path = pages[page].pattern.replace("*", "/no-such-page").replace(/\/:\w+\?|:/g, "");
  return { page, path, site, data } as PagePayload;
}
