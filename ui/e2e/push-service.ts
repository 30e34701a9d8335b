/**
 * A push service on this machine: the check-in, registration and message stream of a browser's push service, and the
 * endpoint that a server sends messages to (RFC 8030). Chromium speaks to it as it would to its vendor's.
 */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Server, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";

/** A message that the service accepted, in the order of arrival. */
type Pushed = {
  /** `performance.now()` of this process. */
  at: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
};

/** The service and what a test does with it. */
export type PushService = {
  /** Where a server sends messages, in the place of the vendor's host. */
  origin: string;
  /** The flags of a browser that uses it. */
  flags: string[];
  /** Everything that was accepted. */
  accepted: Pushed[];
  /** How the endpoint answers: as it should, never, or with a status of its own. */
  answers: "accepts" | "hangs" | number;
  stop: () => void;
};

/** A field of a protocol buffer (protobuf.dev, "Encoding"): a number is a varint or 64 bits, all else has a length. */
type Field = readonly [number: number, value: number | bigint | string | Buffer];

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

/** Encodes a message; a `bigint` is written as 64 bits. */
function protobuf(fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (typeof value === "number") return [varint(number * 8), varint(value)];
      if (typeof value === "bigint") {
        const bytes = Buffer.alloc(8);
        bytes.writeBigUInt64LE(value);
        return [varint(number * 8 + 1), bytes];
      }
      const bytes = Buffer.from(value);
      return [varint(number * 8 + 2), varint(bytes.length), bytes];
    }),
  );
}

/** Reads the varint at `from`: its value and where it ends; null when it is not there yet. */
function readVarint(bytes: Buffer, from: number): { value: number; end: number } | null {
  let value = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte % 128) * 128 ** (at - from);
    if (byte < 128) return { value, end: at + 1 };
  }
  return null;
}

/** The tags of the message stream, from Chromium's `google_apis/gcm/protocol/mcs.proto`. */
const tags = { ping: 0, pingAnswer: 1, login: 2, loginAnswer: 3, message: 8 } as const;
const VERSION = 41;

/** The text in field `wanted` of a message; empty when it is not there. */
function textField(bytes: Buffer, wanted: number): string {
  for (let at = 0; at < bytes.length; ) {
    const key = readVarint(bytes, at);
    if (key === null) break;
    const type = key.value % 8;
    const size = type === 2 ? readVarint(bytes, key.end) : null;
    if (size !== null) {
      const text = bytes.subarray(size.end, size.end + size.value);
      if (Math.floor(key.value / 8) === wanted) return text.toString();
      at = size.end + size.value;
    } else {
      at = type === 1 ? key.end + 8 : (readVarint(bytes, key.end)?.end ?? bytes.length);
    }
  }
  return "";
}

/** Who gets a message: the app that registered, for whom, and on which device. */
type Registration = { device: string; app: string; subtype: string; sender: string };

/** One browser's connection to the message stream. `onLogin` is told the device. */
function serveStream(socket: Socket, onLogin: (device: string) => void): void {
  let waiting = Buffer.alloc(0);
  let isGreeted = false;
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk]);
    if (!isGreeted && waiting.length > 0) {
      isGreeted = true;
      waiting = waiting.subarray(1);
      socket.write(Buffer.from([VERSION]));
    }
    for (;;) {
      const size = waiting.length > 1 ? readVarint(waiting, 1) : null;
      if (size === null || waiting.length < size.end + size.value) return;
      const tag = waiting[0];
      const body = waiting.subarray(size.end, size.end + size.value);
      waiting = waiting.subarray(size.end + size.value);
      if (tag === tags.ping) send(socket, tags.pingAnswer, []);
      if (tag === tags.login) {
        send(socket, tags.loginAnswer, [[1, "test"]]);
        // `user` of LoginRequest is the number that the check-in gave.
        onLogin(textField(body, 3));
      }
    }
  });
}

function send(socket: Socket, tag: number, fields: readonly Field[]): void {
  const body = protobuf(fields);
  socket.write(Buffer.concat([Buffer.from([tag]), varint(body.length), body]));
}

