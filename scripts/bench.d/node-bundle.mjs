/**
 * Builds the pages for Node as React Router's documentation shows it: the public `react-dom/server`, `StaticRouter`
 * and all routes of the product. Writes a script that sets `SSR.render`, like `ui/dist/server.js`.
 *
 *   node node-bundle.mjs OUTPUT
 */
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createScope } from "../build/css-modules.mjs";

const ui = fileURLToPath(new URL("../../ui", import.meta.url));
const require = createRequire(path.join(ui, "package.json"));
const esbuild = await import(pathToFileURL(require.resolve("esbuild")).href);

const entry = `
import { renderToString } from "react-dom/server";
import { Route, Routes, StaticRouter } from "react-router";
import { PageDataProvider } from "#app/page-data.tsx";
import { ErrorBoundary } from "#app/error-boundary.tsx";
import { pages } from "#app/pages.ts";
import { serverFrames, serverPages } from "#app/server-pages.ts";

export function render(text) {
  const payload = JSON.parse(text);
  const Frame = serverFrames[pages[payload.page].frame];
  return renderToString(
    <StaticRouter location={payload.path}>
      <PageDataProvider payload={payload}>
        <ErrorBoundary>
          <Frame>
            <Routes>
              {Object.entries(pages).map(([name, page]) => {
                const Page = serverPages[name];
                return <Route key={name} path={page.pattern} element={<Page />} />;
              })}
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
  define: { "process.env.NODE_ENV": '"production"', __LATE_STYLES__: '"{}"' },
  // The package's own condition leads Node to the development build; production is the fair comparison.
  alias: {
    "react-router": require
      .resolve("react-router")
      .replace(/dist\/.*$/, "dist/production/index.mjs"),
  },
  plugins: [createScope(ui).plugin],
  logLevel: "error",
});
