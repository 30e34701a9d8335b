/** Every link leads somewhere, for a visitor and for somebody who has the app: to a page, and to the part that it names. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import * as paths from "#content/paths.ts";
import { openPhone } from "./phone.ts";
import { stage, withoutWorkers } from "./stage.ts";
import { openSettled } from "./still.ts";

const on = stage(withoutWorkers);

/** Where links are looked for; further pages are found by them. */
const starts = [paths.landing, paths.checkout, paths.subscribe, paths.gift, paths.downloadSuccess];

/** Pages whose links are there when the client has rendered them. */
const rendered = [paths.landing, paths.settings, paths.heartMonitor];

/** The links of a document at `base` that stay on this server. The pages' policy lets no script parse text as a document. */
function linksOf(html: string, base: string): string[] {
  const hrefs = [...html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)].map((match) => match[1] ?? "");
  const links = hrefs.map((href) => new URL(href.replaceAll("&amp;", "&"), base));
  return links.filter(({ origin }) => origin === new URL(base).origin).map(({ href }) => href);
}

/** Follows each link once. Resolves to the paths that were found and what is wrong with links. */
async function follow(page: Page, first: readonly string[]) {
  const [texts, faults] = [new Map<string, string>(), new Set<string>()];
  const waiting = [...first];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { origin, pathname, hash } = new URL(next);
    if (!texts.has(pathname)) {
      const answer = await page.request.get(origin + pathname);
      if (answer.status() !== 200) faults.add(`${pathname} answers ${answer.status()}`);
      const text = await answer.text();
      texts.set(pathname, text);
      waiting.push(...linksOf(text, answer.url()));
    }
    const part = decodeURIComponent(hash.slice(1));
    if (part === "" || texts.get(pathname)?.includes(`id="${part}"`)) continue;
    faults.add(`${next} names a part that its page does not have`);
  }
  return { found: [...texts.keys()], faults: [...faults] };
}

test.each([
  ["a visitor", []],
  ["somebody who has the app", [{ name: "view", value: "app" }]],
] as const)("every link of every page leads somewhere for %s", async (_, cookies) => {
  const { page, context, close } = await openPhone(on);
  const { origin: url } = on.server;
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url })));
  const first: string[] = starts.map((path) => url + path);
  for (const path of rendered) {
    await openSettled(page, path);
    first.push(...linksOf(await page.content(), url + path));
  }
  const { found, faults } = await follow(page, first);
  expect(faults).toEqual([]);
  for (const path of [paths.questions, paths.terms, paths.privacy, paths.support]) {
    expect(found).toContain(path);
  }
  await close();
});

test("the settings lead to the questions, the terms, the privacy policy and support", async () => {
  const { page, close } = await openPhone(on);
  await openSettled(page, paths.settings);
  for (const [name, path] of [
    ["Questions", paths.questions],
    ["Terms", paths.terms],
    ["Privacy", paths.privacy],
    ["Support", paths.support],
  ] as const) {
    const link = page.getByRole("navigation", { name: "Help" }).getByRole("link", { name });
    expect(await link.getAttribute("href")).toBe(path);
  }
  await close();
});
