/** The page's payload, the same on the server and during hydration. */
import { createContext, type ReactNode, useContext } from "react";
import type { PageData, PageName, PagePayload, SiteData } from "#wire/pages.ts";

const PayloadContext = createContext<PagePayload | null>(null);

/** Provides the payload to the components below. */
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

/** What configuration tells every page. */
export function useSite(): SiteData {
  return usePayload().site;
}

/**
 * This page's own data, or null where it is the same for everybody.
 * After navigation inside the app there is none: the data belongs to the page that the server sent.
 */
export function usePageData<Name extends PageName>(page: Name): PageData[Name] | null {
  const payload: { readonly page: PageName; readonly data: unknown } = usePayload();
  // The server of the same build wrote the payload, so the data has the type of the page's name.
  return payload.page === page ? (payload.data as PageData[Name]) : null;
}
