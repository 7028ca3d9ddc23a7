import type { CallParsed } from "@litfass/contract/endpoint";
import { type Caller, isCustomer, userStatus } from "@litfass/contract/roles";
import type { userAdminEndpoints } from "@litfass/contract/users-admin";
import { eq } from "drizzle-orm";
import type { Platform } from "../platform/platform.ts";
import type { Transaction } from "../platform/postgres.ts";
import { conflict, forbidden, invalid, notFound } from "../platform/problem.ts";
import { mayGiveRole, mayTakeAccess } from "./policy.ts";
import { customerAssignments, type UserRow, type users } from "./tables.ts";
import { findUser, isEmailTaken, updateUser } from "./user-sql.ts";

export type UserChanges = CallParsed<typeof userAdminEndpoints.changeUser>["body"];

/** What changes at the identity when staff change a user. */
export type IdentityHooks = {
  /** Changes the address to sign in with. False where another identity has it. */
  changeEmail(tx: Transaction, uid: string, email: string): Promise<boolean>;
  /** Ends every session of the user. */
  endSessions(tx: Transaction, uid: string): Promise<void>;
  /**
   * Prepares the identity of an invited user and mails the invitation. The link that is in the mail, or null where
   * another identity has the address.
   */
  invite(user: UserRow): Promise<string | null>;
  /** Mails a link to verify the address. */
  mailVerification(user: UserRow): Promise<void>;
};

/**
 * Changes a user on behalf of the caller, in one transaction.
 * @throws Problem 403 by the policy of roles, 404 for an unknown user, 409 for an archived one, 422 for a taken address
 */
export async function changeUser(
  platform: Pick<Platform, "db" | "clock">,
  hooks: IdentityHooks,
  caller: Caller,
  uid: string,
  changes: UserChanges,
): Promise<UserRow> {
  const { db, clock } = platform;
  const { email, archived, user_role: role, user_status: status, ...profile } = changes;
  const changed = await db.transaction(async (tx) => {
    const target = await findUser(tx, uid);
    if (!target) throw notFound();
    const now = clock.now();
    if (role !== undefined && role !== target.role && !mayGiveRole(caller, target, role)) throw forbidden();
    const takesAccess = archived || (status !== undefined && status !== target.status) || isNew(email, target);
    if (takesAccess && !mayTakeAccess(caller, target)) throw forbidden();
    if (target.status === userStatus.archived && !archived) throw conflict("user_archived");
    const columns: Partial<typeof users.$inferInsert> = {
      ...profileColumns(profile, target),
      ...(role ? { role } : {}),
    };
    if (status !== undefined) columns.status = status;
    if (isNew(email, target)) {
      if ((await isEmailTaken(tx, email, uid)) || !(await hooks.changeEmail(tx, uid, email))) {
        throw invalid({ email: ["email.taken"] });
      }
      Object.assign(columns, { email, emailVerifiedAt: null });
    }
    if (archived && target.status !== userStatus.archived) {
      Object.assign(columns, { status: userStatus.archived, statusBeforeArchive: target.status });
      await hooks.endSessions(tx, uid);
    }
    if (role !== undefined && role !== target.role) await dropAssignments(tx, target, role);
    return { user: await updateUser(tx, uid, columns, now), verify: isNew(email, target) };
  });
  if (changed.verify) await hooks.mailVerification(changed.user);
  return changed.user;
}

const isNew = (email: string | undefined, target: UserRow): email is string =>
  email !== undefined && email !== target.email?.toLowerCase();

type ProfileChanges = Omit<UserChanges, "email" | "archived" | "user_role" | "user_status">;

/** The columns of a partly given profile. */
export function profileColumns(profile: ProfileChanges, target: UserRow): Partial<typeof users.$inferInsert> {
  const firstName = profile.first_name ?? target.firstName;
  const lastName = profile.last_name ?? target.lastName;
  const named = profile.first_name !== undefined || profile.last_name !== undefined;
  const columns = {
    firstName: profile.first_name,
    lastName: profile.last_name,
    fullName: named ? `${firstName ?? ""} ${lastName ?? ""}`.trim() : undefined,
    companyName: profile.company_name,
    userType: profile.user_type,
    countryCode: profile.country_code,
    postalCode: profile.postal_code,
    city: profile.city,
    street: profile.street,
    houseNumber: profile.house_number,
    vatNumber: profile.vat_number,
    allowsPromotion: profile.isAllowPromotionAds,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** Who is no longer an account manager looks after nobody; who is no longer a customer is looked after by nobody. */
async function dropAssignments(tx: Transaction, target: UserRow, role: UserRow["role"]): Promise<void> {
  if (target.role === "sales") {
    await tx.delete(customerAssignments).where(eq(customerAssignments.salesUid, target.uid));
  }
  if (isCustomer(target.role) && !isCustomer(role)) {
    await tx.delete(customerAssignments).where(eq(customerAssignments.customerUid, target.uid));
  }
}

/** Restores an archived user to the status from before. @throws Problem 404 for one that is not archived */
export async function restoreUser(
  { db, clock }: Pick<Platform, "db" | "clock">,
  caller: Caller,
  uid: string,
): Promise<UserRow> {
  const target = await findUser(db, uid);
  if (target?.status !== userStatus.archived) throw notFound();
  if (!mayTakeAccess(caller, target)) throw forbidden();
  return updateUser(db, uid, { status: target.statusBeforeArchive, statusBeforeArchive: null }, clock.now());
}
