import { internalRequest } from "@litfass/platform/http/internal-call";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callIdentity } from "../../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { firstAdminPath } from "./first-admin.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

type Changes = { secret?: string; path?: "/internal/other"; at?: Date; lang?: string };
const ask = async (email: string, changes: Changes = {}) => {
  const {
    secret = stack.platform.config.secrets.internal[0],
    path = firstAdminPath,
    at = stack.clock.now(),
    lang,
  } = changes;
  const { body, ...request } = internalRequest(secret, path, { at, input: { email, ...(lang && { lang }) } });
  const response = await stack.app.inject({ ...request, url: firstAdminPath, payload: body });
  return { status: response.statusCode, body: response.json() };
};

test("[ROLE-003] the install command creates the first super_admin once, and only with the installation's secret", async () => {
  expect((await ask("boss@example.com", { secret: "another secret" })).status).toBe(401);
  expect((await ask("boss@example.com", { path: "/internal/other" })).status).toBe(401);
  for (const minutes of [-2, 2]) {
    const at = new Date(stack.clock.now().getTime() + minutes * 60_000);
    expect((await ask("boss@example.com", { at })).status).toBe(401);
  }
  expect((await ask("no address")).status).toBe(422);
  // French is not offered yet.
  for (const lang of ["fr", "es"]) expect((await ask("boss@example.com", { lang })).status).toBe(422);
  const created = await ask("boss@example.com", { lang: "de" });
  expect(created.status).toBe(200);
  expect(stack.outbox.at(-1)?.text).toContain(created.body.link);
  expect((await ask("second@example.com")).body.code).toBe("super_admin_exists");
  const token = new URL(created.body.link).searchParams.get("token");
  const password = "a-long-secret";
  const reset = { email: "boss@example.com", token, password, password_confirmation: password };
  expect((await stack.visitor().post("/auth/reset", reset)).status).toBe(200);
  const { body } = await callIdentity(stack, "signInWithPassword", { email: "boss@example.com", password });
  const login = await stack.visitor().post("/login", { fb_token: body.idToken });
  expect(login.body).toMatchObject({ uid: created.body.uid, user_role: "super_admin", lang: "de" });
});
