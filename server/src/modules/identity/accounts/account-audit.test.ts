import type { AuditEntry } from "@litfass/contract/kernel/audit";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestClient, type TestClient } from "../../../testing/client.ts";
import { callIdentity, linkInMail, signUpPerson } from "../../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
let admin: TestClient;
beforeAll(async () => {
  stack = await startStack();
  admin = await stack.signIn("admin");
});
afterAll(() => stack.close());

const password = "hunter2hunter2";

/** A customer who has signed up and signed in for the first time. */
async function newCustomer(email: string) {
  const tokens = await signUpPerson(stack, email, password);
  const login = await stack.visitor().post("/login", { fb_token: tokens.idToken });
  const cookie = [login.headers["set-cookie"]].flat().map(String).join("; ");
  return { ...tokens, uid: String(login.body.uid), cookie };
}

/** The log of a user, oldest first, with the kind and uid of each actor. */
async function historyOf(uid: string) {
  const { body } = await admin.get(`/admin/users/${uid}/audit?per_page=100`);
  return (body.data as AuditEntry[])
    .reverse()
    .map(({ action, actor_kind, actor, changes }) => [action, actor_kind, actor?.uid ?? null, changes]);
}

test("audits a sign-up with the account and the first sign-in with the user, both with a visitor as actor", async () => {
  const email = "first@example.com";
  const { uid, localId } = await newCustomer(email);
  const { rows } = await stack.platform.db.execute(
    sql`select command, actor_kind, actor_uid, changes from audit_entries where subject_id = ${localId}`,
  );
  expect(rows).toEqual([
    {
      command: "identity.sign_up",
      actor_kind: "visitor",
      actor_uid: null,
      changes: [{ field: "email", before: null, after: email }],
    },
  ]);
  expect(await historyOf(uid)).toEqual([
    [
      "account_opened",
      "visitor",
      null,
      [
        { field: "email", before: null, after: email },
        { field: "user_role", before: null, after: "customer" },
      ],
    ],
  ]);
});

test("audits a password reset with the user as actor, with the claim and without secrets", async () => {
  const email = "reset@example.com";
  const { uid } = await newCustomer(email);
  await stack.visitor().post("/auth/forgot-password", { email });
  const token = linkInMail(stack, email).searchParams.get("token");
  const chosen = { password: "owners-secret", password_confirmation: "owners-secret" };
  expect((await stack.visitor().post("/auth/reset", { email, token, ...chosen })).status).toBe(200);
  expect((await historyOf(uid)).slice(1)).toEqual([
    ["account_secured", "user", uid, [{ field: "removed", before: null, after: "password" }]],
    ["email_verified", "user", uid, [{ field: "email_verified", before: false, after: true }]],
    ["password_changed", "user", uid, []],
  ]);
  const { rows } = await stack.platform.db.execute(
    sql`select to_jsonb(audit_entries)::text as entry from audit_entries`,
  );
  for (const secret of ["owners-secret", String(token), "$argon2", password]) {
    expect(JSON.stringify(rows)).not.toContain(secret);
  }
});

test("audits a changed password and ended sessions with the signed-in user as actor", async () => {
  const { uid } = await newCustomer("session@example.com");
  const customer = await stack.signIn({ uid, role: "customer" });
  const other = await stack.signIn({ uid, role: "customer" });
  const change = { current_password: password, password: "another-secret", password_confirmation: "another-secret" };
  expect((await customer.post("/users/password", change)).status).toBe(200);
  expect((await other.get("/users/me")).status).toBe(401);
  await stack.signIn({ uid, role: "customer" });
  expect((await customer.delete("/users/me/sessions")).status).toBe(204);
  expect((await historyOf(uid)).slice(1)).toEqual([
    ["password_changed", "user", uid, []],
    ["sessions_ended", "user", uid, [{ field: "sessions", before: 1, after: 0 }]],
  ]);
});

test("audits an address changed through the identity protocol with both addresses", async () => {
  const { uid, idToken } = await newCustomer("old@example.com");
  expect((await callIdentity(stack, "update", { idToken, email: "new@example.com" })).status).toBe(200);
  expect((await historyOf(uid)).slice(1)).toEqual([
    ["email_changed", "user", uid, [{ field: "email", before: "old@example.com", after: "new@example.com" }]],
  ]);
});

test("signing in and out again is not audited", async () => {
  const email = "again@example.com";
  const { uid, cookie } = await newCustomer(email);
  const { body } = await callIdentity(stack, "signInWithPassword", { email, password });
  expect((await stack.visitor().post("/login", { fb_token: body.idToken })).status).toBe(200);
  expect((await createTestClient(stack, {}).get("/users/me", { cookie })).status).toBe(200);
  expect(await historyOf(uid)).toHaveLength(1);
});
