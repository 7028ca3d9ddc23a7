import { type ConnectionService, connectionPaths, connectionServices } from "@litfass/contract/connections/connections";
import { EgressError } from "@litfass/platform/egress/egress";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { TestAnswer, TestClient } from "../../testing/client.ts";
import { type Stack, startStack } from "../../testing/stack.ts";
import { openConnections } from "./connection-context.ts";
import { findConnection } from "./connection-sql.ts";
import { disconnectAll } from "./disconnect.ts";
import { connections } from "./tables.ts";
import { comeBack, startConnecting } from "./testing-connect.ts";
import { answerOf, type Reply } from "./testing-service.ts";
import { openTokens, sealTokens } from "./tokens.ts";

let stack: Stack;
let customer: TestClient;
/** Responses of the providers by the end of the path; others do not answer. */
let replies: Record<string, Reply>;
let asked: string[];
const now = new Date("2026-11-20T10:00:00Z");
const minuteMs = 60_000;

const discovery = (issuer: string): Reply => ({
  headers: { "content-type": "application/json" },
  body: {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    revocation_endpoint: `${issuer}/revoke`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ["code"],
  },
});
const facebookConsents: Record<string, Reply> = {
  access_token: {
    headers: { "content-type": "application/json" },
    body: { access_token: "long", token_type: "bearer", expires_in: 5_184_000 },
  },
  permissions: { body: { data: [{ permission: "ads_read", status: "granted" }] } },
  me: { body: { id: "4711", name: "Lena Aebi" } },
};

