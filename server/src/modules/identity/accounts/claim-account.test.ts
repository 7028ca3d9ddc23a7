import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestClient } from "../../../testing/client.ts";
import { callIdentity, linkInMail, signUpPerson } from "../../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { recoveryCodes, secondFactors, signInChallenges } from "../second-factor/second-factor-tables.ts";
import { accountProviders, accounts, codes, sessions } from "../tables.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const password = "strangers-secret";

/** An account that an attacker set up with another person's address, with every sign-in method. */
async function squat(email: string) {
  const { db, clock } = stack.platform;
  const now = clock.now();
  const { idToken, refreshToken, localId } = await signUpPerson(stack, email, password);
  const login = await stack.visitor().post("/login", { fb_token: idToken });
  const cookie = [login.headers["set-cookie"]].flat().map(String).join("; ");
  const uid = String(login.body.uid);
  const linked = { providerId: "microsoft.com", rawId: `m-${localId}`, localId, createdAt: now };
  await db.insert(accountProviders).values(linked);
  await db.insert(secondFactors).values({ uid, sealedSecret: "x", confirmedAt: now, createdAt: now });
  await db.insert(recoveryCodes).values({ uid, codeHash: `r-${uid}` });
  const later = new Date(now.getTime() + 60_000);
  await db.insert(signInChallenges).values({ idHash: `c-${uid}`, uid, expiresAt: later });
  await callIdentity(stack, "sendOobCode", { requestType: "VERIFY_EMAIL", idToken });
  return { uid, localId, idToken, refreshToken, cookie };
}

/** The attacker's remaining sign-in methods. */
async function waysLeft({ uid, localId, idToken, refreshToken, cookie }: Awaited<ReturnType<typeof squat>>) {
  const { db } = stack.platform;
  const rows = await Promise.all([
    db.select().from(accountProviders).where(eq(accountProviders.localId, localId)),
    db.select().from(secondFactors).where(eq(secondFactors.uid, uid)),
    db.select().from(recoveryCodes).where(eq(recoveryCodes.uid, uid)),
    db.select().from(signInChallenges).where(eq(signInChallenges.uid, uid)),
    db.select().from(sessions).where(eq(sessions.uid, uid)),
    db.select().from(codes).where(eq(codes.localId, localId)),
  ]);
  const refreshed = await stack.app.inject({
    method: "POST",
    url: "/securetoken.googleapis.com/v1/token?key=k",
    payload: { grant_type: "refresh_token", refresh_token: refreshToken },
  });
  return {
    rows: rows.map((each) => each.length),
    statuses: [
      (await createTestClient(stack, {}).get("/users/me", { cookie })).status,
      (await callIdentity(stack, "lookup", { idToken })).status,
      refreshed.statusCode,
    ],
  };
}
const none = { rows: [0, 0, 0, 0, 0, 0], statuses: [401, 400, 400] };

test("claiming by a mailed sign-in link removes every sign-in method of the previous person", async () => {
  const email = "link-owner@example.com";
  const stranger = await squat(email);
  await callIdentity(stack, "sendOobCode", { requestType: "EMAIL_SIGNIN", email, continueUrl: "http://localhost/" });
  const oobCode = linkInMail(stack, email).searchParams.get("oobCode");
  const signedIn = await callIdentity(stack, "signInWithEmailLink", { email, oobCode });
  expect([signedIn.status, signedIn.body.localId]).toEqual([200, stranger.localId]);
  expect(await waysLeft(stranger)).toEqual(none);
  const [account] = await stack.platform.db.select().from(accounts).where(eq(accounts.email, email));
  expect(account).toMatchObject({ emailVerified: true, passwordHash: null });
  const mail = stack.outbox.at(-1);
  expect([mail?.to, mail?.subject]).toEqual([email, "Your account was secured"]);
  for (const part of ["the password", "the linked sign-ins", "the second factor"]) expect(mail?.text).toContain(part);
  expect((await stack.visitor().post("/login", { fb_token: signedIn.body.idToken })).status).toBe(200);
});

test("claiming by a password reset removes every sign-in method of the previous person", async () => {
  const email = "reset-owner@example.com";
  const stranger = await squat(email);
  const visitor = stack.visitor();
  await visitor.post("/auth/forgot-password", { email });
  const token = linkInMail(stack, email).searchParams.get("token");
  const own = { password: "owners-secret", password_confirmation: "owners-secret" };
  const german = { "accept-language": "de" };
  expect((await visitor.post("/auth/reset", { email, token, ...own }, german)).status).toBe(200);
  expect(await waysLeft(stranger)).toEqual(none);
  expect(stack.outbox.at(-1)?.to).toBe(email);
  expect(stack.outbox.at(-1)?.text).toMatch(/second factor|zweite Faktor/);
  expect((await callIdentity(stack, "signInWithPassword", { email, password })).status).toBe(400);
  const { body } = await callIdentity(stack, "signInWithPassword", { email, password: own.password });
  expect((await stack.visitor().post("/login", { fb_token: body.idToken })).status).toBe(200);
});

test("resetting the password of a verified address keeps providers and second factor", async () => {
  const email = "proved@example.com";
  const owner = await squat(email);
  await stack.platform.db.update(accounts).set({ emailVerified: true }).where(eq(accounts.localId, owner.localId));
  await callIdentity(stack, "sendOobCode", { requestType: "PASSWORD_RESET", email });
  const oobCode = linkInMail(stack, email).searchParams.get("token");
  const mails = stack.outbox.length;
  expect((await callIdentity(stack, "resetPassword", { oobCode, newPassword: "another-secret" })).status).toBe(200);
  expect((await waysLeft(owner)).rows).toEqual([1, 1, 1, 1, 0, 0]);
  expect(stack.outbox).toHaveLength(mails);
});
