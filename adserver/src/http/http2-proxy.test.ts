import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request as forward } from "node:http";
import { type ClientHttp2Session, connect, createServer, type Http2Server } from "node:http2";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createLog } from "@litfass/platform/log/log";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../tests/support/eventually.ts";
import { needs } from "../../../tests/support/needs.ts";
import type { HttpRequest } from "../serving/http-message.ts";
import { createRouter } from "../serving/router.ts";
import { testAdServer, testRequest, testSnapshot } from "../testing/testing-ad-server.ts";
import { type RunningServer, serve } from "./server.ts";

/** Implements the behavior configured in deploy/proxies/nginx.conf: HTTP/2 outside, kept-alive HTTP/1.1 to the ad server. */
function http2Proxy(port: number): { server: Http2Server; agent: Agent } {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const server = createServer((incoming, outgoing) => {
    const { ":method": method, ":path": path, ":authority": host = "", ...headers } = incoming.headers;
    const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(":")));
    const hop = { ...kept, host, "x-forwarded-for": "203.0.113.9" };
    const upstream = forward({ port, agent, method: String(method), path: String(path), headers: hop }, (answer) => {
      const { connection: _, "keep-alive": __, "transfer-encoding": ___, ...forwarded } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, forwarded);
      answer.pipe(outgoing);
    });
    incoming.pipe(upstream);
  });
  return { server, agent };
}

/** HAProxy with deploy/proxies/haproxy.cfg: HTTP/2 without TLS, on another port, for few connections. */
async function startHaproxy(adsPort: number): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), "litfass-http2-"));
  const file = path.join(folder, "haproxy.cfg");
  const config = readFileSync("deploy/proxies/haproxy.cfg", "utf8")
    .replace("maxconn 20000", "maxconn 500")
    .replace(/^ *bind :80\n/m, "")
    .replace(/bind :443 ssl crt \S+ alpn h2,http\/1\.1/, `bind 127.0.0.1:${port} proto h2`)
    .replace(/^ *http-request redirect scheme https.*\n/m, "")
    .replaceAll("127.0.0.1:8081", `127.0.0.1:${adsPort}`);
  writeFileSync(file, config);
  const program = spawn("haproxy", ["-db", "-q", "-f", file], { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => program.once("exit", () => resolve()));
  return {
    port,
    async stop() {
      program.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

let ads: RunningServer;
let proxy: ReturnType<typeof http2Proxy>;
let client: ClientHttp2Session;
const addresses: string[] = [];

beforeAll(async () => {
  const { instance } = testAdServer([testSnapshot()]);
  const router = createRouter(instance, { exchanges: [{ name: "sandbox" }] });
  const post = (request: HttpRequest) => {
    addresses.push(request.ip);
    return router.post(request);
  };
  const isProxy = (address: string) => address.includes("127.0.0.1");
  const log = createLog({ level: "silent", process: "test" });
  ads = await serve({ ...router, post }, { host: "127.0.0.1", port: 0, isProxy, log });
  proxy = http2Proxy(ads.port);
  await new Promise<void>((resolve) => proxy.server.listen(0, "127.0.0.1", resolve));
  client = connect(`http://127.0.0.1:${(proxy.server.address() as AddressInfo).port}`);
});
afterAll(async () => {
  await new Promise<void>((resolve) => client.close(resolve));
  proxy.server.close();
  proxy.agent.destroy();
  await ads.stop();
});

function post(body: unknown, session = client): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const stream = session.request({
      ":method": "POST",
      ":authority": "ads.example.com",
      ":path": "/openrtb2/sandbox/bid",
      "content-type": "application/json",
    });
    let status = 0;
    let text = "";
    stream.on("response", (headers) => {
      status = Number(headers[":status"]);
    });
    stream.setEncoding("utf8");
    stream.on("data", (chunk: string) => {
      text += chunk;
    });
    stream.on("end", () => resolve({ status, body: text }));
    stream.on("error", reject);
    stream.end(JSON.stringify(body));
  });
}

test("bids over one HTTP/2 connection through a proxy: each stream gets its own response and the exchange's address", async () => {
  const ids = Array.from({ length: 40 }, (_, at) => `auction-${at}`);
  const answers = await Promise.all(ids.map((id) => post(testRequest({ id, test: 1 }))));
  expect(answers.map(({ status, body }) => [status, JSON.parse(body).id])).toEqual(ids.map((id) => [200, id]));
  expect(new Set(addresses)).toEqual(new Set(["203.0.113.9"]));
  const none = await post(testRequest({ cur: ["GBP"] }));
  expect(none).toEqual({ status: 204, body: "" });
});

test("bids over one HTTP/2 connection through the documented HAProxy", needs("haproxy"), async () => {
  const { port, stop } = await startHaproxy(ads.port);
  try {
    const session = await eventually(
      "HAProxy",
      () => open(port),
      () => true,
    );
    addresses.length = 0;
    const ids = Array.from({ length: 40 }, (_, at) => `documented-${at}`);
    const answers = await Promise.all(ids.map((id) => post(testRequest({ id, test: 1 }), session)));
    expect(answers.map(({ status, body }) => [status, JSON.parse(body).id])).toEqual(ids.map((id) => [200, id]));
    expect(new Set(addresses)).toEqual(new Set(["127.0.0.1"]));
    session.destroy();
  } finally {
    await stop();
  }
});

/** A session at this port; rejects while nothing listens. */
const open = (port: number): Promise<ClientHttp2Session> =>
  new Promise((resolve, reject) => {
    const session = connect(`http://127.0.0.1:${port}`);
    session.once("connect", () => resolve(session)).once("error", reject);
  });
