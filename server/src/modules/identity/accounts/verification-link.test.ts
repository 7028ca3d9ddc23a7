import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserOf, logIn, sessionCookieOf } from "../../../testing/browser-session.ts";
import { callIdentity, linkInMail, signUpPerson } from "../../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { users } from "../../users/index.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const day = 24 * 60 * 60 * 1000;
const setUser = (uid: string, changes: Partial<typeof users.$inferInsert>) =>
  stack.platform.db.update(users).set(changes).where(eq(users.uid, uid));

test("[PAGE-008] [FIELD-USER-006] the mailed link verifies the address; a modified or expired link, or another user's, returns 403", async () => {
  const { idToken } = await signUpPerson(stack, "verify@example.com");
  const open = await logIn(stack, idToken);
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
  expect((await browserOf(stack, open).get("/users/me")).body.email_verified_at).toBe(stack.clock.now().toISOString());
  expect((await callIdentity(stack, "lookup", { idToken })).body.users[0].emailVerified).toBe(true);
});

test("[API-USER-026] a verification mail is sent once a minute, and never to a verified address", async () => {
  const open = await logIn(stack, (await signUpPerson(stack, "again@example.com")).idToken);
  const browser = browserOf(stack, open);
  const before = stack.outbox.length;
  expect((await browser.post("/email/verification-notification")).status).toBe(200);
  expect(stack.outbox.length).toBe(before + 1);
  const repeated = await browser.post("/email/verification-notification");
  expect([repeated.status, Number(repeated.headers["retry-after"]) > 0]).toEqual([429, true]);
  await setUser(open.body.uid, { emailVerifiedAt: new Date() });
  expect((await browser.post("/email/verification-notification")).status).toBe(200);
  expect(stack.outbox.length).toBe(before + 1);
});

test("[PAGE-010] the notice page offers an unverified user a new mail without scripts", async () => {
  const open = await logIn(stack, (await signUpPerson(stack, "notice@example.com")).idToken);
  const cookie = sessionCookieOf(open);
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
  expect([signedOut.statusCode, signedOut.headers.location]).toEqual([302, "/login?next=%2Femail%2Fverify"]);
});
