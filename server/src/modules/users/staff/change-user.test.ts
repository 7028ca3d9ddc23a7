import { roles } from "@litfass/contract/kernel/roles";
import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { callIdentity, linkInMail, signUpPerson } from "../../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { users } from "../tables.ts";

let stack: Stack;
let superAdmin: TestClient;
let admin: TestClient;
let sales: TestClient;
let customer: TestClient;
let other: TestClient;

beforeAll(async () => {
  stack = await startStack();
  superAdmin = await stack.signIn("super_admin");
  admin = await stack.signIn("admin");
});
afterAll(() => stack.close());

beforeEach(async () => {
  [sales, customer, other] = await Promise.all([
    stack.signIn("sales"),
    stack.signIn("customer"),
    stack.signIn("advanced_advertiser"),
  ]);
});

const uidsOf = (answer: { body: { data: { uid: string }[] } }): string[] => answer.body.data.map(({ uid }) => uid);
const status = async (answer: Promise<{ status: number }>): Promise<number> => (await answer).status;

test("[API-USER-013] PUT users changes any profile for admins, for others their own without role and status", async () => {
  const changed = await admin.put(`/users/${customer.uid}`, { city: "Thun", postal_code: "3600", country_code: "CH" });
  expect([changed.status, changed.body.city]).toEqual([200, "Thun"]);
  expect(await status(customer.put(`/users/${other.uid}`, { city: "Thun" }))).toBe(403);
  expect((await customer.put(`/users/${customer.uid}`, { first_name: "Nora" })).body.first_name).toBe("Nora");
  expect(await status(customer.put(`/users/${customer.uid}`, { user_role: "admin" }))).toBe(403);
  expect(await status(customer.put(`/users/${customer.uid}`, { user_status: 2 }))).toBe(403);
  expect(await status(admin.put(`/users/${customer.uid}`, { postal_code: "10115", country_code: "CH" }))).toBe(422);
});

test("[ROLE-003] [ROLE-001] only a super_admin assigns or removes admin and super_admin, and no one changes their own role", async () => {
  const give = (client: TestClient, uid: string | null, role: string) =>
    client.patch(`/admin/users/${uid}`, { user_role: role });
  expect((await give(superAdmin, customer.uid, "accountant")).body.user_role).toBe("accountant");
  expect((await give(admin, customer.uid, "tech_admin")).body.user_role).toBe("tech_admin");
  for (const role of ["admin", "super_admin"]) expect(await status(give(admin, customer.uid, role))).toBe(403);
  expect(await status(give(admin, admin.uid, "super_admin"))).toBe(403);
  expect(await status(give(superAdmin, superAdmin.uid, "customer"))).toBe(403);
  expect(await status(give(admin, superAdmin.uid, "customer"))).toBe(403);
  expect((await give(superAdmin, other.uid, "admin")).body.user_role).toBe("admin");
  expect(await status(give(superAdmin, other.uid, "owner"))).toBe(422);
  for (const role of roles) expect((await give(superAdmin, other.uid, role)).body.user_role).toBe(role);
});

test("restoring returns 409 while another user has the address", async () => {
  const now = stack.clock.now();
  const row = { email: "Twice@example.com", fullName: "", displayName: "", createdAt: now, updatedAt: now };
  const archived = { ...row, uid: "first-of-two", status: 4, statusBeforeArchive: 2 };
  await stack.platform.db
    .insert(users)
    .values([archived, { ...row, uid: "second-of-two", email: "twice@example.com" }]);
  const refused = await admin.patch("/admin/users/restore", { uid: "first-of-two" });
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    "email_taken",
    "This e-mail is already in use",
  ]);
  await stack.platform.db.delete(users).where(inArray(users.uid, ["first-of-two", "second-of-two"]));
});

test("[ACT-002] [ACT-003] [ACT-004] [API-USER-024] [API-USER-025] [STATE-003] archiving ends the sessions, restoring returns the earlier status", async () => {
  await stack.platform.db
    .update(users)
    .set({ status: 3 })
    .where(eq(users.uid, other.uid ?? ""));
  for (const [client, earlier] of [
    [customer, 2],
    [other, 3],
  ] as const) {
    expect(await status(sales.patch(`/admin/users/${client.uid}`, { archived: true }))).toBe(403);
    expect((await admin.patch(`/admin/users/${client.uid}`, { archived: true })).body.user_status).toBe(4);
    expect(await status(client.get("/users/me"))).toBe(401);
    expect(uidsOf(await admin.get("/users?per_page=100"))).not.toContain(client.uid);
    expect(uidsOf(await admin.get("/admin/users/archived?per_page=100"))).toContain(client.uid);
    expect(await status(admin.patch(`/admin/users/${client.uid}`, { city: "Thun" }))).toBe(409);
    expect((await admin.patch("/admin/users/restore", { uid: client.uid })).body.user_status).toBe(earlier);
  }
  expect(await status(sales.patch("/admin/users/restore", { uid: customer.uid }))).toBe(403);
  expect(await status(admin.patch("/admin/users/restore", { uid: "nobody-here" }))).toBe(404);
  expect(await status(admin.get("/admin/users/archived"))).toBe(200);
  expect(await status(sales.get("/admin/users/archived"))).toBe(403);
  expect(await status(admin.patch(`/admin/users/${superAdmin.uid}`, { archived: true }))).toBe(403);
  expect(await status(superAdmin.patch(`/admin/users/${superAdmin.uid}`, { archived: true }))).toBe(403);
});

test("[API-USER-022] [ACT-007] a new e-mail replaces the sign-in address; a taken one is rejected", async () => {
  const { idToken } = await signUpPerson(stack, "before@example.com");
  const { body: user } = await stack.visitor().post("/login", { fb_token: idToken });
  await signUpPerson(stack, "taken@example.com");
  const change = (client: TestClient, email: string) => client.patch(`/admin/users/${user.uid}`, { email });
  expect((await change(admin, "taken@example.com")).body.errors.email).toEqual(["This e-mail is already in use"]);
  expect((await change(admin, `${sales.uid}@test.example`)).status).toBe(422);
  expect(await status(change(customer, "after@example.com"))).toBe(403);
  const changed = await change(admin, "After@Example.com");
  expect(changed.body).toMatchObject({ email: "after@example.com", email_verified_at: null });
  expect(linkInMail(stack, "after@example.com").pathname).toMatch(/^\/email\/verify\//);
  const signIn = (email: string) => callIdentity(stack, "signInWithPassword", { email, password: "hunter2hunter2" });
  expect((await signIn("after@example.com")).status).toBe(200);
  expect((await signIn("before@example.com")).body.error.message).toBe("EMAIL_NOT_FOUND");
});
