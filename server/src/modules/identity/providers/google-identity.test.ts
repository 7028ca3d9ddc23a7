import type { Egress } from "@litfass/platform/egress/egress";
import { eq } from "drizzle-orm";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { users } from "../../users/index.ts";

let stack: Stack;
let keys: Awaited<ReturnType<typeof generateKeyPair>>;
const asked: { url: string; body: Record<string, unknown> }[] = [];

/** Mocks Google at the network boundary. */
const google: Egress = async (url, request) => {
  const body = typeof request?.body === "string" ? JSON.parse(request.body) : {};
  asked.push({ url, body });
  const { status, answer } = await answerOf(url, body);
  const text = JSON.stringify(answer);
  return { status, headers: new Headers(), body: Buffer.from(text), text: () => text, json: () => JSON.parse(text) };
};

async function answerOf(url: string, body: Record<string, unknown>): Promise<{ status: number; answer: unknown }> {
  if (url.startsWith("https://www.googleapis.com/service_accounts/v1/jwk/securetoken")) {
    return {
      status: 200,
      answer: { keys: [{ ...(await exportJWK(keys.publicKey)), kid: "google-1", alg: "RS256", use: "sig" }] },
    };
  }
  const refused =
    body.email === "nobody@example.com" ? "EMAIL_NOT_FOUND" : body.password === "wrong" ? "INVALID_PASSWORD" : null;
  if (refused) return { status: 400, answer: { error: { code: 400, message: refused } } };
  return { status: 200, answer: { idToken: "id-token" } };
}

beforeAll(async () => {
  keys = await generateKeyPair("RS256");
  stack = await startStack({ env: { FIREBASE_PROJECT_ID: "ads-prod", FIREBASE_API_KEY: "public-key" } });
  stack.platform.egress = google;
});
afterAll(() => stack.close());

const token = (changes: JWTPayload = {}, kid = "google-1"): Promise<string> => {
  const now = Math.floor(stack.clock.now().getTime() / 1000);
  return new SignJWT({
    iss: "https://securetoken.google.com/ads-prod",
    aud: "ads-prod",
    sub: "google-uid-1",
    iat: now,
    exp: now + 3600,
    auth_time: now,
    email: "Anna@Example.com",
    email_verified: true,
    name: "Anna Muster",
    firebase: { sign_in_provider: "google.com", identities: { email: ["anna@example.com"], "google.com": ["1"] } },
    ...changes,
  })
    .setProtectedHeader({ alg: "RS256", kid })
    .sign(keys.privateKey);
};

test("with FIREBASE_* set, tokens of Google's project open the session", async () => {
  const login = await stack.visitor().post("/login", { fb_token: await token() });
  expect(login.status).toBe(200);
  expect(login.body).toMatchObject({
    email: "anna@example.com",
    user_role: "customer",
    full_name: "Anna Muster",
    email_verified_at: stack.clock.now().toISOString(),
    providerData: [{ providerId: "google" }],
  });
  const again = await stack.visitor().post("/login", { fb_token: await token() });
  expect(again.body.uid).toBe(login.body.uid);
});

test.each<[string, JWTPayload, string?]>([
  ["another project's issuer", { iss: "https://securetoken.google.com/other" }],
  ["another project's audience", { aud: "other" }],
  ["the built-in provider's issuer", { iss: "http://localhost:8080/securetoken.googleapis.com/litfass" }],
  ["an expired one", { exp: 1_000_000_000 }],
  ["an unknown key", {}, "google-2"],
  ["an anonymous one", { firebase: { sign_in_provider: "anonymous", identities: {} } }],
])("with FIREBASE_* set, rejects a token: %s", async (_name, changes, kid) => {
  expect((await stack.visitor().post("/login", { fb_token: await token(changes, kid) })).status).toBe(401);
});

test("the built-in provider is off, and the site configuration has Google's project", async () => {
  const call = await stack.app.inject({
    method: "POST",
    url: "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
    payload: {},
  });
  expect(call.statusCode).toBe(404);
  const site = await stack.visitor().get("/site/status");
  expect(site.body.identity).toEqual({
    api_key: "public-key",
    project_id: "ads-prod",
    built_in: false,
    base_url: null,
  });
});

test("a name becomes one line without control characters", async () => {
  const changes = {
    sub: "google-uid-line",
    email: "line@example.com",
    name: " Zoe\u0308\u0001\r\nMuster\u2028\ud800 ",
  };
  const login = await stack.visitor().post("/login", { fb_token: await token(changes) });
  expect([login.status, login.body.full_name]).toEqual([200, "Zo\u00eb Muster \ufffd"]);
});

test("forwards forgotten passwords, resets and changes to Google", async () => {
  const visitor = stack.visitor();
  expect((await visitor.post("/auth/forgot-password", { email: "anna@example.com" })).status).toBe(200);
  expect(asked.at(-1)).toMatchObject({ body: { requestType: "PASSWORD_RESET", email: "anna@example.com" } });
  expect((await visitor.post("/auth/forgot-password", { email: "nobody@example.com" })).status).toBe(403);
  const reset = { email: "anna@example.com", token: "code", password: "12345678", password_confirmation: "12345678" };
  expect((await visitor.post("/auth/reset", reset)).status).toBe(200);
  expect(asked.at(-1)?.body).toEqual({ oobCode: "code", newPassword: "12345678" });
  const customer = await stack.signIn("customer");
  const change = { password: "12345678", password_confirmation: "12345678" };
  expect((await customer.post("/users/password", { ...change, current_password: "wrong" })).status).toBe(422);
  expect((await customer.post("/users/password", { ...change, current_password: "right" })).status).toBe(200);
  expect(asked.at(-1)).toMatchObject({ body: { idToken: "id-token", password: "12345678" } });
});

test("Google mails the link for a new address and deletes the identity of a closed account", async () => {
  const customer = await stack.signIn("customer");
  const email = `${customer.uid?.toLowerCase()}@test.example`;
  await stack.platform.db
    .update(users)
    .set({ signInProviders: ["password"] })
    .where(eq(users.uid, customer.uid ?? ""));
  const change = { email: "new@example.com", password: "wrong" };
  expect((await customer.post("/users/me/email", change)).body.errors).toHaveProperty("password");
  expect((await customer.post("/users/me/email", { ...change, password: "right" })).status).toBe(200);
  expect(asked.at(-1)?.body).toEqual({
    requestType: "VERIFY_AND_CHANGE_EMAIL",
    idToken: "id-token",
    newEmail: "new@example.com",
  });
  expect((await customer.post("/users/me/close", { email, password: "wrong" })).status).toBe(422);
  expect((await customer.post("/users/me/close", { email, password: "right" })).status).toBe(204);
  expect(asked.at(-1)).toMatchObject({
    url: expect.stringContaining("accounts:delete"),
    body: { idToken: "id-token" },
  });
  expect((await customer.get("/users/me")).status).toBe(401);
});

test("an address at another provider cannot be changed here", async () => {
  const customer = await stack.signIn("customer");
  await stack.platform.db
    .update(users)
    .set({ signInProviders: ["google"] })
    .where(eq(users.uid, customer.uid ?? ""));
  const answer = await customer.post("/users/me/email", { email: "newer@example.com" });
  expect([answer.status, answer.body.code]).toEqual([409, "identity_outside"]);
});
