import type { Language } from "@litfass/contract/kernel/language";
import type { Profile } from "@litfass/contract/users/users";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import { unauthenticated } from "@litfass/platform/problem";
import { type OfferingServices, requireOffered } from "../offered-language.ts";
import type { UserServices } from "../services.ts";
import type { UserRow } from "../tables.ts";
import { lockUser, type updateUser } from "../user-sql.ts";
import { acceptWithProfile, lockTerms } from "./accept-terms.ts";
import { columnsOfProfile } from "./profile-columns.ts";
import { saveUser } from "./save-user.ts";

/**
 * Saves the user's complete profile. An account without a status becomes active.
 * @throws Problem 422 for a country with another currency while money is in use, 409 for terms that are no longer in force
 */
export const saveProfile = command({
  name: "users.save_profile",
  errors: ["conflict"],
  async run({ ctx, input }: CommandCall<Profile, UserServices>) {
    await lockTerms(ctx);
    return changeOwnUser(ctx, async (user) =>
      columnsOfProfile(input, user, await acceptWithProfile(ctx, user, input.terms_edition)),
    );
  },
});

/** Saves the language of the interface and of mails. @throws Problem 422 for one that the operator does not offer */
export const saveLanguage = command({
  name: "users.save_language",
  errors: [],
  run({ ctx, input: { lang } }: CommandCall<{ lang: Language }, UserServices & OfferingServices>) {
    requireOffered(ctx, lang);
    return changeOwnUser(ctx, () => ({ lang }));
  },
});

/** Replaces the logo with the one stored under `key`. */
export const replaceLogo = command({
  name: "users.replace_logo",
  errors: [],
  run: ({ ctx, input }: CommandCall<{ key: string }, UserServices>) =>
    changeOwnUser(ctx, ({ companyLogoKey: earlier }) => {
      if (earlier && earlier !== input.key) ctx.afterCommit(() => ctx.files.remove(earlier));
      return { companyLogoKey: input.key };
    }),
});

type MaybePromise<Value> = Value | Promise<Value>;

async function changeOwnUser(
  ctx: CommandContext<UserServices>,
  columnsFor: (user: UserRow) => MaybePromise<Parameters<typeof updateUser>[2]>,
): Promise<UserRow> {
  const user = await lockUser(ctx.tx, callerOf(ctx.actor).uid);
  if (!user) throw unauthenticated();
  return saveUser(ctx, user, await columnsFor(user));
}
