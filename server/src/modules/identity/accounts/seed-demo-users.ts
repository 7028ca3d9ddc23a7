import { roles } from "@litfass/contract/kernel/roles";
import type { Platform } from "@litfass/platform/platform";
import { eq } from "drizzle-orm";
import { customerAssignments, insertIdentity, insertUser, newUid, type UserRow, users } from "../../users/index.ts";
import { builtInProvider } from "../service.ts";
import { insertAccount } from "./account-sql.ts";
import { hashPassword } from "./password.ts";

/** The password of every demo sign-in. */
export const demoPassword = "litfass-demo";

type DemoUser = Pick<
  UserRow,
  "firstName" | "lastName" | "companyName" | "postalCode" | "city" | "street" | "houseNumber"
> &
  Partial<Pick<UserRow, "vatNumber" | "lang">>;

const address = (
  [firstName, lastName]: [string, string],
  companyName: string,
  [street, houseNumber, postalCode, city]: [string, string, string, string],
): DemoUser => ({ firstName, lastName, companyName, street, houseNumber, postalCode, city });

/** One person for each role. The two advertisers are different companies in different cities. */
const people: Record<(typeof roles)[number], DemoUser> = {
  super_admin: address(["Selma", "Keller"], "Litfass", ["Bahnhofstrasse", "12", "8001", "Zürich"]),
  admin: address(["Adrian", "Frei"], "Litfass", ["Bahnhofstrasse", "12", "8001", "Zürich"]),
  tech_admin: address(["Tamara", "Vogt"], "Litfass", ["Bahnhofstrasse", "12", "8001", "Zürich"]),
  accountant: address(["Beat", "Ammann"], "Litfass", ["Bahnhofstrasse", "12", "8001", "Zürich"]),
  campaign_manager: address(["Carla", "Moser"], "Litfass", ["Bahnhofstrasse", "12", "8001", "Zürich"]),
  sales: address(["Simon", "Huber"], "Litfass", ["Bahnhofstrasse", "12", "8001", "Zürich"]),
  customer: address(["Nora", "Zbinden"], "Brothaus Matte", ["Gerberngasse", "27", "3011", "Bern"]),
  advanced_advertiser: address(["Livia", "Brunner"], "Velowerk Limmat", ["Hardturmstrasse", "161", "8005", "Zürich"]),
};

/**
 * The demo's sign-ins, one for each role, verified, filled and with the terms accepted. `sales` looks after `customer`,
 * not after `advanced_advertiser`. Does nothing where they are there already.
 * @returns e-mail and uid by role
 */
export async function seedDemoUsers(
  platform: Platform,
): Promise<Record<(typeof roles)[number], { email: string; uid: string }>> {
  const passwordHash = await hashPassword(demoPassword);
  const seeded = {} as Record<(typeof roles)[number], { email: string; uid: string }>;
  for (const role of roles) {
    const email = `${role.replaceAll("_", "-")}@demo.example`;
    seeded[role] = { email, uid: await seedUser(platform, role, email, passwordHash) };
  }
  await platform.db
    .insert(customerAssignments)
    .values({ salesUid: seeded.sales.uid, customerUid: seeded.customer.uid, createdAt: platform.clock.now() })
    .onConflictDoNothing();
  return seeded;
}

async function seedUser(
  { db, clock, random }: Platform,
  role: (typeof roles)[number],
  email: string,
  passwordHash: string,
): Promise<string> {
  return db.transaction(async (tx) => {
    const [existing] = await tx.select({ uid: users.uid }).from(users).where(eq(users.email, email)).limit(1);
    if (existing) return existing.uid;
    const now = clock.now();
    const person = people[role];
    const name = `${person.firstName} ${person.lastName}`;
    const account = await insertAccount(tx, {
      localId: newUid(random),
      email,
      emailVerified: true,
      displayName: name,
      passwordHash,
      passwordUpdatedAt: now,
      validSince: now,
      createdAt: now,
    });
    const user = await insertUser(tx, {
      ...person,
      uid: newUid(random),
      email,
      emailVerifiedAt: now,
      fullName: name,
      displayName: name,
      role,
      status: 2,
      countryCode: "CH",
      termsAcceptedAt: now,
      signInProviders: ["password"],
      createdAt: now,
      updatedAt: now,
    });
    await insertIdentity(tx, { provider: builtInProvider, subject: account.localId, uid: user.uid, createdAt: now });
    return user.uid;
  });
}
