import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestClient, type TestAnswer } from "../../../testing/client.ts";
import { callIdentity, linkInMail, signUpPerson } from "../../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { users } from "../../users/index.ts";
import { sessions } from "../tables.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const day = 24 * 60 * 60 * 1000;
const logIn = (idToken: string, headers?: Record<string, string>) =>
  stack.visitor().post("/login", { fb_token: idToken }, headers);
const cookieOf = (answer: TestAnswer): string => {
  const cookies = [answer.headers["set-cookie"] ?? []].flat().map(String);
  return cookies.find((cookie) => cookie.startsWith("litfass_session="))?.split(";")[0] ?? "";
};
/** A client with the session of a login, as a browser has it. */
const browserOf = (answer: TestAnswer) => {
  const id = cookieOf(answer).split("=")[1] ?? "";
  const token = stack.app.kit.antiForgery.token(id);
  const headers = { cookie: `litfass_session=${id}; XSRF-TOKEN=${token}`, "x-xsrf-token": token };
  const client = createTestClient(stack.app, {});
  return {
    get: (path: string) => client.get(path, headers),
    post: (path: string, body?: unknown) => client.post(path, body, headers),
  };
};
const setUser = (uid: string, changes: Partial<typeof users.$inferInsert>) =>
  stack.platform.db.update(users).set(changes).where(eq(users.uid, uid));

test("[API-USER-007] [FIELD-USER-011] the first login creates a customer, mails a link and opens a session", async () => {
  const { idToken } = await signUpPerson(stack, "anna@example.com");
  const answer = await logIn(idToken, { "accept-language": "de" });
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
  const me = await browserOf(answer).get("/users/me");
  expect(me.body.uid).toBe(answer.body.uid);
  const kept = await stack.platform.db.select().from(sessions);
  expect(JSON.stringify(kept)).not.toContain(cookieOf(answer).split("=")[1]);
  expect((await stack.visitor().post("/login", { fb_token: idToken })).body.uid).toBe(answer.body.uid);
});

test("a new login ends the session that the browser had (rotation)", async () => {
  const { idToken } = await signUpPerson(stack, "rotation@example.com");
  const first = await logIn(idToken);
  const id = cookieOf(first).split("=")[1] ?? "";
  const token = stack.app.kit.antiForgery.token(id);
  const second = await createTestClient(stack.app, {}).post(
    "/login",
    { fb_token: idToken },
    { cookie: `litfass_session=${id}; XSRF-TOKEN=${token}`, "x-xsrf-token": token },
  );
  expect(cookieOf(second)).not.toBe(cookieOf(first));
  expect((await browserOf(first).get("/users/me")).status).toBe(401);
  expect((await browserOf(second).get("/users/me")).status).toBe(200);
});

test("[API-USER-008] logout ends the session", async () => {
  const browser = browserOf(await logIn((await signUpPerson(stack, "out@example.com")).idToken));
  expect((await browser.post("/users/me/logout")).status).toBe(204);
  expect((await browser.get("/users/me")).status).toBe(401);
});

test("a disabled or archived user gets 403 with the text at login; an open session gets 430 or ends", async () => {
  const { idToken } = await signUpPerson(stack, "disabled@example.com");
  const open = await logIn(idToken);
  const browser = browserOf(open);
  await setUser(open.body.uid, {
    status: 3,
    emailVerifiedAt: new Date(),
    countryCode: "CH",
    termsAcceptedAt: new Date(),
  });
  const refused = await logIn(idToken);
  expect([refused.status, refused.body.message]).toEqual([
    403,
    "Access to this account has been temporarily disabled. Please contact Administrator",
  ]);
  expect(cookieOf(refused)).toBe("");
  const blocked = await browser.post("/users/password", { password: "12345678", password_confirmation: "12345678" });
  expect([blocked.status, blocked.body.user_status, blocked.body.uid]).toEqual([430, 3, open.body.uid]);
  expect((await browser.get("/users/me")).body.user_status).toBe(3);
  await setUser(open.body.uid, { status: 4 });
  expect((await logIn(idToken)).status).toBe(403);
  expect((await browser.get("/users/me")).status).toBe(401);
  await setUser(open.body.uid, { status: 2 });
  expect((await logIn(idToken)).status).toBe(200);
});

test("a demoted user has the new role at the next call", async () => {
  const open = await logIn((await signUpPerson(stack, "demoted@example.com")).idToken);
  await setUser(open.body.uid, { role: "admin" });
  expect((await browserOf(open).get("/users/me")).body.user_role).toBe("admin");
});

