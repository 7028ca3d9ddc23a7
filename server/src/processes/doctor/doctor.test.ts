import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { freePort } from "@litfass/platform/process/free-port";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { needs } from "../../../../tests/support/needs.ts";
import { startRedisServer } from "../../testing/redis-server.ts";
import { type Stack, startStack } from "../../testing/stack.ts";
import { alertLanguage } from "./alert-language-sql.ts";
import type { Check, DoctorContext, Finding } from "./check.ts";
import {
  accountCountries,
  clock,
  databaseVersion,
  exchangeRates,
  exchangeTraffic,
  jobs,
  leases,
  openSpend,
  replication,
  schema,
} from "./database-checks-sql.ts";
import { readyToSell } from "./launch-check.ts";
import { diskSpace, journals, judgeSpace, processes, versions } from "./machine-checks.ts";
import { cards, judgeCertificate, mail, origins } from "./network-checks.ts";
import { redis } from "./redis-check.ts";
import { readReplica } from "./replica-check.ts";
import { type CheckResult, runChecks, worstOf } from "./run-checks.ts";
import { sendAlert } from "./send-alert.ts";

let stack: Stack;
let client: pg.Client;
let context: DoctorContext;

beforeAll(async () => {
  stack = await startStack();
  client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  const send = async () => new Response("{}");
  context = { config: stack.platform.config, client, databaseError: null, now: () => new Date(), fetch: send };
});
afterAll(async () => {
  await client.end();
  await stack.close();
});

const run = async (check: Check, change: Partial<DoctorContext> = {}): Promise<Finding[]> =>
  [await check.run({ ...context, ...change })].flat();
const statusesOf = async (check: Check, change: Partial<DoctorContext> = {}) =>
  (await run(check, change)).map(({ status }) => status);
const withConfig = (change: Partial<DoctorContext["config"]>) => ({ config: { ...context.config, ...change } });

test("a migrated database is fine; a missing one and one of a later release are not", async () => {
  expect(await statusesOf(versions)).toEqual(["ok"]);
  expect(await statusesOf(databaseVersion)).toEqual(["ok"]);
  expect(await statusesOf(schema)).toEqual(["ok"]);
  const gone = { client: null, databaseError: "connect ECONNREFUSED" };
  expect(await run(databaseVersion, gone)).toMatchObject([{ status: "failed", found: "connect ECONNREFUSED" }]);
  expect(await statusesOf(schema, gone)).toEqual(["not configured"]);
  await client.query("insert into migrations (name, checksum) values ('999912312359_later.sql', 'x')");
  expect(await statusesOf(schema)).toEqual(["failed"]);
  await client.query("delete from migrations where name like '9999%'");
  const { rows } = await client.query("delete from migrations where name = '0098_sellers.sql' returning *");
  expect(await statusesOf(schema)).toEqual(["warning"]);
  await client.query("insert into migrations (name, checksum) values ($1, $2)", [rows[0].name, rows[0].checksum]);
});

test("a clock more than 2 seconds before or after the database's fails", async () => {
  expect(await statusesOf(clock)).toEqual(["ok"]);
  for (const seconds of [-3, 3]) {
    const now = () => new Date(Date.now() + seconds * 1000);
    expect(await statusesOf(clock, { now }), String(seconds)).toEqual(["failed"]);
  }
});

test("jobs that are due for long fail, failed ones warn", async () => {
  const add = (state: string, due: string) =>
    client.query(`insert into pgboss.job (name, state, start_after) values ('doctor-test', $1, now() - $2::interval)`, [
      state,
      due,
    ]);
  await client.query("select pgboss.create_queue('doctor-test', '{\"policy\":\"standard\"}'::jsonb)");
  await client.query("delete from pgboss.job");
  expect(await statusesOf(jobs)).toEqual(["ok"]);
  await add("failed", "1 minute");
  expect(await statusesOf(jobs)).toEqual(["warning"]);
  await add("created", "1 hour");
  expect(await statusesOf(jobs)).toEqual(["failed"]);
});

test("a lease that nobody closed for a day is stuck", async () => {
  expect(await statusesOf(leases)).toEqual(["ok"]);
  await client.query("set session_replication_role = replica");
  await client.query(`insert into leases (campaign_id, process, day_on, granted_micros, expires_at)
    values (1, 'gone', current_date - 2, 5000, now() - interval '2 days')`);
  await client.query("set session_replication_role = origin");
  expect(await run(leases)).toMatchObject([{ status: "warning", found: expect.stringContaining("5000 micros") }]);
});

