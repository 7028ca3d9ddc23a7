import type { Language } from "@litfass/contract/kernel/language";
import { changesBetween } from "@litfass/platform/audit/audit";
import { findUserBySubject } from "../../users/index.ts";
import { accountSecuredMail, type Removed } from "../mails.ts";
import { deleteAllCodes } from "../protocol/code-sql.ts";
import { deleteChallengesOf, deleteSecondFactor } from "../second-factor/second-factor-sql.ts";
import { builtInProvider, type IdentityContext, type IdentityService } from "../service.ts";
import { endSessionsOf } from "../sessions/session-sql.ts";
import type { AccountRow } from "../tables.ts";
import { recordAccountChange } from "./account-audit.ts";
import { deleteProviders, updateAccountAndEndTokens } from "./account-sql.ts";

/** Fields set on the account by the proof of an address. */
type Proof = Partial<Pick<AccountRow, "passwordHash" | "passwordUpdatedAt" | "emailLinkSignIn">>;

/**
 * Transfers an account with an unverified address to the person who has now verified it. Removes everything that
 * could let the previous person back in: password (unless `proof` sets one), linked providers, second factor with its
 * recovery codes, pending sign-ins, sessions, tokens and mailed codes. Link the provider that verified the address
 * afterwards. The owner is notified by mail; `isExpected` names what they replaced on purpose.
 */
export async function claimAccount(
  ctx: IdentityContext,
  holder: AccountRow,
  proof: Proof,
  { isExpected = null }: { isExpected?: Removed | null } = {},
): Promise<AccountRow> {
  const { tx, clock, services } = ctx;
  const columns = { passwordHash: null, passwordUpdatedAt: null, ...proof, emailVerified: true };
  // The update locks the row, so that a concurrently linked provider is visible below.
  const account = await updateAccountAndEndTokens(tx, holder.localId, columns, clock.now());
  const removed: Removed[] = holder.passwordHash ? ["password"] : [];
  if (await deleteProviders(tx, holder.localId)) removed.push("providers");
  await deleteAllCodes(tx, holder.localId);
  const user = await findUserBySubject(tx, builtInProvider, holder.localId);
  if (user) {
    if (await deleteSecondFactor(tx, user.uid)) removed.push("second_factor");
    await deleteChallengesOf(tx, user.uid);
    await endSessionsOf(tx, user.uid);
  }
  if (removed.length > 0) {
    const changes = changesBetween({}, { removed: removed.join(", ") });
    await recordAccountChange(ctx, holder.localId, "account_secured", changes);
  }
  const unexpected = removed.filter((what) => what !== isExpected);
  const lang = user?.lang ?? ctx.lang;
  ctx.afterCommit(() => notifyOwner(services.identity, account, unexpected, lang));
  return account;
}

async function notifyOwner(
  service: IdentityService,
  { email }: AccountRow,
  removed: Removed[],
  lang: Language,
): Promise<void> {
  if (removed.length > 0 && email) await service.sendMail(email, accountSecuredMail(removed, email, lang));
}
