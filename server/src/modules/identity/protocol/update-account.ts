import { changesBetween } from "@litfass/platform/audit/audit";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { presentUpdatedAccount } from "../accounts/account.ts";
import { recordAccountChange } from "../accounts/account-audit.ts";
import { syncUserOfAccount } from "../accounts/account-identity.ts";
import {
  deleteProvider,
  findAccountByEmail,
  listProviders,
  uniqueAddress,
  updateAccount,
  updateAccountAndEndTokens,
} from "../accounts/account-sql.ts";
import { mailChangeOfEmail, notifyFormerAddress } from "../accounts/email-change.ts";
import { checkPassword, hashPassword } from "../accounts/password.ts";
import { type IdentityCall, provedAccount } from "../identity-call.ts";
import { builtInProvider, type IdentityService, type IdentityServices } from "../service.ts";
import { lockAccountOfToken, requireSensitiveSignIn } from "../sessions/sensitive-sign-in.ts";
import { endSessionsOfSubject } from "../sessions/session-sql.ts";
import type { AccountRow } from "../tables.ts";
import { applyCode } from "./apply-email-code.ts";
import { deleteCodes } from "./code-sql.ts";
import { grantSignIn, type IssuedGrant, type SignIn, signTokens } from "./issue-tokens.ts";
import { accountOfToken } from "./token-account.ts";
import { findSignIn } from "./token-sql.ts";
import type { IdTokenClaims } from "./verify-id-token.ts";
import { WireError } from "./wire-error.ts";
import { type WireInput, wireEmail } from "./wire-input.ts";

/**
 * accounts:update. Changes the account of an ID token, or applies a mailed code. Changing password, address or linked
 * providers needs a sensitive sign-in. A verified address is replaced only when the link mailed to the new one is
 * opened: until then the response has the current address, and the new one as `newEmail`. A new password, or a new
 * address replacing an unverified one, ends all tokens and returns new ones.
 */
export async function changeAccount(
  service: IdentityService,
  input: WireInput,
  call: IdentityCall,
): Promise<Record<string, unknown>> {
  if (input.oobCode) return applyCode(service, input.oobCode, call);
  if (!input.idToken) throw new WireError("INVALID_REQ_TYPE : Unsupported request parameters.");
  const { db } = service.platform;
  const { account, claims } = await accountOfToken(service, input.idToken);
  const newEmail = await newEmailOf(service, account, input);
  const unlinked = input.deleteProvider ?? [];
  if (input.password) checkPassword(input.password);
  if (newEmail || input.password || unlinked.length > 0) await requireSensitiveSignIn(service, account, claims);
  const { email, emailVerified, localId } = account;
  const isPending = newEmail !== null && email !== null && emailVerified;
  if (isPending) await mailChangeOfEmail(service, call, { localId, email }, newEmail);
  const changes = {
    account,
    profile: profileChanges(input),
    unlinked,
    email: isPending ? null : newEmail,
    passwordHash: input.password ? await hashPassword(input.password) : null,
    signIn: await signInOf(service, account, claims),
  };
  const updated = await uniqueAddress(() => call.run(updateOwnAccount, changes, provedAccount(localId)));
  return {
    ...presentUpdatedAccount(updated.account, await listProviders(db, localId)),
    ...(newEmail ? { newEmail } : {}),
    ...(updated.issued ? await signTokens(service, updated.issued) : {}),
  };
}

type Changes = {
  /** The account at the time the ID token was verified. */
  account: AccountRow;
  profile: ProfileChanges;
  /** Providers to unlink; `password` removes the password. */
  unlinked: string[];
  email: string | null;
  passwordHash: string | null;
  /** The sign-in that continues with new tokens. */
  signIn: SignIn;
};

/** Changes an account; a new address or password invalidates all tokens and grants new ones. */
export const updateOwnAccount = command({
  name: "identity.update_account",
  errors: [],
  async run({ ctx, input }: CommandCall<Changes, IdentityServices>): Promise<{
    account: AccountRow;
    issued: IssuedGrant | null;
  }> {
    const { tx, clock } = ctx;
    const { email, passwordHash, unlinked } = input;
    const now = clock.now();
    const before = await lockAccountOfToken(tx, input.account);
    const { localId } = before;
    for (const provider of unlinked) await deleteProvider(tx, localId, provider);
    const removesPassword = unlinked.includes("password") ? { passwordHash: null } : {};
    const changed = await updateAccount(tx, localId, { lastRefreshAt: now, ...input.profile, ...removesPassword });
    if (!changed) throw new WireError("USER_NOT_FOUND");
    const endsTokens = email !== null || passwordHash !== null;
    const credentials = {
      ...(email ? { email, emailVerified: false } : {}),
      ...(passwordHash ? { passwordHash, passwordUpdatedAt: now } : {}),
    };
    const account = endsTokens ? await updateAccountAndEndTokens(tx, localId, credentials, now) : changed;
    if (unlinked.length > 0) requireWayIn(account, (await listProviders(tx, localId)).length);
    if (passwordHash) {
      await deleteCodes(tx, localId);
      await endSessionsOfSubject(tx, builtInProvider, localId);
      await recordAccountChange(ctx, localId, "password_changed");
    }
    await syncUserOfAccount(ctx, account, before);
    const names = changesBetween({ display_name: before.displayName }, { display_name: account.displayName });
    if (names.length > 0) await recordAccountChange(ctx, localId, "profile_changed", names);
    if (email) await notifyFormerAddress(ctx, before, account);
    return { account, issued: endsTokens ? await grantSignIn(ctx, account, input.signIn) : null };
  },
});

/** The requested new address, or null if the account already has it. @throws WireError EMAIL_EXISTS */
async function newEmailOf(service: IdentityService, account: AccountRow, input: WireInput): Promise<string | null> {
  if (!input.email) return null;
  const email = wireEmail(input.email);
  if (email === account.email) return null;
  if (await findAccountByEmail(service.platform.db, email)) throw new WireError("EMAIL_EXISTS");
  return email;
}

/** The sign-in of an ID token: new tokens keep its time and its second factor. */
async function signInOf({ platform }: IdentityService, account: AccountRow, claims: IdTokenClaims): Promise<SignIn> {
  const earlier = await findSignIn(platform.db, account.localId, claims.firebase?.sign_in_id);
  return {
    provider: claims.firebase?.sign_in_provider ?? "password",
    authAt: new Date(claims.auth_time * 1000),
    secondFactorAt: earlier?.secondFactorAt ?? null,
  };
}

type ProfileChanges = { displayName?: string | null; photoUrl?: string | null };

function profileChanges(input: WireInput): ProfileChanges {
  const removed = input.deleteAttribute ?? [];
  return {
    ...(input.displayName !== undefined ? { displayName: input.displayName || null } : {}),
    ...(input.photoUrl !== undefined ? { photoUrl: input.photoUrl || null } : {}),
    ...(removed.includes("DISPLAY_NAME") ? { displayName: null } : {}),
    ...(removed.includes("PHOTO_URL") ? { photoUrl: null } : {}),
  };
}

/** @throws WireError OPERATION_NOT_ALLOWED if no sign-in method would be left */
function requireWayIn(account: AccountRow, providers: number): void {
  if (providers > 0 || account.passwordHash || (account.email && account.emailLinkSignIn)) return;
  throw new WireError("OPERATION_NOT_ALLOWED : An account keeps at least one way to sign in.");
}
