import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEgress } from "./egress.ts";
import { isPrivateAddress } from "./private-address.ts";

let server: Server;
let port: number;
const seen: { method?: string; url?: string; body: string; type?: string }[] = [];

const answer: RequestListener = (request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    seen.push({ method: request.method, url: request.url, body, type: request.headers["content-type"] });
    if (request.url === "/large") return response.end("x".repeat(2000));
    if (request.url === "/silent") return;
    if (request.url === "/around") return response.writeHead(302, { location: "/around" }).end();
    if (request.url === "/inside") return response.writeHead(302, { location: "http://10.0.0.1/secret" }).end();
    if (request.url === "/moved") return response.writeHead(303, { location: "/json" }).end();
    response.setHeader("content-type", "application/json").end('{"ok":true}');
  });
};

beforeAll(async () => {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const own = () => createEgress({ privateHosts: [`127.0.0.1:${port}`] });
const at = (path: string) => `http://127.0.0.1:${port}${path}`;
/** A hostile resolver: the name resolves to this machine. */
const rebinding: LookupFunction = (_host, options, callback) =>
  options.all ? callback(null, [{ address: "127.0.0.1", family: 4 }]) : callback(null, "127.0.0.1", 4);

test("fetches, posts forms, and follows a redirect", async () => {
  expect((await own()(at("/json"))).json()).toEqual({ ok: true });
  await own()(at("/form"), { method: "POST", body: new URLSearchParams({ a: "1 2" }) });
  expect(seen.at(-1)).toEqual({
    method: "POST",
    url: "/form",
    body: "a=1+2",
    type: "application/x-www-form-urlencoded",
  });
  expect((await own()(at("/moved"), { method: "POST", body: "x" })).status).toBe(200);
  expect(seen.at(-1)).toMatchObject({ method: "GET", url: "/json", body: "" });
});

test.each([
  ["an own address", () => createEgress()(at("/json")), /private address/],
  [
    "a name that leads to an own address",
    () => createEgress({ lookup: rebinding })(`http://ads.example:${port}/`),
    /private address/,
  ],
  ["a redirect to the inside", () => own()(at("/inside")), /10\.0\.0\.1: refused/],
  ["an answer that is too large", () => own()(at("/large"), { maxBytes: 1000 }), /larger than 1000 bytes/],
  ["an answer that does not come", () => own()(at("/silent"), { timeoutMs: 100 }), /no answer within 100 ms/],
  ["endless redirects", () => own()(at("/around")), /redirects too often/],
  ["another protocol", () => own()("file:///etc/passwd"), /Not an http or https address/],
  [
    "a name and password in the address",
    () => own()("https://user:secret@example.com"),
    /Not an http or https address/,
  ],
])("blocks %s", async (_name, call, message) => {
  const before = seen.length;
  await expect(call()).rejects.toThrow(message);
  if (String(message).includes("private")) expect(seen.length).toBe(before);
});

test("blocks private addresses in all spellings", () => {
  for (const address of [
    "127.0.0.1",
    "10.1.2.3",
    "169.254.169.254",
    "::1",
    "fd00::1",
    "::ffff:10.0.0.1",
    "::ffff:7f00:1",
    "fe80::1",
    "fec0::1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::7f00:1",
    "::ffff:0:7f00:1",
    "2001::7f00:1",
    "2002:7f00:1::",
    "100::1",
    "rubbish",
  ]) {
    expect([address, isPrivateAddress(address)]).toEqual([address, true]);
  }
  for (const address of ["8.8.8.8", "2a00:1450:4001::1", "::ffff:8.8.8.8"]) {
    expect([address, isPrivateAddress(address)]).toEqual([address, false]);
  }
});
