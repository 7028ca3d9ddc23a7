import type { ConnectionService } from "@litfass/contract/connections/connections";
import * as openid from "openid-client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Stack, startStack } from "../../testing/stack.ts";
import { withAccessToken } from "./access-token.ts";
import { ServiceProblem } from "./call-service.ts";
import { findConnection, saveConnection } from "./connection-sql.ts";
import { disconnect } from "./disconnect.ts";
import type { ServiceClients } from "./service-clients.ts";
import type { ConnectionRow } from "./tables.ts";
import { openTokens, sealTokens, type Tokens } from "./tokens.ts";

let stack: Stack;
let uid: string;
/** What the provider was asked, and what it answers. */
let asked: { path: string; form: Record<string, string> }[];
let answer: { status: number; body: object };

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());
beforeEach(async () => {
  uid = (await stack.signIn("customer")).uid ?? "";
  asked = [];
  answer = {
    status: 200,
    body: { access_token: "fresh", refresh_token: "next", token_type: "bearer", expires_in: 3600 },
  };
});

const clients: ServiceClients = {
  isAvailable: () => true,
  async open(service) {
    const server = {
      issuer: "https://provider.example",
      token_endpoint: "https://provider.example/token",
      revocation_endpoint: "https://provider.example/revoke",
    };
    const configuration = new openid.Configuration(server, "client", "secret");
    configuration[openid.customFetch] = async (url, { body }) => {
      asked.push({ path: new URL(url).pathname, form: Object.fromEntries(new URLSearchParams(String(body))) });
      return Response.json(answer.body, { status: answer.status });
    };
    return { service, configuration, scope: "", parameters: {}, hasIdTokens: true };
  },
};

const inMinutes = (minutes: number): string => new Date(stack.clock.now().getTime() + minutes * 60_000).toISOString();

async function connected(changes: Partial<Tokens> = {}, service: ConnectionService = "google_ads", subject = uid) {
  const tokens = { accessToken: "old", refreshToken: "refresh", expiresAt: inMinutes(30), ...changes };
  const row: ConnectionRow = {
    uid,
    service,
    subject,
    accountName: "someone",
    sealedTokens: sealTokens(tokens, stack.platform),
    connectedAt: stack.clock.now(),
    fetchedAt: null,
    brokenAt: null,
  };
  await saveConnection(stack.platform.db, row);
  return row;
}
const use = (row: ConnectionRow, ask: (token: string) => Promise<string> = async (token) => token) =>
  withAccessToken(stack.platform, clients, row, ask);
const stored = async () => {
  const row = await findConnection(stack.platform.db, uid, "google_ads");
  return { brokenAt: row?.brokenAt, tokens: openTokens(row?.sealedTokens ?? "", stack.platform) };
};
const refusing = (bad: string) => async (token: string) => {
  if (token === bad) throw new ServiceProblem("expired");
  return token;
};

test("a token that is good is used as it is", async () => {
  expect(await use(await connected({ expiresAt: inMinutes(2) }))).toBe("old");
  expect(await use(await connected({ expiresAt: null }))).toBe("old");
  expect(asked).toEqual([]);
});

test.each([-5, 0.5])(
  "a token that ends in %d minutes is renewed before it is used, and the new one is stored",
  async (minutes) => {
    expect(await use(await connected({ expiresAt: inMinutes(minutes) }))).toBe("fresh");
    expect(asked).toEqual([
      { path: "/token", form: expect.objectContaining({ grant_type: "refresh_token", refresh_token: "refresh" }) },
    ]);
    expect((await stored()).tokens).toEqual({ accessToken: "fresh", refreshToken: "next", expiresAt: inMinutes(60) });
  },
);

test("a token that the service no longer takes is renewed once; without a new refresh token the old one stays", async () => {
  answer.body = { access_token: "fresh", token_type: "bearer" };
  expect(await use(await connected(), refusing("old"))).toBe("fresh");
  expect((await stored()).tokens).toEqual({ accessToken: "fresh", refreshToken: "refresh", expiresAt: null });
  const never = use(await connected(), async () => {
    throw new ServiceProblem("expired");
  });
  await expect(never).rejects.toMatchObject({ problem: "expired" });
  expect(asked).toHaveLength(2);
});

test("a consent that was taken back is noted, and no longer asked", async () => {
  answer = { status: 400, body: { error: "invalid_grant" } };
  await expect(use(await connected({ expiresAt: inMinutes(-1) }))).rejects.toMatchObject({ problem: "expired" });
  expect((await stored()).brokenAt).toEqual(stack.clock.now());
  const row = await findConnection(stack.platform.db, uid, "google_ads");
  await expect(use(row as ConnectionRow)).rejects.toMatchObject({ problem: "expired" });
  expect(asked).toHaveLength(1);
});

test("a provider that fails, or a service that is busy, is no end of the consent", async () => {
  answer = { status: 503, body: { error: "temporarily_unavailable" } };
  await expect(use(await connected({ expiresAt: inMinutes(-1) }))).rejects.toMatchObject({ problem: "unreachable" });
  const busy = use(await connected(), async () => {
    throw new ServiceProblem("busy");
  });
  await expect(busy).rejects.toMatchObject({ problem: "busy" });
  expect((await stored()).brokenAt).toBeNull();
  expect(asked).toHaveLength(1);
});

test("a disconnected account's refresh token is taken back at the provider", async () => {
  await connected();
  await disconnect(stack.platform, clients, uid, "google_ads");
  expect(asked).toEqual([{ path: "/revoke", form: expect.objectContaining({ token: "refresh" }) }]);
  expect(await findConnection(stack.platform.db, uid, "google_ads")).toBeNull();
});

test("nothing is taken back while the same account is connected for another service", async () => {
  await connected();
  await connected({}, "google_analytics");
  await disconnect(stack.platform, clients, uid, "google_ads");
  expect(asked).toEqual([]);
  await disconnect(stack.platform, clients, uid, "google_analytics");
  expect(asked.map(({ path }) => path)).toEqual(["/revoke"]);
});

test("a provider that does not answer keeps nobody from disconnecting", async () => {
  answer = { status: 500, body: {} };
  await connected();
  await disconnect(stack.platform, clients, uid, "google_ads");
  expect(await findConnection(stack.platform.db, uid, "google_ads")).toBeNull();
});
