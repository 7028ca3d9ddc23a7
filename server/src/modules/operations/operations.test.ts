import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { addBidAnswers } from "@litfass/adserver/index";
import { roles } from "@litfass/contract/kernel/roles";
import { operationPages } from "@litfass/contract/operations/operation-pages";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../testing/client.ts";
import { type Stack, startStack } from "../../testing/stack.ts";
import { monitorCampaigns } from "./monitor-campaigns.ts";

let stack: Stack;
let operator: TestClient;
let folder: string;
const browser = { accept: "text/html" };
const line = (time: string, level: number, msg: string, more: object = {}) =>
  `${JSON.stringify({ level, time, process: "api", msg, ...more })}\n`;

beforeAll(async () => {
  stack = await startStack();
  operator = await stack.signIn("super_admin");
  folder = path.join(stack.platform.config.dataDir, "logs");
  mkdirSync(folder);
  writeFileSync(path.join(folder, "api.log"), line("2026-03-02T08:00:00.000Z", 30, "the first line", { jobs: 3 }));
  for (let at = 0; at < 120; at++) {
    appendFileSync(path.join(folder, "api.log"), line("2026-03-02T08:30:00.000Z", 30, `line <${at}>`));
  }
  appendFileSync(path.join(folder, "api.log"), "a program's own words\n");
  appendFileSync(path.join(folder, "api.log"), line("2026-03-02T08:59:00.000Z", 50, "it broke", { request_id: "r-7" }));
  writeFileSync(path.join(folder, "secrets.json"), "{}");
});
afterAll(() => stack.close());

/** Submits a page's form like a browser without scripts. */
const sendForm = async (client: TestClient, at: string, fields: Record<string, string>) => {
  const { text, headers } = await client.get(`/${at}`, browser);
  const token = /name="_token" value="([^"]+)"/.exec(text)?.[1] ?? "";
  expect(headers["set-cookie"]).toBeDefined();
  const body = new URLSearchParams({ _token: token, ...fields }).toString();
  const type = "application/x-www-form-urlencoded";
  return client.post(`/${at}`, body, { ...browser, "content-type": type, cookie: `XSRF-TOKEN=${token}` });
};

test("[PAGE-011] the operators' pages are for super_admin only; signed-out users are redirected to sign in", async () => {
  for (const { path: page } of operationPages) {
    expect([page, (await operator.get(`/${page}`, browser)).status]).toEqual([page, 200]);
    const visitor = await stack.visitor().get(`/${page}`, browser);
    const login = `/login?next=${encodeURIComponent(page)}`;
    expect([visitor.status, visitor.headers.location]).toEqual([302, login]);
  }
  for (const role of roles.filter((each) => each !== "super_admin")) {
    const client = await stack.signIn(role);
    for (const { path: page } of operationPages) {
      expect([role, page, (await client.get(`/${page}`, browser)).status]).toEqual([role, page, 403]);
    }
    const _token = stack.app.services.antiForgery.token(null);
    const own = { cookie: `XSRF-TOKEN=${_token}` };
    expect((await client.post("//~artisan", { command: "about", _token }, own)).status).toBe(403);
  }
});

test("the pages are in the language of the account", async () => {
  const german = await stack.signIn({ uid: "german-operator", role: "super_admin", lang: "de" });
  expect((await german.get("//campaign-monitoring", browser)).text).toContain("Keine Kampagne ist aktiv.");
  expect((await german.get("//logs/api.log", browser)).text).toContain("Protokolldateien der Prozesse.");
});

test("[API-OTHER-006] lists log files and entries, newest first, filtered by level and text, for super_admin only", async () => {
  const files = await operator.get("/logs/api/files");
  expect(files.body.files.map(({ name }: { name: string }) => name)).toEqual(["api.log"]);
  const first = await operator.get("/logs/api/entries?file=api.log");
  expect(first.body.entries).toHaveLength(50);
  expect(first.body.entries[0]).toMatchObject({ level: "error", message: "it broke", process: "api" });
  expect(first.body.entries[1]).toMatchObject({ level: null, at: null, message: "a program's own words" });
  const read: string[] = [];
  for (let next: number | null = null, more = true; more; more = next !== null) {
    const page = await operator.get(`/logs/api/entries?file=api.log${next === null ? "" : `&before=${next}`}`);
    read.push(...page.body.entries.map((entry: { message: string }) => entry.message));
    next = page.body.next;
  }
  expect(read).toHaveLength(123);
  expect(new Set(read).size).toBe(123);
  expect(read.at(-1)).toBe("the first line");
  const errors = await operator.get("/logs/api/entries?file=api.log&level=warn");
  expect(errors.body.entries.map(({ message }: { message: string }) => message)).toEqual(["it broke"]);
  expect((await operator.get("/logs/api/entries?file=api.log&search=r-7")).body.entries).toHaveLength(1);
  for (const name of ["..%2Fsecrets.json", "secrets.json", "%2Fetc%2Fpasswd"]) {
    expect((await operator.get(`/logs/api/entries?file=${name}`)).status, name).toBe(422);
  }
  expect((await operator.get("/logs/api/entries?file=other.log")).status).toBe(404);
  for (const role of ["admin", "tech_admin", "customer"] as const) {
    const client = await stack.signIn(role);
    expect((await client.get("/logs/api/files")).status).toBe(403);
    expect((await client.get("/logs/api/entries?file=api.log")).status).toBe(403);
  }
  const page = await operator.get("//logs/api.log?level=info", browser);
  expect(page.text).toContain("line &lt;119&gt;");
  expect((await operator.get("//logs/other.log", browser)).status).toBe(404);
});

