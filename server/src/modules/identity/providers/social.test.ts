import { deleteApp, type FirebaseApp, initializeApp } from "@firebase/app";
import {
  type Auth,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  FacebookAuthProvider,
  fetchSignInMethodsForEmail,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  linkWithCredential,
  OAuthProvider,
  signInWithCredential,
  signInWithEmailAndPassword,
  unlink,
} from "@firebase/auth";
import type { Egress } from "@litfass/platform/egress/egress";
import { eq, sql } from "drizzle-orm";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { closedSandbox, type Stack, startStack } from "../../../testing/stack.ts";
import { accountProviders } from "../tables.ts";

let stack: Stack;
let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let app: FirebaseApp;
let auth: Auth;
let origin: string;
let number = 0;
const google = `${closedSandbox}/google`;
const microsoft = `${closedSandbox}/microsoft`;
/** The token endpoint's response to the next code. */
let nextTokens: Record<string, unknown> = {};
const asked: string[] = [];

/** Mocks Google, Microsoft and Facebook at the network boundary. */
const providers: Egress = async (url, request) => {
  asked.push(`${request?.method ?? "GET"} ${url}`);
  const { status, answer } = await answerOf(url);
  const text = JSON.stringify(answer);
  const headers = new Headers({ "content-type": "application/json" });
  return { status, headers, body: Buffer.from(text), text: () => text, json: () => JSON.parse(text) };
};

async function answerOf(url: string): Promise<{ status: number; answer: unknown }> {
  const issuer = url.startsWith(google) ? google : microsoft;
  if (url.endsWith("/.well-known/openid-configuration")) {
    const endpoints = {
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    };
    return { status: 200, answer: { issuer, ...endpoints } };
  }
  if (url.endsWith("/jwks")) {
    return {
      status: 200,
      answer: { keys: [{ ...(await exportJWK(keys.publicKey)), kid: "p1", alg: "RS256", use: "sig" }] },
    };
  }
  if (url.endsWith("/token")) return { status: 200, answer: nextTokens };
  const { searchParams, pathname } = new URL(url);
  if (pathname === "/meta/debug_token") {
    const token = searchParams.get("input_token") ?? "";
    const data = {
      is_valid: token.startsWith("fb-"),
      app_id: token.includes("foreign") ? "other-app" : "demo-meta-app",
      user_id: "f-1",
    };
    return { status: 200, answer: { data } };
  }
  if (pathname === "/meta/me")
    return { status: 200, answer: { id: "f-1", name: "Gina FB", email: "gina@example.com" } };
  return { status: 404, answer: {} };
}

const idToken = (claims: JWTPayload, audience = "demo-google-client", issuer = google): Promise<string> =>
  new SignJWT({ iss: issuer, aud: audience, ...claims })
    .setProtectedHeader({ alg: "RS256", kid: "p1" })
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(keys.privateKey);
const person = (name: string, more: JWTPayload = {}): JWTPayload => ({
  sub: `g-${name}`,
  email: `${name}@example.com`,
  email_verified: true,
  name: `${name} Muster`,
  ...more,
});
const codeOf = (code: string) => expect.objectContaining({ code });
const byGoogle = async (name: string, more: JWTPayload = {}) =>
  signInWithCredential(auth, GoogleAuthProvider.credential(await idToken(person(name, more))));

beforeAll(async () => {
  keys = await generateKeyPair("RS256");
  stack = await startStack({ now: new Date() });
  stack.platform.egress = providers;
  origin = await stack.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => stack.close());
beforeEach(() => {
  app = initializeApp({ apiKey: "k", projectId: "litfass" }, `social-${++number}`);
  auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, origin, { disableWarnings: true });
});
afterEach(() => deleteApp(app));

