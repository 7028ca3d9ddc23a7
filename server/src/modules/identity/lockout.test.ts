import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { postFrom } from "../../testing/browser-session.ts";
import { callIdentity, linkInMail, signUpPerson } from "../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../testing/stack.ts";
import { createLockout } from "./lockout.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const signIn = (email: string, password: string, address = "203.0.113.7") =>
  callIdentity(stack, "signInWithPassword", { email, password }, { address });

test("[ERR-017] 5 failures lock a pair of network address and account for 15 minutes; a reset lifts the lock", async () => {
  await signUpPerson(stack, "locked@example.com");
  const fail = () => signIn("locked@example.com", "wrong-password");
  for (let attempt = 0; attempt < 5; attempt++) expect((await fail()).body.error.message).toBe("INVALID_PASSWORD");
  const sixth = await signIn("locked@example.com", "hunter2hunter2");
  expect([sixth.status, sixth.body.error.message]).toEqual([
    400,
    expect.stringMatching(/^TOO_MANY_ATTEMPTS_TRY_LATER/),
  ]);
  expect((await signIn("locked@example.com", "hunter2hunter2", "203.0.113.8")).status).toBe(200);
  const post = postFrom(stack, "198.51.100.5");
  await post("/auth/forgot-password", { email: "locked@example.com" });
  const token = linkInMail(stack, "locked@example.com").searchParams.get("token");
  const password = "another-secret";
  await post("/auth/reset", { email: "locked@example.com", token, password, password_confirmation: password });
  expect((await signIn("locked@example.com", password)).status).toBe(200);
});

test("[ERR-017] the lock of a pair ends after 15 minutes, and concurrent guesses are counted", async () => {
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
  // Most attempts are only counted, because comparing fifty passwords is slow.
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