test("spend that is not booked an hour after its hour fails", async () => {
  expect(await statusesOf(openSpend)).toEqual(["ok"]);
  const open = async (ago: string): Promise<void> => {
    await client.query("set session_replication_role = replica");
    await client.query("delete from open_spend");
    await client.query(
      `insert into open_spend (from_account_id, to_account_id, hour_at, currency, kind, amount_micros, settled_at)
      select 1, 2, h, 'CHF', 'spend', 1000, h
      from (select date_bin('1 hour', now() - $1::interval, '2000-01-01 00:00:00+00')) as o (h)`,
      [ago],
    );
    await client.query("set session_replication_role = origin");
  };
  await open("0 minutes");
  expect(await statusesOf(openSpend)).toEqual(["ok"]);
  await open("3 hours");
  expect(await run(openSpend)).toMatchObject([{ status: "failed", found: expect.stringContaining("is not booked") }]);
  await client.query("delete from open_spend");
});

test("an exchange without requests for hours, or ever, is named", async () => {
  expect(await statusesOf(exchangeTraffic, withConfig({ exchanges: [] }))).toEqual(["not configured"]);
  const exchanges = ["busy", "quiet", "never"].map((name) => ({ name }));
  const request = (name: string, age: string) =>
    client.query(
      `insert into exchange_traffic (hour_at, exchange, requests, bids, wins)
      values (date_trunc('hour', now() - $2::interval), $1, 1, 0, 0)`,
      [name, age],
    );
  await request("busy", "0 hours");
  await request("quiet", "9 hours");
  const found = await run(exchangeTraffic, withConfig({ exchanges }));
  expect(found.map(({ status, found: text }) => [text.split(":")[0], status])).toEqual([
    ["busy", "ok"],
    ["never", "warning"],
    ["quiet", "warning"],
  ]);
});

test("the doctor says what the launch checklist says, and fails in production only", async () => {
  const now = () => stack.clock.now();
  const found = await run(readyToSell, { now });
  const boss = await stack.signIn({ uid: "reads-the-checklist", role: "super_admin" });
  const shown: { check: string; status: string; finding: string }[] = (await boss.get("/launch-checklist")).body;
  expect(found.map((finding) => finding.found)).toEqual(shown.map(({ check, finding }) => `${check}: ${finding}`));
  const ready = shown.map(({ status }) => status === "ready");
  expect(found.map(({ status }) => status === "ok")).toEqual(ready);
  expect(found.filter(({ status }) => status === "not configured")).toHaveLength(ready.filter((each) => !each).length);
  const inProduction = await run(readyToSell, { ...withConfig({ production: true }), now });
  const severe = { ready: "ok", attention: "warning", missing: "failed" } as const;
  expect(inProduction.map(({ status }) => status)).toEqual(
    shown.map(({ status }) => severe[status as keyof typeof severe]),
  );
  expect(new Set(inProduction.map(({ status }) => status))).toEqual(new Set(["ok", "warning", "failed"]));
  expect(await statusesOf(readyToSell, { client: null })).toEqual(["not configured"]);
});

test("accounts with a country that does not exist are named", async () => {
  expect(await statusesOf(accountCountries)).toEqual(["ok"]);
  const { uid } = await stack.signIn({ uid: "from-nowhere", role: "customer" });
  await client.query("update users set country_code = 'ZZ' where uid = $1", [uid]);
  const [finding] = await run(accountCountries);
  expect(finding).toMatchObject({ status: "warning", found: expect.stringMatching(/^1 accounts .*\(ZZ\)$/) });
  await client.query("update users set country_code = 'CH' where uid = $1", [uid]);
});

test("exchange rates older than four days warn", async () => {
  const rates = (asOfOn: string) => withConfig({ currencyRates: { asOfOn, perFranc: { CHF: 1, EUR: 1.07 } } });
  const now = () => new Date("2026-03-02T09:00:00Z");
  expect(await statusesOf(exchangeRates, { ...rates("2026-02-26"), now })).toEqual(["ok"]);
  expect(await statusesOf(exchangeRates, { ...rates("2026-02-25"), now })).toEqual(["warning"]);
});

test("a replica that lags for more than a minute warns", async () => {
  expect(await statusesOf(replication)).toEqual(["not configured"]);
  const lagging = (seconds: string) => ({
    client: { query: async () => ({ rows: [{ name: "replica", seconds }] }) } as unknown as pg.Client,
  });
  expect(await statusesOf(replication, lagging("0.2"))).toEqual(["ok"]);
  expect(await statusesOf(replication, lagging("61"))).toEqual(["warning"]);
});

