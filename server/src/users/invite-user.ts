import type { Caller, Role } from "@litfass/contract/roles";
import { userStatus } from "@litfass/contract/roles";
import { eq } from "drizzle-orm";
import type { Platform } from "../platform/platform.ts";
import { forbidden, invalid } from "../platform/problem.ts";
import type { IdentityHooks } from "./change-user.ts";
import { newUid } from "./open-user.ts";
import { mayInvite } from "./policy.ts";
import { type UserRow, users } from "./tables.ts";
import { insertUser, isEmailTaken } from "./user-sql.ts";

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
  return (await addInvitedUser(platform, hooks, invitation)).user;
}

/** Adds an invited user, whoever asks for it. @throws Problem 422 for a taken address */
export async function addInvitedUser(
  { db, clock, random }: Platform,
  hooks: IdentityHooks,
  { email, role, lang, firstName, lastName }: Invitation,
): Promise<{ user: UserRow; link: string }> {
  if (await isEmailTaken(db, email, "")) throw invalid({ email: ["email.taken"] });
  const now = clock.now();
  const name = [firstName, lastName].filter(Boolean).join(" ");
  const user = await insertUser(db, {
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
  const link = await hooks.invite(user);
  if (link !== null) return { user, link };
  await db.delete(users).where(eq(users.uid, user.uid));
  throw invalid({ email: ["email.taken"] });
}
