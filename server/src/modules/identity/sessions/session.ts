import type { Authenticate, SignedIn } from "@litfass/platform/http/kit";
import type { Platform } from "@litfass/platform/platform";
import { hashSecret, newSecret } from "@litfass/platform/security/sealing";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type AccountReaders, obstacleOf, presentUser, type UserRow } from "../../users/index.ts";
import { type Device, deviceOf, unknownDevice } from "./device.ts";
import { endSession, findSession, insertSession, touchSession } from "./session-sql.ts";

const day = 24 * 60 * 60 * 1000;
/** A session ends after 30 days, or after 7 without a call. */
const sessionMs = 30 * day;
export const idleMs = 7 * day;
/** The last call is noted at most this often. */
const touchMs = 5 * 60 * 1000;

/** Opens a session for a user and returns its opaque id; only the id's hash is kept. */
export async function openSession(
  platform: Pick<Platform, "db" | "clock" | "random">,
  uid: string,
  device: Device = unknownDevice,
): Promise<string> {
  const id = newSecret(platform.random);
  const now = platform.clock.now();
  await insertSession(platform.db, {
    idHash: hashSecret(id),
    uid,
    ...device,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + sessionMs),
  });
  return id;
}

/** Opens a session and hands it to the browser; the one it had before ends (rotation). */
export async function signInBrowser(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  uid: string,
): Promise<void> {
  const { cookies } = request.server.kit;
  const before = cookies.read(request);
  if (before) await endSession(platform.db, hashSecret(before));
  cookies.set(reply, await openSession(platform, uid, deviceOf(request)), sessionMs / 1000);
}

/** Ends the browser's session. */
export async function signOutBrowser(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { cookies } = request.server.kit;
  const id = cookies.read(request);
  if (id) await endSession(platform.db, hashSecret(id));
  cookies.clear(reply);
}

/** Finds the session of a request by its cookie. */
export function createAuthenticate(platform: Platform, readers: AccountReaders): Authenticate {
  return async (request) => {
    const id = request.server.kit.cookies.read(request);
    return id ? findSignedIn(platform, readers, id) : null;
  };
}

/**
 * Whom a session belongs to, or null where it has ended. Role and status are read with it, so that a change counts at
 * the next call.
 */
export async function findSignedIn(platform: Platform, readers: AccountReaders, id: string): Promise<SignedIn | null> {
  const now = platform.clock.now();
  const idHash = hashSecret(id);
  const session = await findSession(platform.db, idHash, now, idleMs);
  if (!session) return null;
  if (now.getTime() - session.lastSeenAt.getTime() > touchMs) await touchSession(platform.db, idHash, now);
  const secondFactor = await readers.secondFactorOf(platform.db, session.user);
  return signedInOf(platform, session.user, readers, { idHash, lacksSecondFactor: secondFactor === "required" });
}

function signedInOf(
  platform: Platform,
  user: UserRow,
  readers: AccountReaders,
  { idHash, lacksSecondFactor }: { idHash: string; lacksSecondFactor: boolean },
): SignedIn {
  const obstacle = obstacleOf(user);
  return {
    uid: user.uid,
    sessionIdHash: idHash,
    role: user.role,
    lang: user.lang,
    verified: obstacle !== "disabled" && obstacle !== "unverified",
    filled: obstacle === null && !lacksSecondFactor,
    freshUser: () => presentUser(platform.db, user, readers),
  };
}
