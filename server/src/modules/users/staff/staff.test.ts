import { inflateRawSync } from "node:zlib";
import { roles } from "@litfass/contract/kernel/roles";
import { eq, inArray } from "drizzle-orm";
import sharp from "sharp";
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
const assign = (uids: (string | null)[]) => admin.post(`/users/${sales.uid}/customers`, { customerIds: uids });
const status = async (answer: Promise<{ status: number }>): Promise<number> => (await answer).status;

test("[API-USER-010] [ACT-001] users are listed for admins, to account managers only their customers, to others not at all", async () => {
  const all = await admin.get("/users?per_page=100");
  expect(uidsOf(all)).toEqual(expect.arrayContaining([sales.uid, customer.uid, other.uid, superAdmin.uid]));
  expect(all.body.meta.total).toBe(all.body.data.length);
  await assign([customer.uid]);
  expect(uidsOf(await sales.get("/users"))).toEqual([customer.uid]);
  expect(await status(customer.get("/users"))).toBe(403);
  const advertisers = await admin.get("/users?group=advertisers&per_page=100");
  expect(
    advertisers.body.data.every(({ user_role }: { user_role: string }) => /customer|advertiser/.test(user_role)),
  ).toBe(true);
  const managers = await admin.get("/users?group=account_managers&per_page=100");
  expect(managers.body.data.find(({ uid }: { uid: string }) => uid === sales.uid)).toMatchObject({ customers: 1 });
  const found = await admin.get(`/users?search=${customer.uid}`);
  expect(found.body.data).toMatchObject([{ uid: customer.uid, account_managers: [{ uid: sales.uid }] }]);
  const sorted = await admin.get("/users?sort=email&direction=asc&per_page=100");
  const emails = sorted.body.data.map(({ email }: { email: string }) => email);
  expect(emails).toEqual(await sortedByDatabase(emails));
});

test("lists show plan, remaining budget and when somebody was last seen; the details the maximum balance", async () => {
  const rowOf = async (uid: string | null) => (await admin.get(`/users?search=${uid}`)).body.data[0];
  expect(await rowOf(customer.uid)).toMatchObject({ plan: null, plan_end_at: null, remaining: 0, currency: "CHF" });
  await admin.post("/billing/make-transaction", { user: customer.uid, amount: 12_345 });
  expect(await rowOf(customer.uid)).toMatchObject({ remaining: 12_345 });
  await admin.post(`/admin/users/${customer.uid}/subscription`, { plan: "starter" });
  const booked = await rowOf(customer.uid);
  const details = (await admin.get(`/users/${customer.uid}`)).body;
  expect([booked.plan, booked.plan_end_at]).toEqual(["starter", details.subscription.end_at]);
  expect(booked.remaining).toBe(details.balance.balance);
  expect((await rowOf(admin.uid)).remaining).toBeNull();
  const { idToken } = await signUpPerson(stack, "seen@example.com");
  await stack.visitor().post("/login", { fb_token: idToken });
  expect((await rowOf("seen@example.com")).last_seen_at).toMatch(/^\d{4}-.*Z$/);
  expect(details.max_balance).toBeNull();
  await admin.post(`/admin/users/${sales.uid}/max-balance`, { maxBalance: 1000 });
  expect((await admin.get(`/users/${sales.uid}`)).body.max_balance).toBe(1000);
});

/** PostgreSQL's own order, whatever its collation. */
async function sortedByDatabase(texts: string[]): Promise<string[]> {
  const { rows } = await stack.platform.db.execute<{ value: string }>(
    `select value from (values ${texts.map((text) => `('${text}')`).join(",")}) as given (value) order by value`,
  );
  return rows.map(({ value }) => value);
}

test("[API-USER-011] one user: admins any, account managers theirs, everybody the own, others 403", async () => {
  await assign([customer.uid]);
  expect((await admin.get(`/users/${customer.uid}`)).body).toMatchObject({
    uid: customer.uid,
    account_managers: [{ uid: sales.uid }],
  });
  expect(await status(sales.get(`/users/${customer.uid}`))).toBe(200);
  expect(await status(sales.get(`/users/${other.uid}`))).toBe(403);
  expect(await status(customer.get(`/users/${customer.uid}`))).toBe(200);
  expect(await status(customer.get(`/users/${other.uid}`))).toBe(403);
  expect(await status(admin.get("/users/nobody-here"))).toBe(404);
});

test("[API-USER-012] [HTTP-007] only customers and advanced advertisers can be assigned", async () => {
  const answer = await admin.get("/users/customers?per_page=100");
  const found = new Set(answer.body.data.map(({ user_role }: { user_role: string }) => user_role));
  expect(found).toEqual(new Set(["customer", "advanced_advertiser"]));
});

