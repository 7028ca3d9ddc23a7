import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserOf, logIn } from "../../../testing/browser-session.ts";
import { callIdentity, linkInMail, signUpPerson } from "../../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { creditManually } from "../../billing/index.ts";
import { users } from "../../users/index.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const password = "hunter2hunter2";
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1";

/** Signs in like a browser; its cookie is the session. */
async function browser(idToken: string, agent = firefox) {
  const answer = await logIn(stack, idToken, { "user-agent": agent });
  return { uid: String(answer.body.uid), ...browserOf(stack, answer) };
}

const signIn = (email: string, secret = password) =>
  callIdentity(stack, "signInWithPassword", { email, password: secret });
const userOf = async (uid: string) => (await stack.platform.db.select().from(users).where(eq(users.uid, uid)))[0];

test("own sessions are listed with their devices and can be ended one by one or all except the current one", async () => {
  const { idToken } = await signUpPerson(stack, "sessions@example.com");
  const desk = await browser(idToken);
  stack.clock.advance(60_000);
  const phone = await browser(idToken, iphone);
  const other = await browser((await signUpPerson(stack, "other-sessions@example.com")).idToken);
  const { body } = await desk.get("/users/me/sessions");
  expect(body.sessions).toMatchObject([
    { browser: "Firefox", system: "Windows", network: "127.0.0.x", is_current: true },
    { browser: "Safari", system: "iPhone", network: "127.0.0.x", is_current: false },
  ]);
  const phoneId = body.sessions[1].id;
  expect((await other.delete(`/users/me/sessions/${phoneId}`)).status).toBe(404);
  expect((await phone.get("/users/me")).status).toBe(200);
  expect((await desk.delete(`/users/me/sessions/${phoneId}`)).status).toBe(204);
  expect((await phone.get("/users/me")).status).toBe(401);
  const tablet = await browser(idToken, iphone);
  expect((await desk.delete("/users/me/sessions")).status).toBe(204);
  expect((await tablet.get("/users/me")).status).toBe(401);
  expect((await other.get("/users/me")).status).toBe(200);
  expect((await desk.get("/users/me/sessions")).body.sessions).toHaveLength(1);
});

test("changing the address needs the password and the mailed link; the previous address gets a notice", async () => {
  const { idToken } = await signUpPerson(stack, "before@example.com");
  await signUpPerson(stack, "taken@example.com");
  const person = await browser(idToken);
  const ask = (email: string, secret?: string) => person.post("/users/me/email", { email, password: secret });
  expect((await ask("after@example.com")).body.errors).toHaveProperty("password");
  expect((await ask("after@example.com", "wrong-password")).body.errors).toHaveProperty("password");
  expect((await ask("taken@example.com", password)).body.errors.email).toEqual(["This e-mail is already in use"]);
  expect((await ask("Before@example.com", password)).body.errors).toHaveProperty("email");
  expect((await ask("after@example.com", password)).status).toBe(200);
  expect((await userOf(person.uid))?.email).toBe("before@example.com");
  const link = linkInMail(stack, "after@example.com");
  expect((await stack.visitor().get(`/${link.pathname}${link.search}`)).status).toBe(302);
  expect(await userOf(person.uid)).toMatchObject({ email: "after@example.com", emailVerifiedAt: stack.clock.now() });
  expect(stack.outbox.at(-1)).toMatchObject({ to: "before@example.com", subject: "Your sign-in address was changed" });
  expect(stack.outbox.at(-1)?.text).toContain("after@example.com");
  expect((await signIn("before@example.com")).status).toBe(400);
  expect((await signIn("after@example.com")).status).toBe(200);
  expect((await stack.visitor().get(`/${link.pathname}${link.search}`)).status).toBe(403);
});

test("an account without a password needs a sign-in within the last five minutes", async () => {
  const person = await browser((await signUpPerson(stack, "social@example.com")).idToken);
  await stack.platform.db
    .update(users)
    .set({ signInProviders: ["google"] })
    .where(eq(users.uid, person.uid));
  expect((await person.post("/users/me/email", { email: "social-new@example.com" })).status).toBe(200);
  stack.clock.advance(5 * 60_000 + 1);
  const late = await person.post("/users/me/email", { email: "social-newer@example.com" });
  expect([late.status, late.body.code]).toEqual([409, "sign_in_again"]);
});

