import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserOf, logIn, sessionCookieOf } from "../../../testing/browser-session.ts";
import { createTestClient } from "../../../testing/client.ts";
import { callIdentity, signUpPerson } from "../../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { users } from "../../users/index.ts";
import { sessions } from "../tables.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const setUser = (uid: string, changes: Partial<typeof users.$inferInsert>) =>
  stack.platform.db.update(users).set(changes).where(eq(users.uid, uid));

test("[API-USER-007] [FIELD-USER-011] the first login creates a customer, mails a link and opens a session", async () => {
  const { idToken } = await signUpPerson(stack, "anna@example.com");
  const answer = await logIn(stack, idToken, { "accept-language": "de" });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    user_role: "customer",
    user_status: null,
    email: "anna@example.com",
    email_verified_at: null,
    providerData: [{ providerId: "password" }],
    lang: "de",
  });
  expect(stack.outbox.at(-1)).toMatchObject({ to: "anna@example.com", subject: "Bestätigen Sie Ihre E-Mail-Adresse" });
  const cookie = [answer.headers["set-cookie"]]
    .flat()
    .map(String)
    .find((text) => text.startsWith("litfass_session="));
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).toMatch(/SameSite=Lax/);
  const me = await browserOf(stack, answer).get("/users/me");
  expect(me.body.uid).toBe(answer.body.uid);
  const kept = await stack.platform.db.select().from(sessions);
  expect(JSON.stringify(kept)).not.toContain(sessionCookieOf(answer).split("=")[1]);
  expect((await stack.visitor().post("/login", { fb_token: idToken })).body.uid).toBe(answer.body.uid);
});

test("a new login ends the browser's previous session (rotation)", async () => {
  const { idToken } = await signUpPerson(stack, "rotation@example.com");
  const first = await logIn(stack, idToken);
  const id = sessionCookieOf(first).split("=")[1] ?? "";
  const token = stack.app.services.antiForgery.token(id);
  const second = await createTestClient(stack, {}).post(
    "/login",
    { fb_token: idToken },
    { cookie: `litfass_session=${id}; XSRF-TOKEN=${token}`, "x-xsrf-token": token },
  );
  expect(sessionCookieOf(second)).not.toBe(sessionCookieOf(first));
  expect((await browserOf(stack, first).get("/users/me")).status).toBe(401);
  expect((await browserOf(stack, second).get("/users/me")).status).toBe(200);
});

test("login returns 403 with a message for disabled and archived users; an open session gets 430 or ends", async () => {
  const { idToken } = await signUpPerson(stack, "disabled@example.com");
  const open = await logIn(stack, idToken);
  const browser = browserOf(stack, open);
  await setUser(open.body.uid, {
    status: 3,
    emailVerifiedAt: new Date(),
    countryCode: "CH",
    termsAcceptedAt: new Date(),
  });
  const refused = await logIn(stack, idToken);
  expect([refused.status, refused.body.message]).toEqual([
    403,
    "Access to this account has been temporarily disabled. Please contact Administrator",
  ]);
  expect(sessionCookieOf(refused)).toBe("");
  const blocked = await browser.post("/users/password", { password: "12345678", password_confirmation: "12345678" });
  expect([blocked.status, blocked.body.user_status, blocked.body.uid]).toEqual([430, 3, open.body.uid]);
  expect((await browser.get("/users/me")).body.user_status).toBe(3);
  await setUser(open.body.uid, { status: 4 });
  expect((await logIn(stack, idToken)).status).toBe(403);
  expect((await browser.get("/users/me")).status).toBe(401);
  await setUser(open.body.uid, { status: 2 });
  expect((await logIn(stack, idToken)).status).toBe(200);
});

test("[API-USER-005] [API-USER-006] users/check needs a valid token", async () => {
  const { idToken } = await signUpPerson(stack, "check@example.com");
  expect((await stack.visitor().get("/users/check")).status).toBe(401);
  expect((await stack.visitor().get("/users/check?fb_token=forged")).status).toBe(401);
  const unknown = await stack.visitor().get(`/users/check?fb_token=${idToken}`);
  expect(unknown.body).toEqual({ userExists: false, role: null });
  await logIn(stack, idToken);
  const known = await stack.visitor().get("/users/check", { authorization: `Bearer ${idToken}` });
  expect(known.body).toEqual({ userExists: true, role: "customer" });
});

test("an identity with the address of another user gets its own user", async () => {
  const first = await signUpPerson(stack, "twin@example.com");
  const firstUser = await logIn(stack, first.idToken);
  await callIdentity(stack, "delete", { idToken: first.idToken });
  expect((await browserOf(stack, firstUser).get("/users/me")).status).toBe(401);
  const second = await signUpPerson(stack, "twin@example.com");
  expect((await logIn(stack, second.idToken)).body.uid).not.toBe(firstUser.body.uid);
});
