import { fixedClock } from "@litfass/platform/clock";
import { seededRandom } from "@litfass/platform/random";
import * as openid from "openid-client";
import { beforeEach, expect, test } from "vitest";
import { withAccessToken } from "./access-token.ts";
import { ServiceProblem } from "./calls/service-problem.ts";
import type { ConnectionContext } from "./connection-context.ts";
import type { ConnectionRow } from "./tables.ts";
import { graphFailure, type Received, type Reply, serviceWith } from "./testing-service.ts";
import { openTokens, sealTokens, type Tokens } from "./tokens.ts";

const now = new Date("2026-11-20T10:00:00Z");
const secondMs = 1_000;
const dayMs = 86_400_000;
const at = (inMs: number): string => new Date(now.getTime() + inMs).toISOString();

type Change = { sealedTokens?: string; brokenAt?: Date };
let changes: Change[];
let used: string[];
beforeEach(() => {
  changes = [];
  used = [];
});

/** Answers of the token endpoint one after the other, and of Facebook's Graph API. */
function contextWith(token: (Reply | Error)[], graph: (request: Received) => Reply = () => graphFailure(1)) {
  const { platform, received } = serviceWith(graph);
  const asked: URLSearchParams[] = [];
  const configuration = new openid.Configuration(
    { issuer: "https://provider.example", token_endpoint: "https://provider.example/token" },
    "client",
    "client-secret",
  );
  configuration[openid.customFetch] = async (_url, { body }) => {
    asked.push(new URLSearchParams(String(body)));
    const reply = token.shift();
    if (!reply || reply instanceof Error) throw reply ?? new Error("nothing left");
    return Response.json(reply.body, { status: reply.status ?? 200 });
  };
  const context = {
    platform: { ...platform, clock: fixedClock(now), random: seededRandom(1), log: { warn: () => {} } },
    execute: async (_command: unknown, { input }: { input: { change: Change } }) => void changes.push(input.change),
    clients: { open: async () => ({ configuration }), isAvailable: () => true },
  } as unknown as ConnectionContext;
  return { context, asked, received };
}

const connectionOf = (
  context: ConnectionContext,
  tokens: Tokens,
  more: Partial<ConnectionRow> = {},
): ConnectionRow => ({
  ...{ uid: "u", service: "google_ads", subject: "s", accountName: "a", connectedAt: now, fetchedAt: null },
  ...{ brokenAt: null, sealedTokens: sealTokens(tokens, context.platform) },
  ...more,
});
const google = (leftMs: number): Tokens => ({ accessToken: "old", refreshToken: "refresh", expiresAt: at(leftMs) });
const use = async (accessToken: string): Promise<string> => {
  used.push(accessToken);
  return "figures";
};
const stored = ({ platform }: ConnectionContext): (Tokens | null)[] =>
  changes.flatMap(({ sealedTokens }) => (sealedTokens ? [openTokens(sealedTokens, platform)] : []));
const problemOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ServiceProblem ? error.problem : error),
  );

test("a token that is valid for more than a minute is used as it is", async () => {
  const { context, asked } = contextWith([]);
  expect(await withAccessToken(context, connectionOf(context, google(60 * secondMs)), use)).toBe("figures");
  expect([used, asked, changes]).toEqual([["old"], [], []]);
});

test("a token that ends within a minute is renewed first; the refresh token stays unless there is a new one", async () => {
  const { context, asked } = contextWith([
    { body: { access_token: "new", token_type: "bearer", expires_in: 3600 } },
    { body: { access_token: "newer", token_type: "bearer", refresh_token: "another" } },
  ]);
  const connection = connectionOf(context, google(60 * secondMs - 1));
  await withAccessToken(context, connection, use);
  await withAccessToken(context, connection, use);
  expect(used).toEqual(["new", "newer"]);
  expect(asked.map((body) => [body.get("grant_type"), body.get("refresh_token")])).toEqual([
    ["refresh_token", "refresh"],
    ["refresh_token", "refresh"],
  ]);
  expect(stored(context)).toEqual([
    { accessToken: "new", refreshToken: "refresh", expiresAt: at(3600 * secondMs) },
    { accessToken: "newer", refreshToken: "another", expiresAt: null },
  ]);
});

