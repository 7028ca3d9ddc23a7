import { isCustomer, roles } from "@litfass/contract/kernel/roles";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callIdentity } from "../../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { customerAssignments } from "../../users/index.ts";
import { seedDemoUsers } from "./seed-demo-users.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

test("[ROLE-001] the demo has a verified, complete user for each role, and sales manages only the customer", async () => {
  const seeded = await seedDemoUsers(stack.platform);
  expect(await seedDemoUsers(stack.platform)).toEqual(seeded);
  for (const role of roles) {
    const email = `${role.replaceAll("_", "-")}@demo.example`;
    const { body } = await callIdentity(stack, "signInWithPassword", { email, password: "litfass-demo" });
    const login = await stack.visitor().post("/login", { fb_token: body.idToken });
    expect(login.body).toMatchObject({
      uid: seeded[role].uid,
      user_role: role,
      user_status: 2,
      is_terms_accepted: true,
      country_code: "CH",
      email,
    });
    expect(login.body.email_verified_at).not.toBeNull();
    if (isCustomer(role)) expect(login.body.company_name).not.toBe("Litfass");
  }
  const assigned = await stack.platform.db.select().from(customerAssignments);
  expect(assigned.map(({ salesUid, customerUid }) => [salesUid, customerUid])).toEqual([
    [seeded.sales.uid, seeded.customer.uid],
  ]);
});