test("the replica for reports must be one of this database", async () => {
  expect(await statusesOf(readReplica)).toEqual(["not configured"]);
  const primary = await run(readReplica, withConfig({ databaseReplicaUrl: stack.databaseUrl }));
  expect(primary).toMatchObject([{ status: "failed", found: "it is not a replica" }]);
  const gone = await run(readReplica, withConfig({ databaseReplicaUrl: "postgres://nobody@127.0.0.1:1/none" }));
  expect(gone).toMatchObject([{ status: "failed", found: expect.stringContaining("ECONNREFUSED") }]);
});

test("little disk space warns, and almost none fails", async () => {
  expect((await statusesOf(diskSpace)).length).toBeGreaterThan(0);
  expect(await statusesOf(diskSpace, withConfig({ dataDir: "/nonexistent" }))).toEqual(["failed"]);
  expect([10e9, 3e9, 0.5e9].map((free) => judgeSpace("/data", free).status)).toEqual(["ok", "warning", "failed"]);
});

test("unshipped events and segments for inspection fail", async () => {
  const { dataDir } = context.config;
  expect(await statusesOf(journals)).toEqual(["not configured"]);
  const folder = path.join(dataDir, "journal/delivery-1");
  mkdirSync(folder, { recursive: true });
  const segment = path.join(folder, "0000000000000001.sealed");
  writeFileSync(segment, "");
  expect(await statusesOf(journals)).toEqual(["ok"]);
  const hourAgo = Date.now() / 1000 - 3600;
  utimesSync(segment, hourAgo, hourAgo);
  expect(await statusesOf(journals)).toEqual(["failed"]);
  rmSync(segment);
  writeFileSync(path.join(folder, "0000000000000001.aside"), "");
  expect(await statusesOf(journals)).toEqual(["failed"]);
});

test("a process that is not ready or not there fails", async () => {
  const answering = (status: number) => ({ fetch: async () => new Response("", { status }) });
  expect(await statusesOf(processes, answering(200))).toEqual(["ok", "ok"]);
  expect(await statusesOf(processes, answering(503))).toEqual(["failed", "failed"]);
  const closed = { ...withConfig({ port: await freePort(), deliveryPort: await freePort() }), fetch };
  expect(await statusesOf(processes, closed)).toEqual(["failed", "failed"]);
});

test("a host without an address, without TLS, or with a bad certificate fails", async () => {
  const publicUrl = "https://host.invalid";
  const adsUrl = `https://localhost:${await freePort()}`;
  expect(await statusesOf(origins, withConfig({ publicUrl, adsUrl }))).toEqual(["failed", "failed"]);
  const now = new Date("2026-03-02T09:00:00Z");
  const judge = (valid_to: string, problem: string | null = null) =>
    judgeCertificate("PUBLIC_URL", { valid_to, problem }, now).status;
  expect(judge("Jun  1 00:00:00 2026 GMT")).toBe("ok");
  expect(judge("Mar 10 00:00:00 2026 GMT")).toBe("warning");
  expect(judge("Mar  1 00:00:00 2026 GMT")).toBe("failed");
  expect(judge("Jun  1 00:00:00 2026 GMT", "DEPTH_ZERO_SELF_SIGNED_CERT")).toBe("failed");
});

