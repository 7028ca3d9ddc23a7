import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestClient } from "../../../testing/client.ts";
import { callIdentity, linkInMail, signUpPerson } from "../../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { createLockout } from "../lockout.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const signIn = (email: string, password: string, address = "203.0.113.7") =>
  callIdentity(stack, "signInWithPassword", { email, password }, { address });

/** A client with an own network address. */
const from = (address: string) => {
  const token = stack.app.kit.antiForgery.token(null);
  return async (path: string, payload: object) => {
    const response = await stack.app.inject({
      method: "POST",
      url: `/api/v1${path}`,
      remoteAddress: address,
      headers: { cookie: `XSRF-TOKEN=${token}`, "x-xsrf-token": token },
      payload,
    });
    return { status: response.statusCode, body: response.json(), headers: response.headers };
  };
};

test("[API-AUTH-001] [ERR-007] forgot-password mails a link to a known address; 403 for an unknown one; 429 after many tries", async () => {
  await signUpPerson(stack, "forgot@example.com");
  const post = from("198.51.100.1");
  const known = await post("/auth/forgot-password", { email: "Forgot@Example.com" });
  expect([known.status, known.body.message]).toEqual([200, "We have sent you a link to reset your password"]);
  const link = linkInMail(stack, "forgot@example.com");
  expect(link.pathname).toBe("/reset-password");
  expect(link.searchParams.get("email")).toBe("forgot@example.com");
  const unknown = await post("/auth/forgot-password", { email: "nobody@example.com" });
  expect([unknown.status, unknown.body.message]).toEqual([403, "Incorrect E-Mail"]);
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 25; attempt++) {
    statuses.push((await post("/auth/forgot-password", { email: `nobody-${attempt}@example.com` })).status);
  }
  expect(statuses.slice(0, 15)).toEqual(Array(15).fill(403));
  expect(statuses.at(-1)).toBe(429);
  expect((await from("198.51.100.2")("/auth/forgot-password", { email: "nobody-30@example.com" })).status).toBe(403);
});

test("[API-AUTH-003] [RULE-017] [CONST-029] auth/reset sets the password once, with a token that fits the address", async () => {
  await signUpPerson(stack, "reset@example.com", "first-password");
  const post = from("198.51.100.3");
  await post("/auth/forgot-password", { email: "reset@example.com" });
  const token = linkInMail(stack, "reset@example.com").searchParams.get("token") ?? "";
  const input = { email: "reset@example.com", token, password: "12345678", password_confirmation: "12345678" };
  const reset = (changes: object, query = `?token=${token}`) => post(`/auth/reset${query}`, { ...input, ...changes });
  expect((await reset({ password: "1234567", password_confirmation: "1234567" })).body.errors.password).toEqual([
    "Password must be more than 8 characters",
  ]);
  expect((await reset({ password_confirmation: "87654321" })).body.errors).toHaveProperty("password_confirmation");
  expect((await reset({ email: "other@example.com" })).status).toBe(422);
  expect((await reset({ token: "wrong" }, "?token=wrong")).status).toBe(422);
  expect((await reset({}, "?token=another")).status).toBe(422);
  expect((await reset({})).status).toBe(200);
  expect((await reset({})).body.errors.password).toEqual(["This link is no longer valid. Ask for a new one."]);
  expect((await signIn("reset@example.com", "12345678")).status).toBe(200);
  expect((await signIn("reset@example.com", "first-password")).body.error.message).toBe("INVALID_PASSWORD");
});

