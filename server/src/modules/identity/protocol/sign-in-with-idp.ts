import { changesBetween } from "@litfass/platform/audit/audit";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { findUserBySubject, newUid } from "../../users/index.ts";
import { signInProvidersOf } from "../accounts/account.ts";
import { recordAccountChange } from "../accounts/account-audit.ts";
import { syncUserOfAccount } from "../accounts/account-identity.ts";
import {
  findAccount,
  findAccountByEmail,
  findProvider,
  insertAccount,
  insertProvider,
  listProviders,
  uniqueAddress,
  updateAccount,
} from "../accounts/account-sql.ts";
import { claimAccount } from "../accounts/claim-account.ts";
import { type IdentityCall, provedAccount } from "../identity-call.ts";
import { type SocialPerson, socialPersonOf } from "../providers/social-person.ts";
import { type SocialProvider, socialProviders } from "../providers/social-provider.ts";
import { builtInProvider, type IdentityContext, type IdentityService, type IdentityServices } from "../service.ts";
import { lockAccountOfToken, requireSensitiveSignIn } from "../sessions/sensitive-sign-in.ts";
import type { AccountRow } from "../tables.ts";
import { grantSignIn, type IssuedGrant, signTokens } from "./issue-tokens.ts";
import { accountOfToken } from "./token-account.ts";
import { WireError } from "./wire-error.ts";
import { required, type WireInput } from "./wire-input.ts";

type Outcome =
  | { kind: "signedIn"; account: AccountRow; issued: IssuedGrant; isNewUser: boolean }
  | { kind: "needsConfirmation"; account: AccountRow }
  | { kind: "linkedElsewhere" };

/**
 * accounts:signInWithIdp. Signs in or up with a social provider's credential, or links it to the account of an ID
 * token. An address of another account is not taken over unless the provider has verified it: the response then lists
 * the account's providers (`needConfirmation`).
 */
export async function signInWithIdp(
  service: IdentityService,
  input: WireInput,
  call: IdentityCall,
): Promise<Record<string, unknown>> {
  const requestUri = required(input.requestUri, "MISSING_REQUEST_URI");
  const fields = new URLSearchParams(input.postBody ?? "");
  const providerId = fields.get("providerId") ?? "";
  const name = socialProviders.find((provider) => `${provider}.com` === providerId);
  if (!name) {
    const shown = input.postBody ? `?${input.postBody.slice(0, 500)}` : "";
    throw new WireError(`INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: ${requestUri}${shown}`);
  }
  const client = await service.social(name).catch((error: unknown) => {
    service.platform.log.warn({ err: error, provider: name }, "a social provider does not answer");
    throw new WireError("INTERNAL_ERROR", { status: 503, reason: "backendError", grpcStatus: "UNAVAILABLE" });
  });
  if (!client) throw new WireError("OPERATION_NOT_ALLOWED : The identity provider configuration is not found.");
  const credential = {
    idToken: fields.get("id_token"),
    accessToken: fields.get("access_token"),
    nonce: fields.get("nonce"),
  };
  const person = await socialPersonOf(service.platform, client, credential);
  const linkTo = input.idToken ? await accountToLink(service, input.idToken) : null;
  const holder = linkTo ?? (await findProvider(service.platform.db, providerId, person.rawId));
  const outcome = await uniqueAddress(() =>
    call.run(enterByProvider, { name, providerId, person, linkTo }, provedAccount(holder?.localId ?? null)),
  );
  const answer = { ...presentPerson(name, providerId, person), ...presentCredential(credential) };
  if (outcome.kind === "linkedElsewhere") {
    if (!input.returnIdpCredential) throw new WireError("FEDERATED_USER_ID_ALREADY_LINKED");
    return { ...answer, errorMessage: "FEDERATED_USER_ID_ALREADY_LINKED" };
  }
  const { account } = outcome;
  if (outcome.kind === "needsConfirmation") {
    const has = signInProvidersOf(account, await listProviders(service.platform.db, account.localId));
    const verifiedProvider = has.map((one) => (one === "password" ? one : `${one}.com`));
    return { ...answer, needConfirmation: true, localId: account.localId, verifiedProvider };
  }
  return {
    ...answer,
    ...(outcome.isNewUser ? { isNewUser: true } : {}),
    localId: account.localId,
    ...(await signTokens(service, outcome.issued)),
  };
}

/** Nothing is linked before the address is verified, because its owner would inherit a stranger's sign-in. */
async function accountToLink(service: IdentityService, idToken: string): Promise<AccountRow> {
  const { account, claims } = await accountOfToken(service, idToken);
  if (account.email !== null && !account.emailVerified) {
    throw new WireError("UNVERIFIED_EMAIL : Verify the address before linking a provider.");
  }
  await requireSensitiveSignIn(service, account, claims);
  return account;
}

