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

/** The share of the fastest runtime's time with the same bundle that a render may take. */
const most = 0.9;

/** B1: one render. All arms must render the same before their speed means anything. */
export async function renders({ pages, scripts, write, runtime }, { isQuick, rounds }) {
  for (const [name, payload, count] of [
    ["landing page", pages.plain.payload, isQuick ? 2000 : 8000],
    ["refused order", refusedPayload(pages), isQuick ? 4000 : 40_000],
  ]) {
    const file = write("engine", { payload: JSON.stringify(payload), renders: count });
    const inRuntime = (name, script) => (task) => {
      const options = name === "deno" ? ["run", "--allow-all"] : [];
      const job = file + (task === "html" ? "#html" : "");
      return output(runtime[name], [...options, nodeEngine, script, job]);
    };
    const sameBundle = Object.keys(runtime).map((name) => `${name}, same bundle`);
    const arms = {
      ours: (task) => output(peers, [task, "ours", file]),
      ssr_rs: (task) => output(peers, [task, "ssr_rs", file]),
      ...Object.fromEntries(
        Object.keys(runtime).map((name) => [`${name}, same bundle`, inRuntime(name, scripts.ours)]),
      ),
      "node, all routes": inRuntime("node", scripts.node),
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
    const fastest = sameBundle.toSorted((a, b) => mean(times[a]) - mean(times[b]))[0];
    const share = times.ours.map((time, round) => time / times[fastest][round]);
    const text = `${mean(share).toFixed(2)} x ± ${spread(share)} %`;
    const target = [`at most ${most} x`, mean(share) <= most];
    report("B1", `${name}, ours to ${fastest}`, text, ...target);
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
