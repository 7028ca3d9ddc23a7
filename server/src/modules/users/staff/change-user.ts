import type { CallParsed } from "@litfass/contract/kernel/endpoint";
import { isCustomer, userStatus } from "@litfass/contract/kernel/roles";
import type { userAccountEndpoints } from "@litfass/contract/users/user-accounts";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import type { WriteTransaction } from "@litfass/platform/postgres/postgres";
import { conflict, forbidden, invalid, notFound } from "@litfass/platform/problem";
import { type AssignedPair, deleteAssignmentsExcept, deleteAssignmentsOfCustomer } from "../assignment-sql.ts";
import { auditOfAssignments, recordUserChange } from "../audit/user-audit.ts";
import { mayAssignRole, mayRestrictAccess } from "../policy.ts";
import { columnsOfChanges } from "../profile/profile-columns.ts";
import { saveUser } from "../profile/save-user.ts";
import type { UserServices } from "../services.ts";
import type { UserRow } from "../tables.ts";
import { isEmailTaken, lockUser, updateUser } from "../user-sql.ts";
import { findReachableUser } from "./user-list-sql.ts";

type UserChanges = CallParsed<typeof userAccountEndpoints.changeUser>["body"];
type Input = { uid: string; changes: UserChanges };

/**
 * Changes the given fields of a user on behalf of staff: role, status, address, archiving, profile.
 * @throws Problem 403 by the policy of roles, 404 for an unknown user, 409 for an archived one, 422 for a taken
 * address, or for a country with another currency while money is in use
 */
export const changeUser = command({
  name: "users.change_user",
  errors: ["not_found", "conflict"],
  run: ({ ctx, input }: CommandCall<Input, UserServices>) => changeAsStaff(ctx, input),
});

/**
 * Changes a user within the caller's permissions: admins anyone, all others their own profile.
 * @throws Problem as `changeUser`; 403 for role, status or another user if the caller is not an admin
 */
export const changeProfile = command({
  name: "users.change_profile",
  errors: ["not_found", "conflict"],
  run: ({ ctx, input }: CommandCall<Input, UserServices>) =>
    callerOf(ctx.actor).reach === "all" ? changeAsStaff(ctx, input) : changeOwnProfile(ctx, input),
});

async function changeAsStaff(ctx: CommandContext<UserServices>, { uid, changes }: Input): Promise<UserRow> {
  const { tx, audit, services } = ctx;
  const caller = callerOf(ctx.actor);
  const { email, archived, user_role: role, user_status: status, ...profile } = changes;
  const target = await lockUser(tx, uid);
  if (!target) throw notFound();
  const isNewRole = role !== undefined && role !== target.role;
  const isNewEmail = email !== undefined && email !== target.email?.toLowerCase();
  if (isNewRole && !mayAssignRole(caller, target, role)) throw forbidden();
  const restricts = archived || (status !== undefined && status !== target.status) || isNewEmail;
  if (restricts && !mayRestrictAccess(caller, target)) throw forbidden();
  if (target.status === userStatus.archived && !archived) throw conflict("user_archived");
  if (isNewEmail) {
    const isTaken = (await isEmailTaken(tx, email, uid)) || !(await services.identityHooks.changeEmail(tx, uid, email));
    if (isTaken) throw invalid({ email: ["email.taken"] });
  }
  const archives = archived === true && target.status !== userStatus.archived;
  if (archives) await services.identityHooks.endSessions(tx, uid);
  const columns = {
    ...columnsOfChanges(profile, target),
    ...(role ? { role } : {}),
    ...(status !== undefined ? { status } : {}),
    ...(isNewEmail ? { email, emailVerifiedAt: null } : {}),
    ...(archives ? { status: userStatus.archived, statusBeforeArchive: target.status } : {}),
  };
  const user = await saveUser(ctx, target, columns);
  if (isNewRole) {
    await audit.record(...auditOfAssignments("customer_unassigned", await endAssignments(tx, target, role)));
  }
  if (isNewEmail) ctx.afterCommit(() => services.identityHooks.mailVerification(user));
  return user;
}

async function changeOwnProfile(ctx: CommandContext<UserServices>, { uid, changes }: Input): Promise<UserRow> {
  const { user_role: role, user_status: status, email: _email, archived: _archived, ...profile } = changes;
  if (!(await findReachableUser(ctx.tx, callerOf(ctx.actor), uid))) throw forbidden();
  const user = await lockUser(ctx.tx, uid);
  if (!user || role !== undefined || status !== undefined) throw forbidden();
  return saveUser(ctx, user, columnsOfChanges(profile, user));
}

/** Ends the assignments that the new role does not allow: of a former account manager, or of a former customer. */
async function endAssignments(tx: WriteTransaction, target: UserRow, role: UserRow["role"]): Promise<AssignedPair[]> {
  if (target.role === "sales") return deleteAssignmentsExcept(tx, target.uid, []);
  const wasCustomer = isCustomer(target.role) && !isCustomer(role);
  return wasCustomer ? deleteAssignmentsOfCustomer(tx, target.uid) : [];
}

/**
 * Restores an archived user to the earlier status.
 * @throws Problem 404 for one that is not archived, 409 if another user has the address by now
 */
export const restoreUser = command({
  name: "users.restore_user",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { uid } }: CommandCall<{ uid: string }>) {
    const { tx, audit, clock } = ctx;
    const target = await lockUser(tx, uid);
    if (target?.status !== userStatus.archived) throw notFound();
    if (!mayRestrictAccess(callerOf(ctx.actor), target)) throw forbidden();
    if (target.email && (await isEmailTaken(tx, target.email, uid))) throw conflict("email_taken", "email.taken");
    const columns = { status: target.statusBeforeArchive, statusBeforeArchive: null };
    const user = await updateUser(tx, uid, columns, clock.now());
    await recordUserChange(audit, target, user);
    return user;
  },
});
