import { presentUpdatedAccount } from "../accounts/account.ts";
import { passOnAccount } from "../accounts/account-identity.ts";
import {
  deleteProvider,
  findAccountByEmail,
  listProviders,
  updateAccount,
  updateAccountAndEndTokens,
} from "../accounts/account-sql.ts";
import { mailChangeOfEmail, tellFormerAddress } from "../accounts/email-change.ts";
import { checkPassword, hashPassword } from "../accounts/password.ts";
import { builtInProvider, type IdentityService } from "../service.ts";
import { lockAccountOfToken, requireSensitiveSignIn } from "../sessions/sensitive-sign-in.ts";
import { endSessionsOfSubject } from "../sessions/session-sql.ts";
import type { AccountRow } from "../tables.ts";
import { applyCode } from "./apply-code.ts";
import { findSignIn, issueTokens } from "./issue-tokens.ts";
import { dropCodes } from "./one-time-code.ts";
import { oneAddressOneAccount } from "./sign-up.ts";
import { accountOfToken } from "./token-account.ts";
import { WireError } from "./wire-error.ts";
import { type WireCall, type WireInput, wireEmail } from "./wire-input.ts";

/**
 * accounts:update. Changes the account of an ID token, or applies a mailed code. Another password, address or set of
 * linked providers needs a sensitive sign-in. An address that was proved gives way only when the link that is mailed to
 * the new one is opened: until then the answer holds the present address, and the new one as `newEmail`. A new password,
 * or a new address in place of one that was never proved, ends all tokens and answers with new ones.
 */
export async function changeAccount(
  service: IdentityService,
  input: WireInput,
  call: WireCall,
): Promise<Record<string, unknown>> {
  if (input.oobCode) return applyCode(service, input.oobCode);
  if (!input.idToken) throw new WireError("INVALID_REQ_TYPE : Unsupported request parameters.");
  const { account, claims } = await accountOfToken(service, input.idToken);
  const newEmail = await addressToTake(service, account, input);
  const unlinked = input.deleteProvider ?? [];
  if (input.password) checkPassword(input.password);
  if (newEmail || input.password || unlinked.length > 0) await requireSensitiveSignIn(service, account, claims);
  const isPending = newEmail !== null && account.email !== null && account.emailVerified;
  if (isPending) await mailChangeOfEmail(service, { ...account, email: account.email ?? "" }, newEmail, call);
  const { db, clock } = service.platform;
  const now = clock.now();
  const changes = {
    ...(newEmail && !isPending ? { email: newEmail, emailVerified: false } : {}),
    ...(input.password ? { passwordHash: await hashPassword(input.password), passwordUpdatedAt: now } : {}),
  };
  const endsTokens = Object.keys(changes).length > 0;
  const updated = await oneAddressOneAccount(() =>
    db.transaction(async (tx) => {
      const { localId } = await lockAccountOfToken(tx, account);
      for (const provider of unlinked) await deleteProvider(tx, localId, provider);
      const profile = { ...profileChanges(input), ...(unlinked.includes("password") ? { passwordHash: null } : {}) };
      await updateAccount(tx, localId, { lastRefreshAt: now, ...profile });
      const row = endsTokens
        ? await updateAccountAndEndTokens(tx, localId, changes, now)
        : await updateAccount(tx, localId, { lastRefreshAt: now });
      if (!row) throw new WireError("USER_NOT_FOUND");
      if (unlinked.length > 0) requireWayIn(row, (await listProviders(tx, localId)).length);
      if (input.password) {
        await dropCodes(tx, localId);
        await endSessionsOfSubject(tx, builtInProvider, localId);
      }
      await passOnAccount(tx, row, now);
      return row;
    }),
  );
  if (changes.email) await tellFormerAddress(service, account, updated);
  const before = await findSignIn(db, account.localId, claims.firebase?.sign_in_id);
  const signIn = {
    provider: claims.firebase?.sign_in_provider ?? "password",
    authAt: new Date(claims.auth_time * 1000),
    secondFactorAt: before?.secondFactorAt ?? null,
  };
  return {
    ...presentUpdatedAccount(updated, await listProviders(db, updated.localId)),
    ...(newEmail ? { newEmail } : {}),
    ...(endsTokens ? await issueTokens(service, db, updated, signIn) : {}),
  };
}

/** The address that the account is to take, or null where it has it already. @throws WireError EMAIL_EXISTS */
async function addressToTake(service: IdentityService, account: AccountRow, input: WireInput): Promise<string | null> {
  if (!input.email) return null;
  const email = wireEmail(input.email);
  if (email === account.email) return null;
  if (await findAccountByEmail(service.platform.db, email)) throw new WireError("EMAIL_EXISTS");
  return email;
}

function profileChanges(input: WireInput): { displayName?: string | null; photoUrl?: string | null } {
  const dropped = input.deleteAttribute ?? [];
  return {
    ...(input.displayName !== undefined ? { displayName: input.displayName || null } : {}),
    ...(input.photoUrl !== undefined ? { photoUrl: input.photoUrl || null } : {}),
    ...(dropped.includes("DISPLAY_NAME") ? { displayName: null } : {}),
    ...(dropped.includes("PHOTO_URL") ? { photoUrl: null } : {}),
  };
}

/** @throws WireError OPERATION_NOT_ALLOWED where nobody could sign in to the account any more */
function requireWayIn(account: AccountRow, providers: number): void {
  if (providers > 0 || account.passwordHash || (account.email && account.emailLinkSignIn)) return;
  throw new WireError("OPERATION_NOT_ALLOWED : An account keeps at least one way to sign in.");
}
