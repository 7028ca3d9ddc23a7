import { afterAll, beforeAll, expect, test } from "vitest";
import { postFrom } from "../../../testing/browser-session.ts";
import { createTestClient } from "../../../testing/client.ts";
import { callIdentity, linkInMail, signUpPerson } from "../../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const signIn = (email: string, password: string, address = "203.0.113.7") =>
  callIdentity(stack, "signInWithPassword", { email, password }, { address });

test("[API-AUTH-001] [ERR-007] forgot-password mails a link; 403 for an unknown address, 429 after many requests", async () => {
  await signUpPerson(stack, "forgot@example.com");
  const post = postFrom(stack, "198.51.100.1");
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
  expect(
    (await postFrom(stack, "198.51.100.2")("/auth/forgot-password", { email: "nobody-30@example.com" })).status,
  ).toBe(403);
});

test("[API-AUTH-003] [RULE-017] [CONST-029] auth/reset sets the password once, with a token for the same address", async () => {
  await signUpPerson(stack, "reset@example.com", "first-password");
  const post = postFrom(stack, "198.51.100.3");
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
  const me = () => createTestClient(stack, {}).get("/users/me", { cookie });
  expect((await me()).status).toBe(200);
  const post = postFrom(stack, "198.51.100.4");
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

test("the header X-Firebase-Locale determines the language of a mail", async () => {
  await signUpPerson(stack, "sprache@example.com");
  const send = (locale: string) =>
    callIdentity(stack, "sendOobCode", { requestType: "PASSWORD_RESET", email: "sprache@example.com" }, { locale });
  await send("de-CH");
  expect(stack.outbox.at(-1)).toMatchObject({ subject: "Legen Sie ein neues Passwort fest" });
  expect(stack.outbox.at(-1)?.html).toContain('<html lang="de">');
  await send("en");
  expect(stack.outbox.at(-1)?.subject).toBe("Set a new password");
});
