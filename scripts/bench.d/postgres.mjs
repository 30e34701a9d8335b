/** A PostgreSQL for the benchmark, and what it does. */
import { execFile, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { promisify } from "node:util";
import { processOf } from "./arms.mjs";

const run = promisify(execFile);

/**
 * A temporary PostgreSQL cluster. Its folder is its own even for root (`-t`): a cluster that a killed run left behind blocks
 * no other. `used()` resolves to the milliseconds of processor time of all its processes so far, `statements()` to how many
 * statements of others it has run, and `stop()` ends it.
 */
export async function startPostgres() {
  const tell = 'echo "postgres://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/postgres"; cat';
  const counting = ["-o", "shared_preload_libraries=pg_stat_statements"];
  const child = spawn("pg_virtualenv", ["-t", ...counting, "sh", "-c", tell], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const url = await new Promise((resolve, reject) => {
    let text = "";
    child.once("exit", (code) => reject(new Error(`pg_virtualenv ended with ${code}`)));
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const found = /postgres:\/\/\S+\/postgres/.exec(text);
      if (found) resolve(found[0]);
    });
  });
  const query = async (sql) => (await run("psql", [url, "-Atqc", sql])).stdout.trim();
  await query("CREATE EXTENSION pg_stat_statements");
  const main = Number((await query("SELECT pg_read_file('postmaster.pid')")).split("\n")[0]);
  return {
    url,
    used: async () => timeOf(main),
    statements: async () => Number(await query("SELECT sum(calls) FROM pg_stat_statements")),
    stop: () => child.stdin.end(),
  };
}

/** The processor time of a process and its children, those that have ended included. */
function timeOf(main) {
  let time = 0;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const found = processOf(name);
    if (found === null) continue;
    if (Number(name) === main) time += found.time + found.ofEndedChildren;
    else if (found.parent === main) time += found.time;
  }
  return time;
}
