/** A relay in front of a server: what browsers send passes through it, and a test reads every byte of it. */
import { type AddressInfo, connect, createServer } from "node:net";

/** One request without its body. */
type RequestHead = { method: string; url: string; headers: string };

/** The relay and what it saw. */
export type Relay = {
  origin: string;
  /** Everything that was sent to the server, headers and bodies. */
  sent: () => string;
  /** Every request, in no particular order. */
  heads: () => RequestHead[];
  stop: () => void;
};

const HEAD = /(GET|HEAD|POST|PUT|PATCH|DELETE) (\S+) HTTP\/1\.1\r\n([\s\S]*?)\r\n\r\n/g;

/** Starts a relay to the server at `origin`. */
export async function startRelay(origin: string): Promise<Relay> {
  const { hostname, port } = new URL(origin);
  const connections: Buffer[][] = [];
  const relay = createServer((browser) => {
    const server = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    connections.push(chunks);
    browser.on("data", (chunk: Buffer) => chunks.push(chunk));
    browser.on("error", () => server.destroy());
    server.on("error", () => browser.destroy());
    browser.pipe(server).pipe(browser);
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  const sent = () => connections.map((chunks) => Buffer.concat(chunks).toString("latin1")).join("");
  return {
    origin: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    sent,
    heads: () =>
      [...sent().matchAll(HEAD)].map(([, method = "", url = "", headers = ""]) => ({
        method,
        url,
        headers,
      })),
    stop: () => relay.close(),
  };
}
