import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { WorkerLimitError } from "@litfass/platform/worker/worker-pool";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CardServer, startCardServer } from "../testing/card-server.ts";
import type { TestClient } from "../testing/client.ts";
import { type Stack, startStack } from "../testing/stack.ts";

let stack: Stack;
let cards: CardServer;
let shop: Server;
let feedUrl = "";
let admin: TestClient;
let accountant: TestClient;
let customer: TestClient;
/** Whose queue was asked. */
let asked: string[] = [];

beforeAll(async () => {
  cards = await startCardServer();
  shop = createServer((_request, response) => response.end("[]")).listen(0, "127.0.0.1");
  await once(shop, "listening");
  const { port } = shop.address() as AddressInfo;
  feedUrl = `http://127.0.0.1:${port}/feed.json`;
  const exchange = { EXCHANGES: "one", EXCHANGE_SECRETS: `one=${"o".repeat(24)}` };
  stack = await startStack({ env: { ...cards.env, ...exchange, PRIVATE_HOSTS: `127.0.0.1:${port}` } });
  admin = await stack.signIn({ uid: "admin-1", role: "super_admin" });
  accountant = await stack.signIn({ uid: "accountant-1", role: "accountant" });
  customer = await stack.signIn({ uid: "customer-1", role: "advanced_advertiser" });
  const { body } = await customer.post("/stripe", { amount: 100 });
  cards.pay(body.checkout_url.split("/").at(-1));
  await customer.patch(`/stripe/${body.id}`);
  const { workers } = stack.platform;
  workers.run = () => Promise.reject(new Error("the common queue is for jobs"));
  workers.of = (uid) => ({
    run() {
      asked.push(uid);
      return Promise.reject(new WorkerLimitError("queue"));
    },
  });
});
afterAll(async () => {
  shop.close();
  await stack.close();
  await cards.close();
});

const bankFile = (): FormData => {
  const form = new FormData();
  form.set("file", new Blob(["<Document/>"]), "statement.xml");
  return form;
};

test("files, spreadsheets and uploads wait in the queue of the user who asks for them", async () => {
  const period = "from=2026-02-01&to=2026-03-01";
  const ids = (await customer.get("/billing/invoices")).body.data.map(({ id }: { id: string }) => id);
  const campaign = (await customer.post("/user-campaigns", { name: "Feed", feed_url: feedUrl })).body.id;
  const csv = "day,currency,site,campaign,impressions,media,fee\n";
  const calls: [string, () => Promise<{ status: number }>][] = [
    ["admin-1", () => admin.get("/admin/users/excel")],
    ["admin-1", () => admin.get("/billing/admin/invoices/excel")],
    ["accountant-1", () => accountant.post("/billing/admin/invoices/download", { ids })],
    ["admin-1", () => admin.get(`/user-campaigns/${campaign}/feed`)],
    ["customer-1", () => customer.get(`/user-campaigns/${campaign}/can-activate`)],
    ["customer-1", () => customer.get(`/excel?format=xlsx&${period}`)],
    ["customer-1", () => customer.get(`/statistics/report.pdf?${period}`)],
    ["accountant-1", () => accountant.post("/bank-files", bankFile())],
    ["accountant-1", () => accountant.post("/exchange-invoices", { exchange: "one", month: "2026-01", csv })],
  ];
  for (const [uid, call] of calls) {
    asked = [];
    expect({ status: (await call()).status, asked }).toEqual({ status: 429, asked: [uid] });
  }
});
