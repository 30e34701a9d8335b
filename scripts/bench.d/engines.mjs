/** What a render costs without HTTP (B1), and the memory after many renders (B8). */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { mean, output, shuffled } from "./arms.mjs";
import { spread } from "./race.mjs";
import { report } from "./report.mjs";

const nodeEngine = path.join(path.dirname(fileURLToPath(import.meta.url)), "node-engine.mjs");
const { PEERS: peers } = process.env;

/** What the checkout receives after a mistake; `{n}` stands for the number of the render. */
const refusedPayload = (pages) => ({
  ...pages.refused.payload,
  data: { ...pages.refused.payload.data, email: "buyer-{n}@example.org" },
});

/** B1: one render. All arms must render the same before their speed means anything. */
export async function renders({ pages, scripts, write, node }, { isQuick, rounds }) {
  for (const [name, payload, count] of [
    ["landing page", pages.plain.payload, isQuick ? 2000 : 8000],
    ["refused order", refusedPayload(pages), isQuick ? 4000 : 40_000],
  ]) {
    const file = write("engine", { payload: JSON.stringify(payload), renders: count });
    const inNode = (script, wanted) => output(node, [nodeEngine, script, file + wanted]);
    const arms = {
      ours: (task) => output(peers, [task, "ours", file]),
      ssr_rs: (task) => output(peers, [task, "ssr_rs", file]),
      "node, same bundle": (task) => inNode(scripts.ours, task === "html" ? "#html" : ""),
      "node, all routes": (task) => inNode(scripts.node, task === "html" ? "#html" : ""),
    };
    const wanted = await arms.ours("html");
    for (const [arm, run] of Object.entries(arms)) {
      if ((await run("html")) !== wanted) throw new Error(`${arm} renders another ${name}`);
    }
    const times = Object.fromEntries(Object.keys(arms).map((arm) => [arm, []]));
    for (let round = 0; round < Math.min(rounds, 3); round += 1) {
      for (const [arm, run] of shuffled(Object.entries(arms))) {
        times[arm].push(Number((await run("engine")).split(" ")[0]));
      }
    }
    for (const [arm, all] of Object.entries(times)) {
      const ratio = mean(all.map((time, round) => time / times.ours[round]));
      const time = `${mean(all).toFixed(1)} us a render ± ${spread(all)} %`;
      report("B1", `${name}, ${arm}`, `${ratio.toFixed(2)} x the time of ours (${time})`);
    }
  }
}

/** B8: the memory after many renders. */
export async function memory({ pages, write }, { isQuick }) {
  for (const [arm, count] of [
    ["ours", isQuick ? 20_000 : 200_000],
    ["ssr_rs", isQuick ? 5_000 : 20_000],
  ]) {
    const payload = JSON.stringify(refusedPayload(pages));
    const file = write(`leak-${arm}`, { payload, renders: count });
    const [early, late] = (await output(peers, ["leak", arm, file])).split(" ").map(Number);
    const bytes = Math.round(((late - early) * 1024) / (count * 0.9));
    const growth = `${(late / early).toFixed(2)} x that after ${count / 10} (${Math.round(late / 1024)} MiB, ${bytes} bytes a render)`;
    const target = arm === "ours" ? ["at most 1.10 x", late / early <= 1.1] : [];
    report("B8", `${arm}, memory after ${count} renders`, growth, ...target);
  }
}
