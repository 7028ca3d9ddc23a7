import { afterAll, beforeAll, expect, test } from "vitest";
import { callIdentity, signUpPerson } from "../../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

test("changing password or address and deleting the account need a sign-in within the last 5 minutes", async () => {
  const { idToken } = await signUpPerson(stack, "recent@example.com");
  stack.clock.advance(5 * 60 * 1000 + 1000);
  const tries: [string, object][] = [
    ["update", { password: "another-secret" }],
    ["update", { email: "elsewhere@example.com" }],
    ["signUp", { email: "recent@example.com", password: "another-secret" }],
    ["delete", {}],
  ];
  for (const [call, fields] of tries) {
    const answer = await callIdentity(stack, call, { idToken, ...fields });
    expect([call, answer.body.error?.message]).toEqual([call, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"]);
  }
  expect((await callIdentity(stack, "update", { idToken, displayName: "Still fine" })).status).toBe(200);
});
