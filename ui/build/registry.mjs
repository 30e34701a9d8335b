/** Reads the page registry. */
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The facts of all pages, by name. */
export async function readRegistry() {
  const result = await build({
    absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
    entryPoints: ["src/pages/registry.ts"],
    bundle: true,
    format: "esm",
    write: false,
    logLevel: "error",
  });
  const source = Buffer.from(result.outputFiles[0].contents).toString("base64");
  return (await import(`data:text/javascript;base64,${source}`)).pages;
}

/** The paths of the app pages that share no path with a public page; the service worker caches them. */
export function appPathsOf(pages) {
  const all = Object.values(pages);
  const isPublic = (pattern) =>
    all.some((page) => page.frame === "public" && page.pattern === pattern);
  const ofApp = all.filter((page) => page.frame === "app");
  return ofApp.map(({ pattern }) => pattern).filter((pattern) => !isPublic(pattern));
}
