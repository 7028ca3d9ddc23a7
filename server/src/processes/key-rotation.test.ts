import { readExchanges } from "@litfass/platform/exchanges/follow-exchanges";
import { sealExchangeSecret, settingsOfExchange } from "@litfass/platform/exchanges/stored-exchange";
import { internalRequest, readInternal } from "@litfass/platform/http/internal-call";
import { openPlatform } from "@litfass/platform/platform";
import { systemRandom } from "@litfass/platform/random";
import { seal } from "@litfass/platform/security/sealing";
import { sql } from "drizzle-orm";
import type { FastifyInstance, InjectOptions } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectionSealedColumns } from "../modules/connections/index.ts";
import { callIdentity, linkInMail, signUpPerson } from "../testing/identity-wire.ts";
import { type Stack, startStack } from "../testing/stack.ts";
import { buildApp } from "./build-app.ts";
import { sealedColumns } from "./cli/reencrypt.ts";
import { runCli } from "./cli/run-cli.ts";

const [oldKey, newKey] = ["o".repeat(40), "n".repeat(40)];
const oldKeys = { SESSION_SECRET: oldKey, SIGNING_SECRET: oldKey, INTERNAL_SECRET: oldKey };

/** The installation before its keys change, and processes of the same stores during the change and after it. */
let before: Stack;
let [during, after]: FastifyInstance[] = [];
const stops: (() => Promise<void>)[] = [];
const waysToSign = { during: [newKey, oldKey], after: [newKey] } as const;

async function startApp(keys: readonly [string, ...string[]]): Promise<FastifyInstance> {
  const { config, log, clock, mailer, clickhouse } = before.platform;
  const secrets = { ...config.secrets, session: keys, signing: keys, internal: keys };
  const parts = { config: { ...config, secrets }, log, clock, mailer, clickhouse, databaseUrl: before.databaseUrl };
  const { platform, close } = await openPlatform(parts);
  const app = await buildApp(platform, {});
  await app.ready();
  stops.push(async () => {
    await app.close();
    await close();
  });
  return app;
}

beforeAll(async () => {
  before = await startStack({ env: oldKeys });
  [during, after] = [await startApp(waysToSign.during), await startApp(waysToSign.after)];
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await before.close();
});

const statuses = async (call: InjectOptions) => ({
  // First without the old key: a link works once.
  after: (await after!.inject(call)).statusCode,
  during: (await during!.inject(call)).statusCode,
});

test("a page that was open before the keys change still saves; without the old key it must load again", async () => {
  const { idToken } = await signUpPerson(before, "open@example.com");
  const opened = await before.visitor().post("/login", { fb_token: idToken });
  const cookies = [opened.headers["set-cookie"] ?? []].flat().map((cookie) => String(cookie).split(";")[0] ?? "");
  const token = cookies.find((cookie) => cookie.startsWith("XSRF-TOKEN="))?.split("=")[1] ?? "";
  const headers = { cookie: cookies.join("; "), "x-xsrf-token": token };
  const me = { method: "GET", url: "/api/v1/users/me", headers } as const;
  const saved = { method: "POST", url: "/api/v1/email/verification-notification", headers } as const;
  // Sessions need no key: they are stored by their hash.
  expect([(await during!.inject(me)).statusCode, (await after!.inject(me)).statusCode]).toEqual([200, 200]);
  const { during: accepted, after: refused } = await statuses(saved);
  expect([accepted, refused]).toEqual([200, 419]);
});

test("links of mails that were sent before the keys change work", async () => {
  await signUpPerson(before, "link@example.com");
  await before.visitor().post("/login", { fb_token: (await signIn("link@example.com")).idToken });
  const link = linkInMail(before, "link@example.com");
  expect(await statuses({ method: "GET", url: link.pathname + link.search })).toEqual({ after: 403, during: 302 });

  await before.visitor().post("/frontend/subscribe", { email: "reader@example.com" });
  await before.platform.jobs.drain("site.mail-newsletter-confirmation");
  const { pathname, search } = new URL(
    before.outbox.findLast(({ to }) => to === "reader@example.com")?.unsubscribe ?? "",
  );
  const unsubscribe = {
    method: "POST",
    url: pathname + search,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: "List-Unsubscribe=One-Click",
  } as const;
  expect(await statuses(unsubscribe)).toEqual({ after: 404, during: 200 });
});

const signIn = async (email: string): Promise<{ idToken: string }> =>
  (await callIdentity(before, "signInWithPassword", { email, password: "hunter2hunter2", returnSecureToken: true }))
    .body;