/** A certificate that nobody trusts; the browser is told to ignore that. */
function certificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), "push-service-"));
  const files = { key: join(folder, "key.pem"), cert: join(folder, "cert.pem") };
  const names = ["-subj", "/CN=localhost", "-days", "2", "-nodes"];
  const output = ["-keyout", files.key, "-out", files.cert];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  execFileSync("openssl", ["req", "-x509", ...curve, ...names, ...output], { stdio: "ignore" });
  const made = { key: readFileSync(files.key), cert: readFileSync(files.cert) };
  rmSync(folder, { recursive: true });
  return made;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)),
  );

/** Devices, registrations and messages that wait for a device that is away. */
function postOffice() {
  const registrations = new Map<string, Registration>();
  const devices = new Map<string, Socket>();
  const waiting = new Map<string, (readonly Field[])[]>();
  let count = 0;
  const hand = (device: string) => {
    const socket = devices.get(device);
    if (socket === undefined || socket.destroyed) return;
    for (const message of waiting.get(device)?.splice(0) ?? []) send(socket, tags.message, message);
  };
  return {
    newDevice: () =>
      String(1_000_000 + devices.size + registrations.size + randomBytes(3).readUIntBE(0, 3)),
    register: (registration: Registration): string => {
      const token = randomBytes(24).toString("base64url");
      registrations.set(token, registration);
      return token;
    },
    forget: (token: string) => registrations.delete(token),
    knows: (token: string) => registrations.has(token),
    connected: (device: string, socket: Socket) => {
      devices.set(device, socket);
      hand(device);
    },
    deliver: (token: string, encoding: string, body: Buffer) => {
      const registration = registrations.get(token);
      if (registration === undefined) return;
      const { device, app, subtype, sender } = registration;
      count += 1;
      const data = (key: string, value: string): Field => [
        7,
        protobuf([
          [1, key],
          [2, value],
        ]),
      ];
      const message: Field[] = [
        [2, `m${count}`],
        [3, sender],
        [5, app],
        ...(subtype === "" ? [] : [data("subtype", subtype)]),
        data("content-encoding", encoding),
        [9, `p${count}-${token.slice(0, 8)}`],
        [21, body],
      ];
      waiting.set(device, [...(waiting.get(device) ?? []), message]);
      hand(device);
    },
    close: () => {
      for (const socket of devices.values()) socket.destroy();
    },
  };
}

/** Starts the service. */
export async function startPushService(): Promise<PushService> {
  const office = postOffice();
  const push = async (request: IncomingMessage, response: ServerResponse, token: string) => {
    const body = await bodyOf(request);
    if (service.answers === "hangs") return;
    const status = office.knows(token) ? 201 : 410;
    response.writeHead(service.answers === "accepts" ? status : service.answers).end();
    if (service.answers !== "accepts" || status !== 201) return;
    service.accepted.push({ at: performance.now(), headers: request.headers, body });
    office.deliver(token, String(request.headers["content-encoding"]), body);
  };
  const http = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://push");
    if (pathname === "/checkin") {
      await bodyOf(request);
      const device = BigInt(office.newDevice());
      // AndroidCheckinResponse: stats_ok, time_msec, android_id, security_token.
      return response.end(
        protobuf([
          [1, 1],
          [3, Date.now()],
          [7, device],
          [8, device],
        ]),
      );
    }
    if (pathname === "/register") {
      const form = new URLSearchParams((await bodyOf(request)).toString());
      const field = (name: string) => form.get(name) ?? "";
      if (field("delete") === "true") return response.end("deleted=1");
      const token = office.register({
        device: field("device"),
        app: field("app"),
        subtype: field("X-subtype"),
        sender: field("sender"),
      });
      return response.end(`token=${token}`);
    }
    return push(request, response, pathname.split("/").at(-1) ?? "");
  });
  const stream = createTlsServer(certificate(), (socket) => {
    serveStream(socket, (device) => office.connected(device, socket));
  });
  const [httpPort, streamPort] = [await listening(http), await listening(stream)];
  const origin = `http://127.0.0.1:${httpPort}`;
  const service: PushService = {
    origin,
    flags: [
      `--gcm-checkin-url=${origin}/checkin`,
      `--gcm-registration-url=${origin}/register`,
      `--gcm-mcs-endpoint=https://127.0.0.1:${streamPort}`,
      "--ignore-certificate-errors",
    ],
    accepted: [],
    answers: "accepts",
    stop: () => {
      office.close();
      stream.close();
      http.closeAllConnections();
      http.close();
    },
  };
  return service;
}
