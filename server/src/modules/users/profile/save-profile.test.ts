import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { uidsWithinReach } from "../access-reach-sql.ts";
import { currencyOf } from "../currency.ts";
import { customerAssignments, users } from "../index.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const profile = {
  first_name: "Nora",
  last_name: "Zbinden",
  company_name: "Brothaus Matte",
  country_code: "CH",
  postal_code: "3011",
  city: "Bern",
  street: "Gerberngasse",
  house_number: "27",
  is_terms_accepted: true,
};
let number = 0;
const newcomer = () => stack.signIn({ uid: `newcomer-${++number}`, role: "customer", filled: false });

test("[API-USER-001] [FIELD-USER-001] [FIELD-USER-002] [FIELD-USER-003] [FIELD-USER-004] GET users/me answers the signed-in user, and 401 without a session", async () => {
  const client = await stack.signIn("customer");
  const { status, body } = await client.get("/users/me");
  expect(status).toBe(200);
  expect(body.uid).toBe(client.uid);
  for (const key of [
    "full_name",
    "displayName",
    "company_name",
    "company_logo",
    "user_type",
    "user_role",
    "user_status",
  ]) {
    expect(body).toHaveProperty(key);
  }
  expect((await stack.visitor().get("/users/me")).status).toBe(401);
});

test("[NAV-012] a stored country that is none counts as empty: the account asks for its profile and takes a real one", async () => {
  const client = await stack.signIn("customer");
  await stack.platform.db
    .update(users)
    .set({ countryCode: "ZZ" })
    .where(eq(users.uid, client.uid ?? ""));
  const { status, body } = await client.get("/users/me");
  expect([status, body.country_code]).toEqual([200, null]);
  expect((await client.get("/statistics")).status).toBe(430);
  const admin = await stack.signIn("admin");
  expect((await admin.get(`/users/${client.uid}`)).body.country_code).toBeNull();
  const { data } = (await admin.get("/users?per_page=100")).body;
  expect(data.find(({ uid }: { uid: string }) => uid === client.uid)).toMatchObject({ country_code: null });
  expect((await client.post("/users/me", profile)).status).toBe(200);
  expect((await client.get("/statistics")).status).toBe(200);
});

test("[API-USER-002] [FIELD-USER-005] [FIELD-USER-007] [FIELD-USER-008] [STATE-003] saving the complete profile activates the account and ignores role and status", async () => {
  const client = await newcomer();
  expect((await client.get("/users/me")).body).toMatchObject({
    user_status: null,
    isAllowPromotionAds: false,
    is_terms_accepted: false,
  });
  const saved = await client.post("/users/me", {
    ...profile,
    user_type: "agency",
    isAllowPromotionAds: true,
    user_role: "admin",
    user_status: 4,
  });
  expect(saved.status).toBe(200);
  const { body } = await client.get("/users/me");
  expect(body).toEqual(saved.body);
  expect(body).toMatchObject({
    ...profile,
    user_type: "agency",
    user_role: "customer",
    user_status: 2,
    isAllowPromotionAds: true,
    full_name: "Nora Zbinden",
    displayName: "Nora Zbinden",
    currency: "CHF",
  });
  expect((await client.post("/users/me", { ...profile, nickname: "x" })).body.errors).toHaveProperty("nickname");
});

test("[FLOW-004] the type defaults to company and accepts only company, agency or branches", async () => {
  const client = await newcomer();
  const stored = async () => (await client.get("/users/me")).body.user_type;
  expect(await stored()).toBe("company");
  for (const user_type of ["agency", "branches", "company"]) {
    expect((await client.post("/users/me", { ...profile, user_type })).status).toBe(200);
    expect(await stored()).toBe(user_type);
  }
  const refused = await client.post("/users/me", { ...profile, user_type: "foo" });
  expect([refused.status, Object.keys(refused.body.errors), await stored()]).toEqual([422, ["user_type"], "company"]);
});

test("[CONST-035] [STATE-001] an active user has status 2 and may use the app", async () => {
  const client = await newcomer();
  await client.post("/users/me", profile);
  expect((await client.get("/users/me")).body.user_status).toBe(2);
});

