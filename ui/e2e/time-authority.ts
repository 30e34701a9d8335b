/** A time-stamp authority (RFC 3161) that openssl runs, with a root certificate of its own: for tests. */
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { newFolder, runIn } from "./package-tools.ts";

const CONFIGURATION = `
[req]
distinguished_name = name
[name]
[root]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign
subjectKeyIdentifier = hash
[signer]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[tsa]
default_tsa = authority
[authority]
serial = serial
signer_cert = signer.pem
certs = root.pem
signer_key = signer.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384
ess_cert_id_alg = sha256
clock_precision_digits = 3
`;

/** An authority, and what it signs. */
export interface TimeAuthority {
  /** The file of its root certificate. */
  readonly root: string;
  /** A token for a fingerprint, of the time at which it is asked. */
  readonly stamp: (head: string, digest?: "sha256" | "sha384") => Uint8Array<ArrayBuffer>;
  /** The answer to a request, both in DER. */
  readonly reply: (query: Uint8Array) => Uint8Array<ArrayBuffer>;
}

/** Makes an authority. */
export function timeAuthority(): TimeAuthority {
  const folder = newFolder();
  const openssl = (...options: readonly string[]) => {
    const { status, said } = runIn(folder, "openssl", ...options);
    if (status !== 0) throw new Error(said);
  };
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  const made = (name: string, ...options: readonly string[]) =>
    openssl(
      ...["req", "-x509", "-config", "authority.conf", "-days", "30", "-subj", `/CN=${name}`],
      ...[...key, "-keyout", `${name}.key`, "-out", `${name}.pem`, "-extensions", name],
      ...options,
    );
  writeFileSync(join(folder, "authority.conf"), CONFIGURATION);
  writeFileSync(join(folder, "serial"), "01\n");
  made("root");
  made("signer", "-CA", "root.pem", "-CAkey", "root.key");
  const answer = (...options: readonly string[]) => {
    openssl(
      ...["ts", "-reply", "-config", "authority.conf", "-section", "authority"],
      ...["-queryfile", "query.tsq", "-out", "answer", ...options],
    );
    return Uint8Array.from(readFileSync(join(folder, "answer")));
  };
  return {
    root: join(folder, "root.pem"),
    reply: (query) => {
      writeFileSync(join(folder, "query.tsq"), query);
      return answer();
    },
    stamp: (head, digest = "sha256") => {
      openssl("ts", "-query", "-digest", head, `-${digest}`, "-cert", "-out", "query.tsq");
      return answer("-token_out");
    },
  };
}

/** An authority that answers over HTTP, as a server asks it. */
export async function servedAuthority() {
  const authority = timeAuthority();
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const query = await buffer(request);
    bodies.push(query.toString("hex"));
    response.setHeader("content-type", "application/timestamp-reply");
    response.end(authority.reply(query));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    ...authority,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** What it was asked, in hexadecimal digits. */
    asked: () => bodies,
    stop: () => server.close(),
  };
}

/** As the server sends it and the device keeps it. */
export const inBase64 = (token: Uint8Array): string => Buffer.from(token).toString("base64");
