import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { authenticatorCode } from "../../../testing/authenticator-code.ts";
import { createTestClient } from "../../../testing/client.ts";
import { callIdentity, linkInMail, signUpPerson } from "../../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { creditManually } from "../../billing/index.ts";
import { users } from "../../users/index.ts";
import { accountProviders, accounts } from "../tables.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const password = "hunter2hunter2";
const errorOf = async (call: string, body: object) =>
  String((await callIdentity(stack, call, body)).body.error?.message ?? "none").split(" : ")[0];
const userOf = async (uid: string) => (await stack.platform.db.select().from(users).where(eq(users.uid, uid)))[0];
const accountOf = async (localId: string) =>
  (await stack.platform.db.select().from(accounts).where(eq(accounts.localId, localId)))[0];

/** The cookies of a response, as a browser sends them. */
const cookiesOf = (setCookie: unknown): string =>
  [setCookie ?? []]
    .flat()
    .map((each) => String(each).split(";")[0] ?? "")
    .join("; ");

function clientOf(cookie: string) {
  const session = /litfass_session=([^;]+)/.exec(cookie)?.[1] ?? null;
  const token = stack.app.services.antiForgery.token(session);
  const others = cookie.split("; ").filter((each) => !each.startsWith("XSRF-TOKEN="));
  const headers = { cookie: [...others, `XSRF-TOKEN=${token}`].join("; "), "x-xsrf-token": token };
  const client = createTestClient(stack, {});
  return {
    get: (path: string) => client.get(path, headers),
    post: (path: string, body?: unknown) => client.post(path, body, headers),
  };
}

/** A user with a verified address and an open session. */
async function newPerson(email: string) {
  const { idToken, localId } = await signUpPerson(stack, email, password);
  await stack.platform.db.update(accounts).set({ emailVerified: true }).where(eq(accounts.localId, localId));
  const login = await stack.visitor().post("/login", { fb_token: idToken });
  const browser = clientOf(cookiesOf(login.headers["set-cookie"]));
  return { idToken, localId, uid: String(login.body.uid), browser };
}

async function enrol(browser: ReturnType<typeof clientOf>): Promise<string> {
  const { secret } = (await browser.post("/users/me/second-factor")).body;
  const code = authenticatorCode(secret, stack.clock.now());
  expect((await browser.post("/users/me/second-factor/confirm", { code })).status).toBe(200);
  return secret;
}

/** A sign-in with password and second factor, like an app that uses the protocol. */
async function signInWithFactor(email: string, secret: string): Promise<string> {
  const { idToken } = (await callIdentity(stack, "signInWithPassword", { email, password })).body;
  const held = await stack.visitor().post("/login", { fb_token: idToken });
  stack.clock.advance(30_000);
  const code = authenticatorCode(secret, stack.clock.now());
  const waiting = clientOf(cookiesOf(held.headers["set-cookie"]));
  expect((await waiting.post("/login/second-factor", { code })).status).toBe(200);
  return idToken;
}

