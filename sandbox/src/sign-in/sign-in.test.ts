import { createHash, randomBytes } from "node:crypto";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../testing/start-test-sandbox.ts";

let sandbox: TestSandbox;
let publicUrl: string;
const clock = { at: new Date(), now: () => new Date(clock.at) };
beforeAll(async () => {
  publicUrl = "http://127.0.0.1:9";
  sandbox = await startTestSandbox({ publicUrl }, clock);
});
afterAll(() => sandbox.stop());

const redirectUri = () => `${publicUrl}/callback`;
const verifier = randomBytes(32).toString("base64url");
const challenge = createHash("sha256").update(verifier).digest("base64url");

/** A client's authorization request. */
const authorizationQuery = (changes: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: "the-client",
    redirect_uri: redirectUri(),
    response_type: "code",
    scope: "openid email profile",
    state: "the-state",
    nonce: "the-nonce",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...changes,
  });
const page = async (path: string, query = authorizationQuery()) => fetch(`${sandbox.url}${path}?${query}`);

/** Opens the page, follows the link of an account (or cancel), and returns its redirect. */
async function choose(path: string, answer: string, query = authorizationQuery()): Promise<URL> {
  const body = await (await page(path, query)).text();
  const link = new RegExp(`href="(\\?authorization=[\\w-]+&amp;${answer})"`).exec(body)?.[1]?.replaceAll("&amp;", "&");
  const back = await fetch(`${sandbox.url}${path}${link}`, { redirect: "manual" });
  return new URL(String(back.headers.get("location")));
}
const redeem = (path: string, code: string | null, changes: Record<string, string> = {}) =>
  fetch(`${sandbox.url}${path}`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: String(code),
      redirect_uri: redirectUri(),
      client_id: "the-client",
      client_secret: "a-secret",
      code_verifier: verifier,
      ...changes,
    }),
  });

test.each(["google", "microsoft"])(
  "%s: discovery, choosing an account, ID token verified with the published key, userinfo",
  async (name) => {
    const discovery = `${sandbox.url}/${name}/.well-known/openid-configuration`;
    const metadata = (await (await fetch(discovery)).json()) as Record<string, string>;
    expect(metadata.issuer).toBe(`${sandbox.url}/${name}`);
    const path = new URL(String(metadata.authorization_endpoint)).pathname;
    const shown = await page(path);
    expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining("Sandbox")]);
    const back = await choose(path, "person=lena");
    expect([back.origin + back.pathname, back.searchParams.get("state")]).toEqual([redirectUri(), "the-state"]);
    const answer = await redeem(new URL(String(metadata.token_endpoint)).pathname, back.searchParams.get("code"));
    const tokens = (await answer.json()) as { id_token: string; access_token: string };
    const keys = createRemoteJWKSet(new URL(String(metadata.jwks_uri)));
    const { payload, protectedHeader } = await jwtVerify(tokens.id_token, keys, {
      issuer: metadata.issuer,
      audience: "the-client",
      currentDate: clock.now(),
    });
    expect(protectedHeader.alg).toBe("RS256");
    expect(payload).toMatchObject({ nonce: "the-nonce", email: "lena.aebi@example.com", name: "Lena Aebi" });
    expect(payload.email_verified).toBe(name === "google" ? true : undefined);
    const person = await fetch(String(metadata.userinfo_endpoint), {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(await person.json()).toMatchObject({ sub: payload.sub, email: payload.email });
  },
);

test("facebook: dialog, access token, its owner, and the person", async () => {
  const back = await choose("/meta/dialog/oauth", "person=marco");
  const answer = await redeem("/meta/oauth/access_token", back.searchParams.get("code"));
  const { access_token, id_token } = (await answer.json()) as { access_token: string; id_token?: string };
  expect(id_token).toBeUndefined();
  const ask = async (path: string, query: Record<string, string>) =>
    (await fetch(`${sandbox.url}/meta${path}?${new URLSearchParams(query)}`)).json();
  const me = (await ask("/me", { fields: "id,name,email", access_token })) as { id: string };
  expect(me).toEqual({ id: expect.any(String), name: "Marco Bernasconi", email: "marco.bernasconi@example.com" });
  const app = "the-client|a-secret";
  expect(await ask("/debug_token", { input_token: access_token, access_token: app })).toEqual({
    data: { app_id: "the-client", is_valid: true, user_id: me.id },
  });
  expect(await ask("/debug_token", { input_token: "another", access_token: app })).toEqual({
    data: { is_valid: false },
  });
  expect(await ask("/me", { access_token: "another" })).toHaveProperty("error");
});

test("a code works once within a minute, and only with the verifier, client and URL of its request", async () => {
  const path = "/google/oauth2/authorize";
  const token = "/google/oauth2/token";
  const code = async () => (await choose(path, "person=lena")).searchParams.get("code");
  const once = await code();
  expect((await redeem(token, once)).status).toBe(200);
  expect((await redeem(token, once)).status).toBe(400);
  for (const wrong of [
    { code_verifier: "another" },
    { client_id: "another" },
    { redirect_uri: `${publicUrl}/other` },
  ] as Record<string, string>[]) {
    expect((await redeem(token, await code(), wrong)).status).toBe(400);
  }
  expect((await redeem("/microsoft/oauth2/token", await code())).status).toBe(400);
  expect((await redeem(token, await code(), { client_secret: "" })).status).toBe(401);
  const late = await code();
  clock.at = new Date(clock.at.getTime() + 61_000);
  expect((await redeem(token, late)).status).toBe(400);
});

test("never redirects to a foreign URL, or without state and PKCE; canceling returns an error", async () => {
  const path = "/google/oauth2/authorize";
  for (const wrong of [
    { redirect_uri: "https://elsewhere.example/callback" },
    { code_challenge_method: "plain" },
    { response_type: "token" },
    { state: "" },
  ] as Record<string, string>[]) {
    expect((await page(path, authorizationQuery(wrong))).status).toBe(400);
  }
  const back = await choose(path, "cancel=1");
  expect([back.searchParams.get("error"), back.searchParams.get("state")]).toEqual(["access_denied", "the-state"]);
  expect((await fetch(`${sandbox.url}${path}?authorizationQuery=unknown&person=lena`)).status).toBe(400);
});
