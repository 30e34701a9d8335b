/** The app pages that a move inside the app can load without a new document. */
import type { ComponentType } from "react";
import { matchPath } from "react-router";
import { type PageName, pages } from "./pages.ts";

/** How an app page comes when the app is already running. */
type LoadPage = () => Promise<ComponentType>;

/** Page name -> how it comes. */
export type AppPages = Partial<Record<PageName, LoadPage>>;

/** Every app page, each in a chunk of its own; the page that the server sends needs no entry here to start. */
export const appPages: AppPages = {
  emergency: () => import("#pages/emergency-page.tsx").then((page) => page.EmergencyPage),
  home: () => import("#pages/home-page.tsx").then((page) => page.HomePage),
  lockdown: () => import("#pages/lockdown-page.tsx").then((page) => page.LockdownPage),
  "heart-monitor": () =>
    import("#pages/heart-monitor-page.tsx").then((page) => page.HeartMonitorPage),
  settings: () => import("#pages/settings-page.tsx").then((page) => page.SettingsPage),
  voice: () => import("#pages/voice-page.tsx").then((page) => page.VoicePage),
  "post-download": () =>
    import("#pages/post-download-page.tsx").then((page) => page.PostDownloadPage),
};

/**
 * The app page that answers `pathname` while the app is running, or null when the path belongs to
 * a public page or to none: those need a document of their own, with its own policy headers.
 */
export function appPageAt(pathname: string, loaders: AppPages): PageName | null {
  const names = Object.keys(loaders) as PageName[];
  return names.find((name) => matchPath(pages[name].pattern, pathname) !== null) ?? null;
}
