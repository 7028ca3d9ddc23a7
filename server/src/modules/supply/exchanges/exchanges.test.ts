import { roles } from "@litfass/contract/kernel/roles";
import { readExchanges } from "@litfass/platform/exchanges/follow-exchanges";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
let boss: TestClient;
beforeAll(async () => {
  stack = await startStack({
    env: {
      EXCHANGES: "one",
      EXCHANGE_SECRETS: `one=${"o".repeat(24)}`,
      EXCHANGE_FEES: "one=5%+0.1USD",
      EXCHANGE_DOMAINS: "one=one.example",
    },
  });
});
afterAll(() => stack.close());
beforeEach(async () => {
  boss = await stack.signIn("super_admin");
});

const key = "k".repeat(32);
const priceKey = Buffer.alloc(32, 7).toString("base64");
const settings = {
  networks: ["203.0.113.0/24"],
  protocol: "2.5",
  currencies: ["EUR"],
  formats: ["banner"],
  notices: ["billing"],
  fee_percent: 12.5,
  fee_per_thousand: 0.13,
  fee_currency: "USD",
  minimum_margin: 10,
  target_margin: 25,
  requests_per_second: 500,
  response_ms: 200,
  network_ms: 30,
  compresses_responses: true,
  domain: "exchange.example",
  sync_url: "https://sync.exchange.example/put?id={id}",
};
const applied = async (name: string) =>
  (await readExchanges(stack.platform.db, stack.platform.config, stack.platform.log)).find(
    (each) => each.name === name,
  );
const add = (name: string, changes: object = {}) =>
  boss.post("/exchanges", { name, settings, secret: key, ...changes });

test("an exchange of the configuration is listed, and applies until it is changed here", async () => {
  const { data } = (await boss.get("/exchanges?search=one")).body;
  expect(data).toMatchObject([
    {
      name: "one",
      version: 0,
      is_enabled: true,
      has_secret: true,
      has_price_keys: false,
      settings: { fee_percent: 5, fee_per_thousand: 0.1, fee_currency: "USD", domain: "one.example" },
      changed_at: null,
    },
  ]);
  expect(data[0].bid_url).toBe(`${stack.platform.config.adsUrl}/openrtb2/one/bid`);
  const changed = await boss.put("/exchanges/one", {
    version: 0,
    settings: { ...data[0].settings, fee_percent: 7.25, domain: null },
  });
  expect([changed.status, changed.body.version, changed.body.has_secret]).toEqual([200, 1, true]);
  const exchange = await applied("one");
  expect(exchange).toMatchObject({
    secret: "o".repeat(24),
    fees: { percent: 7.25, perThousand: 0.1, currency: "USD" },
  });
  expect(exchange?.domain).toBeUndefined();
});

test("a new exchange applies with every setting, and its secrets are stored encrypted", async () => {
  const created = await add("two", { price_keys: { encryption: priceKey, integrity: priceKey } });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({ name: "two", version: 1, settings, has_secret: true, has_price_keys: true });
  expect(JSON.stringify(created.body)).not.toContain(key);
  expect(await applied("two")).toEqual({
    name: "two",
    isEnabled: true,
    secret: key,
    networks: ["203.0.113.0/24"],
    bannerLimits: undefined,
    priceKeys: { encryption: Buffer.alloc(32, 7), integrity: Buffer.alloc(32, 7) },
    profile: "openrtb",
    protocol: "2.5",
    currencies: ["EUR"],
    formats: ["banner"],
    notices: ["billing"],
    fees: { percent: 12.5, perThousand: 0.13, currency: "USD" },
    margins: { minimum: 10, target: 25 },
    requestsPerSecond: 500,
    responseMs: 200,
    networkMs: 30,
    compressesResponses: true,
    domain: "exchange.example",
    syncUrl: "https://sync.exchange.example/put?id={id}",
  });
  const { rows } = await stack.platform.db.execute(sql`select * from exchanges where name = 'two'`);
  expect(JSON.stringify(rows)).not.toContain(key);
  expect(JSON.stringify(rows)).not.toContain(priceKey);
});

test("secrets stay if they are left out, and go with null", async () => {
  await add("three", { price_keys: { encryption: priceKey, integrity: priceKey } });
  await boss.put("/exchanges/three", { version: 1, settings: { ...settings, network_ms: 1 } });
  expect(await applied("three")).toMatchObject({ secret: key, priceKeys: { encryption: Buffer.alloc(32, 7) } });
  await boss.put("/exchanges/three", { version: 2, settings, secret: null, price_keys: null });
  const without = await applied("three");
  expect([without?.secret, without?.priceKeys]).toEqual([undefined, undefined]);
});

