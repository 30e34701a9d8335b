/**
 * A push service on this machine that Firefox speaks to as it would to Mozilla's: the WebSocket on which a browser registers and
 * gets messages (mozilla-services.github.io/autopush-rs), and the endpoint that a server sends them to (RFC 8030).
 */
import { randomBytes, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import type { Push } from "../browser.ts";

/** Where Firefox's real push service takes messages. The product's server is told to find it on this machine. */
const HOST = "updates.push.services.mozilla.com";

/** What a browser says; the other kinds need no answer. */
interface Said {
  readonly messageType:
    | "hello"
    | "register"
    | "unregister"
    | "ack"
    | "ping"
    | "broadcast_subscribe";
  readonly channelID?: string;
}

/** Who gets the messages of an endpoint. */
interface Registration {
  readonly socket: WebSocket;
  readonly channelID: string;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Answers what a browser says on its socket. */
function serve(socket: WebSocket, registrations: Map<string, Registration>): void {
  const say = (message: object) => socket.send(JSON.stringify(message));
  socket.on("message", (data) => {
    const { messageType, channelID = "" } = JSON.parse(String(data)) as Partial<Said>;
    if (messageType === undefined) return say({});
    const answer = { messageType, status: 200 };
    if (messageType === "hello")
      say({ ...answer, uaid: randomBytes(16).toString("hex"), use_webpush: true, broadcasts: {} });
    if (messageType === "unregister") say({ ...answer, channelID });
    if (messageType === "register") {
      const token = randomBytes(24).toString("base64url");
      registrations.set(token, { socket, channelID });
      say({ ...answer, channelID, pushEndpoint: `https://${HOST}/wpush/v2/${token}` });
    }
  });
}

/** Hands a message to the browser that registered its endpoint. */
async function deliver(
  request: IncomingMessage,
  response: ServerResponse,
  registrations: Map<string, Registration>,
): Promise<void> {
  const body = await bodyOf(request);
  const found = registrations.get(request.url?.split("/").at(-1) ?? "");
  if (found === undefined) {
    response.writeHead(410).end();
    return;
  }
  const message = {
    messageType: "notification",
    channelID: found.channelID,
    version: randomUUID(),
    data: body.toString("base64url"),
    headers: { encoding: request.headers["content-encoding"] },
  };
  found.socket.send(JSON.stringify(message));
  response.writeHead(201).end();
}

/** Starts the service. */
export async function startFirefoxPush(): Promise<Push> {
  const registrations = new Map<string, Registration>();
  const http = createServer((request, response) => void deliver(request, response, registrations));
  const sockets = new WebSocketServer({ server: http });
  sockets.on("connection", (socket) => serve(socket, registrations));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  return {
    hosts: `${HOST}=http://127.0.0.1:${port}`,
    flags: [],
    preferences: {
      "dom.push.serverURL": `ws://127.0.0.1:${port}/`,
      "dom.push.testing.allowInsecureServerURL": true,
      "dom.push.connection.enabled": true,
    },
    stop: () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      http.closeAllConnections();
      http.close();
    },
  };
}