test("with a second factor the identity protocol rejects changes after a sign-in by password alone", async () => {
  const email = "guarded@example.com";
  const person = await newPerson(email);
  const secret = await enrol(person.browser);
  const google = { providerId: "google.com", rawId: "g-guarded", localId: person.localId };
  await stack.platform.db.insert(accountProviders).values({ ...google, createdAt: stack.clock.now() });
  const { idToken } = (await callIdentity(stack, "signInWithPassword", { email, password })).body;
  const mails = stack.outbox.length;
  const tries: [string, object][] = [
    ["update", { email: "thief@evil.example" }],
    ["update", { password: "thiefs-secret" }],
    ["update", { deleteProvider: ["google.com"] }],
    ["signUp", { email, password: "thiefs-secret" }],
    ["sendOobCode", { requestType: "VERIFY_AND_CHANGE_EMAIL", newEmail: "thief@evil.example" }],
    ["delete", {}],
  ];
  for (const [call, fields] of tries) {
    expect([call, await errorOf(call, { idToken, ...fields })]).toEqual([call, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"]);
  }
  expect(stack.outbox).toHaveLength(mails);
  expect((await person.browser.get("/users/me")).body.email).toBe(email);
  const passed = await signInWithFactor(email, secret);
  expect(await errorOf("update", { idToken, password: "thiefs-secret" })).toBe("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
  stack.clock.advance(4 * 60_000);
  const changed = await callIdentity(stack, "update", { idToken: passed, password });
  expect(changed.status).toBe(200);
  stack.clock.advance(2 * 60_000);
  expect(await errorOf("update", { idToken: changed.body.idToken, password })).toBe("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
});

test("with a second factor the account page needs a sign-in within the last five minutes", async () => {
  const email = "page@example.com";
  const { browser } = await newPerson(email);
  await enrol(browser);
  stack.clock.advance(5 * 60_000 + 1);
  const passwords = { current_password: password, password: "another-secret", password_confirmation: "another-secret" };
  const answers = [
    await browser.post("/users/password", passwords),
    await browser.post("/users/me/email", { email: "page-new@example.com", password }),
    await browser.post("/users/me/close", { email, password }),
  ];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([409, "sign_in_again"]));
});

test("a second factor is set up within five minutes of the sign-in, so that no open session can lock its owner out", async () => {
  const { browser } = await newPerson("open-session@example.com");
  stack.clock.advance(5 * 60_000 + 1);
  const late = await browser.post("/users/me/second-factor");
  expect([late.status, late.body.code]).toEqual([409, "sign_in_again"]);
  expect((await browser.get("/users/me")).body.second_factor).toBe("off");
});

test("a verified address changes when the link mailed to the new one is opened, and the previous one can undo it", async () => {
  const email = "undo@example.com";
  const person = await newPerson(email);
  const asked = await callIdentity(stack, "update", { idToken: person.idToken, email: "taken-over@example.com" });
  expect([asked.status, asked.body.email, asked.body.newEmail]).toEqual([200, email, "taken-over@example.com"]);
  expect(await accountOf(person.localId)).toMatchObject({ email, emailVerified: true });
  const link = linkInMail(stack, "taken-over@example.com");
  expect((await stack.visitor().get(`/${link.pathname}${link.search}`)).status).toBe(302);
  expect(await userOf(person.uid)).toMatchObject({ email: "taken-over@example.com" });
  const stranger = { providerId: "facebook.com", rawId: "f-undo", localId: person.localId };
  await stack.platform.db.insert(accountProviders).values({ ...stranger, createdAt: stack.clock.now() });
  await enrol(person.browser);
  // The new address requests a new password: the undo link must stay valid.
  await callIdentity(stack, "sendOobCode", { requestType: "PASSWORD_RESET", email: "taken-over@example.com" });
  const reset = linkInMail(stack, "taken-over@example.com").searchParams.get("token");
  const set = await callIdentity(stack, "resetPassword", { oobCode: reset, newPassword: "thiefs-secret" });
  expect(set.status).toBe(200);

  const undo = linkInMail(stack, email);
  const oobCode = undo.searchParams.get("oobCode") ?? "";
  const told = await callIdentity(stack, "resetPassword", { oobCode });
  expect(told.body).toMatchObject({ requestType: "RECOVER_EMAIL", email, newEmail: "taken-over@example.com" });
  const page = await stack.app.inject({ method: "GET", url: `${undo.pathname}${undo.search}` });
  expect([page.statusCode, page.body.includes(oobCode)]).toEqual([200, true]);
  expect((await accountOf(person.localId))?.email).toBe("taken-over@example.com");
  const post = (token: string) =>
    stack.app.inject({
      method: "POST",
      url: "/email/recover",
      headers: { cookie: cookiesOf(page.headers["set-cookie"]), "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ _token: token, oobCode }).toString(),
    });
  expect((await post("forged")).statusCode).toBeGreaterThanOrEqual(400);
  const done = await post(/name="_token" value="([^"]+)"/.exec(page.body)?.[1] ?? "");
  expect(done.statusCode).toBe(302);
  expect(await accountOf(person.localId)).toMatchObject({ email, emailVerified: true, passwordHash: null });
  expect(await userOf(person.uid)).toMatchObject({ email });
  const left = await stack.platform.db
    .select()
    .from(accountProviders)
    .where(eq(accountProviders.localId, person.localId));
  expect(left).toEqual([]);
  const target = new URL(String(done.headers.location), "http://localhost");
  const own = { password: "owners-secret", password_confirmation: "owners-secret" };
  const chosen = { email, token: target.searchParams.get("token"), ...own };
  expect((await stack.visitor().post("/auth/reset", chosen)).status).toBe(200);
  const again = await callIdentity(stack, "signInWithPassword", { email, password: own.password });
  expect((await stack.visitor().post("/login", { fb_token: again.body.idToken })).status).toBe(200);
});

test("undoing through the protocol mails a link to choose a new password", async () => {
  const email = "sdk-undo@example.com";
  const { idToken } = await newPerson(email);
  await callIdentity(stack, "update", { idToken, email: "sdk-undone@example.com" });
  const change = linkInMail(stack, "sdk-undone@example.com").searchParams.get("oobCode");
  expect((await callIdentity(stack, "update", { oobCode: change })).status).toBe(200);
  const oobCode = linkInMail(stack, email).searchParams.get("oobCode");
  const undone = await callIdentity(stack, "update", { oobCode });
  expect([undone.status, undone.body.email]).toEqual([200, email]);
  expect(linkInMail(stack, email).pathname).toBe("/reset-password");
  expect(await errorOf("update", { oobCode })).toBe("INVALID_OOB_CODE");
});

test("[IDP-006] an unverified address changes at once, and the notice to the previous one has no undo link", async () => {
  const { idToken, localId } = await signUpPerson(stack, "typo@example.com", password);
  await stack.visitor().post("/login", { fb_token: idToken });
  const changed = await callIdentity(stack, "update", { idToken, email: "no-typo@example.com" });
  expect([changed.status, changed.body.email]).toEqual([200, "no-typo@example.com"]);
  expect(await accountOf(localId)).toMatchObject({ email: "no-typo@example.com", emailVerified: false });
  const notice = stack.outbox.findLast(({ to }) => to === "typo@example.com");
  expect(notice?.subject).toBe("Your sign-in address was changed");
  expect(notice?.text).not.toContain("http");
});

test("rejects linking a provider to an unverified address, and a sign-up that would replace a verified one", async () => {
  const { idToken } = await signUpPerson(stack, "unproved@example.com", password);
  const postBody = "providerId=facebook.com&access_token=x";
  const egress = stack.platform.egress;
  stack.platform.egress = async (url) => {
    const answer = url.includes("debug_token")
      ? { data: { is_valid: true, app_id: "demo-meta-app", user_id: "f-9" } }
      : { id: "f-9", name: "F" };
    const text = JSON.stringify(answer);
    return { status: 200, headers: new Headers(), body: Buffer.from(text), text: () => text, json: () => answer };
  };
  expect(await errorOf("signInWithIdp", { requestUri: "http://localhost", postBody, idToken })).toBe(
    "UNVERIFIED_EMAIL",
  );
  stack.platform.egress = egress;
  const person = await newPerson("stays@example.com");
  const other = { idToken: person.idToken, email: "goes@example.com", password: "another-secret" };
  expect(await errorOf("signUp", other)).toBe("OPERATION_NOT_ALLOWED");
});

test("[IDP-008] deleting the identity follows the rules of closing an account", async () => {
  const { db, clock } = stack.platform;
  const at = clock.now();
  const person = await newPerson("busy@example.com");
  const remove = () => errorOf("delete", { idToken: person.idToken });
  await db.execute(sql`insert into campaigns (owner_uid, name, status, currency, total_budget_micros, start_on, end_on,
      activated_at, created_at, updated_at)
    values (${person.uid}, 'Runs', 'ACTIVE', 'CHF', 1000000, '2026-03-01', '2026-03-31', now(), now(), now())`);
  expect(await remove()).toBe("OPERATION_NOT_ALLOWED");
  await db.execute(sql`update campaigns set status = 'ENDED', settled_at = now() where owner_uid = ${person.uid}`);
  const credit = { ownerUid: person.uid, amountMicros: 5_000_000n, key: "delete", actorUid: "x", description: "Gift" };
  await db.transaction((tx) => creditManually(tx, { ...credit, currency: "CHF", at }));
  expect(await remove()).toBe("OPERATION_NOT_ALLOWED");
  expect((await person.browser.get("/users/me")).status).toBe(200);

  const staff = await newPerson("staff@example.com");
  await db.update(users).set({ role: "sales" }).where(eq(users.uid, staff.uid));
  expect(await errorOf("delete", { idToken: staff.idToken })).toBe("ADMIN_ONLY_OPERATION");

  const free = await newPerson("free@example.com");
  expect(await errorOf("delete", { idToken: free.idToken })).toBe("none");
  expect(await userOf(free.uid)).toMatchObject({ status: 4 });
  expect(stack.outbox.at(-1)).toMatchObject({ to: "free@example.com", subject: "Your account is closed" });
});
