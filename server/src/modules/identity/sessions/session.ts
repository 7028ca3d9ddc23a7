import type { User } from "@litfass/contract/users/users";
import type { Authenticate, SignedIn } from "@litfass/platform/http/signed-in";
import type { Platform } from "@litfass/platform/platform";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { hashSecret, newSecret } from "@litfass/platform/security/sealing";
import { type AccountReaders, accountRestriction, presentUser, type UserRow } from "../../users/index.ts";
import { secondFactorState } from "../second-factor/second-factor.ts";
import { type Device, unknownDevice } from "./device.ts";
import { findSession, insertSession, touchSession } from "./session-sql.ts";

const day = 24 * 60 * 60 * 1000;
/** A session ends after 30 days, or after 7 without a call. */
const sessionMs = 30 * day;
export const sessionSeconds = sessionMs / 1000;
export const idleMs = 7 * day;
/** The time of the last call is stored at most this often. */
const touchMs = 5 * 60 * 1000;

/** Opens a session for a user and returns its opaque id; only the hash of the id is stored. */
export async function openSession(
  { db, clock, random }: { db: Executor } & Pick<Platform, "clock" | "random">,
  uid: string,
  device: Device = unknownDevice,
): Promise<string> {
  const id = newSecret(random);
  const now = clock.now();
  await insertSession(db, {
    idHash: hashSecret(id),
    uid,
    ...device,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + sessionMs),
  });
  return id;
}

/** Finds the session of a request by its cookie. */
export function createAuthenticate(platform: Platform, readers: AccountReaders): Authenticate {
  return async (request) => {
    const id = request.server.services.cookies.read(request);
    return id ? findSignedIn(platform, readers, id) : null;
  };
}

/**
 * The user of a session, or null if it has ended. Role and status are read every time, so that changes take effect at
 * once.
 */
export async function findSignedIn(platform: Platform, readers: AccountReaders, id: string): Promise<SignedIn | null> {
  const now = platform.clock.now();
  const idHash = hashSecret(id);
  const session = await findSession(platform.db, idHash, now, idleMs);
  if (!session) return null;
  if (now.getTime() - session.lastSeenAt.getTime() > touchMs) await touchSession(platform.db, idHash, now);
  const secondFactor = secondFactorState(platform, session.user, session.hasSecondFactor);
  return signedInOf(platform, session.user, readers, { idHash, secondFactor });
}

function signedInOf(
  platform: Platform,
  user: UserRow,
  readers: AccountReaders,
  { idHash, secondFactor }: { idHash: string; secondFactor: User["second_factor"] },
): SignedIn {
  const restriction = accountRestriction(user);
  return {
    uid: user.uid,
    sessionIdHash: idHash,
    role: user.role,
    lang: user.lang,
    verified: restriction !== "disabled" && restriction !== "unverified",
    filled: restriction === null && secondFactor !== "required",
    freshUser: () => presentUser(platform.db, user, readers, secondFactor),
  };
}