test.each([
  ["invalid_grant", "expired", true],
  ["invalid_client", "misconfigured", false],
  ["unauthorized_client", "misconfigured", false],
  ["temporarily_unavailable", "unreachable", false],
])("a renewal refused with %s means %s", async (error, problem, isBroken) => {
  const { context } = contextWith([{ status: 400, body: { error } }]);
  expect(await problemOf(withAccessToken(context, connectionOf(context, google(0)), use))).toBe(problem);
  expect([used, changes]).toEqual([[], isBroken ? [{ brokenAt: now }] : []]);
});

test("a provider that does not answer, or is no longer configured, does not end the consent", async () => {
  const { context } = contextWith([new Error("reset")]);
  expect(await problemOf(withAccessToken(context, connectionOf(context, google(0)), use))).toBe("unreachable");
  context.clients.open = async () => null;
  expect(await problemOf(withAccessToken(context, connectionOf(context, google(0)), use))).toBe("misconfigured");
  expect(changes).toEqual([]);
});

test("a token that the service rejects is renewed once; a second rejection ends the consent", async () => {
  const { context, asked } = contextWith([{ body: { access_token: "new", token_type: "bearer", expires_in: 3600 } }]);
  const reject = async (accessToken: string): Promise<never> => {
    used.push(accessToken);
    throw new ServiceProblem("expired");
  };
  expect(await problemOf(withAccessToken(context, connectionOf(context, google(dayMs)), reject))).toBe("expired");
  expect([used, asked.length, changes.at(-1)]).toEqual([["old", "new"], 1, { brokenAt: now }]);
});

test.each(["busy", "refused", "no_account"] as const)("%s is no reason for a new token", async (problem) => {
  const { context, asked } = contextWith([]);
  const fail = async (): Promise<never> => {
    throw new ServiceProblem(problem);
  };
  expect(await problemOf(withAccessToken(context, connectionOf(context, google(dayMs)), fail))).toBe(problem);
  expect([asked, changes]).toEqual([[], []]);
});

test("a broken connection is not used, and neither are tokens sealed with another secret", async () => {
  const { context } = contextWith([]);
  const broken = connectionOf(context, google(dayMs), { brokenAt: now });
  expect(await problemOf(withAccessToken(context, broken, use))).toBe("expired");
  expect(changes).toEqual([]);
  const foreign = connectionOf(context, google(dayMs), { sealedTokens: "another secret" });
  expect(await problemOf(withAccessToken(context, foreign, use))).toBe("expired");
  expect([used, changes]).toEqual([[], [{ brokenAt: now }]]);
});

const facebook = (context: ConnectionContext, leftMs: number | null): ConnectionRow =>
  connectionOf(
    context,
    { accessToken: "old", refreshToken: null, expiresAt: leftMs === null ? null : at(leftMs) },
    { service: "facebook" },
  );

test("Facebook's token is exchanged in its last two weeks only", async () => {
  const { context, received } = contextWith([], () => ({ body: { access_token: "new", expires_in: 5_184_000 } }));
  await withAccessToken(context, facebook(context, 14 * dayMs), use);
  await withAccessToken(context, facebook(context, null), use);
  expect(received).toEqual([]);
  await withAccessToken(context, facebook(context, 14 * dayMs - 1), use);
  expect(used).toEqual(["old", "old", "new"]);
  expect(received.map(({ url }) => [url.pathname, url.searchParams.get("fb_exchange_token")])).toEqual([
    ["/v25.0/oauth/access_token", "old"],
  ]);
  expect(stored(context)).toEqual([{ accessToken: "new", refreshToken: null, expiresAt: at(60 * dayMs) }]);
});

test("a failed exchange leaves Facebook's token in use until it ends", async () => {
  const { context } = contextWith([], () => graphFailure(2));
  expect(await withAccessToken(context, facebook(context, dayMs), use)).toBe("figures");
  expect(await withAccessToken(context, facebook(context, 1), use)).toBe("figures");
  expect([used, changes]).toEqual([["old", "old"], []]);
  expect(await problemOf(withAccessToken(context, facebook(context, 0), use))).toBe("expired");
  expect(changes).toEqual([{ brokenAt: now }]);
});

test("an exchange that Facebook refuses because the consent ended ends the connection", async () => {
  const { context } = contextWith([], () => graphFailure(190));
  expect(await problemOf(withAccessToken(context, facebook(context, dayMs), use))).toBe("expired");
  expect(changes).toEqual([{ brokenAt: now }]);
});