type Entry = { name: SocialProvider; providerId: string; person: SocialPerson; linkTo: AccountRow | null };

/** Signs in or up by a social provider, or links the provider to an account. */
export const enterByProvider = command({
  name: "identity.sign_in_with_provider",
  errors: [],
  run: ({ ctx, input }: CommandCall<Entry, IdentityServices>): Promise<Outcome> =>
    input.linkTo ? link(ctx, input, input.linkTo) : enter(ctx, input),
});

async function link(ctx: IdentityContext, entry: Entry, linkTo: AccountRow): Promise<Outcome> {
  const { tx } = ctx;
  const { providerId, person } = entry;
  const account = await lockAccountOfToken(tx, linkTo);
  const holder = await findProvider(tx, providerId, person.rawId);
  if (holder) {
    ctx.audit.unchanged("the provider is linked to another account");
    return { kind: "linkedElsewhere" };
  }
  await linkPerson(ctx, entry, account);
  const adopts = account.email === null && person.email !== null && !(await findAccountByEmail(tx, person.email));
  const email = adopts ? { email: person.email, emailVerified: person.emailVerified } : {};
  return signedIn(ctx, entry, account, email);
}

async function enter(ctx: IdentityContext, entry: Entry): Promise<Outcome> {
  const { tx, clock, random } = ctx;
  const { name, providerId, person } = entry;
  const known = await findProvider(tx, providerId, person.rawId);
  const account = known ? await findAccount(tx, known.localId) : null;
  if (account) return signedIn(ctx, entry, account);
  const holder = person.email ? await findAccountByEmail(tx, person.email) : null;
  if (holder && !(person.emailVerified && name === "google")) return { kind: "needsConfirmation", account: holder };
  if (holder) {
    if (holder.disabled) throw new WireError("USER_DISABLED");
    // The person who signed up with this address had not verified it: its owner has now.
    const claimed = holder.emailVerified ? holder : await claimAccount(ctx, holder, {});
    await linkPerson(ctx, entry, claimed);
    return signedIn(ctx, entry, claimed, { emailVerified: true });
  }
  const now = clock.now();
  const created = await insertAccount(tx, {
    localId: newUid(random),
    email: person.email,
    emailVerified: person.email !== null && person.emailVerified,
    displayName: person.name,
    photoUrl: person.photoUrl,
    validSince: now,
    createdAt: now,
  });
  const opened = changesBetween({}, { email: created.email });
  await recordAccountChange(ctx, created.localId, "account_opened", opened);
  await linkPerson(ctx, entry, created);
  return { ...(await signedIn(ctx, entry, created)), isNewUser: true };
}

/** Links the person's identity at the provider to an account. */
async function linkPerson(ctx: IdentityContext, { providerId, person }: Entry, { localId }: AccountRow): Promise<void> {
  const { rawId, email, name: displayName, photoUrl } = person;
  const createdAt = ctx.clock.now();
  await insertProvider(ctx.tx, { providerId, localId, rawId, email, displayName, photoUrl, createdAt });
  // With a user, `syncUserOfAccount` records the change.
  if (await findUserBySubject(ctx.tx, builtInProvider, localId)) return;
  const added = changesBetween({}, { sign_in_methods: providerId });
  await recordAccountChange(ctx, localId, "sign_in_methods_changed", added);
}

async function signedIn(
  ctx: IdentityContext,
  { providerId }: Entry,
  account: AccountRow,
  changes: { email?: string | null; emailVerified?: boolean } = {},
): Promise<Extract<Outcome, { kind: "signedIn" }>> {
  if (account.disabled) throw new WireError("USER_DISABLED");
  const now = ctx.clock.now();
  const row = await updateAccount(ctx.tx, account.localId, { ...changes, lastLoginAt: now, lastRefreshAt: now });
  if (!row) throw new WireError("USER_NOT_FOUND");
  await syncUserOfAccount(ctx, row, account);
  const issued = await grantSignIn(ctx, row, { provider: providerId });
  return { kind: "signedIn", account: row, issued, isNewUser: false };
}

const presentCredential = ({ idToken, accessToken }: { idToken: string | null; accessToken: string | null }) => ({
  ...(accessToken ? { oauthAccessToken: accessToken } : {}),
  ...(idToken ? { oauthIdToken: idToken } : {}),
});

const presentPerson = (name: SocialProvider, providerId: string, person: SocialPerson): Record<string, unknown> => ({
  kind: "identitytoolkit#VerifyAssertionResponse",
  context: "",
  providerId,
  ...(person.name ? { displayName: person.name, fullName: person.name } : {}),
  ...(person.email ? { email: person.email } : {}),
  emailVerified: person.emailVerified,
  ...(person.photoUrl ? { photoUrl: person.photoUrl } : {}),
  rawUserInfo: JSON.stringify(person.raw),
  federatedId: name === "google" ? `https://accounts.google.com/${person.rawId}` : person.rawId,
});
