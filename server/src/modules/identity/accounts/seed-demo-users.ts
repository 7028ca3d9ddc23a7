import { type Role, roles, userStatus } from "@litfass/contract/kernel/roles";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import { createExecutor, outputOf } from "@litfass/platform/command/execute";
import { demoPassword } from "@litfass/platform/config/demo-password";
import type { Platform } from "@litfass/platform/platform";
import {
  findUserByEmail,
  insertAssignments,
  insertIdentity,
  insertUser,
  newUid,
  type UserRow,
} from "../../users/index.ts";
import { builtInProvider } from "../service.ts";
import { insertAccount } from "./account-sql.ts";
import { hashPassword } from "./password.ts";

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

/** One person per role, and the owner of a publisher. The two advertisers are different companies in different cities. */
const people: Record<Role | "publisher", DemoUser> = {
  super_admin: address(["Selma", "Keller"], "Litfass", ["Bahnhofstrasse", "12", "8001", "Zürich"]),
  admin: address(["Adrian", "Frei"], "Litfass", ["Bahnhofstrasse", "12", "8001", "Zürich"]),
  tech_admin: address(["Tamara", "Vogt"], "Litfass", ["Bahnhofstrasse", "12", "8001", "Zürich"]),
  accountant: address(["Beat", "Ammann"], "Litfass", ["Bahnhofstrasse", "12", "8001", "Zürich"]),
  campaign_manager: address(["Carla", "Moser"], "Litfass", ["Bahnhofstrasse", "12", "8001", "Zürich"]),
  sales: address(["Simon", "Huber"], "Litfass", ["Bahnhofstrasse", "12", "8001", "Zürich"]),
  customer: address(["Nora", "Zbinden"], "Brothaus Matte", ["Gerberngasse", "27", "3011", "Bern"]),
  advanced_advertiser: address(["Livia", "Brunner"], "Velowerk Limmat", ["Hardturmstrasse", "161", "8005", "Zürich"]),
  publisher: address(["Regula", "Stucki"], "Anzeiger Aaretal AG", ["Bälliz", "40", "3600", "Thun"]),
};

type Seeded = Record<Role | "publisher", { email: string; uid: string }>;

/**
 * The demo's users, one per role and a customer with a newspaper, verified, complete and with the terms accepted.
 * `sales` is the account manager of `customer`, not of `advanced_advertiser`. Does nothing if they exist.
 * @returns e-mail and uid by role
 */
export async function seedDemoUsers(platform: Platform): Promise<Seeded> {
  const execute = createExecutor(platform, {}, { commands: [], approvals: { holdBack: async () => null } });
  const input = { passwordHash: await hashPassword(demoPassword) };
  return outputOf(await execute(addDemoUsers, { actor: { kind: "operator" }, input, lang: "en" }));
}

const addDemoUsers = command({
  name: "identity.seed_demo_users",
  errors: [],
  async run({ ctx, input }: CommandCall<{ passwordHash: string }>): Promise<Seeded> {
    const seeded = {} as Seeded;
    for (const role of roles) {
      const email = `${role.replaceAll("_", "-")}@demo.example`;
      seeded[role] = { email, uid: await seedUser(ctx, { role, person: people[role], email }, input.passwordHash) };
    }
    const publisher = { role: "customer" as const, person: people.publisher, email: "publisher@demo.example" };
    seeded.publisher = { email: publisher.email, uid: await seedUser(ctx, publisher, input.passwordHash) };
    await insertAssignments(ctx.tx, seeded.sales.uid, [seeded.customer.uid], ctx.clock.now());
    return seeded;
  },
});

async function seedUser(
  { tx, audit, clock, random }: CommandContext,
  { role, person, email }: { role: Role; person: DemoUser; email: string },
  passwordHash: string,
): Promise<string> {
  const existing = await findUserByEmail(tx, email);
  if (existing) return existing.uid;
  const now = clock.now();
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
    status: userStatus.active,
    countryCode: "CH",
    termsAcceptedAt: now,
    signInProviders: ["password"],
    createdAt: now,
    updatedAt: now,
  });
  await insertIdentity(tx, { provider: builtInProvider, subject: account.localId, uid: user.uid, createdAt: now });
  // Not in the history of the user, which is for events during the demo.
  await audit.record({ subject: { type: "demo_user", id: user.uid } });
  return user.uid;
}
