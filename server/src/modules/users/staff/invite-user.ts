import type { Caller, Role } from "@litfass/contract/kernel/roles";
import { userStatus } from "@litfass/contract/kernel/roles";
import { changesBetween, recordAudit } from "@litfass/platform/audit/audit";
import type { Platform } from "@litfass/platform/platform";
import { forbidden, invalid } from "@litfass/platform/problem";
import { mayInvite } from "../policy.ts";
import { newUid } from "../profile/open-user.ts";
import type { UserRow } from "../tables.ts";
import { insertUser, isEmailTaken } from "../user-sql.ts";
import type { IdentityHooks } from "./change-user.ts";

export type Invitation = {
  email: string;
  role: Role;
  firstName?: string;
  lastName?: string;
  lang: "en" | "de";
};

/**
 * Invites somebody by e-mail with a role. The user has status 1 until the first sign-in.
 * @throws Problem 403 by the policy of roles, 422 for a taken address
 */
export async function inviteUser(
  platform: Platform,
  hooks: IdentityHooks,
  caller: Pick<Caller, "uid" | "role">,
  invitation: Invitation,
): Promise<UserRow> {
  if (!mayInvite(caller, invitation.role)) throw forbidden();
  return (await addInvitedUser(platform, hooks, caller.uid, invitation)).user;
}

/** Adds an invited user; `actorUid` is null for the installation's own command line. @throws Problem 422 for a taken address */
export async function addInvitedUser(
  { db, clock, random }: Platform,
  hooks: IdentityHooks,
  actorUid: string | null,
  { email, role, lang, firstName, lastName }: Invitation,
): Promise<{ user: UserRow; link: string }> {
  const now = clock.now();
  const name = [firstName, lastName].filter(Boolean).join(" ");
  const invited = await db.transaction(async (tx) => {
    if (await isEmailTaken(tx, email, "")) throw invalid({ email: ["email.taken"] });
    const user = await insertUser(tx, {
      uid: newUid(random),
      email,
      role,
      lang,
      firstName: firstName || null,
      lastName: lastName || null,
      fullName: name,
      displayName: name,
      status: userStatus.invited,
      createdAt: now,
      updatedAt: now,
    });
    const link = await hooks.prepareInvitation(tx, user);
    if (link === null) throw invalid({ email: ["email.taken"] });
    const changes = changesBetween({}, { email, user_role: role });
    await recordAudit(tx, { at: now, actorUid, subjectUid: user.uid, action: "user_invited", changes });
    return { user, link };
  });
  await hooks.mailInvitation(invited.user, invited.link);
  return invited;
}
