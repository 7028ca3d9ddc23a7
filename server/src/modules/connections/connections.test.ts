import { type ConnectionService, connectionPaths, connectionServices } from "@litfass/contract/connections/connections";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../testing/client.ts";
import { type SandboxProcess, startSandboxProcess } from "../../testing/sandbox-process.ts";
import { type Stack, startStack } from "../../testing/stack.ts";
import { comeBack, connect, giveConsent, startConnecting } from "./testing-connect.ts";
import { openTokens, sealTokens, type Tokens } from "./tokens.ts";

let sandbox: SandboxProcess;
let stack: Stack;
let customer: TestClient;
const calls: Record<ConnectionService, string> = {
  facebook: "/facebook-api/connection",
  google_ads: "/google-ads/connection",
  google_analytics: "/google-analytics/connection",
};

beforeAll(async () => {
  sandbox = await startSandboxProcess("http://localhost:8080");
  stack = await startStack({ env: sandbox.env, now: new Date() });
  customer = await stack.signIn("customer");
});
afterAll(async () => {
  await stack.close();
  await sandbox.stop();
});

const storedOf = async (uid: string | null, service: ConnectionService) => {
  const { rows } = await stack.platform.db.execute<{ sealed_tokens: string }>(
    sql`select sealed_tokens from connections where uid = ${uid} and service = ${service}`,
  );
  return rows;
};

/** The stored tokens of a connection. */
async function tokensOf(uid: string | null, service: ConnectionService): Promise<Tokens> {
  const [row] = await storedOf(uid, service);
  return openTokens(row?.sealed_tokens ?? "", stack.platform) as Tokens;
}

/** Whether the provider still accepts the tokens it issued. */
async function isTaken(service: ConnectionService, { accessToken, refreshToken }: Tokens): Promise<boolean> {
  if (service === "facebook") return (await fetch(`${sandbox.url}/meta/v25.0/me?access_token=${accessToken}`)).ok;
  const body = new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: refreshToken ?? "",
    client_id: "demo-google-client",
    client_secret: "demo-google-secret",
  });
  return (await fetch(`${sandbox.url}/google/oauth2/token`, { method: "POST", body })).ok;
}

test.for([
  ["google_analytics", "[PAGE-017]", "analytics.readonly"],
  ["facebook", "[PAGE-019]", "ads_read"],
  ["google_ads", "[PAGE-021]", "adwords"],
] as const)(
  "%s: %s the start page redirects to the provider with client id, scope and state",
  async ([service, , scope]) => {
    const { start, consent } = await startConnecting(customer, service);
    expect(start.status).toBe(302);
    const { origin, searchParams } = new URL(consent);
    expect(origin).toBe(sandbox.url);
    expect(searchParams.get("client_id")).toBe(service === "facebook" ? "demo-meta-app" : "demo-google-client");
    expect(searchParams.get("scope")).toContain(scope);
    expect(searchParams.get("state")?.length).toBeGreaterThan(20);
    expect(searchParams.get("code_challenge_method")).toBe("S256");
    expect(searchParams.get("redirect_uri")).toBe(`http://localhost:8080${connectionPaths[service]}/callback`);
  },
);

test("[PAGE-023] all six pages work as connection flow pages, for visitors after the sign-in", async () => {
  for (const path of Object.values(connectionPaths)) {
    expect((await customer.get(`/${path}`)).status).toBe(302);
    const unasked = await customer.get(`/${path}/callback?code=x&state=y`);
    expect([unasked.status, unasked.text]).toEqual([400, expect.stringContaining("was not connected")]);
    for (const [page, next] of [
      [path, path],
      [`${path}/callback?code=secret`, "/integrations"],
    ]) {
      const visit = await stack.visitor().get(`/${page}`);
      expect([visit.status, visit.headers.location]).toEqual([302, `/login?next=${encodeURIComponent(next!)}`]);
    }
  }
});

