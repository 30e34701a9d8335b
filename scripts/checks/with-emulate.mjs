/**
 * Runs emulate's Stripe with one price and one webhook, behind a proxy that adds what emulate leaves out of a
 * session and Stripe always sends: amount and currency. Prints the proxy's address. Run by with-emulate.py.
 */
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

const [, , folder, port, webhookUrl, secret] = process.argv;
// The package can only be imported, and by name only from where it is installed.
const { createEmulator } = await import(
  pathToFileURL(`${folder}/node_modules/emulate/dist/api.js`).href
);

const emulator = await createEmulator({
  service: "stripe",
  port: Number(port),
  baseUrl: `http://127.0.0.1:${port}`,
  seed: {
    stripe: {
      products: [{ name: "Heart Rate Monitor" }],
      prices: [
        {
          id: "price_monitor",
          product_name: "Heart Rate Monitor",
          currency: "usd",
          unit_amount: 999,
        },
      ],
      webhooks: [{ url: webhookUrl, events: ["*"], secret }],
    },
  },
});

const proxy = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const hasBody = chunks.length > 0;
  const answer = await fetch(`http://127.0.0.1:${port}${request.url}`, {
    method: request.method,
    headers: {
      authorization: request.headers.authorization ?? "",
      ...(hasBody ? { "content-type": request.headers["content-type"] } : {}),
    },
    ...(hasBody ? { body: Buffer.concat(chunks) } : {}),
  });
  const body = await answer.json();
  if (body.object === "checkout.session")
    Object.assign(body, {
      amount_total: 999,
      currency: "usd",
      customer_details: { email: "ann@example.com" },
    });
  response
    .writeHead(answer.status, { "content-type": "application/json" })
    .end(JSON.stringify(body));
});
proxy.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${proxy.address().port}/`));
process.on("SIGTERM", () => {
  proxy.close();
  emulator.close().finally(() => process.exit(0));
});
