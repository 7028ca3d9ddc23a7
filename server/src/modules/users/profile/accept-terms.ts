import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import { conflict, unauthenticated } from "@litfass/platform/problem";
import { findTermsEdition } from "@litfass/platform/settings/read-settings";
import { lockSectionShared } from "@litfass/platform/settings/settings-sql";
import type { UserServices } from "../services.ts";
import type { UserRow } from "../tables.ts";
import { hasAccepted, insertAcceptance } from "../terms-sql.ts";
import { lockUser } from "../user-sql.ts";
import { saveUser } from "./save-user.ts";

/** Accepts the terms that the user has read. @throws 409 if a newer edition is in force */
export const acceptTerms = command({
  name: "users.accept_terms",
  errors: ["conflict"],
  async run({ ctx, input }: CommandCall<{ edition: number }, UserServices>): Promise<UserRow> {
    await lockTerms(ctx);
    const user = await lockUser(ctx.tx, callerOf(ctx.actor).uid);
    if (!user) throw unauthenticated();
    const acceptedAt = await recordAcceptance(ctx, user.uid, input.edition);
    if (user.termsAcceptedAt !== null) {
      ctx.audit.unchanged("this edition is accepted already");
      return user;
    }
    return saveUser(ctx, user, { termsAcceptedAt: acceptedAt });
  },
});

/**
 * A new edition waits for the acceptances of the one before it, so that it withdraws them too. Before the user is
 * locked, because an edition locks its users afterwards.
 */
export const lockTerms = ({ tx }: CommandContext<UserServices>): Promise<void> => lockSectionShared(tx, "legal");

/**
 * Since when the user accepts the terms, once the profile is saved. `edition` is the one that was shown with it: without
 * it nobody accepts terms again. Call it after `lockTerms`. @throws 409 if a newer edition is in force
 */
export async function acceptWithProfile(
  ctx: CommandContext<UserServices>,
  user: UserRow,
  edition?: number,
): Promise<Date | null> {
  if (user.termsAcceptedAt !== null) return user.termsAcceptedAt;
  if (edition === undefined && (await hasAccepted(ctx.tx, user.uid))) return null;
  return recordAcceptance(ctx, user.uid, edition);
}

async function recordAcceptance(
  { tx, clock }: CommandContext<UserServices>,
  uid: string,
  shown: number | undefined,
): Promise<Date> {
  const edition = await findTermsEdition(tx);
  if (shown !== undefined && shown !== edition) throw conflict("terms_changed", "terms.changed");
  const acceptedAt = clock.now();
  await insertAcceptance(tx, { uid, edition, acceptedAt });
  return acceptedAt;
}
