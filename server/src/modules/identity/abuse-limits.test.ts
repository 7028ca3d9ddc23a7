import { sourceOf } from "@litfass/platform/config/network";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appServices, createAppExecutor } from "../../processes/app-executor.ts";
import { createTestClient } from "../../testing/client.ts";
import { callIdentity, linkInMail, signUpPerson } from "../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../testing/stack.ts";
import { cleanUpIdentity } from "./clean-up.ts";
import { counterKey, createCounter } from "./limits.ts";
import { createLockout } from "./lockout.ts";
import { accounts } from "./tables.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const password = "hunter2hunter2";
const mailsTo = (part: string) => stack.outbox.filter(({ to }) => to.includes(part)).length;

/** Calls the API from a network address. */
async function callFrom(address: string, path: string, payload: object, cookie = "") {
  const session = /litfass_session=([^;]+)/.exec(cookie)?.[1] ?? null;
  const token = stack.app.services.antiForgery.token(session);
  const response = await stack.app.inject({
    method: "POST",
    url: `/api/v1${path}`,
    remoteAddress: address,
    headers: {
      cookie: `XSRF-TOKEN=${token}${session ? `; litfass_session=${session}` : ""}`,
      "x-xsrf-token": token,
    },
    payload,
  });
  return { status: response.statusCode, cookie: String(response.headers["set-cookie"] ?? "") };
}

/** An account with a verified address. */
async function newOwner(email: string): Promise<void> {
  const { localId } = await signUpPerson(stack, email);
  await stack.platform.db.update(accounts).set({ emailVerified: true }).where(eq(accounts.localId, localId));
}

/** Signs up, opens a session and deletes the identity again: repeated, this could flood a mailbox. */
async function comeAndGo(email: string, address: string): Promise<number> {
  const { body } = await callIdentity(stack, "signUp", { email, password }, { address });
  const { status } = await callFrom(address, "/login", { fb_token: body.idToken });
  await callIdentity(stack, "delete", { idToken: body.idToken }, { address });
  return status;
}

test("repeated sign-ups send a limited number of verification mails to a mailbox, including plus addresses", async () => {
  for (let turn = 0; turn < 12; turn++) expect(await comeAndGo("prey@victim.example", "203.0.113.1")).toBe(200);
  expect(mailsTo("prey@victim.example")).toBe(5);
  for (let turn = 0; turn < 15; turn++) await comeAndGo(`bird+${turn}@victim.example`, `203.0.113.${turn + 10}`);
  expect(mailsTo("bird+")).toBe(10);
}, 60_000);

test("changing an account to and from an unverified address sends it a limited number of notices", async () => {
  let { idToken } = await signUpPerson(stack, "mover@example.com");
  await callFrom("203.0.113.90", "/login", { fb_token: idToken });
  for (let turn = 0; turn < 8; turn++) {
    for (const email of ["notice@victim.example", `mover${turn}@example.com`]) {
      ({ idToken } = (await callIdentity(stack, "update", { idToken, email })).body);
    }
  }
  expect(mailsTo("notice@victim.example")).toBe(5);
});

test("requests for a verification mail are limited per address, not only per user", async () => {
  const { idToken } = await signUpPerson(stack, "again@victim.example");
  const login = await callFrom("203.0.113.80", "/login", { fb_token: idToken });
  for (let turn = 0; turn < 8; turn++) {
    await callIdentity(stack, "sendOobCode", { requestType: "VERIFY_EMAIL", idToken }, { address: "203.0.113.80" });
  }
  const before = mailsTo("again@victim.example");
  const asked = await callFrom("203.0.113.80", "/email/verification-notification", {}, login.cookie);
  expect([asked.status, mailsTo("again@victim.example")]).toEqual([429, before]);
});

test("password requests from another network do not use up the owner's mail limit", async () => {
  const email = "reserve@example.com";
  await newOwner(email);
  const forgot = (address: string) => callFrom(address, "/auth/forgot-password", { email });
  const stranger: number[] = [];
  for (let turn = 0; turn < 6; turn++) stranger.push((await forgot("198.51.100.66")).status);
  expect(stranger).toEqual([200, 200, 200, 200, 429, 429]);
  expect((await forgot("198.51.100.67")).status).toBe(200);
  expect((await forgot("198.51.100.68")).status).toBe(429);
  const { body } = await callIdentity(stack, "signInWithPassword", { email, password }, { address: "192.0.2.5" });
  expect(body.localId).toBeTruthy();
  expect((await forgot("192.0.2.5")).status).toBe(200);
});

test("a locked account stays accessible from networks of earlier sign-ins", async () => {
  const email = "home@example.com";
  await newOwner(email);
  const signIn = (address: string, secret = password) =>
    callIdentity(stack, "signInWithPassword", { email, password: secret }, { address });
  expect((await signIn("192.0.2.10")).status).toBe(200);
  // The attempts are only counted, because comparing fifty passwords is slow.
  const lockout = createLockout(stack.platform);
  for (let attempt = 0; attempt < 60; attempt++) await lockout.admit(`198.51.100.${attempt}`, email);
  expect((await signIn("192.0.2.11")).body.error.message).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
  expect((await signIn("192.0.2.10")).status).toBe(200);
  for (let attempt = 0; attempt < 5; attempt++) {
    expect((await signIn("192.0.2.10", "wrong-password")).body.error.message).toBe("INVALID_PASSWORD");
  }
  expect((await signIn("192.0.2.10")).body.error.message).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
});

