/** A browser of a phone, whichever its engine: what `webkit/` and `driven/` open, and what stories use through `phone.ts`. */

/** What happened in a browser by itself. */
export type BrowserEvent =
  /** A page or its console says that something went wrong. */
  | { readonly type: "problem"; readonly text: string }
  /** The person followed a link to another app, which opened nothing. */
  | { readonly type: "launch"; readonly url: string };

/** How a browser starts. */
export interface BrowserPlan {
  /** The origin that may use microphone, camera, place and notifications. */
  readonly origin: string;
  /** The folder of its profile. */
  readonly profile: string;
  /** The folder in which its downloads arrive. */
  readonly downloads: string;
  /** Runs at the start of each document. */
  readonly scripts: readonly string[];
  /** Whether it forgets everything when it ends. */
  readonly isPrivate: boolean;
  /** How its push service is found, where it has one. */
  readonly flags: readonly string[];
  readonly preferences: Readonly<Record<string, string | number | boolean>>;
  /** What its process finds in its environment besides that of this one. */
  readonly environment: Readonly<Record<string, string>>;
  readonly onEvent: (event: BrowserEvent) => void;
}

/** One page of a browser. */
export interface BrowserTab {
  /** Loads a URL as a document; resolves when it is loaded, or when another load took its place. */
  readonly go: (url: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  /** What a function, given as its source, returns for these arguments. Rejects with what it throws. */
  readonly evaluate: (code: string, given: readonly unknown[]) => Promise<unknown>;
  /** A click of the person, in pixels from the upper left corner of the page's view. */
  readonly click: (x: number, y: number) => Promise<void>;
  /** Shows this page, and hides the others of its browser. */
  readonly show: () => Promise<void>;
  /** Changes the screen; only WebKit's pictures are taken here, those of Chromium in `e2e/screens.shots.ts`. */
  readonly look?: (look: ScreenLook) => Promise<void>;
  /** Writes all of the page to a file. */
  readonly picture?: (path: string) => Promise<void>;
}

/** A size in pixels, and whether colours are dark. */
export interface ScreenLook {
  readonly width: number;
  readonly height: number;
  readonly isDark: boolean;
}

/** A browser that runs. */
export interface Browser {
  /** Opens a page, which is shown. */
  readonly open: () => Promise<BrowserTab>;
  /** Kills it with all its processes, as a phone does. */
  readonly kill: () => Promise<void>;
}

/** The engines that stories are told in. */
export type EngineName = "webkit" | "firefox" | "chromium";

/** The size of a phone's screen, in pixels. */
export const screenSize = { width: 390, height: 844 } as const;

/** Where every phone is. */
export const place = { latitude: -33.868_82, longitude: 151.209_29, accuracy: 12 } as const;

/** A push service that runs on this machine. */
export interface Push {
  /** The server's setting `PUSH_HOSTS`. */
  readonly hosts: string;
  /** What a browser that uses it is started with. */
  readonly flags: readonly string[];
  readonly preferences: Readonly<Record<string, string | number | boolean>>;
  readonly stop: () => void;
}