test("a reset ends every session and refresh token of the user, and a link is valid for one hour", async () => {
  const { idToken, refreshToken } = await signUpPerson(stack, "sessions@example.com");
  const login = await stack.visitor().post("/login", { fb_token: idToken });
  const cookie = [login.headers["set-cookie"]].flat().map(String).join("; ");
  const me = () => createTestClient(stack.app, {}).get("/users/me", { cookie });
  expect((await me()).status).toBe(200);
  const post = from("198.51.100.4");
  await post("/auth/forgot-password", { email: "sessions@example.com" });
  const late = linkInMail(stack, "sessions@example.com").searchParams.get("token");
  const body = (token: string | null) => ({
    email: "sessions@example.com",
    token,
    password: "another-secret",
    password_confirmation: "another-secret",
  });
  stack.clock.advance(60 * 60 * 1000);
  expect((await post("/auth/reset", body(late))).status).toBe(422);
  await post("/auth/forgot-password", { email: "sessions@example.com" });
  const fresh = linkInMail(stack, "sessions@example.com").searchParams.get("token");
  expect((await post("/auth/reset", body(fresh))).status).toBe(200);
  expect((await me()).status).toBe(401);
  const refreshed = await stack.app.inject({
    method: "POST",
    url: "/securetoken.googleapis.com/v1/token?key=k",
    payload: { grant_type: "refresh_token", refresh_token: refreshToken },
  });
  expect([refreshed.statusCode, refreshed.json().error.message]).toEqual([400, "TOKEN_EXPIRED"]);
});

test("[API-USER-004] users/password changes the own password; other sessions end, this one stays", async () => {
  const { idToken } = await signUpPerson(stack, "change@example.com", "first-password");
  const browser = async () => {
    const login = await stack.visitor().post("/login", { fb_token: idToken });
    const id = /litfass_session=([^;]+)/.exec(String(login.headers["set-cookie"]))?.[1] ?? "";
    const token = stack.app.kit.antiForgery.token(id);
    const headers = { cookie: `litfass_session=${id}; XSRF-TOKEN=${token}`, "x-xsrf-token": token };
    return (method: "get" | "post", path: string, body?: unknown) =>
      method === "get" ? stack.visitor().get(path, headers) : stack.visitor().post(path, body, headers);
  };
  const [here, there] = [await browser(), await browser()];
  const change = (changes: object) =>
    here("post", "/users/password", {
      password: "second-password",
      password_confirmation: "second-password",
      ...changes,
    });
  expect((await change({ password: "1234567", password_confirmation: "1234567" })).status).toBe(422);
  expect((await change({ current_password: "wrong-password" })).body.errors).toEqual({
    current_password: ["This is not your present password"],
  });
  stack.clock.advance(10 * 60 * 1000);
  expect((await change({})).body.errors).toHaveProperty("current_password");
  expect((await change({ current_password: "first-password" })).status).toBe(200);
  expect((await here("get", "/users/me")).status).toBe(200);
  expect((await there("get", "/users/me")).status).toBe(401);
  expect((await signIn("change@example.com", "second-password")).status).toBe(200);
});

test("[ERR-017] 5 failures lock one pair of network address and account for 15 minutes; a reset lifts it at once", async () => {
  await signUpPerson(stack, "locked@example.com");
  const fail = () => signIn("locked@example.com", "wrong-password");
  for (let attempt = 0; attempt < 5; attempt++) expect((await fail()).body.error.message).toBe("INVALID_PASSWORD");
  const sixth = await signIn("locked@example.com", "hunter2hunter2");
  expect([sixth.status, sixth.body.error.message]).toEqual([
    400,
    expect.stringMatching(/^TOO_MANY_ATTEMPTS_TRY_LATER/),
  ]);
  expect((await signIn("locked@example.com", "hunter2hunter2", "203.0.113.8")).status).toBe(200);
  const post = from("198.51.100.5");
  await post("/auth/forgot-password", { email: "locked@example.com" });
  const token = linkInMail(stack, "locked@example.com").searchParams.get("token");
  const password = "another-secret";
  await post("/auth/reset", { email: "locked@example.com", token, password, password_confirmation: password });
  expect((await signIn("locked@example.com", password)).status).toBe(200);
});

