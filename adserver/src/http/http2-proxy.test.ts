import { Agent, request as forward } from "node:http";
import { type ClientHttp2Session, connect, createServer, type Http2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { createLog } from "@litfass/platform/log/log";
import { afterAll, beforeAll, expect, test } from "vitest";
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

function post(body: unknown): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const stream = client.request({
      ":method": "POST",
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