test("typing the address closes the account; campaigns, orders, a publisher and money return 409", async () => {
  const email = "leaving@example.com";
  const person = await browser((await signUpPerson(stack, email)).idToken);
  const at = stack.clock.now();
  const { db } = stack.platform;
  const close = (changes: object = {}) => person.post("/users/me/close", { email, password, ...changes });
  expect((await close({ password: "wrong-password" })).body.errors).toHaveProperty("password");
  expect((await close({ email: "someone@example.com" })).body.errors).toHaveProperty("email");
  const credit = { ownerUid: person.uid, currency: "CHF", amountMicros: 12_300_000n, key: "closing", actorUid: "x" };
  await db.transaction((tx) => creditManually(tx, { ...credit, currency: "CHF", description: "Gift", at }));
  expect((await person.get("/users/me/closing")).body).toEqual({
    can_close: true,
    running_campaigns: 0,
    settling_campaigns: 0,
    open_orders: 0,
    publisher: null,
    balances: [{ currency: "CHF", amount: 12.3, amount_formatted: "12.30" }],
  });
  expect((await close()).body.code).toBe("balance_left");
  await db.execute(sql`insert into campaigns (owner_uid, name, status, currency, total_budget_micros, start_on, end_on,
      activated_at, created_at, updated_at)
    values (${person.uid}, 'Runs', 'ACTIVE', 'CHF', 1000000, '2026-03-01', '2026-03-31', now(), now(), now())`);
  expect((await person.get("/users/me/closing")).body).toMatchObject({ can_close: false, running_campaigns: 1 });
  expect((await close({ leaves_balance: true })).body.code).toBe("account_in_use");
  await db.execute(sql`update campaigns set status = 'ENDED' where owner_uid = ${person.uid}`);
  expect((await person.get("/users/me/closing")).body).toMatchObject({ can_close: false, settling_campaigns: 1 });
  await db.execute(sql`update campaigns set settled_at = now() where owner_uid = ${person.uid}`);
  await db.execute(sql`insert into publishers (owner_uid, name, state, currency, seller_id, created_at)
    values (${person.uid}, 'Seeblatt', 'active', 'CHF', 'seller-1', now())`);
  expect((await person.get("/users/me/closing")).body).toMatchObject({ can_close: false, publisher: "active" });
  expect((await close({ leaves_balance: true })).body.code).toBe("account_in_use");
  await db.execute(sql`update publishers set state = 'suspended' where owner_uid = ${person.uid}`);
  await db.execute(sql`insert into publisher_statements
      (publisher_id, month, currency, state, accrued_micros, net_micros, lines, created_at)
    select id, '2026-02', 'CHF', 'open', 1000000, 1000000, '[]', now() from publishers where owner_uid = ${person.uid}`);
  expect((await person.get("/users/me/closing")).body).toMatchObject({ can_close: false, publisher: "unpaid" });
  const { uid: other } = await stack.signIn("customer");
  await db.execute(sql`insert into publishers (owner_uid, name, state, currency, seller_id, created_at)
    values (${other}, 'Other', 'active', 'CHF', 'seller-2', now())`);
  await db.execute(sql`update publisher_statements
    set publisher_id = (select id from publishers where owner_uid = ${other})`);
  const again = await browser((await signIn(email)).body.idToken);
  expect((await close({ leaves_balance: true })).status).toBe(204);
  expect((await again.get("/users/me")).status).toBe(401);
  expect((await signIn(email)).body.error.message).toBe("EMAIL_NOT_FOUND");
  expect(await userOf(person.uid)).toMatchObject({ status: 4, email, signInProviders: [] });
  expect(stack.outbox.at(-1)).toMatchObject({ to: email, subject: "Your account is closed" });
  const admin = await stack.signIn("super_admin");
  const audit = await admin.get(`/admin/users/${person.uid}/audit`);
  expect(audit.body.data[0]).toMatchObject({ action: "account_closed", actor: { uid: person.uid } });
  expect(await stack.platform.jobs.drain("account.leave-services")).toBe(1);
  const fresh = await browser((await signUpPerson(stack, email)).idToken);
  expect(fresh.uid).not.toBe(person.uid);
});

test("deleting the identity archives its user, ends the sessions and releases the address", async () => {
  const email = "gone-directly@example.com";
  const { idToken } = await signUpPerson(stack, email);
  const person = await browser(idToken);
  expect((await person.get("/users/me")).status).toBe(200);
  expect((await callIdentity(stack, "delete", { idToken })).status).toBe(200);
  expect((await person.get("/users/me")).status).toBe(401);
  expect(await userOf(person.uid)).toMatchObject({ status: 4, email, signInProviders: [] });
  const admin = await stack.signIn("super_admin");
  const audit = await admin.get(`/admin/users/${person.uid}/audit`);
  expect(audit.body.data[0]).toMatchObject({ action: "account_closed", actor: { uid: person.uid } });
  expect(await stack.platform.jobs.drain("account.leave-services")).toBe(1);
  const fresh = await browser((await signUpPerson(stack, email)).idToken);
  expect(fresh.uid).not.toBe(person.uid);
  const { idToken: unused } = await signUpPerson(stack, "never-logged-in@example.com");
  expect((await callIdentity(stack, "delete", { idToken: unused })).status).toBe(200);
});
