import { recordAudit } from "@litfass/platform/audit/audit";
import type { Clock } from "@litfass/platform/clock";
import type { Database, Transaction } from "@litfass/platform/postgres/postgres";
import type { Random } from "@litfass/platform/random";
import { eq } from "drizzle-orm";
import { auditOfUserChange } from "../audit/user-audit.ts";
import { type UserRow, users } from "../tables.ts";
import { statusAfterSignIn } from "../user.ts";
import { findInvitedUser, findUserBySubject, insertIdentity, insertUser, updateUser } from "../user-sql.ts";

/** What a verified identity token says of a person. */
export type Identity = {
  /** Which identity provider vouches for the person. */
  provider: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
  photoUrl: string | null;
  /** How the person signs in: password, google, facebook, microsoft. */
  signInProviders: string[];
};

/** A uid: 28 letters and digits, as identity providers of this kind give them. */
export function newUid(random: Random): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  let uid = "";
  while (uid.length < 28) {
    // Bytes beyond the last whole multiple of 62 would make some letters likelier.
    for (const byte of random.bytes(32)) if (byte < 248 && uid.length < 28) uid += alphabet[byte % 62];
  }
  return uid;
}

/**
 * The user of an identity: the one it is tied to, an invited one of the same verified address, or a new customer
 * (a first sign-in never gives another role). E-mail and verification follow the identity.
 */
export async function openUser(
  db: Database,
  parts: { clock: Clock; random: Random },
  identity: Identity,
  lang: "en" | "de",
): Promise<{ user: UserRow; isNew: boolean }> {
  return db.transaction(async (tx) => {
    const existing = await findUserBySubject(tx, identity.provider, identity.subject);
    if (!existing) return createUser(tx, parts, identity, lang);
    return { user: await followIdentity(tx, existing, identity, parts.clock.now()), isNew: false };
  });
}

async function createUser(
  tx: Transaction,
  { clock, random }: { clock: Clock; random: Random },
  identity: Identity,
  lang: "en" | "de",
): Promise<{ user: UserRow; isNew: boolean }> {
  const now = clock.now();
  const invited = identity.email && identity.emailVerified ? await findInvitedUser(tx, identity.email) : null;
  const user =
    invited ??
    (await insertUser(tx, {
      uid: newUid(random),
      email: identity.email,
      emailVerifiedAt: identity.emailVerified ? now : null,
      fullName: identity.name ?? "",
      displayName: identity.name ?? "",
      photoUrl: identity.photoUrl,
      lang,
      signInProviders: identity.signInProviders,
      createdAt: now,
      updatedAt: now,
    }));
  const { provider, subject } = identity;
  const tied = await insertIdentity(tx, { provider, subject, uid: user.uid, createdAt: now });
  if (!tied) {
    // The same person signed in twice at once and the other call was faster.
    const first = await findUserBySubject(tx, provider, subject);
    if (!first) throw new Error("An identity is tied to no user");
    if (!invited) await tx.delete(users).where(eq(users.uid, user.uid));
    return { user: first, isNew: false };
  }
  if (!invited) return { user, isNew: true };
  return { user: await followIdentity(tx, invited, identity, now), isNew: true };
}

/** Takes over what changed at the identity provider, where the identity already has a user. */
export async function syncIdentity(tx: Transaction, identity: Identity, now: Date): Promise<void> {
  const user = await findUserBySubject(tx, identity.provider, identity.subject);
  if (user) await followIdentity(tx, user, identity, now);
}

/** A changed address is verified anew. */
async function followIdentity(tx: Transaction, user: UserRow, identity: Identity, now: Date): Promise<UserRow> {
  const sameEmail = (user.email ?? "").toLowerCase() === (identity.email ?? "").toLowerCase();
  const emailVerifiedAt = identity.emailVerified
    ? sameEmail
      ? (user.emailVerifiedAt ?? now)
      : now
    : sameEmail
      ? user.emailVerifiedAt
      : null;
  const followed = await updateUser(
    tx,
    user.uid,
    {
      email: identity.email ?? user.email,
      emailVerifiedAt: identity.email === null ? user.emailVerifiedAt : emailVerifiedAt,
      photoUrl: user.photoUrl ?? identity.photoUrl,
      signInProviders: identity.signInProviders,
      status: statusAfterSignIn(user.status),
    },
    now,
  );
  await recordAudit(tx, ...auditOfUserChange(user, followed, { actorUid: user.uid, at: now }));
  return followed;
}
