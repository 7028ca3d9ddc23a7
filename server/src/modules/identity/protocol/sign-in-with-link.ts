import { newUid } from "../../users/index.ts";
import { passOnAccount } from "../accounts/account-identity.ts";
import { findAccountByEmail, insertAccount, updateAccount } from "../accounts/account-sql.ts";
import { claimAccount, tellClaimer } from "../accounts/claim-account.ts";
import type { IdentityService } from "../service.ts";
import { issueTokens } from "./issue-tokens.ts";
import { readCode, useCode } from "./one-time-code.ts";
import { oneAddressOneAccount } from "./sign-up.ts";
import { WireError } from "./wire-error.ts";
import { required, type WireCall, type WireInput, wireEmail } from "./wire-input.ts";

/**
 * accounts:signInWithEmailLink. Signs in, or up, with a mailed code. The address counts as verified; where it was not
 * before, the account is claimed: whoever set it up had not shown that the address is theirs.
 */
export async function signInWithEmailLink(
  service: IdentityService,
  input: WireInput,
  call: WireCall,
): Promise<Record<string, unknown>> {
  const email = wireEmail(required(input.email, "MISSING_EMAIL"));
  const code = await readCode(service, required(input.oobCode, "MISSING_OOB_CODE"));
  if (code.requestType !== "EMAIL_SIGNIN") throw new WireError("INVALID_OOB_CODE");
  if (code.email !== email) {
    throw new WireError("INVALID_EMAIL : The email provided does not match the sign-in email address.");
  }
  const { db, clock, random } = service.platform;
  const now = clock.now();
  const signedIn = { emailVerified: true, emailLinkSignIn: true, lastLoginAt: now, lastRefreshAt: now };
  const { account, isNewUser, claim } = await oneAddressOneAccount(() =>
    db.transaction(async (tx) => {
      await useCode(tx, code, now);
      const found = await findAccountByEmail(tx, email);
      if (found?.disabled) throw new WireError("USER_DISABLED");
      if (!found) {
        const columns = { ...signedIn, email, localId: newUid(random), validSince: now, createdAt: now };
        return { account: await insertAccount(tx, columns), isNewUser: true, claim: null };
      }
      const claim = found.emailVerified ? null : await claimAccount(tx, found, { emailLinkSignIn: true }, now);
      const account = await updateAccount(tx, found.localId, signedIn);
      if (claim && account) await passOnAccount(tx, account, now);
      return { account, isNewUser: false, claim };
    }),
  );
  if (!account) throw new WireError("INVALID_OOB_CODE");
  if (claim) await tellClaimer(service, claim, call.lang);
  return {
    kind: "identitytoolkit#EmailLinkSigninResponse",
    email,
    localId: account.localId,
    isNewUser,
    ...(await issueTokens(service, db, account, { provider: "password" })),
  };
}
