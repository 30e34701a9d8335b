/** Types of what the build defines. */

/** A style sheet whose class names the build shortens; the build checks that each used name exists. */
declare module "*.module.css" {
  // biome-ignore lint/suspicious/noExplicitAny: the build knows the class names, TypeScript does not.
  const classes: any;
  export default classes;
}

/** Files that are imported as texts. */
declare module "*.html" {
  const text: string;
  export default text;
}
declare module "*.py" {
  const text: string;
  export default text;
}
declare module "*.sh" {
  const text: string;
  export default text;
}
declare module "*.txt" {
  const text: string;
  export default text;
}

/** Page name -> the modules that its deferred script is made of, for pages that start deferred. */
declare const __DEFERRED_MODULES__: Readonly<Record<string, readonly string[]>>;

/** URL of the script that runs on the audio thread. */
declare const __VOICE_WORKLET__: string;

/** URL of the worker that writes files. */
declare const __FILE_WORKER__: string;

/** URL of the worker that checks recordings. */
declare const __CHECK_WORKER__: string;

/** Every page's parts, by name; made by the build from the page registry. */
declare module "virtual:server-pages" {
  export const serverPages: Readonly<
    Record<import("#wire/pages.ts").PageName, import("#app/app.tsx").PageParts>
  >;
}

/** The pages of the app, each in a chunk of its own; made by the build from the page registry. */
declare module "virtual:app-pages" {
  export const appPages: import("#app/moved-page.ts").AppPages;
}
