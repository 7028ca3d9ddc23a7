import { changesBetween } from "@litfass/platform/audit/audit";
import type { CommandContext } from "@litfass/platform/command/command";
import { type Identity, syncIdentity } from "../../users/index.ts";
import { builtInProvider } from "../service.ts";
import type { AccountProviderRow, AccountRow } from "../tables.ts";
import { signInProvidersOf } from "./account.ts";
import { recordAccountChange } from "./account-audit.ts";
import { listProviders } from "./account-sql.ts";

/** An account of the built-in provider as the identity that a platform user is linked to. */
export const identityOfAccount = (account: AccountRow, providers: AccountProviderRow[]): Identity => ({
  provider: builtInProvider,
  subject: account.localId,
  email: account.email,
  emailVerified: account.emailVerified,
  name: account.displayName,
  photoUrl: account.photoUrl,
  signInProviders: signInProvidersOf(account, providers),
});

/**
 * Updates the platform user of a changed account and audits the changes. Before the first sign-in there is no user,
 * so address and verification are audited with the account; `before` is the previous account.
 */
export async function syncUserOfAccount(
  ctx: Pick<CommandContext, "tx" | "audit" | "clock">,
  account: AccountRow,
  before: AccountRow = account,
): Promise<void> {
  const identity = identityOfAccount(account, await listProviders(ctx.tx, account.localId));
  if (await syncIdentity(ctx, identity)) return;
  const changes = changesBetween(addressOf(before), addressOf(account));
  if (changes.length === 0) ctx.audit.unchanged("an account without a user");
  else await recordAccountChange(ctx, account.localId, "email_changed", changes);
}

const addressOf = ({ email, emailVerified }: AccountRow) => ({ email, email_verified: emailVerified });
