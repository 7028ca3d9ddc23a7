import type { CallParsed } from "@litfass/contract/kernel/endpoint";
import { type Caller, isCustomer, userStatus } from "@litfass/contract/kernel/roles";
import type { userAdminEndpoints } from "@litfass/contract/users/users-admin";
import { type AuditRecord, recordAudit } from "@litfass/platform/audit/audit";
import type { Platform } from "@litfass/platform/platform";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { conflict, forbidden, invalid, notFound } from "@litfass/platform/problem";
import { eq } from "drizzle-orm";
import { auditOfUserChange } from "../audit/user-audit.ts";
import { mayGiveRole, mayTakeAccess } from "../policy.ts";
import { customerAssignments, type UserRow, type users } from "../tables.ts";
import { isEmailTaken, lockUser, updateUser } from "../user-sql.ts";
import { assignmentRecords } from "./assign-customers.ts";

export type UserChanges = CallParsed<typeof userAdminEndpoints.changeUser>["body"];

/** What changes at the identity when staff change a user. */
export type IdentityHooks = {
  /** Changes the address to sign in with. False where another identity has it. */
  changeEmail(tx: Transaction, uid: string, email: string): Promise<boolean>;
  /** Ends every session of the user. */
  endSessions(tx: Transaction, uid: string): Promise<void>;
  /** Prepares the identity of an invited user. The link to begin with, or null where another identity has the address. */
  prepareInvitation(tx: Transaction, user: UserRow): Promise<string | null>;
  /** Mails the invitation with its link. */
  mailInvitation(user: UserRow, link: string): Promise<void>;
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
    const target = await lockUser(tx, uid);
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
    const by = { actorUid: caller.uid, at: now };
    const dropped = role !== undefined && role !== target.role ? await dropAssignments(tx, target, role, by) : [];
    const user = await updateUser(tx, uid, columns, now);
    await recordAudit(tx, ...auditOfUserChange(target, user, by), ...dropped);
    return { user, verify: isNew(email, target) };
  });
  if (changed.verify) await hooks.mailVerification(changed.user);
  return changed.user;
}

/** Saves what a user changes of the own profile. */
export async function saveOwnProfile(
  { db, clock }: Pick<Platform, "db" | "clock">,
  user: UserRow,
  profile: ProfileChanges,
): Promise<UserRow> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    const saved = await updateUser(tx, user.uid, profileColumns(profile, user), now);
    await recordAudit(tx, ...auditOfUserChange(user, saved, { actorUid: user.uid, at: now }));
    return saved;
  });
}

const isNew = (email: string | undefined, target: UserRow): email is string =>
  email !== undefined && email !== target.email?.toLowerCase();

type ProfileChanges = Omit<UserChanges, "email" | "archived" | "user_role" | "user_status">;

/** The columns of a partly given profile. */
function profileColumns(profile: ProfileChanges, target: UserRow): Partial<typeof users.$inferInsert> {
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

/**
 * Who is no longer an account manager looks after nobody; who is no longer a customer is looked after by nobody.
 * Answers what to record of it.
 */
async function dropAssignments(
  tx: Transaction,
  target: UserRow,
  role: UserRow["role"],
  by: { actorUid: string; at: Date },
): Promise<AuditRecord[]> {
  const ended =
    target.role === "sales"
      ? eq(customerAssignments.salesUid, target.uid)
      : isCustomer(target.role) && !isCustomer(role)
        ? eq(customerAssignments.customerUid, target.uid)
        : null;
  if (!ended) return [];
  const pairs = await tx.delete(customerAssignments).where(ended).returning();
  return assignmentRecords("customer_unassigned", pairs, by);
}

/** Restores an archived user to the status from before. @throws Problem 404 for one that is not archived, 409 where another user has the address meanwhile */
export async function restoreUser(
  { db, clock }: Pick<Platform, "db" | "clock">,
  caller: Caller,
  uid: string,
): Promise<UserRow> {
  return db.transaction(async (tx) => {
    const target = await lockUser(tx, uid);
    if (target?.status !== userStatus.archived) throw notFound();
    if (!mayTakeAccess(caller, target)) throw forbidden();
    if (target.email && (await isEmailTaken(tx, target.email, uid))) throw conflict("email_taken", "email.taken");
    const now = clock.now();
    const columns = { status: target.statusBeforeArchive, statusBeforeArchive: null };
    const user = await updateUser(tx, uid, columns, now);
    await recordAudit(tx, ...auditOfUserChange(target, user, { actorUid: caller.uid, at: now }));
    return user;
  });
}