test.for([
  ["google_analytics", "[PAGE-018] [API-CONN-005]"],
  ["facebook", "[PAGE-020] [API-CONN-001] [API-CONN-002]"],
  ["google_ads", "[PAGE-022] [API-CONN-003] [API-CONN-004]"],
] as const)(
  "%s: %s not connected, connected by code and state, disconnected with its tokens deleted",
  async ([service]) => {
    const path = calls[service];
    const before = await customer.get(`${path}/status`);
    expect(before.body).toMatchObject({ connected: false, available: true, account_name: null });
    const { consent, cookie } = await startConnecting(customer, service);
    const back = await giveConsent(consent, "person=lena");

    const wrong = new URL(back);
    wrong.searchParams.set("state", "another");
    expect((await comeBack(customer, wrong, cookie)).status).toBe(400);
    const other = await stack.signIn("customer");
    expect((await comeBack(other, back, cookie)).status).toBe(400);
    expect((await customer.get(`${path}/status`)).body.connected).toBe(false);

    const done = await comeBack(customer, back, cookie);
    expect([done.status, done.headers.location]).toEqual([302, `/integrations?service=${service}&outcome=connected`]);
    const connected = await customer.get(`${path}/status`);
    const name = service === "facebook" ? "Lena Aebi" : "lena.aebi@example.com";
    expect(connected.body).toMatchObject({ connected: true, account_name: name, needs_reconnect: false });
    expect(Date.parse(connected.body.connected_at)).toBe(stack.clock.now().getTime());
    expect((await other.get(`${path}/status`)).body.connected).toBe(false);
    const [stored] = await storedOf(customer.uid, service);
    expect(stored?.sealed_tokens).not.toContain("accessToken");
    const tokens = await tokensOf(customer.uid, service);
    expect(await isTaken(service, tokens)).toBe(true);

    const ended = await customer.delete(`${path}/disconnect`);
    expect([ended.status, ended.body.connected]).toEqual([200, false]);
    expect((await customer.get(`${path}/status`)).body.connected).toBe(false);
    expect(await storedOf(customer.uid, service)).toEqual([]);
    expect(await isTaken(service, tokens)).toBe(false);
    const { rows } = await stack.platform.db.execute<{ action: string }>(
      sql`select action from audit_entries where subject_uid = ${customer.uid} order by id desc limit 2`,
    );
    expect(rows.map(({ action }) => action)).toEqual(["service_disconnected", "service_connected"]);
  },
);

test("canceling at the provider returns without a connection, and a code works once", async () => {
  const cancelled = await startConnecting(customer, "google_ads");
  const away = await giveConsent(cancelled.consent, "cancel=1");
  const answer = await comeBack(customer, away, cancelled.cookie);
  expect(answer.headers.location).toBe("/integrations?service=google_ads&outcome=cancelled");
  const { consent, cookie } = await startConnecting(customer, "google_ads");
  const back = await giveConsent(consent, "person=lena");
  await comeBack(customer, back, cookie);
  const again = await comeBack(customer, back, cookie);
  expect(again.headers.location).toBe("/integrations?service=google_ads&outcome=failed");
  await customer.delete(`${calls.google_ads}/disconnect`);
});

test("[INTEG-006] with the sandbox configured the round trip completes and every service returns figures", async () => {
  for (const service of connectionServices) await connect(customer, service, "nora");
  const report = await customer.get("/statistics?source=google_ads,google_analytics,facebook");
  const found = report.body.sources.map((each: { source: string; problem: string | null }) => [
    each.source,
    each.problem,
  ]);
  expect(found).toEqual([
    ["platform", null],
    ["google_analytics", null],
    ["google_ads", null],
    ["facebook", null],
  ]);
  const [, analytics, search, social] = report.body.sources;
  expect(analytics).toMatchObject({ impressions: null, sessions: expect.any(Number) });
  for (const ads of [search, social]) expect(ads.impressions).toBeGreaterThan(ads.clicks);
  expect(analytics.sessions).toBeGreaterThan(1000);
  for (const service of connectionServices) {
    const status = await customer.get(`${calls[service]}/status`);
    expect(Date.parse(status.body.fetched_at)).toBe(stack.clock.now().getTime());
    await customer.delete(`${calls[service]}/disconnect`);
  }
});

