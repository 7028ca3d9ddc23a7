import type { Language } from "@litfass/contract/kernel/language";
import { type Role, userStatus } from "@litfass/contract/kernel/roles";
import { changesBetween } from "@litfass/platform/audit/audit";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import { forbidden, invalid } from "@litfass/platform/problem";
import { currencyOfNew } from "../currency-of-new.ts";
import { type OfferingServices, requireOffered } from "../offered-language.ts";
import { mayInvite } from "../policy.ts";
import { newUid } from "../profile/user-lifecycle.ts";
import type { UserServices } from "../services.ts";
import type { UserRow } from "../tables.ts";
import { insertUser, isEmailTaken } from "../user-sql.ts";

export type Invitation = {
  email: string;
  role: Role;
  firstName?: string;
  lastName?: string;
  lang: Language;
};

/**
 * Invites a user by e-mail with a role. The user has status 1 until the first sign-in.
 * @throws Problem 403 by the policy of roles, 422 for a taken address or a language that is not offered
 */
export const inviteUser = command({
  name: "users.invite_user",
  errors: [],
  async run({ ctx, input }: CommandCall<Invitation, UserServices & OfferingServices>) {
    if (!mayInvite(callerOf(ctx.actor), input.role)) throw forbidden();
    requireOffered(ctx, input.lang);
    return (await addInvitedUser(ctx, input)).user;
  },
});

/** Adds an invited user and mails the link; the caller has checked the policy. @throws Problem 422 for a taken address */
export async function addInvitedUser(
  ctx: CommandContext<UserServices>,
  { email, role, lang, firstName, lastName }: Invitation,
): Promise<{ user: UserRow; link: string }> {
  const { tx, audit, clock, random, services } = ctx;
  const now = clock.now();
  const name = [firstName, lastName].filter(Boolean).join(" ");
  if (await isEmailTaken(tx, email, "")) throw invalid({ email: ["email.taken"] });
  const user = await insertUser(tx, {
    uid: newUid(random),
    email,
    role,
    currency: await currencyOfNew(tx, null),
    lang,
    firstName: firstName || null,
    lastName: lastName || null,
    fullName: name,
    displayName: name,
    status: userStatus.invited,
    createdAt: now,
    updatedAt: now,
  });
  const link = await services.identityHooks.prepareInvitation(tx, user);
  if (link === null) throw invalid({ email: ["email.taken"] });
  const changes = changesBetween({}, { email, user_role: role });
  await audit.record({ action: "user_invited", subjectUid: user.uid, changes });
  ctx.afterCommit(() => services.identityHooks.mailInvitation(user, link));
  return { user, link };
}