test("a session ends after 7 days without a call, and after 30 days", async () => {
  const start = stack.clock.now();
  const { idToken } = await signUpPerson(stack, "idle@example.com");
  const idle = browserOf(await logIn(idToken));
  const busy = browserOf(await logIn(idToken));
  stack.clock.advance(6 * day);
  expect((await busy.get("/users/me")).status).toBe(200);
  stack.clock.advance(2 * day);
  expect((await idle.get("/users/me")).status).toBe(401);
  for (let days = 8; days < 30; days += 6) {
    expect((await busy.get("/users/me")).status).toBe(200);
    stack.clock.advance(6 * day);
  }
  expect((await busy.get("/users/me")).status).toBe(401);
  stack.clock.set(start);
});

test("[API-USER-005] [API-USER-006] users/check answers the holder of a token only", async () => {
  const { idToken } = await signUpPerson(stack, "check@example.com");
  expect((await stack.visitor().get("/users/check")).status).toBe(401);
  expect((await stack.visitor().get("/users/check?fb_token=forged")).status).toBe(401);
  const unknown = await stack.visitor().get(`/users/check?fb_token=${idToken}`);
  expect(unknown.body).toEqual({ userExists: false, role: null });
  await logIn(idToken);
  const known = await stack.visitor().get("/users/check", { authorization: `Bearer ${idToken}` });
  expect(known.body).toEqual({ userExists: true, role: "customer" });
});

test("an identity with the address of another user is another user", async () => {
  const first = await signUpPerson(stack, "twin@example.com");
  const firstUser = await logIn(first.idToken);
  await callIdentity(stack, "delete", { idToken: first.idToken });
  expect((await browserOf(firstUser).get("/users/me")).status).toBe(401);
  const second = await signUpPerson(stack, "twin@example.com");
  expect((await logIn(second.idToken)).body.uid).not.toBe(firstUser.body.uid);
});

test("[PAGE-008] [FIELD-USER-006] the mailed link verifies the address; an altered, foreign or late one answers 403", async () => {
  const { idToken } = await signUpPerson(stack, "verify@example.com");
  const open = await logIn(idToken);
  const link = linkInMail(stack, "verify@example.com");
  const visit = (path: string) => stack.app.inject({ method: "GET", url: path });
  const path = `${link.pathname}${link.search}`;
  const altered = [
    path.replace(/verify\/[^/]+\//, "verify/someone-else-1/"),
    path.replace(/\/[0-9a-f]{40}\?/, `/${"0".repeat(40)}?`),
    path.replace(/expires=\d+/, "expires=99999999999"),
    path.replace(/signature=[^&]+/, "signature=forged"),
    link.pathname,
  ];
  for (const bad of altered) expect((await visit(bad)).statusCode).toBe(403);
  stack.clock.advance(3 * day + 1000);
  expect((await visit(path)).statusCode).toBe(403);
  stack.clock.advance(-3 * day - 1000);
  const good = await visit(path);
  expect([good.statusCode, good.headers.location]).toEqual([302, "/verify-email?verified=1"]);
  expect((await browserOf(open).get("/users/me")).body.email_verified_at).toBe(stack.clock.now().toISOString());
  expect((await callIdentity(stack, "lookup", { idToken })).body.users[0].emailVerified).toBe(true);
});

test("[API-USER-026] a new verification mail: sent, 429 when repeated, none to a verified address", async () => {
  const open = await logIn((await signUpPerson(stack, "again@example.com")).idToken);
  const browser = browserOf(open);
  const before = stack.outbox.length;
  expect((await browser.post("/email/verification-notification")).status).toBe(200);
  expect(stack.outbox.length).toBe(before + 1);
  const repeated = await browser.post("/email/verification-notification");
  expect([repeated.status, Number(repeated.headers["retry-after"]) > 0]).toEqual([429, true]);
  await setUser(open.body.uid, { emailVerifiedAt: new Date() });
  expect((await browser.post("/email/verification-notification")).status).toBe(200);
  expect(stack.outbox.length).toBe(before + 1);
});

test("[PAGE-010] the notice page offers a new mail to an unverified user, without scripts but the theme's", async () => {
  const open = await logIn((await signUpPerson(stack, "notice@example.com")).idToken);
  const cookie = cookieOf(open);
  const page = await stack.app.inject({
    method: "GET",
    url: "/email/verify",
    headers: { cookie, "accept-language": "de" },
  });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain("Neue E-Mail senden");
  expect(page.body).not.toMatch(/<script(?! src="\/theme\.js"><\/script>)/);
  const token = /name="_token" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
  const send = (field: string) =>
    stack.app.inject({
      method: "POST",
      url: "/email/verify",
      headers: { cookie: `${cookie}; XSRF-TOKEN=${token}`, "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ _token: field }).toString(),
    });
  const before = stack.outbox.length;
  expect((await send("forged")).statusCode).toBe(419);
  expect((await send(token)).statusCode).toBe(200);
  expect(stack.outbox.length).toBe(before + 1);
  expect((await send(token)).statusCode).toBe(429);
  const signedOut = await stack.app.inject({ method: "GET", url: "/email/verify" });
  expect([signedOut.statusCode, signedOut.headers.location]).toEqual([302, "/login"]);
});
