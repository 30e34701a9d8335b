/**
 * Builds the pages for Node as React Router's documentation shows it: the public `react-dom/server`, `StaticRouter`
 * and all routes of the product. Writes a script that sets `SSR.render`, like `ui/dist/server.js`.
 *
 *   node node-bundle.mjs OUTPUT
 */
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createScope } from "../../ui/build/css-modules.mjs";
import { esbuildPageModules } from "../../ui/build/page-modules.mjs";
import { readRegistry } from "../../ui/build/registry.mjs";
import { textLoaders } from "../../ui/build/texts.mjs";

const ui = fileURLToPath(new URL("../../ui", import.meta.url));
const require = createRequire(path.join(ui, "package.json"));
const esbuild = await import(pathToFileURL(require.resolve("esbuild")).href);

const entry = `
import { renderToString } from "react-dom/server";
import { Route, Routes, StaticRouter } from "react-router";
import { serverPages } from "virtual:server-pages";
import { ErrorBoundary } from "#app/error-boundary.tsx";
import { PageDataProvider } from "#pages/page-data.tsx";

export function render(text) {
  const payload = JSON.parse(text);
  const { Frame } = serverPages[payload.page];
  return renderToString(
    <StaticRouter location={payload.path}>
      <PageDataProvider payload={payload}>
        <ErrorBoundary>
          <Frame>
            <Routes>
              {Object.entries(serverPages).map(([name, { pattern, Page }]) => (
                <Route key={name} path={pattern} element={<Page />} />
              ))}
            </Routes>
          </Frame>
        </ErrorBoundary>
      </PageDataProvider>
    </StaticRouter>,
  );
}
`;

await esbuild.build({
  stdin: { contents: entry, resolveDir: ui, loader: "tsx" },
  absWorkingDir: ui,
  outfile: process.argv[2],
  bundle: true,
  minify: true,
  jsx: "automatic",
  format: "iife",
  globalName: "SSR",
  platform: "node",
  target: "node20",
  loader: textLoaders,
  define: { "process.env.NODE_ENV": '"production"', __VOICE_WORKLET__: '""' },
  // The package's own condition leads Node to the development build; production is the fair comparison.
  alias: {
    "react-router": require
      .resolve("react-router")
      .replace(/dist\/.*$/, "dist/production/index.mjs"),
  },
  plugins: [createScope(ui).plugin, esbuildPageModules(await readRegistry(), ui)],
  logLevel: "error",
});
