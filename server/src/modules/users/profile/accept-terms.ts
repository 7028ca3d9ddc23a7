import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import { conflict, unauthenticated } from "@litfass/platform/problem";
import { findTermsEdition } from "@litfass/platform/settings/read-settings";
import type { UserServices } from "../services.ts";
import type { UserRow } from "../tables.ts";
import { insertAcceptance } from "../terms-sql.ts";
import { lockUser } from "../user-sql.ts";
import { saveUser } from "./save-user.ts";

/** Accepts the terms that the user has read. @throws 409 if a newer edition is in force */
export const acceptTerms = command({
  name: "users.accept_terms",
  errors: ["conflict"],
  async run({ ctx, input }: CommandCall<{ edition: number }, UserServices>): Promise<UserRow> {
    const user = await lockUser(ctx.tx, callerOf(ctx.actor).uid);
    if (!user) throw unauthenticated();
    if ((await findTermsEdition(ctx.tx)) !== input.edition) throw conflict("terms_changed", "terms.changed");
    await recordAcceptance(ctx, user.uid);
    if (user.termsAcceptedAt !== null) {
      ctx.audit.unchanged("this edition is accepted already");
      return user;
    }
    return saveUser(ctx, user, { termsAcceptedAt: ctx.clock.now() });
  },
});

/** Records the acceptance of the edition in force. Call it with the user locked. */
export async function recordAcceptance({ tx, clock }: CommandContext<UserServices>, uid: string): Promise<void> {
  await insertAcceptance(tx, { uid, edition: await findTermsEdition(tx), acceptedAt: clock.now() });
}
