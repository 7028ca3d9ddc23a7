import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { addSellers, listVerdicts } from "@litfass/adserver/index";
import type { Seller } from "@litfass/contract/supply/seller-records";
import { createEgress } from "@litfass/platform/egress/egress";
import type { Platform } from "@litfass/platform/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { readDueFiles } from "./read-due-files.ts";
import { readSellerFile } from "./seller-file.ts";

/** Mocks the sandbox, which serves domains unknown to name servers. */
const files: Record<string, { status?: number; type?: string; body?: string; location?: string }> = {};
const asked: string[] = [];
let server: Server;
let origin: string;
let stack: Stack;
let platform: Platform;

beforeAll(async () => {
  server = createServer(({ url = "" }, response) => {
    asked.push(url);
    const { status = 200, type = "text/plain", body = "", location } = files[url] ?? { status: 404 };
    response.writeHead(status, { "content-type": type, ...(location ? { location } : {}) }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stack = await startStack();
  const egress = createEgress({ privateHosts: [new URL(origin).host] });
  platform = { ...stack.platform, egress, config: { ...stack.platform.config, sandboxUrl: origin } };
});
afterAll(async () => {
  server.close();
  await stack.close();
});

const at = (domain: string, file: string): string => `/exchange/files/${domain}/${file}`;
const seller = (site: string, sellerId: string, more: Partial<Seller> = {}): Seller => ({
  siteKind: "site",
  site,
  domain: site,
  system: "x.example",
  sellerId,
  ...more,
});

async function verdicts(): Promise<Record<string, string>> {
  const { sellers } = await listVerdicts(platform.db, new Date(0));
  return Object.fromEntries(sellers.map(({ site, sellerId, verdict }) => [`${site} ${sellerId}`, verdict]));
}

test("judges new sellers by the publisher's and the system's files, each requested once a day", async () => {
  files[at("a.example", "ads.txt")] = {
    body: "x.example, 1, DIRECT\nx.example, 2, RESELLER\nSUBDOMAIN=sport.a.example",
  };
  files[at("sport.a.example", "ads.txt")] = { body: "x.example, 7, DIRECT" };
  files[at("dev.example", "app-ads.txt")] = { body: "x.example, 3, DIRECT" };
  files[at("x.example", "sellers.json")] = {
    type: "application/json",
    body: JSON.stringify({ sellers: ["1", "2", "3", "7"].map((seller_id) => ({ seller_id, seller_type: "BOTH" })) }),
  };
  files[at("page.example", "ads.txt")] = { type: "text/html", body: "x.example, 1, DIRECT" };
  files[at("down.example", "ads.txt")] = { status: 503 };
  await addSellers(
    platform.db,
    [
      seller("a.example", "1"),
      seller("a.example", "2"),
      seller("a.example", "9"),
      seller("sport.a.example", "7"),
      seller("news.a.example", "7"),
      seller("com.dev.app", "3", { siteKind: "app", domain: "dev.example" }),
      seller("page.example", "1"),
      seller("none.example", "1"),
      seller("down.example", "1"),
    ],
    stack.clock.now(),
  );
  await readDueFiles(platform);
  // Only now is it known that the subdomain has its own file.
  await readDueFiles(platform);
  expect(await verdicts()).toEqual({
    "a.example 1": "direct",
    "a.example 2": "reseller",
    "a.example 9": "unauthorised",
    "sport.a.example 7": "direct",
    "news.a.example 7": "unauthorised",
    "com.dev.app 3": "direct",
    "page.example 1": "unknown",
    "none.example 1": "unknown",
    "down.example 1": "unknown",
  });
  const before = asked.length;
  await readDueFiles(platform);
  expect(asked.slice(before)).toEqual([]);
  stack.clock.advance(20 * 60_000);
  await readDueFiles(platform);
  expect(asked.slice(before)).toEqual([at("down.example", "ads.txt")]);
});

test("staff list sellers with the age of their files and decide which are blocked; customers get 403", async () => {
  const staff = await stack.signIn("tech_admin");
  const list = await staff.get("/sellers?verdict=unauthorised&sort=site");
  expect(list.status).toBe(200);
  expect(list.body.data[0]).toMatchObject({
    site: "a.example",
    seller_id: "9",
    verdict: "unauthorised",
    reason: "not_listed",
  });
  expect(list.body.data[0].publisher_file).toMatchObject({ outcome: "read", detail: "" });
  expect(list.body.counts.unauthorised).toBeGreaterThan(0);
  expect((await staff.get("/sellers?sites=none.example")).body.meta.total).toBe(1);
  expect((await staff.get("/sellers/policy")).body).toMatchObject({ refuses_unauthorised: true, changed_at: null });
  const chosen = { refuses_unauthorised: false, refuses_broken_chains: true, refuses_incomplete_chains: true };
  expect((await staff.put("/sellers/policy", chosen)).body).toMatchObject(chosen);
  const customer = await stack.signIn("customer");
  expect((await customer.get("/sellers")).status).toBe(403);
  expect((await customer.put("/sellers/policy", chosen)).status).toBe(403);
});

test("after failures the last content stays valid for a week; a removed file is gone at once", async () => {
  files[at("a.example", "ads.txt")] = { status: 500 };
  stack.clock.advance(2 * 86_400_000);
  await addSellers(
    platform.db,
    [seller("a.example", "1"), seller("com.dev.app", "3", { siteKind: "app", domain: "dev.example" })],
    stack.clock.now(),
  );
  delete files[at("dev.example", "app-ads.txt")];
  await readDueFiles(platform);
  expect(await verdicts()).toMatchObject({ "a.example 1": "direct", "com.dev.app 3": "unknown" });
  stack.clock.advance(6 * 86_400_000);
  await readDueFiles(platform);
  expect((await verdicts())["a.example 1"]).toBe("unknown");
});

test("follows redirects within the domain and one outside it, no further", async () => {
  const egress: typeof platform.egress = async (_url, request) => {
    const hops = ["https://pub.example/ads.txt", "https://www.pub.example/ads.txt", "https://files.example/a", to].map(
      (each) => new URL(each),
    );
    for (let hop = 1; hop < hops.length; hop++)
      if (request?.mayFollow?.(hops[hop - 1]!, hops[hop]!) === false) throw new Error("refused");
    return {
      status: 200,
      headers: new Headers(),
      body: Buffer.alloc(0),
      text: () => "x.example, 1, DIRECT",
      json: () => null,
    };
  };
  const addresses = () => ["https://pub.example/ads.txt"];
  let to = "https://files.example/b";
  expect((await readSellerFile(egress, addresses, "ads.txt", "pub.example")).outcome).toBe("read");
  for (to of ["https://third.example/a", "https://pub.example/ads.txt"]) {
    expect((await readSellerFile(egress, addresses, "ads.txt", "pub.example")).outcome).toBe("failed");
  }
});

test("a full list of sellers replaces those not seen for longest", async () => {
  const { db } = platform;
  await db.execute("DELETE FROM sellers");
  await db.execute(`
    INSERT INTO sellers (site_kind, site, domain, root, system, seller_id, first_seen_at, seen_at)
    SELECT 'site', 'full.example', 'full.example', 'full.example', 'x.example', n::text, t, t
    FROM (SELECT n, timestamptz '2026-01-01' + n * interval '1 second' AS t FROM generate_series(1, 100000) AS n)`);
  const now = new Date("2026-03-02T09:00:00.000Z");
  await addSellers(db, [seller("new.example", "1"), seller("new.example", "2")], now);
  const { rows } = await db.execute<{ sellers: string; oldest: string; fresh: string }>(`
    SELECT count(*) AS sellers, min(seller_id::int) FILTER (WHERE site = 'full.example') AS oldest,
      count(*) FILTER (WHERE site = 'new.example') AS fresh FROM sellers`);
  expect(rows.map((row) => [row.sellers, row.oldest, row.fresh].map(Number))).toEqual([[100_000, 3, 2]]);
});