test("[ERR-017] the lock of a pair ends after 15 minutes, and guesses at the same moment do not slip through", async () => {
  await signUpPerson(stack, "burst@example.com");
  const answers = await Promise.all(Array.from({ length: 20 }, () => signIn("burst@example.com", "wrong-password")));
  const compared = answers.filter(({ body }) => body.error.message === "INVALID_PASSWORD");
  expect(compared.length).toBe(5);
  const later = Date.now() + 15 * 60 * 1000 + 1000;
  vi.useFakeTimers({ toFake: ["Date"], now: later - 10_000 });
  expect((await signIn("burst@example.com", "hunter2hunter2")).status).toBe(400);
  vi.setSystemTime(later);
  expect((await signIn("burst@example.com", "hunter2hunter2")).status).toBe(200);
  vi.useRealTimers();
});

test("[ERR-017] 50 failures from anywhere lock the account for 15 minutes", async () => {
  await signUpPerson(stack, "everywhere@example.com");
  // Most of the attempts are only counted: comparing fifty passwords takes long.
  const lockout = createLockout(stack.platform);
  for (let attempt = 0; attempt < 48; attempt++) {
    expect(await lockout.admit(`192.0.2.${attempt}`, "everywhere@example.com")).toBe(true);
  }
  for (const address of ["192.0.2.48", "192.0.2.49"]) {
    const answer = await signIn("everywhere@example.com", "wrong-password", address);
    expect(answer.body.error.message).toBe("INVALID_PASSWORD");
  }
  const locked = await signIn("everywhere@example.com", "hunter2hunter2", "192.0.2.99");
  expect(locked.body.error.message).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
});

test("the header X-Firebase-Locale decides the language of a mail", async () => {
  await signUpPerson(stack, "sprache@example.com");
  const send = (locale: string) =>
    callIdentity(stack, "sendOobCode", { requestType: "PASSWORD_RESET", email: "sprache@example.com" }, { locale });
  await send("de-CH");
  expect(stack.outbox.at(-1)).toMatchObject({ subject: "Legen Sie ein neues Passwort fest" });
  expect(stack.outbox.at(-1)?.html).toContain('<html lang="de">');
  await send("en");
  expect(stack.outbox.at(-1)?.subject).toBe("Set a new password");
});

test("[IDP-009] [IDP-010] [IDP-012] the configuration calls answer with a key and refuse without one", async () => {
  const get = async (path: string) => {
    const response = await stack.app.inject({ method: "GET", url: `/identitytoolkit.googleapis.com${path}` });
    return { status: response.statusCode, body: response.json() };
  };
  const captcha = await get("/v2/recaptchaConfig?clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE&key=k");
  expect(captcha.status).toBe(200);
  expect(captcha.body.recaptchaEnforcementState[0]).toEqual({
    provider: "EMAIL_PASSWORD_PROVIDER",
    enforcementState: "OFF",
  });
  expect((await get("/v1/projects?key=k")).body.authorizedDomains).toContain("localhost");
  for (const path of ["/v2/recaptchaConfig", "/v1/projects", "/v2/passwordPolicy"])
    expect((await get(path)).status).toBe(403);
  const keys = await stack.app.inject({ method: "GET", url: "/securetoken.googleapis.com/.well-known/jwks.json" });
  expect(keys.json().keys[0]).toMatchObject({ kty: "RSA", alg: "RS256", use: "sig" });
  expect(keys.body).not.toContain('"d"');
});

test("password, address and the account itself change only within 5 minutes of signing in", async () => {
  const { idToken } = await signUpPerson(stack, "recent@example.com");
  stack.clock.advance(5 * 60 * 1000 + 1000);
  const tries: [string, object][] = [
    ["update", { password: "another-secret" }],
    ["update", { email: "elsewhere@example.com" }],
    ["signUp", { email: "recent@example.com", password: "another-secret" }],
    ["delete", {}],
  ];
  for (const [call, fields] of tries) {
    const answer = await callIdentity(stack, call, { idToken, ...fields });
    expect([call, answer.body.error?.message]).toEqual([call, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"]);
  }
  expect((await callIdentity(stack, "update", { idToken, displayName: "Still fine" })).status).toBe(200);
});