test("calls between processes are accepted whichever of the two keys signs them", () => {
  const read = (signedBy: string, keys: readonly [string, ...string[]]) => {
    const now = new Date();
    const { headers, body } = internalRequest(signedBy, "/internal/x", { at: now, input: 1 });
    return readInternal(keys, "/internal/x", { signature: headers["x-signature"] ?? "", body, now })?.input;
  };
  expect([read(oldKey, [newKey, oldKey]), read(newKey, [oldKey, newKey]), read(newKey, [newKey, oldKey])]).toEqual([
    1, 1, 1,
  ]);
  expect([read(oldKey, [newKey]), read(newKey, [oldKey])]).toEqual([undefined, undefined]);
});

test("reencrypt ends the need for the old key of everything stored", async () => {
  const boss = await before.signIn("super_admin");
  const { db, config, log } = before.platform;
  const settings = JSON.stringify(settingsOfExchange({ name: "stored" }));
  const secret = sealExchangeSecret("k".repeat(32), [oldKey], systemRandom);
  await db.execute(sql`insert into exchanges (name, version, is_enabled, settings, secret_sealed, changed_at)
    values ('stored', 1, true, ${settings}::jsonb, ${secret}, now())`);
  await db.execute(sql`insert into second_factors (uid, sealed_secret, created_at)
    values (${boss.uid}, ${seal("JBSWY3DP", [oldKey], "litfass second factor", systemRandom)}, now())`);
  const [{ purpose }] = connectionSealedColumns as [(typeof connectionSealedColumns)[number]];
  for (const service of ["google_ads", "facebook"]) {
    await db.execute(sql`insert into connections (uid, service, subject, account_name, sealed_tokens, connected_at)
      values (${boss.uid}, ${service}, '1', 'One', ${seal(service, [oldKey], purpose, systemRandom)}, now())`);
  }
  const { idToken } = await signUpPerson(before, "key@example.com");
  const exchangesWith = async (...signing: [string, ...string[]]) =>
    (await readExchanges(db, { ...config, secrets: { ...config.secrets, signing } }, log)).map(({ name }) => name);
  expect(await exchangesWith(newKey)).not.toContain("stored");

  const missing = await reencrypt({ SIGNING_SECRET: newKey });
  expect(missing.code).toBe(1);
  expect(missing.lines).toContain("exchanges.secret_sealed: no key decrypts stored");
  const { code, lines } = await reencrypt({ SIGNING_SECRET: newKey, SIGNING_SECRET_FALLBACKS: oldKey });
  expect([code, lines]).toEqual([0, expect.arrayContaining(["connections.sealed_tokens: 2 of 2 encrypted again"])]);
  expect(lines).toContain("exchanges.secret_sealed: 1 of 1 encrypted again");

  const again = await reencrypt({ SIGNING_SECRET: newKey });
  expect(again.lines.filter((line) => / of \d+ encrypted again/.test(line) && !/: 0 of/.test(line))).toEqual([]);
  expect([again.code, again.lines.at(-1)]).toEqual([0, "everything is encrypted with the newest key"]);
  expect(await exchangesWith(newKey)).toContain("stored");
  // Identity tokens are verified with a stored key, which the process reads again.
  const fresh = await startApp([newKey]);
  const lookup = await fresh.inject({
    method: "POST",
    url: `/api/v1/login`,
    headers: headersOf(fresh),
    payload: { fb_token: idToken },
  });
  expect(lookup.statusCode).toBe(200);
});

function headersOf(app: FastifyInstance): Record<string, string> {
  const token = app.services.antiForgery.token(null);
  return { cookie: `XSRF-TOKEN=${token}`, "x-xsrf-token": token };
}

async function reencrypt(keys: Record<string, string>): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const env = { DATA_DIR: before.platform.config.dataDir, DATABASE_URL: before.databaseUrl, ...keys };
  const code = await runCli(["reencrypt"], { env, say: (line) => lines.push(line) });
  return { code, lines };
}

test("every column of encrypted texts is encrypted again", async () => {
  const { rows } = await before.platform.db.execute<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%sealed%' order by 1`);
  const known = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  // The only ones without "sealed" in their name are the installation's lasting keys.
  expect(known.filter((name) => name !== "installation.value").sort()).toEqual(
    rows.map(({ name }) => name).filter((name) => name !== "processes.sealed_segments"),
  );
});
