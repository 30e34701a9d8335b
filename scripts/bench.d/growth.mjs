/** How the product grows (B9): with the cores of one process, and with processes that share a PostgreSQL. */
import { allCores, mean, serverCore } from "./arms.mjs";
import { load, warmUp } from "./load.mjs";
import { startPostgres } from "./postgres.mjs";
import { buyAccess, buyGifts, requests, startProduct } from "./product.mjs";
import { spread } from "./race.mjs";
import { report } from "./report.mjs";

/**
 * How many times as many requests a server answers with two cores and two threads of each kind as with one, when the load
 * takes nothing of its cores: by the processor time that a request needs. With one core the load has the other; with two
 * it shares both, and none of them may be idle.
 */
async function growthByCores({ folder, port, origin }, what, request, { rounds, seconds }) {
  const costs = { 1: [], 2: [] };
  const rates = { 1: [], 2: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [count, cores, loadCores] of [
      [1, serverCore, undefined],
      [2, allCores, allCores],
    ]) {
      const options = { connections: 64, cores: loadCores };
      const server = await startProduct(folder, port, { cores, RENDER_THREADS: String(count) });
      await warmUp(origin, request, options);
      const before = server.used();
      const { rate, requests } = await load(origin, request, seconds, options);
      costs[count].push(((server.used() - before) * 1000) / requests);
      rates[count].push(rate);
      await server.stop();
    }
  }
  const ratios = costs[1].map((one, round) => (2 * one) / costs[2][round]);
  const [one, two] = [1, 2].map((count) => `${mean(costs[count]).toFixed(0)} us`);
  const text = `${mean(ratios).toFixed(2)} x ± ${spread(ratios)} % (${one} and ${two} a request; ${Math.round(mean(rates[1]))} requests/s, and ${Math.round(mean(rates[2]))} beside the load)`;
  report("B9", `${what}, two cores to one`, text, "at least 1.7 x", 1.7 <= mean(ratios));
}

/** B9: growth with cores and threads, and with processes. */
export async function growth(place, effort) {
  const asked = requests(place.pages.gift.paths);
  await growthByCores(place, "gift page", asked.gift, effort);
  const server = await startProduct(place.folder, place.port);
  const { cookie } = await buyAccess(place.origin);
  await server.stop();
  await growthByCores(place, "/api/access of a device with access", access(cookie), effort);
  await growthByCores(place, "refused address", asked.unverified, effort);
  await growthByProcesses(place, effort);
}

const access = (cookie) => ({ path: "/api/access", headers: { cookie } });

/**
 * What requests cost the server and PostgreSQL, with one process and with two, when all of them and the load share the cores.
 * What costs as much in the second case grows with the cores: what costs more is what it waits for.
 */
async function growthByProcesses({ folder, port, second, origin }, { rounds, seconds }) {
  const cluster = await startPostgres();
  try {
    const shared = { cores: allCores, DATABASE_URL: cluster.url };
    const servers = [await startProduct(folder, port, shared)];
    const { paths } = await buyGifts(origin, 64);
    const { cookie } = await buyAccess(origin);
    servers.push(await startProduct(folder, second.port, shared));
    const origins = [origin, second.origin];
    const asked = requests(paths);
    for (const [what, request] of [
      ["gift page", asked.gift],
      ["/api/access of a device with access", access(cookie)],
      ["a payment that begins", asked.payment],
      ["landing page", asked.landing],
    ]) {
      for (const each of origins) await warmUp(each, request, { cores: allCores });
      const rows = { 1: [], 2: [] };
      for (let round = 0; round < rounds; round += 1) {
        for (const count of [1, 2]) {
          const used = origins.slice(0, count);
          rows[count].push(await costs(servers, cluster, used, request, seconds));
        }
      }
      reportProcesses(what, rows);
    }
    for (const server of servers) await server.stop();
  } finally {
    cluster.stop();
  }
}

/** What a request costs while `origins` are loaded: microseconds of the servers and of PostgreSQL, and its statements. */
async function costs(servers, cluster, origins, request, seconds) {
  const taken = async () => ({
    server: servers.reduce((sum, server) => sum + server.used(), 0),
    database: await cluster.used(),
    statements: await cluster.statements(),
  });
  const before = await taken();
  const options = { connections: 32 / origins.length, cores: allCores };
  const results = await Promise.all(origins.map((each) => load(each, request, seconds, options)));
  const after = await taken();
  const requests = results.reduce((sum, result) => sum + result.requests, 0);
  const others = results.reduce((sum, result) => sum + result.others, 0);
  if (others > 0) throw new Error(`${others} requests for ${request.path} were refused`);
  const share = (part) => (after[part] - before[part]) / requests;
  return {
    rate: results.reduce((sum, { rate }) => sum + rate, 0),
    server: share("server") * 1000,
    database: share("database") * 1000,
    statements: share("statements"),
  };
}

function reportProcesses(what, rows) {
  const middle = (count, part) => mean(rows[count].map((row) => row[part]));
  const cost = (count) =>
    `${middle(count, "server").toFixed(0)} + ${middle(count, "database").toFixed(0)} us`;
  const ratios = rows[1].map((one, round) => rows[2][round].rate / one.rate);
  const rates = [1, 2].map((count) => Math.round(middle(count, "rate"))).join(" and ");
  report(
    "B9",
    `${what}, two processes on PostgreSQL to one`,
    `${mean(ratios).toFixed(2)} x ± ${spread(ratios)} % (${rates} requests/s; ${cost(1)} and ${cost(2)} a request of server and PostgreSQL, ${middle(1, "statements").toFixed(2)} and ${middle(2, "statements").toFixed(2)} statements)`,
  );
}