test("every profile field except the VAT number is required, and so are the terms", async () => {
  const client = await newcomer();
  const { street: _street, ...withoutStreet } = profile;
  expect((await client.post("/users/me", withoutStreet)).body.errors).toHaveProperty("street");
  const refused = await client.post("/users/me", { ...profile, is_terms_accepted: false });
  expect(refused.body.errors.is_terms_accepted).toEqual([
    "Please review and accept our General Terms and Conditions to proceed",
  ]);
  const german = { ...profile, country_code: "DE", postal_code: "10115" };
  expect((await client.post("/users/me", german)).body.errors).toHaveProperty("vat_number");
  expect((await client.post("/users/me", { ...german, vat_number: "DE123" })).body.errors).toHaveProperty("vat_number");
  const saved = await client.post("/users/me", { ...german, vat_number: "DE 123456789" });
  expect([saved.status, saved.body.currency]).toEqual([200, "EUR"]);
  expect((await client.post("/users/me", { ...profile, postal_code: "10115" })).body.errors).toHaveProperty(
    "postal_code",
  );
});

test("[FIELD-USER-010] [API-USER-003] the saved language is the language of answers; only en and de are accepted", async () => {
  const client = await newcomer();
  const saved = await client.patch("/users/me/lang", { lang: "de" });
  expect([saved.status, saved.body.lang]).toEqual([200, "de"]);
  expect((await client.get("/users/me")).body.lang).toBe("de");
  expect((await client.post("/users/me", {})).body.message).toBe("Einige Angaben müssen korrigiert werden");
  expect((await client.patch("/users/me/lang", { lang: "fr" })).status).toBe(422);
  expect((await client.get("/users/me")).body.lang).toBe("de");
});

test("customers in Switzerland and Liechtenstein pay in CHF, all others in EUR", () => {
  const currencies = ["CH", "LI", "DE", "AT", "US", null].map((countryCode) =>
    currencyOf({ countryCode, currency: null }),
  );
  expect(currencies).toEqual(["CHF", "CHF", "EUR", "EUR", "EUR", "CHF"]);
});

const german = { ...profile, country_code: "DE", postal_code: "10115", vat_number: "DE123456789" };

test("a country with another currency is refused while money is in use, for the user and for staff", async () => {
  const client = await newcomer();
  await client.post("/users/me", profile);
  const admin = await stack.signIn("admin");
  const credit = { user: client.uid, amount: 50, kind: "manual", description: "Goodwill" };
  await admin.post("/billing/make-transaction", credit, { "idempotency-key": "currency-credit" });
  const refused = await client.post("/users/me", german);
  expect([refused.status, refused.body.errors.country_code]).toEqual([
    422,
    ["This country uses another currency, and your account still holds money in the present one. Please contact us"],
  ]);
  expect((await admin.put(`/users/${client.uid}`, { country_code: "DE" })).body.errors).toHaveProperty("country_code");
  expect((await client.get("/users/me")).body).toMatchObject({ country_code: "CH", currency: "CHF" });
  expect((await client.post("/users/me", { ...profile, city: "Thun", postal_code: "3600" })).status).toBe(200);
});

test("campaigns that were never started change their currency with the country", async () => {
  const client = await newcomer();
  await client.post("/users/me", profile);
  const { id, currency } = (await client.post("/user-campaigns", { name: "Bread", total_budget: 500 })).body;
  expect(currency).toBe("CHF");
  expect((await client.post("/users/me", german)).status).toBe(200);
  expect((await client.get(`/user-campaigns/${id}`)).body).toMatchObject({ currency: "EUR", total_budget: 500 });
});

test("a role's reach limits the users to own, own and assigned, or all", async () => {
  const [sales, mine, other] = await Promise.all([
    stack.signIn("sales"),
    stack.signIn("customer"),
    stack.signIn("customer"),
  ]);
  const { db } = stack.platform;
  const [salesUid, mineUid, otherUid] = [sales.uid ?? "", mine.uid ?? "", other.uid ?? ""];
  await db.insert(customerAssignments).values({ salesUid, customerUid: mineUid, createdAt: new Date() });
  const reached = async (uid: string, reach: "own" | "assigned" | "all") => {
    const rows = await db.select({ uid: users.uid }).from(users).where(uidsWithinReach(users.uid, { uid, reach }));
    const among = new Set([salesUid, mineUid, otherUid]);
    return rows
      .map((row) => row.uid)
      .filter((found) => among.has(found))
      .sort();
  };
  expect(await reached(mineUid, "own")).toEqual([mineUid]);
  expect(await reached(salesUid, "assigned")).toEqual([salesUid, mineUid].sort());
  expect(await reached(otherUid, "assigned")).toEqual([otherUid]);
  expect(await reached(salesUid, "all")).toEqual([salesUid, mineUid, otherUid].sort());
});