test("[IDP-003] [FIELD-USER-011] the SDK signs up and in with Google's credential", async () => {
  const first = await byGoogle("hanna");
  expect([first.user.email, first.user.emailVerified, first.user.displayName]).toEqual([
    "hanna@example.com",
    true,
    "hanna Muster",
  ]);
  expect(first.user.providerData.map(({ providerId }) => providerId)).toEqual(["google.com"]);
  expect((await byGoogle("hanna")).user.uid).toBe(first.user.uid);
  expect((await byGoogle("lena", { name: "Lena\u0001\nMuster" })).user.displayName).toBe("Lena Muster");
  const { rows } = await stack.platform.db.execute<{ entry: string }>(
    sql`select concat_ws(' ', actor_kind, command, action) as entry from audit_entries
      where subject_type = 'identity_account' and subject_id = ${first.user.uid} order by id`,
  );
  expect(rows.map(({ entry }) => entry)).toEqual([
    "visitor identity.sign_in_with_provider account_opened",
    "visitor identity.sign_in_with_provider sign_in_methods_changed",
  ]);
  const login = await stack.visitor().post("/login", { fb_token: await first.user.getIdToken() });
  expect(login.body).toMatchObject({ providerData: [{ providerId: "google" }], user_role: "customer" });
  expect(login.body.email_verified_at).not.toBeNull();
});

test("[IDP-003] asks for confirmation instead of taking over another provider's account with the same address", async () => {
  const holder = await byGoogle("gina");
  const facebook = signInWithCredential(auth, FacebookAuthProvider.credential("fb-token"));
  await expect(facebook).rejects.toEqual(codeOf("auth/account-exists-with-different-credential"));
  expect(await fetchSignInMethodsForEmail(auth, "gina@example.com")).toEqual(["google.com"]);
  await linkWithCredential(holder.user, FacebookAuthProvider.credential("fb-token"));
  const again = await signInWithCredential(auth, FacebookAuthProvider.credential("fb-token"));
  expect(again.user.uid).toBe(holder.user.uid);
  const stranger = await byGoogle("stranger");
  await expect(linkWithCredential(stranger.user, FacebookAuthProvider.credential("fb-token"))).rejects.toEqual(
    codeOf("auth/credential-already-in-use"),
  );
  await unlink(again.user, "facebook.com");
  expect(await fetchSignInMethodsForEmail(auth, "gina@example.com")).toEqual(["google.com"]);
});

test("an address from Microsoft is verified only with the claim of a verified domain", async () => {
  await createUserWithEmailAndPassword(auth, "mike@example.com", "hunter2hunter2");
  const credential = async (claims: JWTPayload) =>
    new OAuthProvider("microsoft.com").credential({
      idToken: await idToken(claims, "demo-microsoft-client", microsoft),
    });
  const claims = { sub: "m-1", email: "mike@example.com", name: "Mike" };
  await expect(signInWithCredential(auth, await credential(claims))).rejects.toEqual(
    codeOf("auth/account-exists-with-different-credential"),
  );
  const other = await signInWithCredential(auth, await credential({ ...claims, sub: "m-2", email: "mia@example.com" }));
  expect([other.user.email, other.user.emailVerified]).toEqual(["mia@example.com", false]);
});

test("signing in with Google claims an account previously set up with a password", async () => {
  const squatter = await createUserWithEmailAndPassword(auth, "owner@example.com", "squatters-secret");
  const squatterToken = await squatter.user.getIdToken();
  const owner = await byGoogle("owner");
  expect(owner.user.uid).toBe(squatter.user.uid);
  await expect(signInWithEmailAndPassword(auth, "owner@example.com", "squatters-secret")).rejects.toEqual(
    codeOf("auth/wrong-password"),
  );
  expect((await stack.visitor().post("/login", { fb_token: squatterToken })).status).toBe(401);
});

test("claiming with Google removes the previously linked providers", async () => {
  const squatter = await createUserWithEmailAndPassword(auth, "prey@example.com", "squatters-secret");
  const { db } = stack.platform;
  const linked = { providerId: "facebook.com", rawId: "f-1", localId: squatter.user.uid };
  await db.insert(accountProviders).values({ ...linked, createdAt: stack.clock.now() });
  const owner = await byGoogle("prey");
  expect(owner.user.uid).toBe(squatter.user.uid);
  const left = await db.select().from(accountProviders).where(eq(accountProviders.localId, owner.user.uid));
  expect(left.map(({ providerId }) => providerId)).toEqual(["google.com"]);
  expect(stack.outbox.at(-1)).toMatchObject({ to: "prey@example.com", subject: "Your account was secured" });
  expect(stack.outbox.at(-1)?.text).toContain("Google, Microsoft or Facebook");
});

