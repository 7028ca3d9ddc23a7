import { type CommandCall, command } from "@litfass/platform/command/command";
import { newUid } from "../../users/index.ts";
import { recordAccountChange } from "../accounts/account-audit.ts";
import { syncUserOfAccount } from "../accounts/account-identity.ts";
import { findAccountByEmail, insertAccount, uniqueAddress, updateAccount } from "../accounts/account-sql.ts";
import { claimAccount } from "../accounts/claim-account.ts";
import { type IdentityCall, provedAccount } from "../identity-call.ts";
import type { IdentityService, IdentityServices } from "../service.ts";
import type { CodeRow } from "../tables.ts";
import { grantSignIn, type IssuedGrant, signTokens } from "./issue-tokens.ts";
import { readCode, useCode } from "./one-time-code.ts";
import { WireError } from "./wire-error.ts";
import { required, type WireInput, wireEmail } from "./wire-input.ts";

/**
 * accounts:signInWithEmailLink. Signs in or up with a mailed code and verifies the address. If it was unverified, the
 * account is claimed, because the person who set it up never proved to own the address.
 */
export async function signInWithEmailLink(
  service: IdentityService,
  input: WireInput,
  call: IdentityCall,
): Promise<Record<string, unknown>> {
  const email = wireEmail(required(input.email, "MISSING_EMAIL"));
  const row = await readCode(service, required(input.oobCode, "MISSING_OOB_CODE"));
  if (row.requestType !== "EMAIL_SIGNIN") throw new WireError("INVALID_OOB_CODE");
  if (row.email !== email) {
    throw new WireError("INVALID_EMAIL : The email provided does not match the sign-in email address.");
  }
  const holder = await findAccountByEmail(service.platform.db, email);
  const { isNewUser, issued } = await uniqueAddress(() =>
    call.run(enterByLink, { row }, provedAccount(holder?.localId ?? null)),
  );
  return {
    kind: "identitytoolkit#EmailLinkSigninResponse",
    email,
    localId: issued.account.localId,
    isNewUser,
    ...(await signTokens(service, issued)),
  };
}

/** Signs in to the account of the code's address, or creates it. */
export const enterByLink = command({
  name: "identity.sign_in_with_link",
  errors: [],
  async run({ ctx, input: { row } }: CommandCall<{ row: CodeRow }, IdentityServices>): Promise<{
    isNewUser: boolean;
    issued: IssuedGrant;
  }> {
    const { tx, clock, random } = ctx;
    const now = clock.now();
    const signedIn = { emailVerified: true, emailLinkSignIn: true, lastLoginAt: now, lastRefreshAt: now };
    await useCode(ctx, row);
    const found = await findAccountByEmail(tx, row.email);
    if (found?.disabled) throw new WireError("USER_DISABLED");
    if (!found) {
      const columns = { ...signedIn, email: row.email, localId: newUid(random), validSince: now, createdAt: now };
      const created = await insertAccount(tx, columns);
      await recordAccountChange(ctx, created.localId, "account_opened");
      return { isNewUser: true, issued: await grantSignIn(ctx, created, { provider: "password" }) };
    }
    if (!found.emailVerified) await claimAccount(ctx, found, { emailLinkSignIn: true });
    const account = await updateAccount(tx, found.localId, signedIn);
    if (!account) throw new WireError("INVALID_OOB_CODE");
    if (found.emailVerified) ctx.audit.unchanged("a sign-in changes times only");
    else await syncUserOfAccount(ctx, account, found);
    return { isNewUser: false, issued: await grantSignIn(ctx, account, { provider: "password" }) };
  },
});