test("a mail server that accepts is fine, a refused connection fails", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 test\r\n");
    socket.on("data", () => socket.write("250 ok\r\n"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  expect(await statusesOf(mail, withConfig({ smtpUrl: `smtp://127.0.0.1:${port}` }))).toEqual(["ok"]);
  await new Promise((resolve) => server.close(resolve));
  expect(await statusesOf(mail, withConfig({ smtpUrl: `smtp://127.0.0.1:${await freePort()}` }))).toEqual(["failed"]);
  expect(await statusesOf(mail, withConfig({ smtpUrl: null }))).toEqual(["not configured"]);
});

test("a Redis that runs scripts is fine, one that cannot be reached fails", needs("redis-server"), async () => {
  const server = await startRedisServer();
  expect(await statusesOf(redis, withConfig({ redisUrl: server.url }))).toEqual(["ok"]);
  await server.kill();
  const [down] = await run(redis, withConfig({ redisUrl: server.url }));
  expect(down).toMatchObject({
    status: "failed",
    found: expect.stringMatching(/^127\.0\.0\.1:\d+: connect ECONNREFUSED/),
  });
  expect(await statusesOf(redis)).toEqual(["not configured"]);
});

test("a rejected card key, and a webhook that is missing, disabled or not sent all events fail", async () => {
  const { publicUrl } = context.config;
  const url = `${publicUrl}/stripe/webhook`;
  expect(await statusesOf(cards)).toEqual(["not configured"]);
  const answering = (status: number, data: object[] = []) => ({
    ...withConfig({ sandboxUrl: null }),
    fetch: async () => {
      const error = { type: "invalid_request_error", message: "no" };
      return Response.json(status < 400 ? { object: "list", data, has_more: false } : { error }, { status });
    },
  });
  const endpoint = (status: string, enabled_events = ["*"]) => [{ url, status, enabled_events }];
  expect(await statusesOf(cards, answering(200, endpoint("enabled")))).toEqual(["ok"]);
  expect(await statusesOf(cards, answering(200, endpoint("disabled")))).toEqual(["failed"]);
  const some = await run(cards, answering(200, endpoint("enabled", ["checkout.session.completed"])));
  expect(some).toMatchObject([{ status: "failed", found: expect.stringContaining("not sent checkout.session.async") }]);
  expect(await statusesOf(cards, answering(200))).toEqual(["failed"]);
  expect(await statusesOf(cards, answering(401))).toEqual(["failed"]);
  expect(await statusesOf(cards, answering(403))).toEqual(["warning"]);
  const none = withConfig({ providers: { ...context.config.providers, stripe: null } });
  expect(await statusesOf(cards, none)).toEqual(["not configured"]);
});

test("a check that throws or hangs has failed, each result is reported at once, and the worst counts", async () => {
  const broken: Check = { name: "clock", run: () => Promise.reject(new Error("no answer")) };
  const reported: string[] = [];
  const hanging: Check = {
    name: "jobs",
    run: () => {
      reported.push("hanging begins");
      return new Promise(() => {});
    },
  };
  const list = [broken, hanging, versions];
  const results = await runChecks(context, ({ check }) => reported.push(check), { list, timeoutMs: 50 });
  expect(reported).toEqual(["clock", "hanging begins", "jobs", "versions"]);
  expect(results.map(({ check, status }) => [check, status])).toEqual([
    ["clock", "failed"],
    ["jobs", "failed"],
    ["versions", "ok"],
  ]);
  expect(worstOf(results)).toBe("failed");
  expect(worstOf(results.slice(2))).toBe("ok");
});

test("an alert mails the failed checks, and nothing where none failed", async () => {
  const mails: string[] = [];
  const server = createServer((socket) => {
    let received = "";
    socket.on("error", () => {});
    socket.write("220 test\r\n");
    socket.on("data", (chunk) => {
      received += chunk;
      const [, content] = received.split("DATA\r\n");
      if (content === undefined || content.endsWith("\r\n.\r\n")) socket.write("250 ok\r\n");
      else if (content === "") socket.write("354 go on\r\n");
      if (content?.endsWith("\r\n.\r\n")) {
        mails.push(content);
        received = "";
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const settings = {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mailFrom: "Litfass <ads@example.ch>",
    mailReplyTo: null,
    publicUrl: "https://app.example.ch",
  };
  const { log } = stack.platform;
  const result = (check: string, status: CheckResult["status"]): CheckResult => ({ check, status, found: "<found>" });
  const fine = [result("one", "ok"), result("two", "warning")];
  const reader = { to: "ops@example.ch", lang: "en" } as const;
  await sendAlert(settings, log, reader, fine);
  expect(mails).toEqual([]);
  await sendAlert(settings, log, reader, [...fine, result("three", "failed")]);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain("Subject: app.example.ch: 1 failed check\r\n");
  expect(mails[0]).toContain("To: ops@example.ch");
  expect(mails[0]).toContain("three: <found>");
  expect(mails[0]?.replaceAll("=\r\n", "")).toContain("three: &lt;found&gt;");
  expect(mails[0]).not.toContain("two:");
  await sendAlert(settings, log, { ...reader, lang: "it" }, [result("disk space", "failed")]);
  expect(mails[1]).toContain("Spazio su disco: <found>");
  await expect(sendAlert(settings, log, { ...reader, to: "" }, [result("three", "failed")])).rejects.toThrow(
    "not an e-mail address",
  );
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

test("an alert is in the language of the user with its address, else in the first that is offered", async () => {
  const { config } = stack.platform;
  const languageOf = (to: string, change: Partial<DoctorContext> = {}) =>
    alertLanguage({ client, config, ...change }, to);
  await stack.signIn({ uid: "ops-it", role: "super_admin", lang: "it" });
  expect(await languageOf("OPS-IT@test.example")).toBe("it");
  expect(await languageOf("ops@example.ch")).toBe("en");
  await client.query(`insert into operator_settings (section, version, settings, changed_at, note)
    values ('languages', 1, '{"offered": ["de", "en"]}', now(), 'German first')`);
  expect(await languageOf("ops@example.ch")).toBe("de");
  await client.query("delete from operator_settings where section = 'languages'");
  expect(await languageOf("ops-it@test.example", { client: null })).toBe("en");
});
