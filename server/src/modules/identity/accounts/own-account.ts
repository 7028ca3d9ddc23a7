import type { User } from "@litfass/contract/users/users";
import type { Platform } from "@litfass/platform/platform";
import { accountState, conflict, unauthenticated } from "@litfass/platform/problem";
import type { FastifyRequest } from "fastify";
import { type AccountReaders, accountRestriction, findUser, presentUser, type UserRow } from "../../users/index.ts";
import { hasSecondFactor } from "../second-factor/second-factor-sql.ts";
import type { IdentityService } from "../service.ts";
import { confirmPassword, isRecentSession } from "./change-password.ts";
import { createGooglePasswords, type GooglePasswords } from "./google-passwords.ts";

/** Checks before users may change their own account. */
export type OwnAccount = {
  /** Set if Google's Identity Platform stores the passwords. */
  google: GooglePasswords | null;
  /** The user in the format of the API. */
  present(user: UserRow): Promise<User>;
  /** The user of a call that is allowed before the profile is complete. @throws Problem 430 for a disabled one */
  enabledUser(uid: string): Promise<UserRow>;
  /** @throws Problem 422 at `password` if it is wrong; passes if the user has none */
  confirmPassword(user: UserRow, password: string | undefined, request: FastifyRequest): Promise<void>;
  /** @throws Problem 409 sign_in_again if the user has a second factor and passed it more than 5 minutes ago */
  requirePassedFactor(user: UserRow, request: FastifyRequest): Promise<void>;
  /** @throws Problem 409 sign_in_again if the session was opened more than 5 minutes ago */
  requireRecentSignIn(request: FastifyRequest): Promise<void>;
  /**
   * Requires the password if there is one, else a sign-in within the last 5 minutes. A second factor must also have
   * been passed within the last 5 minutes, so that an old session with a leaked password is not enough.
   */
  confirmIdentity(user: UserRow, password: string | undefined, request: FastifyRequest): Promise<void>;
};

export function createOwnAccount(service: IdentityService, readers: AccountReaders): OwnAccount {
  const { platform } = service;
  const { firebase } = platform.config.providers;
  const google = firebase ? createGooglePasswords(platform, firebase) : null;

  const own: OwnAccount = {
    google,
    present: (user) => presentUser(platform.db, user, readers),
    async enabledUser(uid) {
      const user = await findUser(platform.db, uid);
      if (!user) throw unauthenticated();
      if (accountRestriction(user) === "disabled") throw accountState(await own.present(user));
      return user;
    },
    async confirmPassword(user, password, request) {
      if (google) await google.confirm(user, password);
      else await confirmPassword(service, user, password, request.ip);
    },
    async requirePassedFactor(user, request) {
      // A session of a user with a second factor is opened by passing it, so a recent session implies a recent pass.
      if (await hasSecondFactor(platform.db, user.uid)) await own.requireRecentSignIn(request);
    },
    requireRecentSignIn: (request) => requireRecentSignIn(platform, request),
    async confirmIdentity(user, password, request) {
      await own.requirePassedFactor(user, request);
      if (user.signInProviders.includes("password")) await own.confirmPassword(user, password, request);
      else await own.requireRecentSignIn(request);
    },
  };
  return own;
}

/**
 * For changes that a thief of a session would make. An API key has no sign-in.
 * @throws Problem 409 sign_in_again if the session was opened more than 5 minutes ago
 */
export async function requireRecentSignIn(platform: Platform, request: FastifyRequest): Promise<void> {
  const isRecent = await isRecentSession(platform, request.signedIn?.sessionIdHash ?? null);
  if (!isRecent) throw conflict("sign_in_again", "sign_in.again");
}