test("the network of a person who signs up with an unverified address is not taken for its owner's", async () => {
  const email = "squatted@example.com";
  await signUpPerson(stack, email);
  const signIn = (address: string) => callIdentity(stack, "signInWithPassword", { email, password }, { address });
  expect((await signIn("192.0.2.40")).status).toBe(200);
  const lockout = createLockout(stack.platform);
  for (let attempt = 0; attempt < 60; attempt++) await lockout.admit(`198.51.100.${attempt}`, email);
  expect((await signIn("192.0.2.40")).body.error?.message).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
});

test("a network can check at most 100 addresses for accounts in 15 minutes", async () => {
  await signUpPerson(stack, "probed@example.com");
  const address = "198.51.100.200";
  const ask = (identifier: string, from = address) =>
    callIdentity(stack, "createAuthUri", { identifier, continueUri: "http://localhost" }, { address: from });
  for (let turn = 0; turn < 100; turn++) expect((await ask(`p${turn}@example.com`)).status).toBe(200);
  const tooMany = expect.stringMatching(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
  expect((await ask("probed@example.com")).body.error.message).toEqual(tooMany);
  const credentials = { email: "probed@example.com", password };
  for (const call of ["signInWithPassword", "signUp"]) {
    expect((await callIdentity(stack, call, credentials, { address })).body.error.message).toEqual(tooMany);
  }
  expect((await callIdentity(stack, "signUp", {}, { address })).body.error.message).toEqual(tooMany);
  expect((await ask("probed@example.com", "198.51.100.201")).body.registered).toBe(true);
  const { status } = await callIdentity(stack, "signInWithPassword", credentials, { address: "198.51.100.201" });
  expect(status).toBe(200);
});

test("a network can open at most 200 accounts in 15 minutes", async () => {
  const address = "198.51.100.230";
  await createCounter(stack.platform, "sign-up-from", 200, 900).set(counterKey(sourceOf(address)), 199, 900);
  const open = (email: string, from = address) => callIdentity(stack, "signUp", { email, password }, { address: from });
  expect((await open("two-hundredth@example.com")).status).toBe(200);
  const tooMany = expect.stringMatching(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
  expect((await open("one-more@example.com")).body.error.message).toEqual(tooMany);
  expect((await open("one-more@example.com", "198.51.100.231")).status).toBe(200);
});

test("images must be https URLs, and mailed links lead back to this site only", async () => {
  const { idToken } = await signUpPerson(stack, "picture@example.com");
  const update = async (photoUrl: string) => (await callIdentity(stack, "update", { idToken, photoUrl })).status;
  for (const url of ["javascript:alert(1)", "http://example.com/p.png", "p.png"]) expect(await update(url)).toBe(400);
  expect(await update("https://example.com/p.png")).toBe(200);
  const verify = (continueUrl: string) =>
    callIdentity(stack, "sendOobCode", { requestType: "VERIFY_EMAIL", idToken, continueUrl });
  expect((await verify("https://evil.example/")).body.error.message).toBe("UNAUTHORIZED_DOMAIN");
  expect((await verify("javascript://localhost/")).body.error.message).toBe("INVALID_CONTINUE_URI");
  expect((await verify("http://localhost/done")).status).toBe(200);
  expect(linkInMail(stack, "picture@example.com").searchParams.get("continueUrl")).toBe("http://localhost/done");
});

test.each([
  "a;b@victim.example",
  "aa<victim@victim.example>",
  "bcc:c@victim.example",
  "a@b@victim.example",
  'q"@v.example',
])("rejects an address with header syntax: %s", async (email) => {
  const { body } = await callIdentity(stack, "signUp", { email, password });
  expect(body.error.message).toBe("INVALID_EMAIL");
  const forgot = await createTestClient(stack, {}).post("/auth/forgot-password", { email });
  expect(forgot.status).toBe(422);
});

test("the clean-up deletes limits that expired, and no others", async () => {
  const { db, clock } = stack.platform;
  const expiry = { expired: clock.now().getTime() - 1, open: clock.now().getTime() + 60_000 };
  for (const [key, expire] of Object.entries(expiry))
    await db.execute(sql`insert into identity_limits (key, points, expire) values (${key}, 1, ${expire})`);
  const execute = createAppExecutor(stack.platform, appServices(stack.platform));
  await execute(cleanUpIdentity, { actor: { kind: "job", name: "identity.clean-up" }, input: null, lang: "en" });
  const { rows } = await db.execute(sql`select key from identity_limits where key in ('expired', 'open')`);
  expect(rows).toEqual([{ key: "open" }]);
});