test("an exchange whose secret cannot be decrypted is left out, not opened", async () => {
  await add("four");
  const { config, db, log } = stack.platform;
  const secrets = { ...config.secrets, signing: ["another signing secret of this installation"] as const };
  const exchanges = await readExchanges(db, { ...config, secrets }, log);
  expect(exchanges.some(({ name }) => name === "four")).toBe(false);
});

test("disabling and enabling keep the rest, and every change is in the audit trail without secrets", async () => {
  await add("five");
  const disabled = await boss.post("/exchanges/five/enabled", { version: 1, is_enabled: false });
  expect(disabled.body).toMatchObject({ version: 2, is_enabled: false, settings });
  expect(await applied("five")).toMatchObject({ isEnabled: false, secret: key });
  await boss.put("/exchanges/five", { version: 2, settings: { ...settings, network_ms: 40 }, secret: "n".repeat(24) });
  const { rows } = await stack.platform.db.execute<{ command: string; changes: object[] }>(sql`
    select command, changes from audit_entries where subject_type = 'exchange' and subject_id = 'five' order by id`);
  expect(rows.map(({ command }) => command)).toEqual([
    "supply.create_exchange",
    "supply.set_exchange_enabled",
    "supply.update_exchange",
  ]);
  expect(rows[1]?.changes).toEqual([{ field: "is_enabled", before: true, after: false }]);
  expect(rows[2]?.changes).toEqual([
    { field: "network_ms", before: 30, after: 40 },
    { field: "secret", before: null, after: "replaced" },
  ]);
  expect(JSON.stringify(rows)).not.toContain(key);
});

test("two people do not overwrite each other, and names are unique", async () => {
  await add("six");
  expect((await boss.put("/exchanges/six", { version: 1, settings: { ...settings, network_ms: 1 } })).status).toBe(200);
  const late = await boss.put("/exchanges/six", { version: 1, settings });
  expect([late.status, late.body.code]).toEqual([409, "exchange_changed"]);
  expect((await add("six")).status).toBe(409);
  expect((await add("one")).status).toBe(409);
  expect((await boss.put("/exchanges/none", { version: 0, settings })).status).toBe(404);
});

test.each([
  [{ name: "tag" }, "name"],
  [{ name: "Upper" }, "name"],
  [{ secret: "short" }, "secret"],
  [{ secret: null, settings: { ...settings, networks: [] } }, "secret"],
  [{ settings: { ...settings, networks: ["203.0.113.0/33"] } }, "settings.networks"],
  [{ settings: { ...settings, networks: ["elsewhere"] } }, "settings.networks.0"],
  [{ settings: { ...settings, target_margin: 5 } }, "settings.target_margin"],
  [{ settings: { ...settings, formats: [] } }, "settings.formats"],
  [{ settings: { ...settings, sync_url: "https://sync.example/put" } }, "settings.sync_url"],
  [{ price_keys: { encryption: "short", integrity: priceKey } }, "price_keys.encryption"],
])("wrong input %j is a problem of %s", async (changes, field) => {
  const { status, body } = await add("seven", changes);
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test("only a super_admin reads and changes exchanges", async () => {
  for (const role of roles.filter((each) => each !== "super_admin")) {
    const other = await stack.signIn(role);
    const calls = [
      other.get("/exchanges"),
      other.get("/exchanges/one"),
      other.post("/exchanges", { name: "eight", settings, secret: key }),
      other.put("/exchanges/one", { version: 1, settings }),
      other.post("/exchanges/one/enabled", { version: 1, is_enabled: false }),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  }
});

test("the traffic of the last day is shown, and sorts the list", async () => {
  await add("busy");
  const hour = (hours: number) => new Date(stack.platform.clock.now().getTime() - hours * 3_600_000).toISOString();
  for (const [at, requests] of [
    [hour(0), 100],
    [hour(20), 20],
    [hour(30), 5_000],
  ] as const) {
    await stack.platform.db.execute(sql`
      insert into exchange_traffic values (date_trunc('hour', ${at}::timestamptz), 'busy', ${requests}, 10, 3)`);
  }
  const { data } = (await boss.get("/exchanges?sort=requests&direction=desc&per_page=1")).body;
  expect(data).toMatchObject([{ name: "busy", traffic: { requests: 120, bids: 20, wins: 6 } }]);
});
