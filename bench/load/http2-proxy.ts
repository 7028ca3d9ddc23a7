import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";

/** Headers of one connection, which HTTP/2 does not have (RFC 9113, 8.2.2). */
const ofConnection = ["connection", "keep-alive", "transfer-encoding"];

/** A proxy with TLS and HTTP/2 in front of a server, as installations have one. Its certificate is self-signed. */
export async function startProxy(target: string): Promise<{ url: string; close(): void }> {
  const { host, hostname, port } = new URL(target);
  const proxy = createSecureServer(selfSigned(), (incoming, outgoing) => {
    const named = Object.entries(incoming.headers).filter(([name]) => !name.startsWith(":"));
    const headers = { ...Object.fromEntries(named), host };
    const call = request({ hostname, port, method: incoming.method, path: incoming.url, headers }, (answer) => {
      const kept = Object.entries(answer.headers).filter(([name]) => !ofConnection.includes(name));
      outgoing.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
      answer.pipe(outgoing);
    });
    call.on("error", () => outgoing.destroy());
    incoming.pipe(call);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return { url: `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`, close: () => void proxy.close() };
}

function selfSigned(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-proxy-"));
  const [key, cert] = [path.join(folder, "key.pem"), path.join(folder, "cert.pem")];
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const files = ["-keyout", key, "-out", cert, "-subj", "/CN=127.0.0.1", "-days", "2"];
  execFileSync("openssl", ["req", ...kind, ...files], { stdio: "ignore" });
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return pair;
}