test.for(connectionServices)(
  "%s: a consent without the permission to read figures creates no connection",
  async (service) => {
    const { consent, cookie } = await startConnecting(customer, service);
    const back = await giveConsent(consent, "person=lena", { unticked: true });
    const done = await comeBack(customer, back, cookie);
    expect(done.headers.location).toBe(`/integrations?service=${service}&outcome=not_permitted`);
    expect(await storedOf(customer.uid, service)).toEqual([]);
  },
);

const problemsOf = async (user: TestClient) =>
  (await user.get("/statistics?source=google_ads,facebook")).body.sources
    .slice(1)
    .map(({ problem }: { problem: string | null }) => problem);

test("renews Google's tokens before they expire, and when Google rejects one", async () => {
  const user = await stack.signIn("customer");
  await connect(user, "google_ads", "marco");
  const first = await tokensOf(user.uid, "google_ads");
  stack.clock.advance(59 * 60_000 + 30_000);
  await user.get("/statistics?source=google_ads");
  const second = await tokensOf(user.uid, "google_ads");
  expect(second.accessToken).not.toBe(first.accessToken);
  expect(Date.parse(second.expiresAt ?? "")).toBe(stack.clock.now().getTime() + 3_600_000);

  // A restart of the sandbox forgets hourly access tokens but not consents: the stored token is rejected from here
  // on.
  await sandbox.restart();
  stack.clock.advance(11 * 60_000);
  const { body } = await user.get("/statistics?source=google_ads");
  expect(body.sources[1]).toMatchObject({ problem: null, impressions: expect.any(Number) });
  expect((await tokensOf(user.uid, "google_ads")).accessToken).not.toBe(second.accessToken);
});

test("exchanges Facebook's 60-day token for a new one in its last two weeks", async () => {
  const user = await stack.signIn("customer");
  await connect(user, "facebook", "marco");
  const first = await tokensOf(user.uid, "facebook");
  const withDaysLeft = async (days: number): Promise<Tokens> => {
    const expiresAt = new Date(stack.clock.now().getTime() + days * 86_400_000).toISOString();
    const tokens = { ...first, expiresAt };
    const sealed = sealTokens(tokens, stack.platform);
    await stack.platform.db.execute(sql`update connections set sealed_tokens = ${sealed} where uid = ${user.uid}`);
    return tokens;
  };
  const longLeft = await withDaysLeft(14.1);
  await user.get("/statistics?source=facebook");
  expect(await tokensOf(user.uid, "facebook")).toEqual(longLeft);
  await withDaysLeft(13.9);
  stack.clock.advance(11 * 60_000);
  await user.get("/statistics?source=facebook");
  const second = await tokensOf(user.uid, "facebook");
  expect(second.accessToken).not.toBe(first.accessToken);
  expect(Date.parse(second.expiresAt ?? "")).toBe(stack.clock.now().getTime() + 60 * 86_400_000);
  expect(await isTaken("facebook", second)).toBe(true);
});

test("reports an ended consent until it is renewed", async () => {
  const user = await stack.signIn("customer");
  for (const service of connectionServices) await connect(user, service, "marco");
  stack.clock.advance(2 * 3_600_000);
  await sandbox.restartEmpty();
  expect(await problemsOf(user)).toEqual(["expired", "expired"]);
  expect((await user.get(`${calls.google_ads}/status`)).body).toMatchObject({ connected: true, needs_reconnect: true });
  await connect(user, "google_ads", "marco");
  expect((await user.get(`${calls.google_ads}/status`)).body.needs_reconnect).toBe(false);
  expect(await problemsOf(user)).toEqual([null, "expired"]);
});
