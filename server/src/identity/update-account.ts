import { presentUpdatedAccount } from "./account.ts";
import { passOnAccount } from "./account-identity.ts";
import {
  deleteProvider,
  findAccountByEmail,
  listProviders,
  updateAccount,
  updateAccountAndEndTokens,
} from "./account-sql.ts";
import { applyCode } from "./apply-code.ts";
import { issueTokens } from "./issue-tokens.ts";
import { checkPassword, hashPassword } from "./password.ts";
import { builtInProvider, type IdentityService } from "./service.ts";
import { endSessionsOfSubject } from "./session-sql.ts";
import { oneAddressOneAccount } from "./sign-up.ts";
import type { AccountRow } from "./tables.ts";
import { accountOfToken, requireRecentSignIn } from "./token-account.ts";
import { WireError } from "./wire-error.ts";
import { type WireInput, wireEmail } from "./wire-input.ts";

/**
 * accounts:update. Changes the account of an ID token, or applies a mailed code. A new password or address ends all
 * tokens that were given out, answers with new ones, and needs a sign-in of the last 5 minutes.
 */
export async function changeAccount(service: IdentityService, input: WireInput): Promise<Record<string, unknown>> {
  if (input.oobCode) return applyCode(service, input.oobCode);
  if (!input.idToken) throw new WireError("INVALID_REQ_TYPE : Unsupported request parameters.");
  const { account, claims } = await accountOfToken(service, input.idToken);
  const changes = await credentialChanges(service, account, input);
  if (changes) requireRecentSignIn(service, claims);
  const { db, clock } = service.platform;
  const now = clock.now();
  const updated = await oneAddressOneAccount(() =>
    db.transaction(async (tx) => {
      for (const provider of input.deleteProvider ?? []) await deleteProvider(tx, account.localId, provider);
      const columns = { ...profileChanges(input), ...(await unlinkPassword(service, account, input)) };
      if (Object.keys(columns).length > 0) await updateAccount(tx, account.localId, columns);
      const row = changes
        ? await updateAccountAndEndTokens(tx, account.localId, changes, now)
        : await updateAccount(tx, account.localId, { lastRefreshAt: now });
      if (!row) throw new WireError("USER_NOT_FOUND");
      if (changes?.passwordHash) await endSessionsOfSubject(tx, builtInProvider, account.localId);
      await passOnAccount(tx, row, now);
      return row;
    }),
  );
  const signIn = {
    provider: claims.firebase?.sign_in_provider ?? "password",
    authAt: new Date(claims.auth_time * 1000),
  };
  return {
    ...presentUpdatedAccount(updated, await listProviders(db, updated.localId)),
    ...(changes?.email ? { newEmail: changes.email } : {}),
    ...(changes ? await issueTokens(service, db, updated, signIn) : {}),
  };
}

type CredentialChanges = { email?: string; emailVerified?: boolean; passwordHash?: string; passwordUpdatedAt?: Date };

async function credentialChanges(
  service: IdentityService,
  account: AccountRow,
  input: WireInput,
): Promise<CredentialChanges | null> {
  const changes: CredentialChanges = {};
  if (input.email) {
    const email = wireEmail(input.email);
    if (email !== account.email) {
      if (await findAccountByEmail(service.platform.db, email)) throw new WireError("EMAIL_EXISTS");
      Object.assign(changes, { email, emailVerified: false });
    }
  }
  if (input.password) {
    checkPassword(input.password);
    changes.passwordHash = await hashPassword(input.password);
    changes.passwordUpdatedAt = service.platform.clock.now();
  }
  return Object.keys(changes).length > 0 ? changes : null;
}

function profileChanges(input: WireInput): { displayName?: string | null; photoUrl?: string | null } {
  const dropped = input.deleteAttribute ?? [];
  return {
    ...(input.displayName ? { displayName: input.displayName } : {}),
    ...(input.photoUrl ? { photoUrl: input.photoUrl } : {}),
    ...(dropped.includes("DISPLAY_NAME") ? { displayName: null } : {}),
    ...(dropped.includes("PHOTO_URL") ? { photoUrl: null } : {}),
  };
}

/** The password goes only where another way to sign in stays. */
async function unlinkPassword(
  service: IdentityService,
  account: AccountRow,
  input: WireInput,
): Promise<{ passwordHash?: null }> {
  if (!input.deleteProvider?.includes("password")) return {};
  const others = await listProviders(service.platform.db, account.localId);
  if (others.length === 0) throw new WireError("INVALID_REQ_TYPE : Unsupported request parameters.");
  return { passwordHash: null };
}
