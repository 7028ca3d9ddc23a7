import type { Transaction } from "@litfass/platform/postgres/postgres";
import { type Identity, syncIdentity } from "../../users/index.ts";
import { builtInProvider } from "../service.ts";
import type { AccountProviderRow, AccountRow } from "../tables.ts";
import { signInProvidersOf } from "./account.ts";
import { listProviders } from "./account-sql.ts";

/** An account of the built-in provider as the identity that a platform user is tied to. */
export const identityOfAccount = (account: AccountRow, providers: AccountProviderRow[]): Identity => ({
  provider: builtInProvider,
  subject: account.localId,
  email: account.email,
  emailVerified: account.emailVerified,
  name: account.displayName,
  photoUrl: account.photoUrl,
  signInProviders: signInProvidersOf(account, providers),
});

/** Passes a changed account on to the platform user that is tied to it. */
export async function passOnAccount(tx: Transaction, account: AccountRow, now: Date): Promise<void> {
  await syncIdentity(tx, identityOfAccount(account, await listProviders(tx, account.localId)), now);
}
