import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { callIdentity, linkInMail } from "../../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
let admin: TestClient;
let customer: TestClient;

beforeAll(async () => {
  stack = await startStack();
  admin = await stack.signIn("admin");
  customer = await stack.signIn("customer");
});
afterAll(() => stack.close());

const status = async (answer: Promise<{ status: number }>): Promise<number> => (await answer).status;

test("[ROLE-003] an invited person chooses a password and signs in with the given role", async () => {
  const invite = (client: TestClient, email: string, user_role: string) =>
    client.post("/admin/users", { email, user_role, lang: "de" });
  expect(await status(invite(admin, "boss@example.com", "admin"))).toBe(403);
  expect(await status(invite(customer, "x@example.com", "sales"))).toBe(403);
  const invited = await invite(admin, "new@example.com", "accountant");
  expect([invited.status, invited.body.user_status, invited.body.user_role]).toEqual([201, 1, "accountant"]);
  expect((await invite(admin, "new@example.com", "sales")).status).toBe(422);
  expect(stack.outbox.at(-1)?.subject).toBe("Sie sind eingeladen");
  const token = linkInMail(stack, "new@example.com").searchParams.get("token");
  const password = "another-secret";
  const reset = { email: "new@example.com", token, password, password_confirmation: password };
  expect((await stack.visitor().post("/auth/reset", reset)).status).toBe(200);
  const { body } = await callIdentity(stack, "signInWithPassword", { email: "new@example.com", password });
  const login = await stack.visitor().post("/login", { fb_token: body.idToken });
  expect(login.body).toMatchObject({ uid: invited.body.uid, user_role: "accountant", user_status: null, lang: "de" });
  expect(login.body.email_verified_at).not.toBeNull();
});