test.each<[string, () => Promise<string>]>([
  ["garbage", async () => "garbage"],
  ["another audience", () => idToken(person("eve"), "another-client")],
  ["another issuer", () => idToken(person("eve"), "demo-google-client", "https://accounts.google.com")],
  ["no subject", () => idToken({ email: "eve@example.com" })],
  [
    "a key of a stranger",
    async () => {
      const stranger = await generateKeyPair("RS256");
      const claims = { iss: google, aud: "demo-google-client", ...person("eve") };
      return new SignJWT(claims)
        .setProtectedHeader({ alg: "RS256", kid: "p1" })
        .setIssuedAt()
        .setExpirationTime("5m")
        .sign(stranger.privateKey);
    },
  ],
])("rejects a Google credential: %s", async (_name, make) => {
  await expect(signInWithCredential(auth, GoogleAuthProvider.credential(await make()))).rejects.toEqual(
    codeOf("auth/invalid-credential"),
  );
});

test("rejects a Facebook token issued to another app", async () => {
  await expect(signInWithCredential(auth, FacebookAuthProvider.credential("fb-foreign"))).rejects.toEqual(
    codeOf("auth/invalid-credential"),
  );
});

test("the pop-up uses PKCE, state and nonce, and passes the tokens to the page that opened it", async () => {
  const get = (url: string, cookie = "") => stack.app.inject({ method: "GET", url, headers: { cookie } });
  const start = await get("/api/v1/auth/social/google");
  const target = new URL(String(start.headers.location));
  expect(`${target.origin}${target.pathname}`).toBe(`${google}/authorize`);
  expect(target.searchParams.get("code_challenge_method")).toBe("S256");
  expect(target.searchParams.get("redirect_uri")).toBe("http://localhost:8080/api/v1/auth/social/google/callback");
  const cookie = start.cookies.find(({ name }) => name === "litfass_social");
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  const sent = `litfass_social=${cookie?.value}`;
  const { state, nonce } = Object.fromEntries(target.searchParams);
  nextTokens = { access_token: "at", token_type: "bearer", id_token: await idToken(person("karl", { nonce })) };
  const callback = (query: string) => `/api/v1/auth/social/google/callback?${query}`;
  const answerOfPage = (body: string) =>
    JSON.parse((/data-answer="([^"]+)"/.exec(body)?.[1] ?? "").replaceAll("&quot;", '"'));
  const back = await get(callback(`code=c&state=${state}`), sent);
  expect(answerOfPage(back.body)).toEqual({
    type: "litfass:social",
    provider: "google",
    access_token: "at",
    id_token: nextTokens.id_token,
    nonce,
  });
  expect(back.headers["cross-origin-opener-policy"]).toBe("unsafe-none");
  expect(back.body).not.toMatch(/<script(?! src)/);
  expect(answerOfPage((await get(callback("code=c&state=other"), sent)).body)).toMatchObject({ error: "failed" });
  expect(answerOfPage((await get(callback(`code=c&state=${state}`))).body)).toMatchObject({ error: "expired" });
  const denied = await get(callback(`error=access_denied&state=${state}`), sent);
  expect(answerOfPage(denied.body)).toMatchObject({ error: "access_denied" });
  nextTokens = { ...nextTokens, id_token: await idToken(person("karl", { nonce: "another" })) };
  expect(answerOfPage((await get(callback(`code=c&state=${state}`), sent)).body)).toMatchObject({ error: "failed" });
  expect((await get("/api/v1/auth/social/twitter")).statusCode).toBe(404);
});

test("the site configuration lists each configured provider", async () => {
  const site = await stack.visitor().get("/site/status");
  expect(site.body.sign_in_providers).toEqual(["password", "google", "microsoft", "facebook"]);
});
