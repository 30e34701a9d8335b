/** Races: arms that send the same are loaded in turns, in random order, until their mean rates can be compared. */
import { ask, mean, median, shuffled } from "./arms.mjs";
import { load, warmUp } from "./load.mjs";
import { comparable, unpacked } from "./product.mjs";
import { report } from "./report.mjs";

/** Stops unless an arm sends what the product sends: status, headers, and the body, byte by byte where it is not packed anew. */
function compare(name, request, got, wanted) {
  const fail = (what) => {
    throw new Error(`${name} sends another ${what} for ${request.path}`);
  };
  if (got.status !== wanted.status) fail(`status (${got.status})`);
  const [sent, due] = [comparable(got.headers), comparable(wanted.headers)];
  for (const header of new Set([...Object.keys(sent), ...Object.keys(due)])) {
    if (sent[header] !== due[header]) fail(`${header} (${sent[header]}, not ${due[header]})`);
  }
  if (!unpacked(got).equals(unpacked(wanted))) fail("body");
  if (got.status === 304) return;
  if (Number(got.headers["content-length"]) !== got.body.length) fail("content-length");
}

/** Puts load on an arm; stops unless all its responses had the status that is raced. Adds `cost`, us of processor time a request. */
async function measure(name, arm, server, request, status, seconds, options) {
  const before = server.used();
  const result = await load(arm.origin, request, seconds, options);
  const cost = ((server.used() - before) * 1000) / result.requests;
  const isRefusal = status >= 400;
  const strange = isRefusal ? result.requests - result.others : result.others;
  // The connections that wrk closes at its end may count as one more request.
  if (strange > (isRefusal ? 1 : 0) || result.isBroken || result.requests === 0) {
    throw new Error(`${name} failed ${strange} of ${result.requests} requests for ${request.path}`);
  }
  return { ...result, cost };
}

/**
 * Starts all arms, compares what they send, warms each up, and loads them in turns for `rounds` rounds of `seconds`.
 * Reports each one's rate and processor time, and the ratio of ours to the best of the `bases` of each of the `targets`
 * (`{ label, bases, least }`; without `least` nothing has to be reached). The arms in `steady` are then loaded at one
 * rate, half of the slowest one's, and their latency is reported.
 */
export async function race(test, what, arms, request, targets, effort) {
  const { rounds, seconds, steady = [] } = effort;
  const results = Object.fromEntries(Object.keys(arms).map((name) => [name, []]));
  const calm = Object.fromEntries(steady.map((name) => [name, []]));
  const running = {};
  try {
    for (const [name, arm] of Object.entries(arms)) running[name] = await arm.launch();
    const wanted = await ask(arms.ours.origin, request);
    for (const [name, arm] of Object.entries(arms)) {
      compare(name, request, await ask(arm.origin, request), wanted);
      const last = { ...request, path: request.paths?.at(-1) ?? request.path };
      compare(name, last, await ask(arm.origin, last), await ask(arms.ours.origin, last));
      await warmUp(arm.origin, request);
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, arm] of shuffled(Object.entries(arms))) {
        results[name].push(
          await measure(name, arm, running[name], request, wanted.status, seconds),
        );
      }
    }
    if (steady.length > 0) {
      const rates = steady.map((name) => mean(results[name].map(({ rate }) => rate)));
      const options = paced(Math.min(...rates) / 2);
      for (let round = 0; round < rounds; round += 1) {
        for (const name of shuffled(steady)) {
          const [arm, server] = [arms[name], running[name]];
          const { status } = wanted;
          calm[name].push(await measure(name, arm, server, request, status, seconds, options));
        }
      }
    }
  } finally {
    await Promise.all(Object.values(running).map((server) => server.stop()));
  }
  const valuesOf = (field) =>
    Object.fromEntries(
      Object.entries(results).map(([name, all]) => [name, all.map((result) => result[field])]),
    );
  const [rates, costs, slowest] = ["rate", "cost", "p99"].map(valuesOf);
  for (const name of Object.keys(arms)) {
    const rate = `${Math.round(mean(rates[name]))} requests/s ± ${spread(rates[name])} %`;
    const cost = `${mean(costs[name]).toFixed(0)} us of the core each`;
    report(
      test,
      `${what}, ${name}`,
      `${rate}, ${cost}, p99 ${median(slowest[name]).toFixed(1)} ms`,
    );
  }
  for (const name of steady) {
    const [p99, p50] = ["p99", "p50"].map((field) => median(calm[name].map((one) => one[field])));
    const rate = Math.round(mean(calm[name].map((one) => one.rate)));
    const text = `p99 ${p99.toFixed(2)} ms, median ${p50.toFixed(2)} ms (${rate} requests/s)`;
    report(test, `${what} at a steady rate, ${name}`, text);
  }
  for (const { label, bases, least } of targets) {
    const [best] = [...bases].sort((a, b) => mean(rates[b]) - mean(rates[a]));
    const ratios = rates.ours.map((rate, round) => rate / rates[best][round]);
    const ratio = mean(ratios);
    const cheaper = mean(costs[best]) / mean(costs.ours);
    report(
      test,
      `${what}, ours to ${bases.length > 1 ? `${label} (${best})` : label}`,
      `${ratio.toFixed(2)} x ± ${spread(ratios)} % (by processor time ${cheaper.toFixed(2)} x)`,
      ...(least === undefined ? [] : [`at least ${least} x`, ratio >= least]),
    );
  }
}

/** Options of a load at about `rate` requests a second: connections that pause for `pause` milliseconds on average. */
function paced(rate) {
  const pause = 20;
  // A response takes about a millisecond more.
  return { connections: Math.round((rate * (pause + 1)) / 1000), pause };
}

/** The standard deviation of some numbers in percent of their mean. */
export function spread(values) {
  const middle = mean(values);
  const variance = mean(values.map((value) => (value - middle) ** 2));
  return ((Math.sqrt(variance) / middle) * 100).toFixed(1);
}
