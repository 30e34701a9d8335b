/** Claims about the landing page's HTML and its structured data. */
import { describe, expect, it } from "vitest";
import { faq } from "#content/faq.ts";
import * as paths from "#content/paths.ts";
import { payloadOf } from "#test/payload.ts";
import { render } from "../entry-server.tsx";
import { pages } from "./registry.ts";

const page = document.createElement("div");
page.innerHTML = render(JSON.stringify(payloadOf("landing")));

type Entry = { "@type": string; name: string; acceptedAnswer: { text: string } };
type Graph = { "@graph": { "@type": unknown; mainEntity?: Entry[] }[] };

describe("the questions", () => {
  it.each(faq)("$question has its answer on the page, and a link that leads somewhere", (one) => {
    const item = [...page.querySelectorAll("details")].find(
      (details) => details.querySelector("summary")?.textContent === one.question,
    );
    expect(item?.querySelector("p")?.textContent).toBe(one.answer);
    const href = item?.querySelector("a")?.getAttribute("href") ?? "";
    const known = Object.values(pages).map(({ pattern }) => pattern);
    if (href.startsWith("#")) expect(page.querySelector(href)).not.toBeNull();
    else expect(known).toContain(href.replace(/#.*/, ""));
  });

  it("tell who causes a mail with a link", () => {
    const mails = faq.find(({ question }) => question === "Which e-mails do I get?");
    expect(mails?.answer).not.toContain("only if you ask");
    expect(mails?.answer).toContain("anyone who types your address");
  });

  it("are the same in the structured data", () => {
    const graph = (pages.landing.head.jsonLd as Graph)["@graph"];
    const told = graph.flatMap(({ mainEntity = [] }) => mainEntity);
    expect(told.map(({ name, acceptedAnswer }) => [name, acceptedAnswer.text])).toEqual(
      faq.map(({ question, answer }) => [question, answer]),
    );
  });
});

describe("the name on the card statement", () => {
  it.each([
    [{ testPayments: false }, "On your card statement: HEART RATE MONITOR"],
    [
      { testPayments: false, statementName: "" },
      "Ask us which name your card statement will show.",
    ],
    [{ testPayments: true }, "Test payments appear on no card statement."],
  ])("is shown beside the price, and only when it is known: %j", (site, words) => {
    const payload = payloadOf("landing");
    const html = render(JSON.stringify({ ...payload, site: { ...payload.site, ...site } }));
    const shown = document.createElement("div");
    shown.innerHTML = html;
    expect(shown.querySelector("#price")?.textContent).toContain(words);
  });
});

describe("the page", () => {
  it("shows the visitor counter before any script runs", () => {
    expect(page.querySelector("footer")?.textContent).toContain("Visitors: 20247");
  });

  it("marks its situations as illustrative, and quotes nobody", () => {
    const section = page.querySelector("#testimonials");
    expect(section?.textContent).toContain("Illustrative situations");
    expect(section?.querySelector("blockquote")).toBeNull();
  });

  it("links to the safety guides without telling them where from, and to the demo", () => {
    const links = [...page.querySelectorAll("a")];
    const away = links.filter((link) => /^https:/.test(link.getAttribute("href") ?? ""));
    expect(away.length).toBeGreaterThan(2);
    for (const link of away) expect(link.rel).toContain("noreferrer");
    expect(links.some((link) => link.getAttribute("href") === paths.heartMonitor)).toBe(true);
  });
});
