import { userStatus } from "@litfass/contract/kernel/roles";
import { changesBetween } from "@litfass/platform/audit/audit";
import type { CommandContext } from "@litfass/platform/command/command";
import type { Random } from "@litfass/platform/random";
import { deleteAssignmentsOfCustomer } from "../assignment-sql.ts";
import { auditOfAssignments, recordUserChange } from "../audit/user-audit.ts";
import { currencyOfNew } from "../currency-of-new.ts";
import type { UserRow } from "../tables.ts";
import { statusAfterSignIn } from "../user.ts";
import {
  deleteIdentitiesOf,
  deleteUser,
  findInvitedUser,
  findUserBySubject,
  insertIdentity,
  insertUser,
  updateUser,
} from "../user-sql.ts";

/** A person's data from a verified identity token. */
export type Identity = {
  /** The identity provider that issued it. */
  provider: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
  photoUrl: string | null;
  /** The sign-in methods: password, google, facebook, microsoft. */
  signInProviders: string[];
};

type Change = Pick<CommandContext, "tx" | "audit" | "clock" | "random" | "lang">;

/** A uid: 28 letters and digits, the format of Firebase. */
export function newUid(random: Random): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  let uid = "";
  while (uid.length < 28) {
    // Bytes beyond the last multiple of 62 would bias the distribution.
    for (const byte of random.bytes(32)) if (byte < 248 && uid.length < 28) uid += alphabet[byte % 62];
  }
  return uid;
}

/**
 * The user of an identity: the one it is linked to, an invited one with the same verified address, or a new customer
 * (a first sign-in never assigns another role). E-mail and verification follow the identity.
 */
export async function openUser(ctx: Change, identity: Identity): Promise<{ user: UserRow; isNew: boolean }> {
  const existing = await findUserBySubject(ctx.tx, identity.provider, identity.subject);
  return existing ? { user: await followIdentity(ctx, existing, identity), isNew: false } : createUser(ctx, identity);
}

async function createUser(ctx: Change, identity: Identity): Promise<{ user: UserRow; isNew: boolean }> {
  const { tx, audit, clock, random, lang } = ctx;
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
      currency: await currencyOfNew(tx, null),
      lang,
      signInProviders: identity.signInProviders,
      createdAt: now,
      updatedAt: now,
    }));
  const { provider, subject } = identity;
  const isLinked = await insertIdentity(tx, { provider, subject, uid: user.uid, createdAt: now });
  if (!isLinked) {
    // The same person signed in concurrently and the other call was faster.
    const first = await findUserBySubject(tx, provider, subject);
    if (!first) throw new Error("An identity is linked to no user");
    if (!invited) await deleteUser(tx, user.uid);
    audit.unchanged("another sign-in of the same person opened the account");
    return { user: first, isNew: false };
  }
  const changes = changesBetween({}, { email: user.email, user_role: user.role });
  await audit.record({ action: "account_opened", subjectUid: user.uid, changes });
  return { user: invited ? await followIdentity(ctx, invited, identity) : user, isNew: true };
}

/** Applies changes at the identity provider. False if the identity has no user yet. */
export async function syncIdentity(ctx: Omit<Change, "random" | "lang">, identity: Identity): Promise<boolean> {
  const user = await findUserBySubject(ctx.tx, identity.provider, identity.subject);
  if (user) await followIdentity(ctx, user, identity);
  return user !== null;
}

async function followIdentity(
  { tx, audit, clock }: Omit<Change, "random" | "lang">,
  user: UserRow,
  identity: Identity,
): Promise<UserRow> {
  const now = clock.now();
  const followed = await updateUser(
    tx,
    user.uid,
    {
      email: identity.email ?? user.email,
      emailVerifiedAt: identity.email === null ? user.emailVerifiedAt : verifiedAt(user, identity, now),
      photoUrl: user.photoUrl ?? identity.photoUrl,
      signInProviders: identity.signInProviders,
      status: statusAfterSignIn(user.status),
    },
    now,
  );
  await recordUserChange(audit, user, followed);
  return followed;
}

/** A changed address must be verified again. */
function verifiedAt(user: UserRow, { email, emailVerified }: Identity, now: Date): Date | null {
  const isSameEmail = (user.email ?? "").toLowerCase() === (email ?? "").toLowerCase();
  if (isSameEmail) return user.emailVerifiedAt ?? (emailVerified ? now : null);
  return emailVerified ? now : null;
}

/**
 * Closes a user's own account: archived, without identity and account manager. If staff restore it, it counts as invited,
 * so that its address can open it again.
 */
export async function closeUser({ tx, audit, clock }: Omit<Change, "random" | "lang">, user: UserRow): Promise<void> {
  const { uid } = user;
  await deleteIdentitiesOf(tx, uid);
  const ended = await deleteAssignmentsOfCustomer(tx, uid);
  const archived = { status: userStatus.archived, statusBeforeArchive: userStatus.invited };
  const reset = { photoUrl: null, allowsPromotion: false, signInProviders: [] };
  await updateUser(tx, uid, { ...archived, ...reset }, clock.now());
  const changes = changesBetween({ user_status: user.status }, { user_status: userStatus.archived });
  await audit.record(
    { action: "account_closed", subjectUid: uid, changes },
    ...auditOfAssignments("customer_unassigned", ended),
  );
}
