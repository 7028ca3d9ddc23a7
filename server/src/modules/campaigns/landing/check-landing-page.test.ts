import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import { createEgress, type Egress } from "@litfass/platform/egress/egress";
import { afterAll, beforeAll, expect, test } from "vitest";
import { landingPageChecker } from "./check-landing-page.ts";

let port: number;
let egress: Egress;
const hosts = ["www.shop.test", "m.shop.test", "casino.test", "bad.test"];

/** Several websites on one server. */
const sites: RequestListener = ({ method, url = "" }, response) => {
  const go = (host: string, path: string): void => {
    response.writeHead(302, { location: `http://${host}:${port}${path}` }).end();
  };
  if (url === "/hops") return go("m.shop.test", "/hops2");
  if (url === "/hops2") return go("www.shop.test", "/hops3");
  if (url === "/hops3") return go("m.shop.test", "/hops4");
  if (url === "/hops4") return go("m.shop.test", "/");
  if (url === "/sold") return go("casino.test", "/");
  if (url === "/infected") return go("bad.test", "/");
  if (url === "/inside") return void response.writeHead(302, { location: "http://169.254.169.254/" }).end();
  const status = url === "/gone" ? 404 : url === "/bots" ? 403 : url === "/get" && method === "HEAD" ? 500 : 200;
  response.writeHead(status).end();
};
const server = createServer(sites);

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
  const lookup: LookupFunction = (_host, options, callback) =>
    options.all ? callback(null, [{ address: "127.0.0.1", family: 4 }]) : callback(null, "127.0.0.1", 4);
  egress = createEgress({ privateHosts: hosts, lookup });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each([
  ["a page", "/", "ok", "shop.test"],
  ["a page behind more redirects than usual", "/hops", "ok", "shop.test"],
  ["a page that answers only GET", "/get", "ok", "shop.test"],
  ["a page that refuses programs", "/bots", "ok", "shop.test"],
  ["a redirect to another website", "/sold", "ok", "casino.test"],
  ["a missing page", "/gone", "unreachable", "shop.test"],
  ["a redirect into a private network", "/inside", "unreachable", null],
  ["a redirect to a listed host", "/infected", "malware", "bad.test"],
])("%s", async (_name, path, outcome, domain) => {
  const isMalware = (host: string) => host === "bad.test";
  expect(await landingPageChecker(egress, isMalware)(`http://www.shop.test:${port}${path}`)).toMatchObject({
    outcome,
    domain,
    isCertain: true,
  });
});

test("a listed host is not called, and a failed TLS handshake is told from silence", async () => {
  const never: Egress = () => Promise.reject(new Error("called"));
  expect((await landingPageChecker(never, () => true)("https://a.bad.test/")).outcome).toBe("malware");
  // The server does not speak TLS.
  const found = await landingPageChecker(egress, () => false)(`https://www.shop.test:${port}/`);
  expect(found).toMatchObject({ outcome: "insecure", domain: null });
  const silent = createEgress({ privateHosts: ["127.0.0.1:1"] });
  expect(await landingPageChecker(silent, () => false)("http://127.0.0.1:1/")).toMatchObject({
    outcome: "unreachable",
    isCertain: false,
  });
});