beforeAll(async () => {
  stack = await startStack({
    now,
    env: { GOOGLE_ISSUER: "http://google.test", GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" },
  });
  customer = await stack.signIn("customer");
  stack.platform.egress = async (address, { method = "GET" } = {}) => {
    const { pathname } = new URL(address);
    const reply = replies[pathname.split("/").at(-1) ?? ""];
    asked.push(`${method} ${pathname}`);
    if (!reply) throw new EgressError("refused");
    return answerOf(reply);
  };
});
beforeEach(() => {
  replies = {};
  asked = [];
});
afterAll(() => stack.close());

const stateOf = (consent: string): string => new URL(consent).searchParams.get("state") ?? "";
/** The provider's redirect after a consent. */
const backFrom = (service: ConnectionService, consent: string, more: Record<string, string> = { code: "c" }): URL => {
  const url = new URL(`http://localhost:8080${connectionPaths[service]}/callback`);
  url.search = String(new URLSearchParams({ state: stateOf(consent), ...more }));
  return url;
};
const outcomeOf = ({ headers }: TestAnswer): string | null =>
  new URL(String(headers.location), "http://localhost").searchParams.get("outcome");
const stored = (uid: string | null) => findConnection(stack.platform.db, uid ?? "", "facebook");
const audited = async (uid: string | null) => {
  const { rows } = await stack.platform.db.execute(
    sql`select action, actor_uid, details from audit_entries where subject_uid = ${uid} order by id`,
  );
  return rows;
};

test("a provider that does not answer makes its service unavailable, and is asked again", async () => {
  for (const service of ["google_analytics", "google_ads"] as const) {
    const { headers } = await customer.get(`/${connectionPaths[service]}`);
    expect(headers.location).toBe(`/integrations?service=${service}&outcome=unavailable`);
  }
  replies = { "openid-configuration": discovery("http://google.test") };
  expect((await startConnecting(customer, "google_ads")).consent).toContain("http://google.test/auth");
});

test("each service asks for its permission, so that a declined one is asked for again", async () => {
  replies = { "openid-configuration": discovery("http://google.test") };
  const google = { access_type: "offline", prompt: "consent", nonce: expect.stringMatching(/.{20}/) };
  const wanted = {
    google_analytics: { ...google, scope: "openid email https://www.googleapis.com/auth/analytics.readonly" },
    google_ads: { ...google, scope: "openid email https://www.googleapis.com/auth/adwords" },
    facebook: { scope: "public_profile ads_read", auth_type: "rerequest" },
  };
  for (const service of connectionServices) {
    const { start, consent } = await startConnecting(customer, service);
    const { client_id, state, code_challenge, ...more } = Object.fromEntries(new URL(consent).searchParams);
    expect(more).toEqual({
      ...{ response_type: "code", code_challenge_method: "S256" },
      ...{ redirect_uri: `http://localhost:8080${connectionPaths[service]}/callback`, ...wanted[service] },
    });
    expect(start.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    const [, ...attributes] = String(start.headers["set-cookie"]).split("; ");
    expect(attributes.sort()).toEqual([
      ...["HttpOnly", "Max-Age=600", `Path=${connectionPaths[service]}`, "SameSite=Lax"],
    ]);
  }
});

test("a user whose profile is incomplete fills it in first", async () => {
  const unfilled = await stack.signIn({ uid: "unfilled", role: "customer", filled: false });
  for (const path of Object.values(connectionPaths)) {
    for (const page of [path, `${path}/callback`]) {
      const { status, headers } = await unfilled.get(`/${page}`);
      expect([page, status, headers.location]).toEqual([page, 302, "/account"]);
    }
  }
});

test("an answer counts for ten minutes, for the service and user that asked, and with its cookie", async () => {
  const { consent, cookie } = await startConnecting(customer, "facebook");
  const back = backFrom("facebook", consent);
  stack.clock.advance(10 * minuteMs - 1);
  const inTime = await comeBack(customer, back, cookie);
  expect([inTime.status, outcomeOf(inTime)]).toEqual([302, "failed"]);
  expect(String(inTime.headers["set-cookie"])).toMatch(
    /^litfass_connection=;.*Path=\/facebook\/oauth.*Expires=Thu, 01 Jan 1970/,
  );
  asked = [];
  stack.clock.advance(1);
  const other = await stack.signIn("customer");
  const foreign = new URL(back);
  foreign.pathname = "/google-ads/oauth/callback";
  const { cookie: fresh } = await startConnecting(customer, "facebook");
  for (const refused of [
    await comeBack(customer, back, cookie),
    await comeBack(customer, back, fresh),
    await comeBack(other, backFrom("facebook", consent), fresh),
    await comeBack(customer, foreign, fresh),
    await comeBack(customer, back, ""),
    await comeBack(customer, back, "litfass_connection=forged"),
    await customer.get(`/${back.pathname}`),
  ]) {
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/<h1>(Facebook|Google Ads) was not connected<\/h1>/);
    expect(refused.text).toContain('<a href="/integrations">To the connections</a>');
    expect(refused.text).toContain("began here in the last ten minutes");
  }
  expect(asked).toEqual([]);
});

test("Google's answer without an ID token is no consent, and its token goes nowhere else", async () => {
  const token = { access_token: "a", token_type: "bearer", scope: "https://www.googleapis.com/auth/adwords" };
  replies = {
    "openid-configuration": discovery("http://google.test"),
    token: { headers: { "content-type": "application/json" }, body: token },
  };
  const { consent, cookie } = await startConnecting(customer, "google_ads");
  asked = [];
  expect(outcomeOf(await comeBack(customer, backFrom("google_ads", consent), cookie))).toBe("failed");
  expect(asked).toEqual(["POST /token"]);
});

test("every page counts its visitor's address", async () => {
  const countAddress = vi.spyOn(stack.app.services.limits, "countAddress");
  const pages = Object.values(connectionPaths).flatMap((path) => [path, `${path}/callback`]);
  for (const page of pages) await stack.visitor().get(`/${page}`);
  expect(countAddress).toHaveBeenCalledTimes(pages.length);
  countAddress.mockRestore();
});

const calls: Record<ConnectionService, string> = {
  facebook: "/facebook-api/connection",
  google_ads: "/google-ads/connection",
  google_analytics: "/google-analytics/connection",
};
const idle = { connected: false, available: true, account_name: null, connected_at: null, fetched_at: null };

test.each(connectionServices)("%s shows and ends the caller's own connection to it", async (service) => {
  const user = await stack.signIn("customer");
  const [connectedAt, fetchedAt] = [new Date("2026-11-01T00:00:00Z"), new Date("2026-11-02T00:00:00Z")];
  const tokens = { accessToken: "a", refreshToken: "r", expiresAt: null };
  await stack.platform.db.insert(connections).values(
    connectionServices.map((each) => ({
      ...{
        uid: user.uid ?? "",
        service: each,
        subject: `${service}-${each}`,
        accountName: each,
        connectedAt,
        fetchedAt,
      },
      ...{ sealedTokens: sealTokens(tokens, stack.platform), brokenAt: each === "facebook" ? fetchedAt : null },
    })),
  );
  expect((await user.get(`${calls[service]}/status`)).body).toEqual({
    ...{ connected: true, available: true, account_name: service, needs_reconnect: service === "facebook" },
    ...{ connected_at: connectedAt.toISOString(), fetched_at: fetchedAt.toISOString() },
  });
  const none = { ...idle, needs_reconnect: false };
  const ended = await user.delete(`${calls[service]}/disconnect`);
  expect([ended.status, ended.body]).toEqual([200, none]);
  for (const each of connectionServices) {
    expect((await user.get(`${calls[each]}/status`)).body.connected).toBe(each !== service);
  }
});

test("Facebook's consent is exchanged, stored with its end and named after its owner", async () => {
  replies = facebookConsents;
  const { consent, cookie } = await startConnecting(customer, "facebook");
  expect(outcomeOf(await comeBack(customer, backFrom("facebook", consent), cookie))).toBe("connected");
  const connection = await stored(customer.uid);
  expect(connection).toMatchObject({ subject: "4711", accountName: "Lena Aebi", brokenAt: null, fetchedAt: null });
  expect(openTokens(connection?.sealedTokens ?? "", stack.platform)).toEqual({
    ...{ accessToken: "long", refreshToken: null },
    expiresAt: new Date(stack.clock.now().getTime() + 60 * 86_400_000).toISOString(),
  });

  replies = { ...facebookConsents, me: { body: { id: "4712" } } };
  const again = await startConnecting(customer, "facebook");
  await comeBack(customer, backFrom("facebook", again.consent), again.cookie);
  expect(await stored(customer.uid)).toMatchObject({ subject: "4712", accountName: "4712" });
});

test("only a cancelled consent is called cancelled; a declined permission is named", async () => {
  const answers = async (more: Record<string, string>) => {
    const { consent, cookie } = await startConnecting(customer, "facebook");
    return outcomeOf(await comeBack(customer, backFrom("facebook", consent, more), cookie));
  };
  expect(await answers({ error: "access_denied" })).toBe("cancelled");
  expect(await answers({ error: "server_error" })).toBe("failed");
  replies = { ...facebookConsents, permissions: { body: { data: [{ permission: "ads_read", status: "declined" }] } } };
  expect(await answers({ code: "c" })).toBe("not_permitted");
});

test("a closed account leaves every service; consents that are used elsewhere, or cannot be revoked, do not stop it", async () => {
  const leave = async (uid: string | null) => {
    asked = [];
    await disconnectAll(
      openConnections(stack.platform, stack.app.services.execute, async () => {}),
      uid ?? "",
    );
    expect(await stored(uid)).toBe(null);
    return asked;
  };
  const connectAs = async (user: TestClient, id: string) => {
    replies = { ...facebookConsents, me: { body: { id } } };
    const { consent, cookie } = await startConnecting(user, "facebook");
    await comeBack(user, backFrom("facebook", consent), cookie);
  };
  const [first, second] = [await stack.signIn("customer"), await stack.signIn("customer")];
  await connectAs(first, "1");
  await connectAs(second, "1");
  expect(await leave(first.uid)).toEqual([]);
  expect(await leave(second.uid)).toEqual(["DELETE /meta/v25.0/me/permissions"]);
  await connectAs(second, "2");
  replies = {};
  expect(await leave(second.uid)).toEqual(Array(3).fill("DELETE /meta/v25.0/me/permissions"));
  expect(await leave(second.uid)).toEqual([]);
  expect((await audited(first.uid)).at(-1)).toMatchObject({
    ...{ action: "service_disconnected", actor_uid: null, details: { description: "Facebook: 1" } },
  });
});