test("a failed job is listed with its attempts and error, and can be retried", async () => {
  const { jobs, db } = stack.platform;
  jobs.work("test.fails", async () => {
    throw new Error("the <moon> is full");
  });
  const id = String(await jobs.send("test.fails", {}));
  await db.execute(sql`update pgboss.job set state = 'failed', retry_count = 3,
    output = '{"message": "the <moon> is full"}', completed_on = now() where id = ${id}`);
  const page = await operator.get("//queue-monitor?state=failed", browser);
  expect(page.text).toContain("1 job has failed");
  for (const part of ["test.fails", "4 of 4", "the &lt;moon&gt; is full"]) expect(page.text).toContain(part);
  const retried = await sendForm(operator, "/queue-monitor", { name: "test.fails", id });
  expect(retried.text).toContain("test.fails will be tried again.");
  const { rows } = await db.execute(sql`select state::text from pgboss.job where id = ${id}`);
  expect(rows[0]?.state).toBe("retry");
  const again = await sendForm(operator, "/queue-monitor", { name: "test.fails", id }).catch(() => null);
  expect(again?.text ?? "").not.toContain("will be tried again.");
});

test("a listed command shows its output and is audited; other commands and cross-site forms are rejected", async () => {
  const done = await sendForm(operator, "/~artisan", { command: "about" });
  expect(done.text).toMatch(/about ran for [\d.]+ s\..*PostgreSQL/s);
  const audit = await operator.get(`/admin/users/${operator.uid}/audit`);
  expect(audit.body.data[0]).toMatchObject({ action: "command_run", details: { description: "about" } });
  const other = await sendForm(operator, "/~artisan", { command: "rm -rf /" });
  expect([other.status, other.text.includes("There is no such command.")]).toEqual([422, true]);
  const forged = new URLSearchParams({ command: "about", _token: "forged" }).toString();
  const headers = { ...browser, "content-type": "application/x-www-form-urlencoded" };
  expect((await operator.post("//~artisan", forged, headers)).status).toBe(419);
  for (const command of ["queue:counts", "queue:retry-failed", "campaigns:close", "identity:clean-up", "mail:test"]) {
    const { text } = await sendForm(operator, "/~artisan", { command });
    expect(text).toContain(`${command} ran for`);
  }
  expect(stack.outbox.at(-1)?.to).toContain("@test.example");
});

test("warns of active campaigns without an impression for an hour", async () => {
  const { db, clickhouse, clock } = stack.platform;
  const now = clock.now();
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const owner = (await stack.signIn("customer")).uid ?? "";
  const add = async (name: string, activatedAt: Date, startOn = "2026-03-01") => {
    const { rows } = await db.execute<{ id: string }>(sql`insert into campaigns (owner_uid, name, status, currency,
        total_budget_micros, start_on, end_on, activated_at, created_at, updated_at)
      values (${owner}, ${name}, 'ACTIVE', 'CHF', 1000000, ${startOn}, '2026-03-31', ${activatedAt.toISOString()}, now(), now())
      returning id`);
    return Number(rows[0]?.id);
  };
  const [running, still, young, later] = [
    await add("running", ago(600)),
    await add("still", ago(600)),
    await add("young", ago(30)),
    await add("later", ago(600), "2026-03-20"),
  ];
  const shown = (campaign: number, at: Date) => ({
    kind: "impression",
    at: at.toISOString().slice(0, 23).replace("T", " "),
    campaign_id: campaign,
    charge_micros: 250_000,
    owner_uid: owner,
  });
  const values = [shown(running, ago(59)), shown(still, ago(61))];
  await clickhouse.insert({ table: "ad_events", values, format: "JSONEachRow" });
  const { campaigns, active, stalled } = await monitorCampaigns(stack.platform, { page: 1, perPage: 50 });
  expect([active, stalled]).toEqual([4, 1]);
  expect(campaigns.map(({ id, stalled: warned }) => [id, warned])).toEqual([
    [still, true],
    [later, false],
    [young, false],
    [running, false],
  ]);
  expect(campaigns[3]).toMatchObject({ spentTodayMicros: 250_000n, lastImpressionAt: ago(59), viewability: 0 });
  await addBidAnswers(
    db,
    new Map([
      ["bid", 1],
      ["pacing", 1_998],
    ]),
    ago(1439),
  );
  await addBidAnswers(db, new Map([["pacing", 1]]), ago(1));
  await addBidAnswers(db, new Map([["bot", 7]]), ago(1560));
  const page = await operator.get("//campaign-monitoring", browser);
  expect(page.text.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")).toContain(
    "Share Held back by pacing 1&#39;999 100.0% Bid made 1 0.1%",
  );
  expect(page.text).not.toContain("Declared bot");
  expect(page.text).toContain("1 of 4 active campaigns is not delivering.");
  expect(page.text.match(/No delivery for an hour/g)).toHaveLength(1);
  const other = await stack.signIn("customer");
  await db.execute(sql`update campaigns set owner_uid = ${other.uid} where id = ${young}`);
  await db.execute(sql`update users set company_name = 'Bäckerei Hug' where uid = ${other.uid}`);
  const filtered = await operator.get(`//campaign-monitoring?customer=${encodeURIComponent("bäckerei")}`, browser);
  expect(filtered.text).toContain("1 active campaign, delivering.");
  expect(filtered.text).toMatch(/<input type="search" name="customer"[^>]* value="bäckerei">/);
  const none = await operator.get("//campaign-monitoring?customer=nobody", browser);
  expect(none.text).toContain("No active campaign of a customer with this name.");
});
