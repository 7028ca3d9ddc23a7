import type { Profile } from "@litfass/contract/users/users";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import { unauthenticated } from "@litfass/platform/problem";
import { recordUserChange } from "../audit/user-audit.ts";
import type { UserRow } from "../tables.ts";
import { lockUser, updateUser } from "../user-sql.ts";
import { columnsOfProfile } from "./profile-columns.ts";

/** Saves the user's complete profile. An account without a status becomes active. */
export const saveProfile = command({
  name: "users.save_profile",
  errors: [],
  run: ({ ctx, input }: CommandCall<Profile>) =>
    changeOwnUser(ctx, (user) => columnsOfProfile(input, user, ctx.clock.now())),
});

/** Saves the language of the interface and of mails. */
export const saveLanguage = command({
  name: "users.save_language",
  errors: [],
  run: ({ ctx, input }: CommandCall<{ lang: "en" | "de" }>) => changeOwnUser(ctx, () => ({ lang: input.lang })),
});

/** Replaces the logo with the one stored under `key`. */
export const replaceLogo = command({
  name: "users.replace_logo",
  errors: [],
  run: ({ ctx, input }: CommandCall<{ key: string }>) =>
    changeOwnUser(ctx, ({ companyLogoKey: earlier }) => {
      if (earlier && earlier !== input.key) ctx.afterCommit(() => ctx.files.remove(earlier));
      return { companyLogoKey: input.key };
    }),
});

async function changeOwnUser(
  ctx: CommandContext,
  columnsFor: (user: UserRow) => Parameters<typeof updateUser>[2],
): Promise<UserRow> {
  const user = await lockUser(ctx.tx, callerOf(ctx.actor).uid);
  if (!user) throw unauthenticated();
  const changed = await updateUser(ctx.tx, user.uid, columnsFor(user), ctx.clock.now());
  await recordUserChange(ctx.audit, user, changed);
  return changed;
}
