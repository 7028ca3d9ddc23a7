import type { Transaction } from "@litfass/platform/postgres/postgres";
import { findUserBySubject } from "../../users/index.ts";
import { claimNotice, type Removed } from "../mails.ts";
import { dropAllCodes } from "../protocol/one-time-code.ts";
import { deleteChallengesOf, deleteSecondFactor } from "../second-factor/second-factor-sql.ts";
import { builtInProvider, type IdentityService } from "../service.ts";
import { endSessionsOf } from "../sessions/session-sql.ts";
import type { AccountRow } from "../tables.ts";
import { deleteProviders, updateAccountAndEndTokens } from "./account-sql.ts";

/** How an address was proved for the first time. */
export type Proof = Partial<Pick<AccountRow, "passwordHash" | "passwordUpdatedAt" | "emailLinkSignIn">>;

export type Claim = { account: AccountRow; removed: Removed[] };

/**
 * Hands an account whose address nobody had proved to the person who now has. Everything that could let an earlier
 * person back in goes: password (unless `proof` sets one), linked providers, second factor with its recovery codes,
 * sign-ins on hold, sessions, tokens and mailed codes. Link the provider that proved the address afterwards.
 * @returns null where the account is gone
 */
export async function claimAccount(
  tx: Transaction,
  holder: AccountRow,
  proof: Proof,
  now: Date,
): Promise<Claim | null> {
  const changes = { passwordHash: null, passwordUpdatedAt: null, ...proof, emailVerified: true };
  // The update locks the row, so that a provider that is being linked at this moment is seen below.
  const account = await updateAccountAndEndTokens(tx, holder.localId, changes, now);
  if (!account) return null;
  const removed: Removed[] = holder.passwordHash ? ["password"] : [];
  if (await deleteProviders(tx, holder.localId)) removed.push("providers");
  await dropAllCodes(tx, holder.localId);
  const user = await findUserBySubject(tx, builtInProvider, holder.localId);
  if (user) {
    if (await deleteSecondFactor(tx, user.uid)) removed.push("second_factor");
    await deleteChallengesOf(tx, user.uid);
    await endSessionsOf(tx, user.uid);
  }
  return { account, removed };
}

/** Tells the new owner what was removed. The claim stands even while the mail server is down. */
export async function tellClaimer(
  { platform }: IdentityService,
  { account, removed }: Claim,
  fallback: "en" | "de",
): Promise<void> {
  if (removed.length === 0 || !account.email) return;
  const user = await findUserBySubject(platform.db, builtInProvider, account.localId);
  await platform.mailer
    .send({ to: account.email, ...claimNotice(removed, account.email, user?.lang ?? fallback) })
    .catch((error: unknown) => platform.log.error({ err: error }, "the owner of a claimed account was not told"));
}