test("[API-USER-014] [API-USER-015] exactly the given customers are assigned", async () => {
  expect(await status(assign([customer.uid, other.uid]))).toBe(200);
  expect(uidsOf(await admin.get(`/users/${sales.uid}/customers`)).sort()).toEqual([customer.uid, other.uid].sort());
  await assign([other.uid]);
  expect(uidsOf(await sales.get(`/users/${sales.uid}/customers`))).toEqual([other.uid]);
  const colleague = await stack.signIn("sales");
  expect(await status(colleague.get(`/users/${sales.uid}/customers`))).toBe(403);
  expect(await status(customer.post(`/users/${sales.uid}/customers`, { customerIds: [] }))).toBe(403);
  expect((await assign([sales.uid])).body.errors).toHaveProperty("customerIds");
  expect((await admin.post(`/users/${customer.uid}/customers`, { customerIds: [] })).status).toBe(422);
  expect(await status(admin.post("/users/nobody-here/customers", { customerIds: [] }))).toBe(404);
});

test("[API-USER-013] PUT changes a user: admins anybody's profile, others the own, and never role or status", async () => {
  const changed = await admin.put(`/users/${customer.uid}`, { city: "Thun", postal_code: "3600", country_code: "CH" });
  expect([changed.status, changed.body.city]).toEqual([200, "Thun"]);
  expect(await status(customer.put(`/users/${other.uid}`, { city: "Thun" }))).toBe(403);
  expect((await customer.put(`/users/${customer.uid}`, { first_name: "Nora" })).body.first_name).toBe("Nora");
  expect(await status(customer.put(`/users/${customer.uid}`, { user_role: "admin" }))).toBe(403);
  expect(await status(customer.put(`/users/${customer.uid}`, { user_status: 2 }))).toBe(403);
  expect(await status(admin.put(`/users/${customer.uid}`, { postal_code: "10115", country_code: "CH" }))).toBe(422);
});

test("[ROLE-003] [ROLE-001] roles: only a super_admin gives or takes admin and super_admin, nobody changes the own", async () => {
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

test("an archived user is not restored while another user has the address", async () => {
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

test("[ACT-002] [ACT-003] [ACT-004] [API-USER-024] [API-USER-025] [STATE-003] archive and restore", async () => {
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

test("[API-USER-022] [ACT-007] a new e-mail counts in the app and for signing in; a taken one is refused", async () => {
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

test("[API-USER-020] the spreadsheet has a row for each user", async () => {
  expect(await status(customer.get("/admin/users/excel"))).toBe(403);
  const answer = await admin.get("/admin/users/excel");
  expect(answer.status).toBe(200);
  expect(answer.headers["content-disposition"]).toMatch(/users-\d{4}-\d\d-\d\d\.xlsx/);
  const sheet = entryOf(answer.bytes, "xl/worksheets/sheet1.xml");
  const [total] = await stack.platform.db
    .select({ uid: users.uid })
    .from(users)
    .then((rows) => [rows.length]);
  expect(sheet.match(/<row /g)?.length).toBe((total ?? 0) + 1);
  expect(sheet).toContain(customer.uid);
});

/** The text of one entry of a ZIP archive. */
function entryOf(archive: Buffer, name: string): string {
  const start = archive.indexOf(Buffer.from(name)) - 30;
  const size = archive.readUInt32LE(start + 18);
  const from = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
  return inflateRawSync(archive.subarray(from, from + size)).toString("utf8");
}

test("[API-USER-009] [FIELD-USER-003] an account manager's logo is stored and can be loaded; other files and roles are refused", async () => {
  const drawn = sharp({ create: { width: 1500, height: 300, channels: 3, background: "#c8361f" } });
  const png = await drawn
    .withExif({ IFD0: { Copyright: "the camera's owner" } })
    .png()
    .toBuffer();
  const send = async (client: TestClient, body: Buffer, name: string) => {
    const form = new FormData();
    form.set("logo", new Blob([new Uint8Array(body)]), name);
    const request = new Request("http://localhost/", { method: "POST", body: form });
    const headers = { "content-type": request.headers.get("content-type") ?? "" };
    return client.post("/managers/logo", Buffer.from(await request.arrayBuffer()), headers);
  };
  const stored = await send(sales, Buffer.concat([png, Buffer.from("<script>alert(1)</script>")]), "logo.png");
  expect(stored.status).toBe(200);
  const loaded = await sales.get(`/${stored.body.company_logo}`.replace(/^\/+/, "//"));
  expect([loaded.status, loaded.headers["content-type"]]).toEqual([200, "image/webp"]);
  const kept = await sharp(loaded.bytes).metadata();
  expect([kept.format, kept.width, kept.height, kept.exif]).toEqual(["webp", 1024, 205, undefined]);
  expect(loaded.bytes.includes("<script>")).toBe(false);
  expect((await send(sales, png.subarray(0, 60), "logo.png")).body.errors).toHaveProperty("logo");
  expect((await send(sales, Buffer.from("%PDF-1.7 not an image"), "logo.png")).body.errors).toHaveProperty("logo");
  expect(await status(send(customer, png, "logo.png"))).toBe(403);
  expect((await sales.post("/managers/logo")).status).toBe(422);
});
