/** What the server says about this page: the same on both sides of hydration. */
import { createContext, type ReactNode, useContext } from "react";
import type { PageName } from "./registry.ts";

/** What configuration tells every page. */
export type Site = {
  readonly displayName: string;
  readonly demoPin: string;
  readonly supportEmail: string;
  readonly supportPhone: string;
  readonly testPayments: boolean;
  /** Whose card payments the embedded form makes and where its script is; null without one. */
  readonly stripe: { readonly publishableKey: string; readonly jsUrl: string } | null;
};

/** The text that the server hands to `render` and leaves in the document for the client. */
export type PagePayload = {
  readonly page: PageName;
  readonly path: string;
  readonly site: Site;
  /** What this page alone needs; its page parses it. Null when it is the same for everybody. */
  readonly data: unknown;
};

const PayloadContext = createContext<PagePayload | null>(null);

/** Makes the payload readable below. */
export function PageDataProvider(props: { payload: PagePayload; children: ReactNode }) {
  return <PayloadContext value={props.payload}>{props.children}</PayloadContext>;
}

function usePayload(): PagePayload {
  const payload = useContext(PayloadContext);
  if (payload === null) throw new Error("A page was rendered without its page data.");
  return payload;
}

/** The name of the page that the server sent. */
export function usePageName(): PageName {
  return usePayload().page;
}

/** The path that the server answered. */
export function useServerPath(): string {
  return usePayload().path;
}

/** The site's facts, for any page. */
export function useSite(): Site {
  return usePayload().site;
}

/**
 * This page's own data through `parse`, which answers null for what it does not know.
 * After a move inside the app there is none: the data belongs to the page that the server sent.
 */
export function usePageData<T>(page: PageName, parse: (data: unknown) => T | null): T | null {
  const payload = usePayload();
  return payload.page === page && payload.data !== null ? parse(payload.data) : null;
}
