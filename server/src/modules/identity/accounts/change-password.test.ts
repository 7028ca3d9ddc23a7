import { afterAll, beforeAll, expect, test } from "vitest";
import { callIdentity, signUpPerson } from "../../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const signIn = (email: string, password: string, address = "203.0.113.7") =>
  callIdentity(stack, "signInWithPassword", { email, password }, { address });

test("[API-USER-004] users/password changes the own password and ends all other sessions", async () => {
  const { idToken } = await signUpPerson(stack, "change@example.com", "first-password");
  const browser = async () => {
    const login = await stack.visitor().post("/login", { fb_token: idToken });
    const id = /litfass_session=([^;]+)/.exec(String(login.headers["set-cookie"]))?.[1] ?? "";
    const token = stack.app.services.antiForgery.token(id);
    const headers = { cookie: `litfass_session=${id}; XSRF-TOKEN=${token}`, "x-xsrf-token": token };
    return (method: "get" | "post", path: string, body?: unknown) =>
      method === "get" ? stack.visitor().get(path, headers) : stack.visitor().post(path, body, headers);
  };
  const [here, there] = [await browser(), await browser()];
  const change = (changes: object) =>
    here("post", "/users/password", {
      password: "second-password",
      password_confirmation: "second-password",
      ...changes,
    });
  expect((await change({ current_password: "wrong-password" })).body.errors).toEqual({
    current_password: ["This is not your present password"],
  });
  stack.clock.advance(10 * 60 * 1000);
  expect((await change({})).body.errors).toHaveProperty("current_password");
  expect((await change({ current_password: "first-password" })).status).toBe(200);
  expect((await here("get", "/users/me")).status).toBe(200);
  expect((await there("get", "/users/me")).status).toBe(401);
  expect((await signIn("change@example.com", "second-password")).status).toBe(200);
});

test("[CONST-029] users/password rejects 7 characters and accepts 8", async () => {
  const { idToken } = await signUpPerson(stack, "eight@example.com", "first-password");
  const login = await stack.visitor().post("/login", { fb_token: idToken });
  const id = /litfass_session=([^;]+)/.exec(String(login.headers["set-cookie"]))?.[1] ?? "";
  const token = stack.app.services.antiForgery.token(id);
  const headers = { cookie: `litfass_session=${id}; XSRF-TOKEN=${token}`, "x-xsrf-token": token };
  const change = (password: string) =>
    stack.visitor().post("/users/password", { password, password_confirmation: password }, headers);
  const short = await change("1234567");
  expect([short.status, short.body.errors.password]).toEqual([422, ["Password must be more than 8 characters"]]);
  expect((await change("12345678")).status).toBe(200);
  expect((await signIn("eight@example.com", "12345678")).status).toBe(200);
});
