import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserOf, logIn } from "../../../testing/browser-session.ts";
import type { TestAnswer } from "../../../testing/client.ts";
import { signUpPerson } from "../../../testing/identity-wire.ts";
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

test("[API-USER-008] logout ends the session", async () => {
  const browser = browserOf(stack, await logIn(stack, (await signUpPerson(stack, "out@example.com")).idToken));
  expect((await browser.post("/users/me/logout")).status).toBe(204);
  expect((await browser.get("/users/me")).status).toBe(401);
});

test("scripts learn that there is a session, not its id, and that it has ended", async () => {
  const open = await logIn(stack, (await signUpPerson(stack, "told@example.com")).idToken);
  const signedIn = (answer: TestAnswer) =>
    [answer.headers["set-cookie"] ?? []]
      .flat()
      .map(String)
      .find((text) => text.startsWith("litfass_signed_in="));
  expect(signedIn(open)).toMatch(/^litfass_signed_in=1; Max-Age=\d+; Path=\/; SameSite=Lax$/);
  expect(signedIn(await browserOf(stack, open).post("/users/me/logout"))).toMatch(
    /^litfass_signed_in=; .*Expires=Thu, 01 Jan 1970/,
  );
});

test("a changed role takes effect with the next call", async () => {
  const open = await logIn(stack, (await signUpPerson(stack, "demoted@example.com")).idToken);
  await setUser(open.body.uid, { role: "admin" });
  expect((await browserOf(stack, open).get("/users/me")).body.user_role).toBe("admin");
});

test("a session ends after 7 days without a call, and after 30 days", async () => {
  const start = stack.clock.now();
  const { idToken } = await signUpPerson(stack, "idle@example.com");
  const idle = browserOf(stack, await logIn(stack, idToken));
  const busy = browserOf(stack, await logIn(stack, idToken));
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
